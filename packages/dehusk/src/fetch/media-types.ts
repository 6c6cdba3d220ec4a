/** What is asked for and taken, by what is fetched. */
import type { FetchKind } from './fetcher.js';

export interface MediaTypes {
  /** The Accept header. */
  readonly accept: string;
  /** Media types taken; null: any. */
  readonly taken: ReadonlySet<string> | null;
  /** What it is called in messages. */
  readonly noun: string;
}

/** Servers name feeds and sitemaps in every way; what is taken is what can hold one, and the reader judges the rest. */
const XML = ['application/xml', 'text/xml', 'text/html', 'application/xhtml+xml', 'text/plain'];
const UNNAMED = ['application/octet-stream', 'binary/octet-stream'];

export const MEDIA_TYPES: Readonly<Record<FetchKind, MediaTypes>> = {
  page: {
    accept: 'text/html,application/xhtml+xml;q=0.9,text/plain;q=0.5,*/*;q=0.1',
    taken: new Set(['text/html', 'application/xhtml+xml', 'text/plain', 'application/xml', 'text/xml']),
    noun: 'a page',
  },
  feed: {
    accept:
      'application/rss+xml,application/atom+xml,application/feed+json,application/rdf+xml;q=0.9,application/xml;q=0.8,text/xml;q=0.8,*/*;q=0.1',
    taken: new Set([
      'application/rss+xml',
      'application/atom+xml',
      'application/rdf+xml',
      'application/feed+json',
      'application/json',
      'text/json',
      'text/rss+xml',
      'text/x-opml',
      'text/x-opml+xml',
      'application/x-rss+xml',
      ...XML,
      ...UNNAMED,
    ]),
    noun: 'a feed',
  },
  sitemap: {
    accept: 'application/xml,text/xml;q=0.9,application/gzip;q=0.8,text/plain;q=0.5,*/*;q=0.1',
    taken: new Set([
      'application/gzip',
      'application/x-gzip',
      'application/rss+xml',
      'application/atom+xml',
      ...XML,
      ...UNNAMED,
    ]),
    noun: 'a sitemap',
  },
  robots: { accept: 'text/plain,*/*;q=0.1', taken: null, noun: 'robots.txt' },
};
