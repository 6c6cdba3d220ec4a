/**
 * Pages that sites name in their sitemaps: indexes of sitemaps, gzip, news, text, feeds.
 *
 * What was had is in the store (`sitemap/SITE/HASH`, with the date it was had with); pages of another registrable domain than
 * the sitemap's are left out, as the protocol asks. Sites are read side by side, in turns.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { abortable, waitWithTimeout } from '../../fetch/abort.js';
import { type LaterTries, retryQueue } from '../retry-queue.js';
import { siteOf } from '../site-of.js';
import type {
  ItemOutcome,
  Source,
  SourceContext,
  SourceEvent,
  SourceFault,
  SourceItem,
  SourceKind,
} from '../source.js';
import { SourceError } from '../source.js';
import { webAddress } from '../web-address.js';
import { BadSitemap, readSitemap, type SitemapEntry } from './read-sitemap.js';
import { DEFAULT_SITEMAP, SITEMAP_SCHEMA, type SitemapOptions } from './sitemap-options.js';

/** How deep indexes may stand in indexes; the protocol says not at all, sites do it once. */
const MAX_DEPTH = 3;
/** Pages of a site on their way at once, so that sites share a stream. */
const MAX_ON_THE_WAY = 64;
/** Settled items of a site remembered: many times what is between two commits. */
const MAX_SETTLED = 10_000;
/** Begins what is stored of an item that could not be fetched for now; how often follows. Else its date is stored. */
const AGAIN = 'again ';
/** A date further ahead than this is a mistake, in milliseconds. */
const MAX_AHEAD = 86_400_000;

/** An item that is given, and how often it could not be fetched for a reason that may pass. */
interface Given {
  readonly item: SourceItem;
  readonly failures: number;
}

/** A site whose sitemaps are read. */
interface Site {
  readonly name: string;
  readonly beginnings: readonly URL[];
  /** Items given whose outcome is not known, by id. */
  readonly onTheWay: Map<string, Given>;
  /** Items that could not be fetched for now. */
  readonly later: LaterTries<Given>;
  /** Items settled lately: their outcome may not be in the store yet. */
  readonly settled: Set<string>;
}

export const sitemapSource: SourceKind<Partial<SitemapOptions> & Pick<SitemapOptions, 'urls'>> = {
  name: 'sitemap',
  summary: 'Pages that sites name in their sitemaps, news sitemaps included.',
  schema: SITEMAP_SCHEMA,
  async open(given, context) {
    const options = { ...DEFAULT_SITEMAP, ...given };
    const since = options.since === '' ? Number.NEGATIVE_INFINITY : Date.parse(options.since);
    if (Number.isNaN(since)) throw new SourceError(`a sitemap's "since" got "${options.since}", expected ISO 8601`);
    const sites = new Map<string, Site>();
    for (const text of options.urls) {
      const url = webAddress(text);
      if (url === null) throw new SourceError(`a sitemap got "${text}", expected http(s)://…`);
      const name = siteOf(url);
      const site: Site = sites.get(name) ?? {
        name,
        beginnings: [],
        onTheWay: new Map(),
        later: retryQueue(options),
        settled: new Set(),
      };
      sites.set(name, { ...site, beginnings: [...site.beginnings, url] });
    }
    return openSitemaps([...sites.values()], since, options, context);
  },
};

