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

export type {
  FetchAnswer,
  FetchCounters,
  Fetcher,
  FetchKind,
  FetchRequest,
  GivenHosts,
  Progress,
  RowId,
  StreamFetchReason,
} from '@dehusk/node';
export {
  type BatchLine,
  type BatchOptions,
  type BatchPage,
  type BatchRow,
  batch,
  batchLines,
  DEFAULT_FETCHER,
  DEFAULT_FIELDS,
  extractFile,
  extractUrl,
  extractWithLanguage,
  type Fetched,
  type FetcherOptions,
  type FetchOptions,
  type FetchReason,
  fetchPage,
  findPages,
  type NotRead,
  noWarcCounts,
  openFetcher,
  PAGE_EXTENSIONS,
  ResumeMismatch,
  type RowFields,
  type RowReason,
  readWarc,
  readWarcPages,
  type UrlExtractOptions,
  USER_AGENT,
  type WarcCounts,
  type WarcFault,
  type WarcHeaders,
  type WarcPage,
  type WarcPageFault,
  type WarcPageOptions,
  type WarcReadOptions,
  type WarcRecord,
} from '@dehusk/node';
export type {
  Configuration,
  ConfigurationFault,
  ItemOutcome,
  Position,
  RawPage,
  Reject,
  Sink,
  SinkInUse,
  SinkKind,
  SinkRecord,
  SiteSnapshot,
  Source,
  SourceContent,
  SourceContext,
  SourceEvent,
  SourceFailure,
  SourceFault,
  SourceItem,
  SourceKind,
  SourceSnapshot,
  Stage,
  StateChanges,
  Store,
  StoreKind,
  Stream,
  StreamOptions,
  StreamParts,
  StreamSnapshot,
  UrlRulePreset,
} from '@dehusk/stream';
export {
  configurationFrom,
  type Loaded,
  loadConfiguration,
  openPipeline,
  openStream,
  type Pipeline,
  type PipelineOptions,
  parseConfiguration,
  readSinkMark,
  SOURCES,
  SourceError,
  STREAM_DEFAULTS,
  sinkNamed,
  sourceNamed,
  storeNamed,
} from '@dehusk/stream';
export type { NatsSettings } from '@dehusk/stream/nats';
