/**
 * Pages named in sitemaps: indexes, gzip, news, text, feeds.
 *
 * The store remembers processed pages (`sitemap/SITE/HASH`, with their date). Pages outside the sitemap's registrable domain
 * are left out, as the protocol asks. Sites are read concurrently and take turns.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  abortable,
  flag,
  mayPassLater,
  number,
  type SettingsOf,
  section,
  text,
  texts,
  wakeable,
  wholeNumber,
  withoutPassword,
} from '@dehusk/node';
import { inputName, pageAddress, siteOf } from '../page-links.js';
import { RETRY_PROPERTIES, retryQueue } from '../retry-queue.js';
import type { ItemOutcome, Source, SourceContext, SourceEvent, SourceFault, SourceItem } from '../source.js';
import { fetchedItem, SourceError, sourceFault, sourceKind } from '../source.js';
import { BadSitemap, readSitemap, type SitemapEntry } from './read-sitemap.js';

const MONTH = 2_592_000;
const PROPERTIES = {
  urls: texts('Addresses of sitemaps, or of sites: their sitemaps in robots.txt, else /sitemap.xml.'),
  maxPages: wholeNumber('Most pages of a site in one run.', 1, 1_000_000_000, 1_000_000),
  // An index may name 50,000; 2,000 sitemaps of 50,000 pages are 100 million.
  maxSitemaps: wholeNumber('Most sitemaps of a site in one run.', 1, 100_000, 2_000),
  since: text('Leave out pages with an older date (ISO 8601); empty: none.', ''),
  changed: flag('Offer a page again when its lastmod is newer than at its last processing.', false),
  interval: number('Time between two readings, in seconds; 0: read once and end.', { minimum: 0, maximum: MONTH }, 0),
  ...RETRY_PROPERTIES,
};
type SitemapOptions = SettingsOf<typeof PROPERTIES>;

/** Deepest nesting of indexes; the protocol forbids it, sites do it once. */
const MAX_DEPTH = 3;
/** Concurrent pages of a site, so that sites share a stream. */
const MAX_PENDING = 64;
/** Settled items of a site remembered: many times those between two commits. */
const MAX_SETTLED = 10_000;
/** Prefix of the stored number of failures; other values are dates. */
const AGAIN = 'again ';
/** A date further ahead is wrong, in milliseconds. */
const MAX_AHEAD = 86_400_000;

/** An offered item, and its temporary failures so far. */
interface Offered {
  readonly item: SourceItem;
  readonly failures: number;
}

const newSite = (name: string, options: SitemapOptions) => ({
  name,
  starts: [] as URL[],
  /** Items without an outcome, by id. */
  pending: new Map<string, Offered>(),
  retries: retryQueue<Offered>(options),
  /** Recently settled items, which may not be in the store yet. */
  settled: new Set<string>(),
});
type SitemapSite = ReturnType<typeof newSite>;

export const sitemapSource = sourceKind<SitemapOptions, 'urls'>({
  name: 'sitemap',
  summary: 'Pages that sites name in their sitemaps, news sitemaps included.',
  schema: section(PROPERTIES, ['urls']),
  async open(options, context) {
    const since = options.since === '' ? Number.NEGATIVE_INFINITY : Date.parse(options.since);
    if (Number.isNaN(since)) throw new SourceError(`sitemap: since got "${options.since}", expected ISO 8601`);
    const sites = new Map<string, SitemapSite>();
    for (const text of options.urls) {
      const url = pageAddress(text);
      if (url === null) throw new SourceError(`sitemap: got "${withoutPassword(text)}", expected http(s)://…`);
      const name = siteOf(url);
      const site = sites.get(name) ?? newSite(name, options);
      site.starts.push(url);
      sites.set(name, site);
    }
    return openSitemaps(sites, since, options, context);
  },
});

