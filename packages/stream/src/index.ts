/**
 * @dehusk/stream: from feeds and crawls to clean documents, continuously.
 *
 * @packageDocumentation
 */
export {
  type Configuration,
  type ConfigurationFault,
  LOG_DEFAULTS,
  LOG_FORMATS,
  LOG_LEVELS,
  type LogSettings,
  OPERATIONS_DEFAULTS,
  STATE_DEFAULTS,
} from './configuration/configuration.js';
export {
  configurationFrom,
  type Loaded,
  loadConfiguration,
  loadOverrides,
  parseConfiguration,
} from './configuration/load-configuration.js';
export {
  buildCorpus,
  CORPUS_DEDUPE,
  type CorpusDedupe,
  newSiteCounts,
  type SiteCounts,
  totalCounts,
} from './corpus/build-corpus.js';
export { CORPUS_FORMATS, type CorpusFormat } from './corpus/corpus-formats.js';
export { corpusReport } from './corpus/corpus-report.js';
export { archiveFiles, type CrawlOutcome, crawlToArchive } from './corpus/crawl-archive.js';
export { openLog } from './operations/log.js';
export {
  listenForStop,
  openPipeline,
  type Pipeline,
  runDistributed,
  runPipeline,
  standardOutputSink,
} from './operations/run-pipeline.js';
export { sinkNamed } from './sinks/index.js';
export { COLUMN_TYPES, type ColumnType, FIELD_COLUMNS, loadParquet, openParquetFile } from './sinks/parquet.js';
export { type RawResponse, SinkError } from './sinks/sink.js';
export { crawlVisits, type Visit } from './sources/crawl/crawl.js';
export { crawlAddress } from './sources/crawl/crawl-address.js';
export { feedSource } from './sources/feed/feed.js';
export { readFeed } from './sources/feed/read-feed.js';
export { SOURCES, sourceNamed } from './sources/index.js';
export { siteOf } from './sources/page-links.js';
export { readSitemap } from './sources/sitemap/read-sitemap.js';
export { sitemapSource } from './sources/sitemap/sitemap.js';
export {
  type Source,
  type SourceContext,
  SourceError,
  type SourceFault,
  type SourceKind,
} from './sources/source.js';
export { checkLmdbStore, openLmdbStore, repairLmdbStore } from './stores/lmdb.js';
export { openMemoryStore } from './stores/memory.js';
export { readStateFile, writeStateFile } from './stores/state-file.js';
export { type Position, type Store, StoreError, uncheckedValue } from './stores/store.js';
export { openStream } from './stream/open-stream.js';
export { decodeModel, modelKey, StoredModels, unitOfKey } from './stream/site-models.js';
export { decodeRecord, STATE_KINDS, stateKey, stateKindOf } from './stream/state-values.js';
export {
  type Reject,
  type SourceFailure,
  STREAM_DEFAULTS,
  type Stream,
  type StreamOptions,
  type StreamSnapshot,
  URL_RULE_PRESETS,
  type UrlRulePreset,
} from './stream/stream.js';
export { StreamProcessor } from './stream/stream-processor.js';
export { learnUrlRules } from './stream/url-rule-learning.js';
export { openWorkerState } from './stream/worker-state.js';
