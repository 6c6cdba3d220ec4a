/**
 * @dehusk/node: pages from disk, network and archives, extracted in worker threads.
 *
 * @packageDocumentation
 */

export { counted } from '@dehusk/html';
export {
  type BatchOptions,
  type BatchOutput,
  type BatchPage,
  type BatchRow,
  batch,
  batchLines,
  batchRows,
  ResumeMismatch,
} from './batch/batch.js';
export { type BatchReading, batchPages, newBatchReading } from './batch/batch-pages.js';
export {
  type DoneMark,
  digestOf,
  eachTasks,
  ForeignOutput,
  finishOutput,
  inputOf,
  OUTPUT_TYPES,
  type OutputType,
  readMark,
  type Shard,
} from './batch/each.js';
export {
  extractRow,
  failedRow,
  PRESETS,
  type PresetChoice,
  presetNamed,
  type RowObject,
  type RowWork,
} from './batch/extract-row.js';
export { checkRowField, DEFAULT_FIELDS } from './batch/fields.js';
export {
  continueOutput,
  DamagedOutput,
  type OutputProgress,
  type Pack,
  packingOf,
  packRows,
  readProgress,
} from './batch/resume.js';
export type { DedupeCounts } from './dedupe/dedupe-stream.js';
export { DEDUPE_DEFAULTS, DEDUPE_MODES, type DedupeSettings, dedupeStream } from './dedupe/dedupe-stream.js';
export { endDigest, STDIN } from './dedupe/line-files.js';
export { extractFile, extractUrl } from './extract-input.js';
export { extractWithLanguage, languageDetection } from './extraction/extract-with-language.js';
export { filtered, type PageFilters } from './extraction/filters.js';
export {
  type GuardedWorker,
  type GuardedWorkerOptions,
  introduceWorker,
  serveTasks,
  startWorker,
  type WorkerLoss,
} from './extraction/guarded-worker.js';
export { inOrder, WINDOW_PER_THREAD } from './extraction/in-order.js';
export {
  checkOverrides,
  type HostExtractOptions,
  OVERRIDE_SCHEMA,
  type Overrides,
  overrideFaults,
  siteExtraction,
} from './extraction/overrides.js';
export {
  extractedAlone,
  openPageRenderer,
  type PageExtraction,
  type PageRenderer,
  type PageWork,
  type RenderedPage,
  rendererOf,
} from './extraction/render-page.js';
export {
  GRACE_MILLISECONDS,
  latePage,
  openWithinTime,
  threadMilliseconds,
  withinTime,
} from './extraction/within-time.js';
export { WORKER_MEGABYTES, WorkerPool } from './extraction/worker-pool.js';
export { abortable, wakeable } from './fetch/abort.js';
export { mayPassLater, TEMPORARY_REASONS } from './fetch/failures.js';
export { fetchPage, fetchReadable, MARKDOWN_MODES, type MarkdownMode } from './fetch/fetch-page.js';
export type { FetchAnswer, FetchCounters, Fetcher, StreamFetchReason } from './fetch/fetcher-options.js';
export {
  DEFAULT_FETCH,
  DEFAULT_FETCHER,
  FETCHER_SCHEMA,
  type FetcherOptions,
  NO_PROXY,
  proxiesFor,
} from './fetch/fetcher-options.js';
export { openFetcher } from './fetch/open-fetcher.js';
export { BrowserMissing, findChromium } from './fetch/render/find-chromium.js';
export { CookieFileError, type HeaderTable, headerFault, isPersonal, readCookieFile } from './fetch/request-headers.js';
export { specialRange } from './fetch/resolve-names.js';
export { readRobots } from './fetch/robots-file.js';
export { guardConnections } from './guard-connections.js';
export { hostLookup } from './host-table.js';
export { escaped, html, Markup } from './html-markup.js';
export {
  choice,
  defaultsOf,
  defined,
  flag,
  type JsonSchema,
  number,
  type Setting,
  type SettingsOf,
  section,
  setting,
  text,
  texts,
  wholeNumber,
  withCheckedOptions,
} from './json-schema.js';
export type { PageContent, RawPage } from './raw-page.js';
export { DEVICE_NAME, placeOf, readUrlList } from './readers/addresses.js';
export { isWarcFile, openByteInput } from './readers/byte-input.js';
export { findPages, PAGE_EXTENSION } from './readers/folders.js';
export { PAGE_READERS, SINGLE_PAGE_READERS } from './readers/index.js';
export {
  type FoundPage,
  type Input,
  type InputPage,
  type PageReader,
  placeFor,
  type ReadOptions,
} from './readers/input.js';
export { jsonLinesReader, lineFound } from './readers/json-lines.js';
export { isGzip } from './readers/page-file.js';
export { type FieldNames, LINE_BYTES_PER_PAGE_BYTE, type RowOptions } from './readers/page-row.js';
export { type ParquetColumn, parquetColumns, readParquetRows } from './readers/parquet.js';
export { type Line, readLines } from './readers/read-lines.js';
export { inputNamed, inputPageOf, openAddressFetcher, readPages, schemeOf, seenAt } from './readers/read-pages.js';
export { isS3, listObjects, readObject, stateOfObject, uploadObject } from './s3/objects.js';
export { type SeededRandom, seededRandom } from './seeded-random.js';
export { setModes } from './terminal/modes.js';
export { type Column, cut, flow, type Row, table, widthOf, wrap } from './terminal/table.js';
export { columnsOf, type Painter, painterFor, printable, printableLines, type Style } from './terminal/terminal.js';
export { decodeBody } from './warc/http-response.js';
export { ByteWindow } from './warc/packing.js';
export { readWarcPagesAhead } from './warc/read-ahead.js';
export { readWarc } from './warc/read-warc.js';
export { readWarcPages, type WarcPage } from './warc/warc-pages.js';
export { zstdPacking } from './warc/zstd-frames.js';
export { withoutPassword } from './without-password.js';
