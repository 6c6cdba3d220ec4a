/** Finds pages that a person does not name one by one: those that feeds and sitemaps list, and those that links lead to. */

import { defined, type Fetcher, type InputPage, placeOf } from '@dehusk/node';
import type { SourceContext, SourceFault, Visit } from '@dehusk/stream';
import { crawlAddress, crawlVisits, feedSource, openMemoryStore, sitemapSource, siteOf } from '@dehusk/stream';
import type { DiscoveryKind } from './trafilatura-flags.js';

/** Pages visited by following links: the number of trafilatura. */
const CRAWLED_PAGES = 30;
/** Pages of all sites fetched at the same time. */
const CONCURRENT_PAGES = 16;
/** Longest address followed, in characters: the default of `dehusk crawl`. */
const MAX_URL_LENGTH = 500;
/** Faults that leave nothing unread. */
const NOTES: ReadonlySet<string> = new Set(['other-site', 'too-many-pages']);

export interface DiscoverySettings {
  readonly fetcher: Fetcher;
  /** Most pages of each feed or site; null: the default of the source, 30 by following links. */
  readonly maxPages: number | null;
  /** Called for everything that could not be read. */
  notify(fault: SourceFault): void;
}

/**
 * Reads feeds and sitemaps: addresses without duplicates, sites whose pages are to be found by following links, and whether something
 * could not be read.
 *
 * @param kind `explore`: the sitemaps of each site, and its links where they name no page
 * @param from http(s) addresses of feeds, of sitemaps, or of pages that lead to them
 */
export async function discover(kind: DiscoveryKind, from: readonly string[], settings: DiscoverySettings) {
  if (kind === 'crawl') return { addresses: [], sites: from, hasFailed: false };
  let hasFailed = false;
  const addresses = new Set<string>();
  const { context, maxPages, notify } = opened(settings);
  const most = maxPages ?? undefined;
  const source =
    kind === 'feed'
      ? await feedSource.open({ feeds: from, once: true, ...defined({ maxItems: most }) }, context)
      : await sitemapSource.open({ urls: from, ...defined({ maxPages: most }) }, context);
  for await (const event of source.items(new AbortController().signal)) {
    if (event.kind === 'fault') {
      // Where a site has no sitemap, its links are followed.
      if (kind !== 'explore') hasFailed ||= !NOTES.has(event.reason);
      notify(event);
      continue;
    }
    // An item with content has no page.
    if (event.content === null) addresses.add(event.url);
    source.settle(event, { kind: 'emitted', reason: null, url: event.url, links: [] });
  }
  await source.close();
  const listed = new Set([...addresses].map((one) => siteOf(new URL(one))));
  const sites = kind === 'explore' ? from.filter((one) => !listed.has(siteOf(new URL(one)))) : [];
  return { addresses: [...addresses], sites, hasFailed };
}

/** A page found by following links. */
export interface CrawledPage {
  readonly page: InputPage;
  /** Addresses of pages of its site that it links to, as `dehusk crawl` follows them. */
  readonly links: readonly string[];
}

/**
 * Follows links within the site of each start, as robots.txt allows. A start that cannot be fetched is a failed page; other
 * pages that cannot be are left out.
 */
export async function* crawlPages(starts: readonly string[], settings: DiscoverySettings): AsyncGenerator<CrawledPage> {
  if (starts.length === 0) return;
  const { context, maxPages, notify } = opened(settings);
  const options = { urls: starts, maxPages: maxPages ?? CRAWLED_PAGES, retries: 0 };
  for await (const event of crawlVisits(options, context, CONCURRENT_PAGES)) {
    const page = event.kind === 'visit' ? crawledPage(event, new Set(starts)) : notify(event);
    if (page) yield page;
  }
}

function crawledPage(visit: Visit, starts: ReadonlySet<string>): CrawledPage | null {
  const asked = visit.item.url;
  const from = { input: asked, name: asked, id: asked, place: placeOf(asked), number: 1 };
  if (!visit.ok) {
    const { reason, detail } = visit;
    if (!starts.has(asked) && !starts.has(asked.replace(/\/$/, ''))) return null;
    return { page: { ...from, ok: false, reason, detail }, links: [] };
  }
  const { bytes, charset, mediaType, url, at } = visit.answer;
  const site = siteOf(new URL(url));
  return {
    page: { ...from, ok: true, page: bytes, charset, mediaType, url, title: null, at },
    links: visit.links
      .filter((link) => siteOf(new URL(link)) === site)
      .map((link) => crawlAddress(link, MAX_URL_LENGTH)?.url)
      .filter((link) => link !== undefined),
  };
}

function opened({ fetcher, ...rest }: DiscoverySettings) {
  const context: SourceContext = { fetcher, store: openMemoryStore(), now: Date.now };
  return { context, ...rest };
}
