/**
 * dehusk: what touches disk, network and threads, around the pure `@dehusk/core`.
 *
 * ```ts
 * import { batch, extractFile, extractUrl } from 'dehusk';
 *
 * const page = await extractUrl('https://example.org/news/1');
 * if (page.ok) console.log(page.title, page.text);
 * else console.error(page.reason, page.detail);
 *
 * for await (const row of batch([{ id: 1, html: '<p>…' }, { id: 2, path: 'page.html.gz' }])) console.log(row.id, row.text);
 * ```
 *
 * @packageDocumentation
 */
export {
  type BatchLine,
  type BatchOptions,
  type BatchPage,
  type BatchRow,
  batch,
  batchLines,
  ResumeMismatch,
} from './batch/batch.js';
export { DEFAULT_FIELDS, type RowFields, type RowReason } from './batch/fields.js';
export type { Progress } from './batch/resume.js';
export type { Configuration, ConfigurationFault } from './configuration/configuration.js';
export {
  configurationFrom,
  type Loaded,
  loadConfiguration,
  parseConfiguration,
} from './configuration/load-configuration.js';
export { extractFile, extractUrl, type NotRead, type UrlExtractOptions } from './extract-input.js';
export { extractWithLanguage } from './extraction/extract-with-language.js';
export { type Fetched, type FetchOptions, type FetchReason, fetchPage, USER_AGENT } from './fetch/fetch-page.js';
export type * from './fetch/fetcher.js';
export { DEFAULT_FETCHER, type FetcherOptions } from './fetch/fetcher-options.js';
export { openFetcher } from './fetch/open-fetcher.js';
export type { GivenHosts } from './fetch/resolve-names.js';
export { findPages, PAGE_EXTENSIONS } from './inputs/folders.js';
export type { RowId } from './inputs/page-row.js';
export type { NatsSettings } from './nats/nats-settings.js';
export { openPipeline, type Pipeline, type PipelineOptions } from './operations/open-pipeline.js';
export { sinkNamed } from './sinks/index.js';
export type { RawPage, Sink, SinkKind, SinkRecord } from './sinks/sink.js';
export { SOURCES, sourceNamed } from './sources/index.js';
export type * from './sources/source.js';
export { SourceError } from './sources/source.js';
export { storeNamed } from './stores/index.js';
export type { Position, Store, StoreKind } from './stores/store.js';
export { openStream } from './stream/open-stream.js';
export { readSinkMark } from './stream/sink-marks.js';
export type * from './stream/stream.js';
export { STREAM_DEFAULTS } from './stream/stream.js';
export { readWarc, type WarcFault, type WarcHeaders, type WarcReadOptions, type WarcRecord } from './warc/read-warc.js';
export {
  noWarcCounts,
  readWarcPages,
  type WarcCounts,
  type WarcPage,
  type WarcPageFault,
  type WarcPageOptions,
} from './warc/warc-pages.js';
