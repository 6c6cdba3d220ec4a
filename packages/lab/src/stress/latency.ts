/**
 * Latency below capacity: newspapers on loopback publish at a fixed rate, and their feeds are polled. Of every article three
 * moments are recorded: its publication, the first answer of a feed that lists it, and the commit of its document. So the
 * latencies of polling and of the pipeline are separate.
 */
import { mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { SinkInUse, StreamOptions } from '@dehusk/stream';
import { type DemoSite, openDemoServer } from 'dehusk/demo';
import { quantile, sum } from 'simple-statistics';
import { newspaper, openFolderPipeline } from './pipelines.js';

export interface LatencyOptions {
  readonly sites: number;
  readonly rate: number;
  /** Least seconds between two polls of a feed; at most {@link LONGEST_INTERVAL} times as many. */
  readonly interval: number;
  readonly seconds: number;
  readonly stream: Partial<StreamOptions>;
  /** Folder of state and documents; empty or new. */
  readonly folder: string;
}

/** Largest time between two polls of a feed, in multiples of `interval`; that of the slowest sites. */
const LONGEST_INTERVAL = 3;
/** Publications of the most active site per one of the least active, so that polls do not coincide. */
const SPREAD = 4;
/** Articles of a site before the measurement, from which its template is learnt. */
const BACKLOG = 30;
/** Time for the last pages after the last poll, in seconds. */
const COOLING = 10;
/** Milliseconds between two checks of the backlog. */
const POLL_EVERY = 250;
const STOP_MILLISECONDS = 30_000;

/** Publishes, watches, measures; latencies in milliseconds. */
export async function latencyRun(options: LatencyOptions) {
  const { folder, interval, seconds } = options;
  mkdirSync(folder, { recursive: true });
  const sites = sitesOf(options);
  let began = Number.POSITIVE_INFINITY;
  /** When each site's feed was answered, in order. */
  const polls = new Map<string, number[]>(sites.map(({ host }) => [host, []]));
  const server = await openDemoServer({
    ...{ sites, seed: 'latency', feedEntries: BACKLOG, elapsed: () => Math.max(0, Date.now() - began) },
    spoilFeed(site, text) {
      polls.get(site.host)?.push(Date.now());
      return text;
    },
  });
  /** Milliseconds since 1970, of each article that became a document. */
  const moments: { readonly published: number; readonly polled: number; readonly committed: number }[] = [];
  const note = (url: string, committed: number): void => {
    const found = server.find(url);
    if (found === null || found.number < BACKLOG) return;
    const { site } = found.newsroom;
    const published = began + (found.number - BACKLOG + 1) * site.everyMilliseconds;
    const polled = polls.get(site.host)?.find((at) => at >= published);
    if (polled !== undefined && published <= began + 1_000 * seconds) moments.push({ published, polled, committed });
  };
  try {
    const times = { minInterval: interval, maxInterval: LONGEST_INTERVAL * interval };
    const source = { kind: 'feed', feeds: sites.map(server.feed), ...times };
    const { stream, close } = await openFolderPipeline(folder, { source, stream: options.stream }, [notingSink(note)]);
    try {
      while (stream.snapshot().committed < sites.length * BACKLOG) await setTimeout(POLL_EVERY);
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
    /** Articles published in the measured time, and those that became documents. */
    published: sum(sites.map((site) => Math.floor((1_000 * seconds) / site.everyMilliseconds))),
    documents: moments.length,
    /** From publication to the answer of the feed that lists it; from there to the committed document; both together. */
    polling: quantilesOf(moments.map(({ published, polled }) => polled - published)),
    pipeline: quantilesOf(moments.map(({ polled, committed }) => committed - polled)),
    total: quantilesOf(moments.map(({ published, committed }) => committed - published)),
  };
}

/** Newspapers that together publish `rate` articles a second, each at a different pace. */
function sitesOf({ sites, rate }: LatencyOptions): DemoSite[] {
  const paces = Array.from({ length: sites }, (_, at) => SPREAD ** (at / sites));
  const total = sum(paces);
  return paces.map((pace, at) =>
    newspaper(at, { backlog: BACKLOG, everyMilliseconds: (1_000 * total) / (pace * rate) }),
  );
}

/** A sink that stores nothing and reports the address and commit time of every first revision. */
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

function quantilesOf(values: readonly number[]): number[] {
  return [0.5, 0.95, 0.99].map((share) => (values.length === 0 ? 0 : quantile([...values], share)));
}