function openSitemaps(
  byName: ReadonlyMap<string, SitemapSite>,
  since: number,
  options: SitemapOptions,
  context: SourceContext,
): Source {
  const sites = [...byName.values()];
  const { now } = context;
  const { waitWithTimeout, wake } = wakeable();
  const readings: SitemapReadings = { hasRead: false, mayPass: false, failing: new Set() };

  /** An item whose retry is due. */
  const dueAgain = (): SourceItem | null => {
    for (const site of sites) {
      const due = site.pending.size < MAX_PENDING ? site.retries.takeDue(now()) : null;
      if (due === null) continue;
      const item = { ...due.item, seenAt: now() };
      site.pending.set(item.id, { ...due, item });
      return item;
    }
    return null;
  };
  const siteOfItem = ({ id }: SourceItem): SitemapSite | undefined =>
    byName.get(id.slice('sitemap/'.length, id.lastIndexOf('/')));

  /** Reads all sites once, a page of each in turn. */
  async function* readOnce(signal: AbortSignal): AsyncGenerator<SourceEvent> {
    const readers = new Map(sites.map((site) => [site, readSite(site, since, options, context, readings, signal)]));
    const ready: { readonly site: SitemapSite; readonly next: Promise<IteratorResult<SourceFault | Offered>> }[] = [];
    const advance = (site: SitemapSite): void => {
      const next = readers.get(site)?.next();
      const isReady = (): void => {
        if (next !== undefined) ready.push({ site, next });
        wake();
      };
      next?.then(isReady, isReady);
    };
    for (const site of sites) advance(site);
    const isOpen = ({ pending, retries }: SitemapSite): boolean => pending.size + retries.size > 0;
    while ((readers.size > 0 || sites.some(isOpen)) && !signal.aborted) {
      const again = dueAgain();
      if (again !== null) {
        yield again;
        continue;
      }
      const at = ready.findIndex(({ site }) => site.pending.size < MAX_PENDING);
      const [first] = at < 0 ? [] : ready.splice(at, 1);
      if (first === undefined) {
        await waitWithTimeout(Math.min(...sites.map(({ retries }) => retries.pause(now()))), signal);
        continue;
      }
      const { done, value } = await first.next;
      if (done) readers.delete(first.site);
      else {
        if ('item' in value) first.site.pending.set(value.item.id, value);
        yield 'item' in value ? value.item : value;
        // It joins the end of the queue: the other sites come first.
        advance(first.site);
      }
    }
  }

  return {
    input: inputName('sitemap', options.urls),
    async *items(signal) {
      for (;;) {
        yield* abortable(readOnce(signal), signal);
        const isHopeless = !readings.hasRead && !readings.mayPass;
        if (options.interval === 0 || isHopeless || signal.aborted) return;
        await wait(options.interval * 1_000, undefined, { signal }).catch(() => {});
      }
    },
    hasRead: () => readings.hasRead,
    settle(item: SourceItem, outcome: ItemOutcome) {
      const site = siteOfItem(item);
      const offered = site?.pending.get(item.id);
      if (site === undefined || offered === undefined) return new Map();
      site.pending.delete(item.id);
      wake();
      const isAgain = outcome.mayPass === true && offered.failures < options.retries;
      if (!isAgain && outcome.kind === 'rejected' && outcome.reason === 'stopped') return new Map();
      // Another sitemap may name it before the commit.
      site.settled.add(item.id);
      for (const oldest of site.settled) {
        if (site.settled.size <= MAX_SETTLED) break;
        site.settled.delete(oldest);
      }
      const failures = offered.failures + 1;
      if (isAgain) site.retries.add({ item, failures }, failures, now());
      const stored = isAgain ? `${AGAIN}${failures}` : new Date(item.at).toISOString();
      return new Map([[item.id, new TextEncoder().encode(stored)]]);
    },
    comesAgain(item) {
      const offered = siteOfItem(item)?.pending.get(item.id);
      return offered !== undefined && offered.failures < options.retries;
    },
    close: async () => wake(),
  };
}

/** What became of the sitemaps of a source; `failing` at their last reading, `mayPass`: one for a reason that may. */
type SitemapReadings = { hasRead: boolean; mayPass: boolean; readonly failing: Set<string> };

