/** The settings of the crawl source, with defaults and bounds. */
import { wholeNumber } from '../../json-schema.js';
import { DEFAULT_RETRIES, RETRY_PROPERTIES, type RetrySettings } from '../retry-queue.js';

export interface CrawlOptions extends RetrySettings {
  /** Where to begin: pages of sites. */
  readonly urls: readonly string[];
  /** Pages of a site at most. */
  readonly maxPages: number;
  /** Links from the first page at most. */
  readonly maxDepth: number;
  /** So many first pages are spread over the kinds of addresses a site has, for learners; then nearer pages come first. */
  readonly samplePages: number;
  /** Pages of one kind of address at most: the bound of traps that look like pages. */
  readonly maxTemplatePages: number;
  /** Pages of one kind of address at most, when it has a query. */
  readonly maxQueryPages: number;
  /** Pages of one kind of address at most, when it looks like a calendar. */
  readonly maxCalendarPages: number;
  /** Longest address followed, in characters. */
  readonly maxUrlLength: number;
  /** Addresses that wait at most, over all sites: the bound of memory. */
  readonly maxQueued: number;
}

export const DEFAULT_CRAWL: Omit<CrawlOptions, 'urls'> = {
  maxPages: 10_000,
  maxDepth: 20,
  // The GoldMiner paper learns a portal from about 100 pages.
  samplePages: 100,
  maxTemplatePages: 5_000,
  maxQueryPages: 500,
  maxCalendarPages: 30,
  maxUrlLength: 500,
  maxQueued: 200_000,
  ...DEFAULT_RETRIES,
};

const MOST = 100_000_000;

export const CRAWL_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object',
  additionalProperties: false,
  required: ['urls'],
  properties: {
    urls: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', minLength: 1 },
      description: 'Where to begin; links are followed inside the registrable domain of each address.',
    },
    maxPages: wholeNumber('Pages of a site at most.', 1, MOST, DEFAULT_CRAWL.maxPages),
    maxDepth: wholeNumber('Links from the first page at most.', 0, 1_000, DEFAULT_CRAWL.maxDepth),
    samplePages: wholeNumber(
      'First pages that are spread over the kinds of addresses of a site; then nearer pages come first.',
      0,
      10_000,
      DEFAULT_CRAWL.samplePages,
    ),
    maxTemplatePages: wholeNumber('Pages of one kind of address at most.', 1, MOST, DEFAULT_CRAWL.maxTemplatePages),
    maxQueryPages: wholeNumber(
      'Pages of one kind of address at most, when it has a query.',
      0,
      MOST,
      DEFAULT_CRAWL.maxQueryPages,
    ),
    maxCalendarPages: wholeNumber(
      'Pages of one kind of address at most, when it looks like a calendar.',
      0,
      MOST,
      DEFAULT_CRAWL.maxCalendarPages,
    ),
    maxUrlLength: wholeNumber('Longest address followed, in characters.', 20, 2_000, DEFAULT_CRAWL.maxUrlLength),
    maxQueued: wholeNumber('Addresses that wait at most, over all sites.', 1, 10_000_000, DEFAULT_CRAWL.maxQueued),
    ...RETRY_PROPERTIES,
  },
};
