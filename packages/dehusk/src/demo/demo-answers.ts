/** The answers of the demo's sites before any fault: a function of the address, the time and the visit's number. */

import { type Newsroom, withParameter } from './demo-newsroom.js';
import { documentOf, type FeedKind } from './templates.js';

export interface DemoAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Where a redirect leads; null for other answers. */
  readonly location: string | null;
  /** The article the answer is; null when it is something else. */
  readonly article: number | null;
}

export interface Asked {
  readonly url: URL;
  /** `http://HOST:PORT` of the site. */
  readonly origin: string;
  /** Articles published so far. */
  readonly published: number;
  /** Maximum entries of a feed. */
  readonly feedEntries: number;
  /** Any text; it selects the teasers and advertisements. */
  readonly chance: string;
}

/** Copies of an article: for phones, for printers. */
const COPIES = ['/amp', '/print'] as const;
const ROBOTS = 'User-agent: *\nDisallow: /private/\n';
const HTML = 'text/html; charset=utf-8';
const XML = 'application/xml';

/** Articles of each site in the aggregator's feed. */
const WIRE_ENTRIES = 8;

/** Tracking parameters of a site's feed. */
const FEED_PARAMETERS = 'utm_source=feed&utm_medium=rss';

export function siteAnswer(newsroom: Newsroom, asked: Asked): DemoAnswer {
  const { url, origin, published } = asked;
  const { site } = newsroom;
  const path = readablePath(url);
  const found = articleAt(newsroom, url);
  if (found !== null && found.number < published) {
    const { number, form } = found;
    if (form === 'redirect') return redirect(withParameter(newsroom.path(number), 'utm_source=wire'));
    const page =
      form === 'copy'
        ? copyOf(newsroom, number, origin)
        : newsroom.articlePage(number, { origin, published, seed: asked.chance });
    return { ...ok(HTML, page), article: number };
  }
  const archive = /^\/archive\/(\d+)$/.exec(path)?.[1];
  if (path === '/' || archive !== undefined)
    return ok(HTML, newsroom.indexPage(Number(archive ?? 0), { origin, published, seed: asked.chance }));
  if (path === FEED_PATHS[site.feed]) {
    const feed = feedDocument(site.feed, site.name, origin, entriesOf(newsroom, asked, FEED_PARAMETERS));
    return ok(feed.contentType, feed.text);
  }
  if (path === '/robots.txt') return ok('text/plain', `${ROBOTS}Sitemap: ${origin}/sitemap.xml\n`);
  if (path === '/sitemap.xml') return ok(XML, documentOf('sitemap-index', { origin }));
  if (path === '/sitemap-articles.xml') {
    const all = Array.from({ length: published }, (_, at) => ({
      address: origin + newsroom.path(at),
      at: newsroom.publishedAt(at),
    }));
    return ok(XML, sitemap(all));
  }
  return notFound;
}

/** A newsroom, and a request for its pages. */
export interface AskedSite {
  readonly newsroom: Newsroom;
  readonly asked: Asked;
}

/** The aggregator's feed: articles of every site by tracked addresses, redirects and copies for phones, in turn. */
export function wireAnswer(sites: readonly AskedSite[], path: string): DemoAnswer {
  if (path === '/robots.txt') return ok('text/plain', ROBOTS);
  if (path !== '/feed.xml') return notFound;
  const feed = feedDocument('rss', 'The wire', 'http://wire.example', wireEntries(sites));
  return ok(feed.contentType, feed.text);
}

function wireEntries(sites: readonly AskedSite[]): DemoFeedEntry[] {
  return sites.flatMap(({ newsroom, asked }, at) =>
    entriesOf(newsroom, { ...asked, feedEntries: WIRE_ENTRIES }, 'utm_source=wire').map((entry, index) => {
      const number = asked.published - 1 - index;
      const address = [entry.address, `${asked.origin}/go/${number}`, `${asked.origin}/amp${newsroom.path(number)}`];
      return { ...entry, address: address[(at + number) % address.length] };
    }),
  );
}

/** The addresses that the feeds of the sites and of the aggregator list. */
export function listedAddresses(sites: readonly AskedSite[]): string[] {
  const own = sites.flatMap(({ newsroom, asked }) => entriesOf(newsroom, asked, FEED_PARAMETERS));
  return [...own, ...wireEntries(sites)].map(({ address }) => address);
}

/** The article at an address, and its form there. */
export function articleAt(
  newsroom: Newsroom,
  url: URL,
): { readonly number: number; readonly form: 'page' | 'copy' | 'redirect' } | null {
  const path = readablePath(url);
  const go = /^\/go\/(\d+)$/.exec(path)?.[1];
  if (go !== undefined) return { number: Number(go), form: 'redirect' };
  const copy = COPIES.find((one) => path.startsWith(`${one}/`));
  const number = newsroom.find(path.slice(copy?.length ?? 0), url.searchParams);
  return number === null ? null : { number, form: copy === undefined ? 'page' : 'copy' };
}

function entriesOf(newsroom: Newsroom, asked: Asked, parameter: string): DemoFeedEntry[] {
  const { published, feedEntries, origin } = asked;
  return Array.from({ length: Math.min(feedEntries, published) }, (_, at) => {
    const number = published - 1 - at;
    const { title, summary, author } = newsroom.article(number);
    const address = origin + withParameter(newsroom.path(number), parameter);
    return { address, title, summary, author, at: newsroom.publishedAt(number) };
  });
}

/** An article without boilerplate that names the page it is a copy of. */
function copyOf(newsroom: Newsroom, number: number, origin: string): string {
  const { title, author, body } = newsroom.article(number);
  const canonical = origin + newsroom.path(number);
  const paragraphs = body.flatMap((part) => part.texts.map((text) => ({ text })));
  return documentOf('copy', { language: newsroom.site.language, title, author, canonical, paragraphs });
}

const answered = (status: number, contentType: string, body: string, location: string | null = null): DemoAnswer => ({
  ...{ status, contentType, body, location },
  article: null,
});
const ok = (contentType: string, body: string): DemoAnswer => answered(200, contentType, body);
const redirect = (location: string): DemoAnswer => answered(302, 'text/plain', '', location);
const notFound = answered(404, HTML, '<h1>Not found</h1>');

/** The decoded path, or the path itself when it cannot be decoded. */
function readablePath(url: URL): string {
  try {
    return decodeURI(url.pathname);
  } catch {
    return url.pathname;
  }
}

// The demo's feeds and sitemaps, as their standards have them: RSS 2.0, Atom (RFC 4287), JSON Feed 1.1, Sitemaps 0.9.

/** An entry, newest first in every feed. */
interface DemoFeedEntry {
  readonly address: string;
  readonly title: string;
  readonly summary: string;
  readonly author: string;
  readonly at: Date;
}

/** Path of each kind of feed on a demo site. */
export const FEED_PATHS: Readonly<Record<FeedKind, string>> = {
  rss: '/feed.xml',
  atom: '/atom.xml',
  json: '/feed.json',
};

function feedDocument(kind: FeedKind, name: string, origin: string, entries: readonly DemoFeedEntry[]) {
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
function sitemap(entries: readonly Pick<DemoFeedEntry, 'address' | 'at'>[]): string {
  return documentOf('sitemap', { entries: entries.map(({ address, at }) => ({ address, iso: at.toISOString() })) });
}