/** The pages of one site. */
async function* readSite(
  site: SitemapSite,
  since: number,
  options: SitemapOptions,
  context: SourceContext,
  readings: SitemapReadings,
  signal: AbortSignal,
): AsyncGenerator<SourceFault | Offered> {
  const { fetcher, store, now } = context;
  const failed = (where: string, reason: string, detail: string, mayPass: boolean): SourceFault => {
    const fault = sourceFault(where, reason, detail);
    readings.mayPass ||= mayPass;
    if (readings.failing.has(where)) return fault;
    readings.failing.add(where);
    return { ...fault, unread: { again: options.interval > 0 && mayPass ? options.interval * 1_000 : null } };
  };
  const waiting: { url: string; depth: number }[] = [];
  for (const start of site.starts)
    for (const url of await sitemapsOf(start, context, signal)) waiting.push({ url, depth: 0 });
  const read = new Set<string>();
  let pages = 0;
  for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
    const { url, depth } = next;
    if (read.has(url)) continue;
    if (read.size >= options.maxSitemaps) {
      const detail = `${options.maxSitemaps} sitemaps of ${site.name} were read; the rest is skipped`;
      yield sourceFault(url, 'too-many-sitemaps', detail);
      return;
    }
    read.add(url);
    const answer = await fetcher.fetch({ url, kind: 'sitemap', signal });
    if (answer.kind !== 'fetched') {
      if (answer.kind === 'failed' && answer.reason !== 'stopped')
        yield failed(url, answer.reason, answer.detail, mayPassLater(answer.reason, answer.status));
      continue;
    }
    let foreign = 0;
    try {
      for await (const entry of readSitemap(answer.bytes)) {
        if (signal.aborted) return;
        const address = pageAddress(entry.url, answer.url);
        if (address === null || siteOf(address) !== site.name) {
          foreign++;
          continue;
        }
        if (entry.kind === 'sitemap') {
          if (depth < MAX_DEPTH) waiting.push({ url: address.href, depth: depth + 1 });
          continue;
        }
        const item = itemOf(site, entry, address, since, now());
        if (item === null || site.pending.has(item.id) || site.settled.has(item.id)) continue;
        const bytes = await store.get(item.id);
        const stored = bytes === undefined ? null : new TextDecoder().decode(bytes);
        const failures = stored?.startsWith(AGAIN) ? Number(stored.slice(AGAIN.length)) : 0;
        const isProcessed = stored !== null && failures === 0;
        const isNewer = options.changed && entry.date !== null && item.at > Date.parse(stored ?? '');
        if (isProcessed && !isNewer) continue;
        if (++pages > options.maxPages) {
          const detail = `${options.maxPages} pages of ${site.name} were offered; the rest is skipped`;
          yield sourceFault(url, 'too-many-pages', detail);
          return;
        }
        yield { item, failures };
      }
      readings.hasRead = true;
      readings.failing.delete(url);
    } catch (error) {
      if (!(error instanceof BadSitemap)) throw error;
      yield failed(url, error.reason, error.message, false);
    }
    if (foreign > 0)
      yield sourceFault(url, 'other-site', `${foreign} entries are invalid or not of ${site.name}, and were skipped`);
  }
}

/** The sitemaps of a site's home page, by robots.txt or at the usual place; other addresses are sitemaps. */
async function sitemapsOf(url: URL, { fetcher }: SourceContext, signal: AbortSignal): Promise<readonly string[]> {
  if (url.pathname !== '/' || url.search !== '') return [url.href];
  const named = await fetcher.sitemaps(url.origin, signal);
  return named.length > 0 ? named : [`${url.origin}/sitemap.xml`];
}

/** The item of an entry; null when it is too old. */
function itemOf(site: SitemapSite, entry: SitemapEntry, url: URL, since: number, now: number): SourceItem | null {
  const date = entry.date === null ? Number.NaN : Date.parse(entry.date);
  const at = date <= now + MAX_AHEAD ? date : Number.NaN;
  if (at < since) return null;
  const id = `sitemap/${site.name}/${createHash('md5').update(url.href).digest('base64url')}`;
  return { ...fetchedItem(id, url.href, now), at: Number.isNaN(at) ? now : at, title: entry.title };
}
