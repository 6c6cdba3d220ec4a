/** An item of a feed as the stream takes it. */
import type { SourceItem } from '../source.js';
import type { FeedEntry } from './read-feed.js';

/** A date further ahead than this is a mistake, in milliseconds. */
const MAX_AHEAD = 86_400_000;

/**
 * @param id what makes it the same item in another run
 * @param feedUrl where the feed was found
 * @param key the item's key
 * @param seenAt milliseconds since 1970
 */
export function feedItem(id: string, feedUrl: string, entry: FeedEntry, key: string, seenAt: number): SourceItem {
  const { title, link, content, description } = entry;
  const date = Date.parse(entry.pubDate);
  return {
    kind: 'item',
    id,
    url: link ?? addressWithin(feedUrl, key),
    at: date <= seenAt + MAX_AHEAD ? date : seenAt,
    seenAt,
    title: title === '' ? null : title,
    // The authors' reader: without a link the description, else the title, is the content.
    content:
      link === null
        ? { page: content || description || title, charset: null, contentType: 'text/html', redirects: [] }
        : null,
    position: null,
    wantsLinks: false,
  };
}

/** An address below the feed's for an item that has none. */
function addressWithin(feedUrl: string, key: string): string {
  const url = new URL(feedUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${key}`;
  return url.href;
}
