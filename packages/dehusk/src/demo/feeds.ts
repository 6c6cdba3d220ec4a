/** The demo's feeds and sitemaps, as their standards have them: RSS 2.0, Atom (RFC 4287), JSON Feed 1.1, Sitemaps 0.9. */

import { documentOf, type FeedKind } from './templates.js';

/** An entry, newest first in every feed. */
export interface DemoFeedEntry {
  readonly address: string;
  readonly title: string;
  readonly summary: string;
  readonly author: string;
  readonly at: Date;
}

interface FeedDocument {
  readonly contentType: string;
  readonly text: string;
}

/** Path of each kind of feed on a demo site. */
export const FEED_PATHS: Readonly<Record<FeedKind, string>> = {
  rss: '/feed.xml',
  atom: '/atom.xml',
  json: '/feed.json',
};

export function feedDocument(
  kind: FeedKind,
  name: string,
  origin: string,
  entries: readonly DemoFeedEntry[],
): FeedDocument {
  if (kind === 'json') return { contentType: 'application/feed+json', text: jsonFeed(name, origin, entries) };
  const newest = (entries[0]?.at ?? new Date(0)).toISOString();
  const rows = entries.map(({ at, ...entry }) => ({ ...entry, date: at.toUTCString(), iso: at.toISOString() }));
  const text = documentOf(kind, { name, origin, newest, entries: rows });
  return { contentType: `application/${kind}+xml; charset=utf-8`, text };
}

function jsonFeed(name: string, origin: string, entries: readonly DemoFeedEntry[]): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: name,
    home_page_url: `${origin}/`,
    items: entries.map((one) => ({
      id: one.address,
      url: one.address,
      title: one.title,
      summary: one.summary,
      authors: [{ name: one.author }],
      date_published: one.at.toISOString(),
    })),
  });
}

/** A sitemap of pages. */
export function sitemap(entries: readonly Pick<DemoFeedEntry, 'address' | 'at'>[]): string {
  return documentOf('sitemap', { entries: entries.map(({ address, at }) => ({ address, iso: at.toISOString() })) });
}
