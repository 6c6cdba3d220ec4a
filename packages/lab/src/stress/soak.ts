/**
 * The soak: the whole pipeline over many sites of made-up newspapers on loopback, a share of whose pages and feeds are in
 * trouble. Every page must come to exactly one end: one document, or one rejection with a reason, and one that its trouble
 * explains.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationFrom, openPipeline, type StreamSnapshot } from 'dehusk';
import {
  type DemoServer,
  type DemoSite,
  FAULTS,
  type Fault,
  FEED_FAULTS,
  openDemoServer,
  PHRASES,
  seededRandom,
  TEMPLATES,
} from 'dehusk/demo';

export interface SoakOptions {
  readonly sites: number;
  /** Pages of each site. */
  readonly pages: number;
  /** Share of pages with a fault, 0 to 1. */
  readonly faultShare: number;
  readonly seed: string;
  readonly extractor: string;
  readonly workers: number;
  /** Time for a request, milliseconds; a slow answer comes after 400. */
  readonly fetchMilliseconds: number;
  /** Where state, documents and rejects go; empty or new. */
  readonly folder: string;
  readonly onStatus: (snapshot: StreamSnapshot) => void;
}

/** What became of the pages of one fault, or of those without. */
export interface SoakRow {
  readonly fault: string;
  readonly pages: number;
  /** Pages by their end: `emitted`, or the reason of the rejection. */
  readonly ends: Readonly<Record<string, number>>;
  /** Pages whose end their fault does not explain. */
  readonly unexplained: number;
}

export interface SoakResult {
  readonly rows: readonly SoakRow[];
  readonly expected: number;
  /** Pages that came to exactly one end. */
  readonly accounted: number;
  /** Pages of sites whose feed could not be read in time: the feed is among the rejects, its pages were never told of. */
  readonly untold: number;
  /** Pages that came to none, and to several. */
  readonly lost: number;
  readonly several: number;
  /** Sites whose feed was spoiled. */
  readonly spoiledFeeds: number;
  readonly seconds: number;
  readonly requests: number;
  readonly peakMegabytes: number;
  readonly snapshot: StreamSnapshot;
}

/** One RSS feed in so many is spoiled. */
const SPOILED_EVERY = 2;
/** A page's time in its worker: a machine that does much else is no fault of the page. */
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
    spoilFeed: (site, text) => spoilerOf(sites, site)?.spoil(text) ?? text,
  });
  const began = performance.now();
  try {
    const { stream, close } = await openPipeline({
      configuration: configurationOf(options, sites.map(server.feed)),
      warn: (message) => process.stderr.write(`${message}\n`),
    });
    const timer = setInterval(() => onStatus(stream.snapshot()), STATUS_EVERY);
    const snapshot = await stream.done.finally(() => clearInterval(timer));
    await close();
    return {
      ...accountFor(options, server, endsOf(folder, server), unreadHosts(folder)),
      spoiledFeeds: sites.filter((site) => spoilerOf(sites, site) !== null).length,
      seconds: (performance.now() - began) / 1000,
      requests: server.requests(),
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
      snapshot,
    };
  } finally {
    await server.close();
  }
}

/** Newspapers in every language and layout; their articles are all out from the start. */
function soakSites({ sites, pages }: SoakOptions): DemoSite[] {
  const languages = Object.keys(PHRASES);
  return Array.from({ length: sites }, (_, at) => ({
    host: `paper-${String(at + 1).padStart(3, '0')}.example`,
    name: `Paper ${at + 1}`,
    language: languages[at % languages.length],
    template: TEMPLATES[at % TEMPLATES.length].name,
    redesign: at % 5 === 4 ? { template: TEMPLATES[(at + 1) % TEMPLATES.length].name, from: pages >> 1 } : null,
    address: at % 2 === 0 ? 'dated' : 'slug',
    feed: at % 4 === 3 ? 'json' : at % 4 === 2 ? 'atom' : 'rss',
    backlog: pages,
    everyMilliseconds: Number.POSITIVE_INFINITY,
  }));
}