function openSitemaps(sites: readonly Site[], since: number, options: SitemapOptions, context: SourceContext): Source {
  const byName = new Map(sites.map((site) => [site.name, site]));
  let wake = (): void => {};

  /** An item whose pause is over. */
  const dueAgain = (): SourceItem | null => {
    for (const site of sites) {
      const due = site.onTheWay.size < MAX_ON_THE_WAY ? site.later.takeDue(context.now()) : null;
      if (due === null) continue;
      const item = { ...due.item, seenAt: context.now() };
      site.onTheWay.set(item.id, { ...due, item });
      return item;
    }
    return null;
  };
  const placeOf = (item: SourceItem): { site: Site | undefined; given: Given | undefined } => {
    const site = byName.get(item.id.slice('sitemap/'.length, item.id.lastIndexOf('/')));
    return { site, given: site?.onTheWay.get(item.id) };
  };

  /** All sites once, each a page at a time. */
  async function* round(signal: AbortSignal): AsyncGenerator<SourceEvent> {
    const readers = new Map(sites.map((site) => [site, walk(site, since, options, context, signal)]));
    const ready: { readonly site: Site; readonly next: Promise<IteratorResult<SourceFault | Given>> }[] = [];
    const advance = (site: Site): void => {
      const next = readers.get(site)?.next();
      const isReady = (): void => {
        if (next !== undefined) ready.push({ site, next });
        wake();
      };
      next?.then(isReady, isReady);
    };
    for (const site of sites) advance(site);
    const isOpen = ({ onTheWay, later }: Site): boolean => onTheWay.size + later.size > 0;
    while ((readers.size > 0 || sites.some(isOpen)) && !signal.aborted) {
      const again = dueAgain();
      if (again !== null) {
        yield again;
        continue;
      }
      const at = ready.findIndex(({ site }) => site.onTheWay.size < MAX_ON_THE_WAY);
      const [first] = at < 0 ? [] : ready.splice(at, 1);
      if (first === undefined) {
        await waitWithTimeout(Math.min(...sites.map(({ later }) => later.pause(context.now()))), (go) => {
          wake = go;
        });
        continue;
      }
      const { done, value } = await first.next;
      if (done) readers.delete(first.site);
      else {
        if ('item' in value) first.site.onTheWay.set(value.item.id, value);
        yield 'item' in value ? value.item : value;
        // At the end of the line: the others come first.
        advance(first.site);
      }
    }
  }

  return {
    input: `sitemap:${options.urls[0]}${options.urls.length > 1 ? `+${options.urls.length - 1}` : ''}`,
    async *items(signal) {
      const stop = (): void => wake();
      signal.addEventListener('abort', stop);
      try {
        for (;;) {
          yield* abortable(round(signal), signal);
          if (options.interval === 0 || signal.aborted) return;
          await wait(options.interval * 1_000, undefined, { signal }).catch(() => {});
        }
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    settle(item: SourceItem, outcome: ItemOutcome) {
      const { site, given } = placeOf(item);
      if (site === undefined || given === undefined) return new Map();
      site.onTheWay.delete(item.id);
      wake();
      if (outcome.mayPass === true && given.failures < options.retries) {
        const failures = given.failures + 1;
        site.later.add({ item, failures }, failures, context.now());
        // Another sitemap may name it meanwhile.
        site.settled.add(item.id);
        return new Map([[item.id, new TextEncoder().encode(`${AGAIN}${failures}`)]]);
      }
      if (outcome.kind === 'rejected' && outcome.reason === 'stopped') return new Map();
      site.settled.add(item.id);
      for (const oldest of site.settled) {
        if (site.settled.size <= MAX_SETTLED) break;
        site.settled.delete(oldest);
      }
      return new Map([[item.id, new TextEncoder().encode(new Date(item.at).toISOString())]]);
    },
    comesAgain(item) {
      const { given } = placeOf(item);
      return given !== undefined && given.failures < options.retries;
    },
    close: async () => wake(),
  };
}

/** The pages of one site. */
async function* walk(
  site: Site,
  since: number,
  options: SitemapOptions,
  context: SourceContext,
  signal: AbortSignal,
): AsyncGenerator<SourceFault | Given> {
  const { fetcher, store, now } = context;
  const waiting: { url: string; depth: number }[] = [];
  for (const url of site.beginnings) waiting.push(...(await sitemapsOf(url, context, signal)));
  const read = new Set<string>();
  let pages = 0;
  for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
    const { url, depth } = next;
    if (read.has(url)) continue;
    if (read.size >= options.maxSitemaps) {
      yield fault(
        url,
        'too-many-sitemaps',
        `${options.maxSitemaps} sitemaps of ${site.name} were read; the rest is left`,
      );
      return;
    }
    read.add(url);
    const answer = await fetcher.fetch({ url, kind: 'sitemap', signal });
    if (answer.kind !== 'fetched') {
      if (answer.kind === 'failed' && answer.reason !== 'stopped') yield fault(url, answer.reason, answer.detail);
      continue;
    }
    let elsewhere = 0;
    try {
      for await (const entry of readSitemap(answer.bytes)) {
        if (signal.aborted) return;
        const address = addressOf(entry, answer.url);
        if (address === null || siteOf(address) !== site.name) elsewhere++;
        else if (entry.kind === 'sitemap') {
          if (depth < MAX_DEPTH) waiting.push({ url: address.href, depth: depth + 1 });
        } else {
          const item = itemOf(site, entry, address, since, now());
          if (item === null || site.onTheWay.has(item.id) || site.settled.has(item.id)) continue;
          const stored = await store.get(item.id);
          const had = stored === undefined ? null : new TextDecoder().decode(stored);
          const failures = had?.startsWith(AGAIN) ? Number(had.slice(AGAIN.length)) : 0;
          if (had !== null && failures === 0 && !(options.changed && isNewer(item.at, had, entry))) continue;
          if (++pages > options.maxPages) {
            yield fault(
              url,
              'too-many-pages',
              `${options.maxPages} pages of ${site.name} were given; the rest is left`,
            );
            return;
          }
          yield { item, failures };
        }
      }
    } catch (error) {
      if (!(error instanceof BadSitemap)) throw error;
      yield fault(url, error.reason, error.message);
    }
    if (elsewhere > 0)
      yield fault(url, 'other-site', `${elsewhere} addresses are none or not of ${site.name}, and were left out`);
  }
}

/** A site's address stands for its sitemaps: by robots.txt, or else at the usual place. */
async function sitemapsOf(
  url: URL,
  { fetcher }: SourceContext,
  signal: AbortSignal,
): Promise<{ url: string; depth: number }[]> {
  if (url.pathname !== '/' || url.search !== '') return [{ url: url.href, depth: 0 }];
  const named = await fetcher.sitemaps(url.origin, signal);
  const urls = named.length > 0 ? named : [`${url.origin}/sitemap.xml`];
  return urls.map((one) => ({ url: one, depth: 0 }));
}

function addressOf(entry: SitemapEntry, base: string): URL | null {
  const url = webAddress(entry.url, base);
  if (url !== null) url.hash = '';
  return url;
}

/** The item of an entry; null when it is too old. */
function itemOf(site: Site, entry: SitemapEntry, url: URL, since: number, seenAt: number): SourceItem | null {
  const date = entry.date === null ? Number.NaN : Date.parse(entry.date);
  const at = date <= seenAt + MAX_AHEAD ? date : Number.NaN;
  if (at < since) return null;
  return {
    kind: 'item',
    id: `sitemap/${site.name}/${createHash('md5').update(url.href).digest('base64url')}`,
    url: url.href,
    at: Number.isNaN(at) ? seenAt : at,
    seenAt,
    title: entry.title,
    content: null,
    position: null,
    wantsLinks: false,
  };
}

function isNewer(at: number, had: string, entry: SitemapEntry): boolean {
  return entry.date !== null && at > Date.parse(had);
}

function fault(where: string, reason: string, detail: string): SourceFault {
  return { kind: 'fault', where, reason, detail, position: null };
}
