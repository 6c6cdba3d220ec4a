import { md5Hex } from '../text/hash.js';

/** The fields of a feed item that make its identity; a missing one is empty. */
export interface FeedItem {
  readonly title?: string | null;
  readonly description?: string | null;
  readonly pubDate?: string | null;
}

/**
 * The identity of a feed item, known before its page is fetched: MD5 of title, description and date with single spaces
 * between (URL Tree paper, section 3). A date that can be read is written as ISO 8601 in UTC first, so that a feed which
 * changes its time zone or format does not bring back all its items; a missing field leaves its space.
 */
export function itemKey({ title, description, pubDate }: FeedItem): string {
  const time = pubDate ? Date.parse(pubDate) : Number.NaN;
  const date = Number.isNaN(time) ? (pubDate ?? '') : new Date(time).toISOString();
  return md5Hex(`${title ?? ''} ${description ?? ''} ${date}`);
}