/** The fault of a page: the same whenever it is asked, every fault as often as the others. */
function faultOf({ faultShare, seed }: SoakOptions, site: DemoSite, number: number): Fault | null {
  const random = seededRandom(`${seed}/fault/${site.host}/${number}`);
  return random.next() < faultShare ? random.pick(FAULTS) : null;
}

function spoilerOf(sites: readonly DemoSite[], site: DemoSite): (typeof FEED_FAULTS)[number] | null {
  if (site.feed !== 'rss') return null;
  const at = sites.filter((one) => one.feed === 'rss').indexOf(site);
  return at % SPOILED_EVERY === 0 ? FEED_FAULTS[(at / SPOILED_EVERY) % FEED_FAULTS.length] : null;
}

function configurationOf(
  { folder, extractor, workers, pages, fetchMilliseconds }: SoakOptions,
  feeds: readonly string[],
) {
  const loaded = configurationFrom({
    sources: [{ kind: 'feed', feeds, once: true, maxItems: pages }],
    sinks: [{ kind: 'jsonl', folder: join(folder, 'documents') }],
    rejects: { kind: 'jsonl', folder: join(folder, 'rejects') },
    fetch: {
      delay: 0,
      requestsPerMinute: 0,
      allowPrivate: true,
      hosts: { '*.example': '127.0.0.1' },
      maxMilliseconds: fetchMilliseconds,
      maxRetries: 1,
      backoff: 50,
      maxConnections: 64,
    },
    stream: { extractor, workers, maxMilliseconds: MAX_EXTRACTION },
    state: { folder: join(folder, 'state') },
  });
  if (!loaded.ok) throw new Error(loaded.faults.map(({ message }) => message).join('; '));
  return loaded.configuration;
}

/** Every end of every page, `HOST NUMBER` → ends. Corrections are no second end. */
function endsOf(folder: string, server: DemoServer): Map<string, string[]> {
  const ends = new Map<string, string[]>();
  const note = (url: string, end: string): void => {
    const found = server.find(url);
    if (found === null) return;
    const key = `${found.newsroom.site.host} ${found.number}`;
    ends.set(key, [...(ends.get(key) ?? []), end]);
  };
  for (const row of rowsOf(join(folder, 'documents'))) if (row.revision === 1) note(String(row.url), 'emitted');
  for (const row of rowsOf(join(folder, 'rejects'))) note(String(row.url), String(row.reason));
  return ends;
}

/** Sites whose feed gave nothing. */
function unreadHosts(folder: string): Set<string> {
  const hosts = new Set<string>();
  for (const { stage, reason, url } of rowsOf(join(folder, 'rejects')))
    if (stage === 'source' && reason !== 'malformed-feed') hosts.add(new URL(String(url)).hostname);
  return hosts;
}

function* rowsOf(folder: string): Generator<Readonly<Record<string, unknown>>> {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl')))
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n'))
      if (line !== '') yield JSON.parse(line) as Readonly<Record<string, unknown>>;
}

function accountFor(
  options: SoakOptions,
  server: DemoServer,
  ends: ReadonlyMap<string, readonly string[]>,
  unread: ReadonlySet<string>,
): Pick<SoakResult, 'rows' | 'expected' | 'accounted' | 'untold' | 'lost' | 'several'> {
  const rows = new Map<string, { pages: number; ends: Record<string, number>; unexplained: number }>();
  for (const name of ['none', ...FAULTS.map((one) => one.name)]) rows.set(name, { pages: 0, ends: {}, unexplained: 0 });
  const counts = { expected: 0, accounted: 0, untold: 0, lost: 0, several: 0 };
  for (const { site } of server.newsrooms)
    for (let number = 0; number < options.pages; number++) {
      const fault = faultOf(options, site, number);
      const row = rows.get(fault?.name ?? 'none');
      const own = ends.get(`${site.host} ${number}`) ?? [];
      if (row === undefined) continue;
      counts.expected++;
      row.pages++;
      if (own.length === 0 && unread.has(site.host)) {
        counts.untold++;
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
