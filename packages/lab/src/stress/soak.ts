/**
 * The soak: runs the pipeline over many synthetic newspapers on loopback, with faults in a share of the pages and feeds. Every
 * page must have exactly one outcome, a document or a rejection with a reason, and one that its fault explains.
 */
import { mkdirSync } from 'node:fs';
import type { StreamSnapshot } from '@dehusk/stream';
import {
  type DemoServer,
  type DemoSite,
  FAULTS,
  type Fault,
  FEED_FAULTS,
  LAYOUTS,
  openDemoServer,
  PHRASES,
  seededRandom,
} from 'dehusk/demo';
import { rowsOf } from './outputs.js';
import { openFolderPipeline } from './replay.js';

interface SoakOptions {
  readonly sites: number;
  readonly pages: number;
  /** Share of pages with a fault, 0 to 1. */
  readonly faultShare: number;
  readonly seed: string;
  readonly extractor: string;
  readonly workers: number;
  /** Milliseconds per request; a slow answer takes 400. */
  readonly fetchMilliseconds: number;
  /** Folder of state, documents and rejects; empty or new. */
  readonly folder: string;
  readonly onStatus: (snapshot: StreamSnapshot) => void;
}

/** One RSS feed in this many is malformed. */
const MALFORMED_EVERY = 2;
/** Milliseconds of a page in its worker, so that a busy machine rejects none. */
const MAX_EXTRACTION = 60_000;
const STATUS_EVERY = 5_000;

export async function soak(options: SoakOptions) {
  const { folder, seed, pages, extractor, workers, onStatus } = options;
  mkdirSync(folder, { recursive: true });
  const sites = soakSites(options);
  const server = await openDemoServer({
    ...{ sites, seed, feedEntries: pages },
    fault: (site, number) => faultOf(options, site, number),
    spoilFeed: (site, text) => feedFaultOf(sites, site)?.spoil(text) ?? text,
  });
  const began = performance.now();
  try {
    const { stream, close } = await openFolderPipeline(folder, {
      source: { kind: 'feed', feeds: sites.map(server.feed), once: true, maxItems: pages },
      fetch: { maxMilliseconds: options.fetchMilliseconds, maxRetries: 1, backoff: 50, maxConnections: 64 },
      stream: { extractor, workers, maxMilliseconds: MAX_EXTRACTION },
    });
    const timer = setInterval(() => onStatus(stream.snapshot()), STATUS_EVERY);
    const snapshot = await stream.done.finally(() => clearInterval(timer));
    await close();
    return {
      ...accountFor(options, server, endsOf(folder, server), unreadHosts(folder)),
      malformedFeeds: sites.filter((site) => feedFaultOf(sites, site) !== null).length,
      seconds: (performance.now() - began) / 1000,
      requests: server.requests(),
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
      snapshot,
    };
  } finally {
    await server.close();
  }
}

/** Newspapers whose articles are all published from the start: languages and layouts take turns. */
function soakSites({ sites, pages }: SoakOptions): DemoSite[] {
  const languages = Object.keys(PHRASES);
  return Array.from({ length: sites }, (_, at) => ({
    host: `paper-${String(at + 1).padStart(3, '0')}.example`,
    name: `Paper ${at + 1}`,
    language: languages[at % languages.length],
    template: LAYOUTS[at % LAYOUTS.length].name,
    redesign: at % 5 === 4 ? { template: LAYOUTS[(at + 1) % LAYOUTS.length].name, from: pages >> 1 } : null,
    address: at % 2 === 0 ? 'dated' : 'slug',
    feed: at % 4 === 3 ? 'json' : at % 4 === 2 ? 'atom' : 'rss',
    ...{ backlog: pages, everyMilliseconds: Number.POSITIVE_INFINITY },
  }));
}

/** The fault of a page: repeatable, and every fault equally often. */
function faultOf({ faultShare, seed }: SoakOptions, site: DemoSite, number: number): Fault | null {
  const random = seededRandom(`${seed}/fault/${site.host}/${number}`);
  return random.next() < faultShare ? random.pick(FAULTS) : null;
}

function feedFaultOf(sites: readonly DemoSite[], site: DemoSite): (typeof FEED_FAULTS)[number] | null {
  if (site.feed !== 'rss') return null;
  const at = sites.filter((one) => one.feed === 'rss').indexOf(site);
  return at % MALFORMED_EVERY === 0 ? FEED_FAULTS[(at / MALFORMED_EVERY) % FEED_FAULTS.length] : null;
}

/** The outcomes of every page by `HOST NUMBER`: `emitted`, or the reason of the rejection. Corrections do not count. */
function endsOf(folder: string, server: DemoServer): Map<string, string[]> {
  const ends = new Map<string, string[]>();
  const note = (url: string, end: string): void => {
    const found = server.find(url);
    if (found === null) return;
    const key = `${found.newsroom.site.host} ${found.number}`;
    ends.set(key, [...(ends.get(key) ?? []), end]);
  };
  for (const row of rowsOf(folder, 'documents')) if (row.revision === 1) note(String(row.url), 'emitted');
  for (const row of rowsOf(folder, 'rejects')) note(String(row.url), String(row.reason));
  return ends;
}

/** Sites whose feed could not be read in time: the feed is rejected and its pages stay unknown. */
function unreadHosts(folder: string): Set<string> {
  const unread = rowsOf(folder, 'rejects').filter(
    ({ stage, reason }) => stage === 'source' && reason !== 'malformed-feed',
  );
  return new Set(unread.map(({ url }) => new URL(String(url)).hostname));
}

/** Counts the pages with exactly one outcome, without one, with several and those of unread sites; and by fault. */
function accountFor(
  options: SoakOptions,
  server: DemoServer,
  ends: ReadonlyMap<string, readonly string[]>,
  unread: ReadonlySet<string>,
) {
  const rows = ['none', ...FAULTS.map((one) => one.name)].map((fault) => ({
    ...{ fault, pages: 0, ends: {} as Record<string, number> },
    /** Pages whose outcome their fault does not explain. */
    unexplained: 0,
  }));
  const counts = { expected: 0, accounted: 0, unlisted: 0, lost: 0, several: 0 };
  for (const { site } of server.newsrooms)
    for (let number = 0; number < options.pages; number++) {
      const fault = faultOf(options, site, number);
      const row = rows.find((one) => one.fault === (fault?.name ?? 'none'));
      const own = ends.get(`${site.host} ${number}`) ?? [];
      if (row === undefined) continue;
      counts.expected++;
      row.pages++;
      if (own.length === 0 && unread.has(site.host)) {
        counts.unlisted++;
        continue;
      }
      counts[own.length === 0 ? 'lost' : own.length > 1 ? 'several' : 'accounted']++;
      const [end = 'nothing'] = own;
      row.ends[end] = (row.ends[end] ?? 0) + 1;
      if (!(fault?.ends ?? ['emitted']).includes(end)) row.unexplained++;
    }
  return { ...counts, rows };
}
