/** The demo's feeds and sitemaps, as their standards have them: RSS 2.0, Atom (RFC 4287), JSON Feed 1.1, Sitemaps 0.9. */

import { escaped } from '@dehusk/node';
import type { FeedKind } from './demo-sites.js';

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
  if (kind === 'atom') return { contentType: 'application/atom+xml; charset=utf-8', text: atom(name, origin, entries) };
  return { contentType: 'application/rss+xml; charset=utf-8', text: rss(name, origin, entries) };
}

function rss(name: string, origin: string, entries: readonly DemoFeedEntry[]): string {
  const items = entries.map(
    (one) => `<item><title>${escaped(one.title)}</title><link>${escaped(one.address)}</link>
<description>${escaped(one.summary)}</description><author>${escaped(one.author)}</author>
<pubDate>${one.at.toUTCString()}</pubDate><guid isPermaLink="false">${escaped(one.address)}</guid></item>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>${escaped(name)}</title><link>${escaped(origin)}/</link><description>${escaped(name)}</description>
${items.join('\n')}
</channel></rss>
`;
}

function atom(name: string, origin: string, entries: readonly DemoFeedEntry[]): string {
  const newest = entries[0]?.at ?? new Date(0);
  const items = entries.map(
    (
      one,
    ) => `<entry><id>${escaped(one.address)}</id><title>${escaped(one.title)}</title><link rel="alternate" href="${escaped(one.address)}"/>
<author><name>${escaped(one.author)}</name></author><updated>${one.at.toISOString()}</updated><summary>${escaped(one.summary)}</summary></entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>${escaped(name)}</title><id>${escaped(origin)}/</id><updated>${newest.toISOString()}</updated>
${items.join('\n')}
</feed>
`;
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
  const urls = entries.map(
    (one) => `<url><loc>${escaped(one.address)}</loc><lastmod>${one.at.toISOString()}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** A sitemap of sitemaps. */
export function sitemapIndex(addresses: readonly string[]): string {
  const maps = addresses.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${maps.join('\n')}
</sitemapindex>
`;
}
