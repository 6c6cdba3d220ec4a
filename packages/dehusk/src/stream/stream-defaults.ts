/** The stream's numbers and where each comes from. */
import { availableParallelism } from 'node:os';
import type { StreamOptions } from './stream.js';

/** Threads beyond these wait for the disk and each other more than they give. */
const MAX_WORKERS = 8;

export const STREAM_DEFAULTS: StreamOptions = {
  extractor: 'site',
  extractorOptions: {},
  workers: Math.min(MAX_WORKERS, availableParallelism()),
  // The core's own limit, `DEFAULT_LIMITS.maxMilliseconds`.
  maxMilliseconds: 10_000,
  // Some thirty pages on their way for each of eight workers, or for as many hosts as a machine fetches from at once.
  maxInFlight: 512,
  // Sixteen of the largest pages allowed (16 MB); some 2,500 usual ones (100 kB).
  maxInFlightBytes: 256 * 1024 * 1024,
  // A commit writes every model that changed (about a megabyte a site) and forces the disk: seldom. What it costs is latency.
  commitPages: 200,
  commitMilliseconds: 2_000,
  urlRules: null,
  // Off in the specification: sites exist whose every page names the front page.
  usesCanonical: false,
  // The URL Tree paper's eviction (algorithms.md, section 9.3).
  maxDocuments: 10_000,
  maxDays: 14,
  minDocuments: 100,
  // GoldMiner learns from 10 pages with an article on; some of a site's first pages are none.
  learningPages: 20,
  // Twenty packed pages take about 500 kB; a site of giants stops early.
  learningBytes: 4 * 1024 * 1024,
  duplicates: 'reject',
  damagedState: 'restart',
  fields: ['title', 'byline', 'publishedTime', 'siteName', 'lang', 'pageType', 'confidence', 'excerpt', 'text'],
};
