/**
 * Sites read by following links, inside the registrable domain of where it begins, as robots.txt and `nofollow` allow.
 *
 * Where it stands is in the store (`crawl/SITE/HASH`): started again it goes on. Several sites are crawled side by side, in
 * turns; how many pages a second a site is asked for is the fetcher's business.
 */

import { waitWithTimeout } from '../../fetch/abort.js';
import { type LaterTries, retryQueue } from '../retry-queue.js';
import { siteOf } from '../site-of.js';
import type { ItemOutcome, Source, SourceContext, SourceItem, SourceKind, StateChanges } from '../source.js';
import { SourceError } from '../source.js';
import { webAddress } from '../web-address.js';
import { type CrawlAddress, crawlAddress } from './crawl-address.js';
import { CRAWL_SCHEMA, type CrawlOptions, DEFAULT_CRAWL } from './crawl-options.js';
import { doneValue, type Frontier, frontier, type Waiting, waitingValue } from './frontier.js';

/** Pages of a site on their way at once: enough that commits do not hold it up, few enough that sites share a stream. */
const MAX_ON_THE_WAY = 64;
/** Reasons that may be gone the next time. A beginning that met one of them is tried again by the next run. */
const PASSING: ReadonlySet<string> = new Set([
  'http-status',
  'robots',
  'robots-unavailable',
  'timeout',
  'not-connected',
  'not-resolved',
  'cut-short',
  'stopped',
]);

interface Site {
  readonly name: string;
  readonly frontier: Frontier;
  /** Pages given whose outcome is not known, by item id. */
  readonly onTheWay: Map<string, Waiting>;
  /** Pages that could not be fetched for now. */
  readonly later: LaterTries<Waiting>;
}

export const crawlSource: SourceKind<Partial<CrawlOptions> & Pick<CrawlOptions, 'urls'>> = {
  name: 'crawl',
  summary: 'Sites read by following links, as robots.txt allows.',
  schema: CRAWL_SCHEMA,
  async open(given, context) {
    const options = { ...DEFAULT_CRAWL, ...given };
    const beginnings = options.urls.map((text) => beginningOf(text));
    const sites = new Map<string, Site>();
    for (const url of beginnings) {
      const name = siteOf(url);
      if (!sites.has(name)) sites.set(name, await restoredSite(name, options, context.store));
    }
    return openCrawl(sites, beginnings, options, context);
  },
};

/** @throws SourceError when it is no address */
function beginningOf(text: string): URL {
  const url = webAddress(text);
  if (url === null) throw new SourceError(`a crawl got "${text}" to begin at, expected http(s)://…`);
  url.hash = '';
  return url;
}

async function restoredSite(name: string, options: CrawlOptions, store: SourceContext['store']): Promise<Site> {
  const site: Site = { name, frontier: frontier(options), onTheWay: new Map(), later: retryQueue(options) };
  const prefix = prefixOf(name);
  for (const key of await store.keys(prefix)) {
    const bytes = await store.get(key);
    if (bytes !== undefined) site.frontier.restore(key.slice(prefix.length), new TextDecoder().decode(bytes));
  }
  return site;
}

const prefixOf = (site: string): string => `crawl/${site}/`;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function openCrawl(
  sites: ReadonlyMap<string, Site>,
  beginnings: readonly URL[],
  options: CrawlOptions,
  { now }: SourceContext,
): Source {
  const { maxUrlLength, maxDepth } = options;
  let wake = (): void => {};
  let isStopped = false;

  for (const url of beginnings) {
    // The beginning is what was asked for: it is not judged by its looks.
    const address = crawlAddress(url.href, Number.POSITIVE_INFINITY) ?? plainAddress(url);
    sites.get(siteOf(url))?.frontier.add(address, 0);
  }
  const queued = (): number => [...sites.values()].reduce((sum, site) => sum + site.frontier.size, 0);

  const give = (site: Site, waiting: Waiting): SourceItem => {
    const seenAt = now();
    const id = `${prefixOf(site.name)}${waiting.hash}`;
    site.onTheWay.set(id, waiting);
    return {
      kind: 'item',
      id,
      url: waiting.url,
      at: seenAt,
      seenAt,
      title: null,
      content: null,
      position: null,
      wantsLinks: waiting.depth < maxDepth,
    };
  };

  const placeOf = (item: SourceItem): { site: Site | undefined; page: Waiting | undefined } => {
    const site = sites.get(item.id.slice('crawl/'.length, item.id.lastIndexOf('/')));
    return { site, page: site?.onTheWay.get(item.id) };
  };

  const settle = (item: SourceItem, outcome: ItemOutcome): StateChanges => {
    const changes = new Map<string, Uint8Array | null>();
    const { site, page } = placeOf(item);
    if (site === undefined || page === undefined) return changes;
    site.onTheWay.delete(item.id);
    wake();
    if (outcome.mayPass === true && page.failures < options.retries) {
      const again = { ...page, failures: page.failures + 1 };
      site.later.add(again, again.failures, now());
      return changes.set(item.id, bytesOf(waitingValue(again)));
    }
    const isPassing = outcome.kind === 'rejected' && PASSING.has(outcome.reason ?? '');
    // What was stopped waits in the store; a beginning comes again by itself.
    if (isPassing && (page.depth === 0 || outcome.reason === 'stopped')) return changes;
    changes.set(item.id, bytesOf(doneValue(page.template)));
    const found = URL.canParse(outcome.url) ? new URL(outcome.url) : null;
    if (found === null || siteOf(found) !== site.name) return changes;
    const target = crawlAddress(found.href, maxUrlLength);
    if (target !== null && target.hash !== page.hash) {
      site.frontier.skip(target.hash);
      changes.set(prefixOf(site.name) + target.hash, bytesOf(doneValue(target.template)));
    }
    let room = options.maxQueued - queued();
    for (const link of outcome.links) {
      if (room <= 0) break;
      if (siteOf(new URL(link)) !== site.name) continue;
      const address = crawlAddress(link, maxUrlLength);
      const stored = address === null ? null : site.frontier.add(address, page.depth + 1);
      if (stored === null || address === null) continue;
      room--;
      changes.set(prefixOf(site.name) + address.hash, bytesOf(stored));
    }
    return changes;
  };

  return {
    input: `crawl:${beginnings[0]?.href}${beginnings.length > 1 ? `+${beginnings.length - 1}` : ''}`,
    async *items(signal) {
      const stop = (): void => wake();
      signal.addEventListener('abort', stop);
      try {
        while (!signal.aborted && !isStopped) {
          let gave = false;
          for (const site of sites.values()) {
            if (signal.aborted) return;
            if (site.onTheWay.size >= MAX_ON_THE_WAY) continue;
            const waiting = site.later.takeDue(now()) ?? site.frontier.next();
            if (waiting === null) continue;
            gave = true;
            yield give(site, waiting);
          }
          if (gave) continue;
          if ([...sites.values()].every(({ onTheWay, later }) => onTheWay.size + later.size === 0)) return;
          await waitWithTimeout(Math.min(...[...sites.values()].map(({ later }) => later.pause(now()))), (go) => {
            wake = go;
          });
        }
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    settle,
    comesAgain(item) {
      const { page } = placeOf(item);
      return page !== undefined && page.failures < options.retries;
    },
    async close() {
      isStopped = true;
      wake();
    },
  };
}

function plainAddress(url: URL): CrawlAddress {
  const address = crawlAddress(`${url.origin}/`, Number.POSITIVE_INFINITY) as CrawlAddress;
  return { ...address, url: url.href, hash: Buffer.from(url.href).toString('base64url').slice(0, 200) };
}
