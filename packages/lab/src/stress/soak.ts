/**
 * The soak: runs the pipeline over many synthetic newspapers on loopback, with faults in a share of the pages and feeds. Every
 * page must have exactly one outcome, a document or a rejection with a reason, and one that its fault explains.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPipeline, type StreamSnapshot } from 'dehusk';
import {
  type DemoServer,
  type DemoSite,
  FAULTS,
  type Fault,
  FEED_FAULTS,
  openDemoServer,
  seededRandom,
  TEMPLATES,
} from 'dehusk/demo';
import { rowsOf } from './folder-stream.js';
import { newspaper, newspaperConfiguration } from './newspapers.js';

interface SoakOptions {
  readonly sites: number;
  /** Pages of each site. */
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

/** The outcomes of the pages with one fault, or without. */
interface SoakRow {
  readonly fault: string;
  readonly pages: number;
  /** Pages by outcome: `emitted`, or the reason of the rejection. */
  readonly ends: Readonly<Record<string, number>>;
  /** Pages whose outcome their fault does not explain. */
  readonly unexplained: number;
}

interface SoakResult {
  readonly rows: readonly SoakRow[];
  readonly expected: number;
  /** Pages with exactly one outcome. */
  readonly accounted: number;
  /** Pages of sites whose feed could not be read in time: the feed is rejected and its pages stay unknown. */
  readonly unlisted: number;
  /** Pages without an outcome, and with several. */
  readonly lost: number;
  readonly several: number;
  /** Sites with a malformed feed. */
  readonly malformedFeeds: number;
  readonly seconds: number;
  readonly requests: number;
  readonly peakMegabytes: number;
  readonly snapshot: StreamSnapshot;
}

/** One RSS feed in this many is malformed. */
const MALFORMED_EVERY = 2;
/** Milliseconds of a page in its worker, so that a busy machine rejects none. */
const MAX_EXTRACTION = 60_000;
const STATUS_EVERY = 5_000;

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { folder, onStatus } = options;
  mkdirSync(folder, { recursive: true });
  const sites = soakSites(options);
  const server = await openDemoServer({
    sites,
    seed: options.seed,
    feedEntries: options.pages,
    fault: (site, number) => faultOf(options, site, number),
    spoilFeed: (site, text) => feedFaultOf(sites, site)?.spoil(text) ?? text,
  });
  const began = performance.now();
  try {
    const { stream, close } = await openPipeline({
      configuration: newspaperConfiguration(folder, sites.map(server.feed), {
        feed: { once: true, maxItems: options.pages },
        fetch: { maxMilliseconds: options.fetchMilliseconds, maxRetries: 1, backoff: 50, maxConnections: 64 },
        stream: { extractor: options.extractor, workers: options.workers, maxMilliseconds: MAX_EXTRACTION },
        rejects: { kind: 'jsonl', folder: join(folder, 'rejects') },
      }),
      warn: (message) => process.stderr.write(`${message}\n`),
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

/** Newspapers whose articles are all published from the start. */
function soakSites({ sites, pages }: SoakOptions): DemoSite[] {
  return Array.from({ length: sites }, (_, at) =>
    newspaper(at, {
      redesign: at % 5 === 4 ? { template: TEMPLATES[(at + 1) % TEMPLATES.length].name, from: pages >> 1 } : null,
      address: at % 2 === 0 ? 'dated' : 'slug',
      feed: at % 4 === 3 ? 'json' : at % 4 === 2 ? 'atom' : 'rss',
      backlog: pages,
      everyMilliseconds: Number.POSITIVE_INFINITY,
    }),
  );
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

/** The outcomes of every page by `HOST NUMBER`. Corrections do not count. */
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

/** Sites whose feed could not be read. */
function unreadHosts(folder: string): Set<string> {
  const hosts = new Set<string>();
  for (const { stage, reason, url } of rowsOf(folder, 'rejects'))
    if (stage === 'source' && reason !== 'malformed-feed') hosts.add(new URL(String(url)).hostname);
  return hosts;
}

function accountFor(
  options: SoakOptions,
  server: DemoServer,
  ends: ReadonlyMap<string, readonly string[]>,
  unread: ReadonlySet<string>,
): Pick<SoakResult, 'rows' | 'expected' | 'accounted' | 'unlisted' | 'lost' | 'several'> {
  const rows = new Map<string, { pages: number; ends: Record<string, number>; unexplained: number }>();
  for (const name of ['none', ...FAULTS.map((one) => one.name)]) rows.set(name, { pages: 0, ends: {}, unexplained: 0 });
  const counts = { expected: 0, accounted: 0, unlisted: 0, lost: 0, several: 0 };
  for (const { site } of server.newsrooms)
    for (let number = 0; number < options.pages; number++) {
      const fault = faultOf(options, site, number);
      const row = rows.get(fault?.name ?? 'none');
      const own = ends.get(`${site.host} ${number}`) ?? [];
      if (row === undefined) continue;
      counts.expected++;
      row.pages++;
      if (own.length === 0 && unread.has(site.host)) {
        counts.unlisted++;
        continue;
      }
      if (own.length === 0) counts.lost++;
      else if (own.length > 1) counts.several++;
      else counts.accounted++;
      const [end = 'nothing'] = own;
      row.ends[end] = (row.ends[end] ?? 0) + 1;
      if (!(fault?.ends ?? ['emitted']).includes(end)) row.unexplained++;
    }
  return { ...counts, rows: [...rows].map(([fault, row]) => ({ fault, ...row })) };
}
