/** The settings of the sitemap source, with defaults and bounds. */
import { wholeNumber } from '../../json-schema.js';
import { DEFAULT_RETRIES, RETRY_PROPERTIES, type RetrySettings } from '../retry-queue.js';

export interface SitemapOptions extends RetrySettings {
  /** Sitemaps, or sites: those stand for the sitemaps their robots.txt names, else for `/sitemap.xml`. */
  readonly urls: readonly string[];
  /** Pages of a site given in one run at most. */
  readonly maxPages: number;
  /** Sitemaps of a site read in one run at most. */
  readonly maxSitemaps: number;
  /** Pages with an older date are left out; ISO 8601, empty: none. */
  readonly since: string;
  /** Whether a page is given again when its date is newer than the one it was had with. */
  readonly changed: boolean;
  /** Time between two readings, in seconds; 0: read once and end. */
  readonly interval: number;
}

export const DEFAULT_SITEMAP: Omit<SitemapOptions, 'urls'> = {
  maxPages: 1_000_000,
  // An index may name 50,000; this is two thousand times the 50,000 pages of one.
  maxSitemaps: 2_000,
  since: '',
  changed: false,
  interval: 0,
  ...DEFAULT_RETRIES,
};

export const SITEMAP_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object',
  additionalProperties: false,
  required: ['urls'],
  properties: {
    urls: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', minLength: 1 },
      description: 'Sitemaps, or sites: those stand for the sitemaps their robots.txt names, or else for /sitemap.xml.',
    },
    maxPages: wholeNumber('Pages of a site given in one run at most.', 1, 1_000_000_000, DEFAULT_SITEMAP.maxPages),
    maxSitemaps: wholeNumber('Sitemaps of a site read in one run at most.', 1, 100_000, DEFAULT_SITEMAP.maxSitemaps),
    since: {
      type: 'string',
      description: 'Pages with an older date are left out (ISO 8601); empty: none.',
      default: '',
    },
    changed: {
      type: 'boolean',
      description: 'Give a page again when its lastmod is newer than the one it was had with.',
      default: false,
    },
    interval: {
      type: 'number',
      description: 'Time between two readings, in seconds; 0: read once and end.',
      minimum: 0,
      maximum: 2_592_000,
      default: 0,
    },
    ...RETRY_PROPERTIES,
  },
};
