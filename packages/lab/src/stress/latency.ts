/**
 * Latency below capacity: newspapers on loopback publish at a fixed rate, their feeds are polled, and of every article three
 * moments are noted: when it came out, when the first feed that lists it was answered, when its document was committed. So
 * what the polling costs and what the pipeline costs stand apart.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Configuration, configurationFrom, openPipeline, type SinkInUse, type StreamOptions } from 'dehusk';
import { type DemoSite, openDemoServer, PHRASES, TEMPLATES } from 'dehusk/demo';

export interface LatencyOptions {
  readonly sites: number;
  /** Articles a second, over all sites. */
  readonly rate: number;
  /** Seconds between two polls of a feed at least; at most {@link LONGEST_INTERVAL} times as many. */
  readonly interval: number;
  /** Seconds of publishing that count. */
  readonly seconds: number;
  readonly stream: Partial<StreamOptions>;
  /** Where state and documents go; empty or new. */
  readonly folder: string;
}

/** In milliseconds. */
export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface LatencyResult {
  /** Articles published in the time that counts, and those of them that became documents. */
  readonly published: number;
  readonly documents: number;
  /** From publication to the answer of the feed that told of it; from there to the committed document; both together. */
  readonly polling: Quantiles;
  readonly pipeline: Quantiles;
  readonly whole: Quantiles;
}

/** Polls of a feed are so many times `interval` apart at most: of the slowest sites they are. */
const LONGEST_INTERVAL = 3;
/** The liveliest site publishes so many times as often as the laziest: their polls do not fall together. */
const SPREAD = 4;
/** Articles of a site that are out before the clock begins: its template is learnt from them. */
const BACKLOG = 30;
/** Time for the last pages after the last poll, in seconds. */
const COOLING = 10;
/** Milliseconds between two looks at whether the backlog is done with. */
const LOOK_EVERY = 250;
const STOP_MILLISECONDS = 30_000;

/** The moments of one article, milliseconds since 1970. */
interface Moments {
  readonly published: number;
  readonly polled: number;
  readonly committed: number;
}

/** Publishes, watches, measures. */
export async function latencyRun(options: LatencyOptions): Promise<LatencyResult> {
  const { folder, interval, seconds } = options;
  mkdirSync(folder, { recursive: true });
  const sites = sitesOf(options);
  let began = Number.POSITIVE_INFINITY;
  /** When each site's feed was answered, in order. */
  const polls = new Map<string, number[]>(sites.map(({ host }) => [host, []]));
  const server = await openDemoServer({
    sites,
    seed: 'latency',
    feedEntries: BACKLOG,
    elapsed: () => Math.max(0, Date.now() - began),
    spoilFeed(site, text) {
      polls.get(site.host)?.push(Date.now());
      return text;
    },
  });
  const moments: Moments[] = [];
  const note = (url: string, committed: number): void => {
    const found = server.find(url);
    if (found === null || found.number < BACKLOG) return;
    const { site } = found.newsroom;
    const published = began + (found.number - BACKLOG + 1) * site.everyMilliseconds;
    const polled = polls.get(site.host)?.find((at) => at >= published);
    if (polled !== undefined && published <= began + 1_000 * seconds) moments.push({ published, polled, committed });
  };
  try {
    const { stream, close } = await openPipeline({
      configuration: configurationOf(options, sites.map(server.feed)),
      moreSinks: [notingSink(note)],
      warn: (message) => process.stderr.write(`${message}\n`),
    });
    try {
      while (stream.snapshot().committed < sites.length * BACKLOG) await setTimeout(LOOK_EVERY);
      began = Date.now();
      await setTimeout(1_000 * (seconds + LONGEST_INTERVAL * interval + COOLING));
      await stream.stop(STOP_MILLISECONDS);
    } finally {
      await close();
    }
  } finally {
    await server.close();
  }
  return {
    published: sites.reduce((sum, site) => sum + Math.floor((1_000 * seconds) / site.everyMilliseconds), 0),
    documents: moments.length,
    polling: quantilesOf(moments.map(({ published, polled }) => polled - published)),
    pipeline: quantilesOf(moments.map(({ polled, committed }) => committed - polled)),
    whole: quantilesOf(moments.map(({ published, committed }) => committed - published)),
  };
}

/** Newspapers that publish `rate` articles a second together, each at a pace of its own. */
function sitesOf({ sites, rate }: LatencyOptions): DemoSite[] {
  const languages = Object.keys(PHRASES);
  const paces = Array.from({ length: sites }, (_, at) => SPREAD ** (at / sites));
  const sum = paces.reduce((total, pace) => total + pace, 0);
  return paces.map((pace, at) => ({
    host: `paper-${String(at + 1).padStart(3, '0')}.example`,
    name: `Paper ${at + 1}`,
    language: languages[at % languages.length],
    template: TEMPLATES[at % TEMPLATES.length].name,
    redesign: null,
    address: 'dated',
    feed: 'rss',
    backlog: BACKLOG,
    everyMilliseconds: (1_000 * sum) / (pace * rate),
  }));
}

function configurationOf({ folder, interval, stream }: LatencyOptions, feeds: readonly string[]): Configuration {
  const loaded = configurationFrom({
    sources: [{ kind: 'feed', feeds, minInterval: interval, maxInterval: LONGEST_INTERVAL * interval }],
    sinks: [{ kind: 'jsonl', folder: join(folder, 'documents') }],
    fetch: { delay: 0, requestsPerMinute: 0, allowPrivate: true, hosts: { '*.example': '127.0.0.1' } },
    stream,
    state: { folder: join(folder, 'state') },
  });
  if (!loaded.ok) throw new Error(loaded.faults.map(({ message }) => message).join('; '));
  return loaded.configuration;
}

/** A sink that keeps nothing: tells the address of every first revision, and when it was committed. */
function notingSink(note: (url: string, committed: number) => void): SinkInUse {
  let written: string[] = [];
  return {
    name: 'noting',
    kind: { wantsMarkdown: false, wantsRaw: false },
    sink: {
      async write({ revision, row }) {
        if (revision === 1) written.push(String(row.url));
      },
      flush: async () => Uint8Array.of(1),
      async committed() {
        const now = Date.now();
        for (const url of written) note(url, now);
        written = [];
      },
      close: async () => {},
    },
  };
}

function quantilesOf(values: readonly number[]): Quantiles {
  const ordered = [...values].sort((a, b) => a - b);
  const at = (share: number): number => ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
