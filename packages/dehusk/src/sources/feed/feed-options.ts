/** The settings of the feed source, with defaults and bounds. */
import { wholeNumber } from '../../json-schema.js';

export interface FeedOptions {
  /** Addresses of feeds, or of pages that offer them. */
  readonly feeds: readonly string[];
  /** A file of feeds: OPML, or text with one address a line; empty: none. */
  readonly path: string;
  /** Shortest and longest time between two polls of a feed, in seconds. */
  readonly minInterval: number;
  readonly maxInterval: number;
  /** Whether ttl, Cache-Control, skipHours and skipDays put a poll off. */
  readonly obeysHints: boolean;
  /** Polls under way at once. */
  readonly concurrency: number;
  /** Items taken from one copy of a feed, from its top. */
  readonly maxItems: number;
  /** Items remembered of a site, so that they are not fetched again. */
  readonly history: number;
  /** Times a page is tried again that failed in a way that may pass, as long as a feed lists it. */
  readonly retries: number;
  /** Whether an address that is a web page stands for the feeds it offers. */
  readonly discover: boolean;
  /** Whether to end when every feed was polled once. */
  readonly once: boolean;
}

export const DEFAULT_FEED: FeedOptions = {
  feeds: [],
  path: '',
  // The URL Tree authors' reader polls every five minutes.
  minInterval: 300,
  maxInterval: 21_600,
  obeysHints: true,
  concurrency: 16,
  maxItems: 1_000,
  // algorithms.md, 8.1: bounded, for example the last 100,000 of a site.
  history: 100_000,
  // After 5, 15 and 35 minutes with the default interval: most outages are shorter.
  retries: 3,
  discover: true,
  once: false,
};

const DAY = 86_400;
export const FEED_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object',
  additionalProperties: false,
  properties: {
    feeds: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'Addresses of feeds (RSS, Atom, RDF, JSON Feed), or of pages that offer them.',
      default: [],
    },
    path: { type: 'string', description: 'A file of feeds: OPML, or text with one address a line.', default: '' },
    minInterval: {
      type: 'number',
      description: 'Shortest time between two polls of a feed, in seconds.',
      exclusiveMinimum: 0,
      maximum: DAY,
      default: DEFAULT_FEED.minInterval,
    },
    maxInterval: {
      type: 'number',
      description: 'Longest time between two polls of a feed, in seconds.',
      exclusiveMinimum: 0,
      maximum: 30 * DAY,
      default: DEFAULT_FEED.maxInterval,
    },
    obeysHints: {
      type: 'boolean',
      description: 'Do not poll before ttl and Cache-Control allow it, nor in skipHours and skipDays.',
      default: true,
    },
    concurrency: wholeNumber('Polls under way at once.', 1, 1_024, DEFAULT_FEED.concurrency),
    maxItems: wholeNumber('Items taken from one copy of a feed, from its top.', 1, 100_000, DEFAULT_FEED.maxItems),
    history: wholeNumber(
      'Items remembered of a site, so that they are not fetched again.',
      100,
      10_000_000,
      DEFAULT_FEED.history,
    ),
    retries: wholeNumber(
      'Times a page is tried again that failed in a way that may pass (timeout, http-status …), after minInterval doubled each time.',
      0,
      20,
      DEFAULT_FEED.retries,
    ),
    discover: {
      type: 'boolean',
      description: 'An address that is a web page stands for the feeds it offers (link rel=alternate).',
      default: true,
    },
    once: { type: 'boolean', description: 'End when every feed was polled once.', default: false },
  },
};
