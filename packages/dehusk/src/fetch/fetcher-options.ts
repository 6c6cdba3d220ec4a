/** The settings of the stream's fetcher, with defaults and bounds, as data and as JSON Schema. */

import { wholeNumber } from '../json-schema.js';
import { DEFAULT_FETCH } from './fetch-page.js';
import type { GivenHosts } from './given-hosts.js';

export interface FetcherOptions {
  /** Largest body in bytes, on the wire and decompressed. */
  readonly maxBytes: number;
  /** Time for one request, from sending to the last byte, in milliseconds; waiting for its turn does not count. */
  readonly maxMilliseconds: number;
  readonly maxRedirects: number;
  /** Also fetch from loopback, private and other non-public addresses. */
  readonly allowPrivate: boolean;
  readonly userAgent: string;
  /** The Accept-Language header; empty: none. */
  readonly acceptLanguage: string;
  /** Requests under way at once, over all hosts. */
  readonly maxConnections: number;
  /** Pause after each answer before the next request to the same host, in milliseconds. */
  readonly delay: number;
  /** Requests to a host over a longer time, per minute; 0: no bound beyond `delay`. */
  readonly requestsPerMinute: number;
  /** Requests that a host which was idle may get faster than `requestsPerMinute`. */
  readonly burst: number;
  /** Retries after failures that may pass (resets, timeouts, 408, 425, 429, 500, 502, 503, 504). */
  readonly maxRetries: number;
  /** Pause before the first retry, doubled for each further one, in milliseconds. */
  readonly backoff: number;
  /** Longest pause before a retry, and longest Retry-After waited for, in milliseconds; a host that asks for more is left alone. */
  readonly maxBackoff: number;
  /** Whether pages are fetched only where robots.txt allows it. */
  readonly robots: boolean;
  /** How long robots.txt is good for, in milliseconds. */
  readonly robotsAge: number;
  /** How long a host's pages are not fetched after its robots.txt could not be had, in milliseconds. */
  readonly robotsFailureAge: number;
  /** Longest Crawl-delay obeyed, in milliseconds. */
  readonly maxCrawlDelay: number;
  /** How long a resolved name is kept, in milliseconds. */
  readonly dnsAge: number;
  /** IP addresses of names that the system is not asked for; `*.example.org` stands for every name below it. */
  readonly hosts: GivenHosts;
  /** Seed of the chance in the pauses before retries; 0: another one each time. */
  readonly seed: number;
}

export const DEFAULT_FETCHER: FetcherOptions = {
  maxBytes: DEFAULT_FETCH.maxBytes,
  maxMilliseconds: DEFAULT_FETCH.maxMilliseconds,
  maxRedirects: DEFAULT_FETCH.maxRedirects,
  allowPrivate: false,
  userAgent: DEFAULT_FETCH.userAgent,
  acceptLanguage: '',
  maxConnections: 64,
  // The URL Tree authors' reader pauses for a second after each page.
  delay: 1_000,
  requestsPerMinute: 60,
  burst: 10,
  maxRetries: 2,
  backoff: 1_000,
  maxBackoff: 60_000,
  robots: true,
  // RFC 9309, 2.4: not more than 24 hours.
  robotsAge: 86_400_000,
  robotsFailureAge: 600_000,
  maxCrawlDelay: 60_000,
  dnsAge: 300_000,
  hosts: {},
  seed: 0,
};

const DAY = 86_400_000;
const HALF_HOUR = 1_800_000;

/** JSON Schema of the settings (draft 2020-12). */
export const FETCHER_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object',
  additionalProperties: false,
  properties: {
    maxBytes: wholeNumber('Largest body in bytes, also decompressed.', 1_024, 2 ** 30, DEFAULT_FETCHER.maxBytes),
    maxMilliseconds: wholeNumber(
      'Time for one request to its last byte, in milliseconds.',
      100,
      HALF_HOUR,
      DEFAULT_FETCHER.maxMilliseconds,
    ),
    maxRedirects: wholeNumber('Redirects followed.', 0, 20, DEFAULT_FETCHER.maxRedirects),
    allowPrivate: {
      type: 'boolean',
      description: 'Also fetch from loopback, private and other non-public addresses.',
      default: false,
    },
    userAgent: {
      type: 'string',
      minLength: 1,
      description: 'The User-Agent header; up to the first slash it is the name that robots.txt speaks to.',
      default: DEFAULT_FETCHER.userAgent,
    },
    acceptLanguage: { type: 'string', description: 'The Accept-Language header; empty: none.', default: '' },
    maxConnections: wholeNumber(
      'Requests under way at once, over all hosts.',
      1,
      4_096,
      DEFAULT_FETCHER.maxConnections,
    ),
    delay: wholeNumber('Pause between requests to one host, in milliseconds.', 0, DAY, DEFAULT_FETCHER.delay),
    requestsPerMinute: wholeNumber(
      'Requests to one host per minute over a longer time; 0: no bound beyond delay.',
      0,
      60_000,
      DEFAULT_FETCHER.requestsPerMinute,
    ),
    burst: wholeNumber(
      'Requests an idle host may get faster than requestsPerMinute.',
      1,
      10_000,
      DEFAULT_FETCHER.burst,
    ),
    maxRetries: wholeNumber(
      'Retries after resets, timeouts, 408, 425, 429, 500, 502, 503, 504.',
      0,
      10,
      DEFAULT_FETCHER.maxRetries,
    ),
    backoff: wholeNumber(
      'Pause before the first retry, in milliseconds; doubled each time.',
      0,
      HALF_HOUR,
      DEFAULT_FETCHER.backoff,
    ),
    maxBackoff: wholeNumber(
      'Longest pause before a retry and longest Retry-After waited for, in milliseconds.',
      0,
      HALF_HOUR,
      DEFAULT_FETCHER.maxBackoff,
    ),
    robots: { type: 'boolean', description: 'Fetch pages only where robots.txt allows it.', default: true },
    robotsAge: wholeNumber('How long robots.txt is good for, in milliseconds.', 0, DAY, DEFAULT_FETCHER.robotsAge),
    robotsFailureAge: wholeNumber(
      'How long pages are left alone after robots.txt could not be had, in milliseconds.',
      0,
      DAY,
      DEFAULT_FETCHER.robotsFailureAge,
    ),
    maxCrawlDelay: wholeNumber('Longest Crawl-delay obeyed, in milliseconds.', 0, DAY, DEFAULT_FETCHER.maxCrawlDelay),
    hosts: {
      type: 'object',
      additionalProperties: { type: 'string', minLength: 2 },
      description:
        'IP addresses of names that the system is not asked for, as in a hosts file; "*.example.org" stands for every name below it.',
      default: {},
    },
    dnsAge: wholeNumber('How long a resolved name is kept, in milliseconds.', 0, DAY, DEFAULT_FETCHER.dnsAge),
    seed: wholeNumber('Seed of the chance in pauses before retries; 0: another one each run.', 0, 2 ** 31, 0),
  },
};
