/** Runs the pipeline on the demo's web, without a network, and writes documents, report and learnt patterns. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WriteStream } from 'node:tty';
import { SITE_LEARNERS } from '@dehusk/core/internal';
import { parseConfiguration } from '../configuration/load-configuration.js';
import { runPipeline } from '../operations/run-pipeline.js';
import { storeNamed } from '../stores/index.js';
import { modelKey } from '../stream/site-models.js';
import type { StreamSnapshot } from '../stream/stream.js';
import { type DemoRow, type DemoSiteReport, demoReport } from './demo-report.js';
import { type DemoServer, openDemoServer } from './demo-server.js';
import { DEMO_SITES } from './demo-sites.js';

export interface DemoOptions {
  /** Output folder; replaces the output of an earlier demo. */
  readonly folder: string;
  readonly terminal: WriteStream | null;
  /** Receives status lines when there is no terminal. */
  readonly tell: (line: string) => void;
  /** Longest time the pipeline runs once the first document is there, milliseconds. */
  readonly maxMilliseconds: number;
}

export interface DemoResult {
  readonly reports: readonly DemoSiteReport[];
  readonly snapshot: StreamSnapshot;
  readonly requests: number;
}

/** Files and folders in the output folder. */
export const DEMO_LEFT = {
  configuration: 'dehusk.toml',
  documents: 'documents',
  rejects: 'rejects',
  state: 'state',
  patterns: 'patterns.txt',
  report: 'report.txt',
  log: 'dehusk.log',
} as const;

/** Entries of a feed: enough for the backlog of every site, so that the demo starts with work. */
const FEED_ENTRIES = 30;
/** Milliseconds the demo goes on after it has read the backlog. */
const WATCHED_AFTER = 3_000;
const LOOK = 200;
const HOUR = 3_600_000;
/** Milliseconds to wait for the first document: a busy machine starts its workers slowly. */
const LONGEST_START = 60_000;

export async function runDemo(options: DemoOptions): Promise<DemoResult> {
  const { folder } = options;
  for (const left of Object.values(DEMO_LEFT)) rmSync(join(folder, left), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await openDemoServer({
    sites: DEMO_SITES,
    feedEntries: FEED_ENTRIES,
    firstAt: Date.now() - FEED_ENTRIES * HOUR,
  });
  try {
    const text = demoConfiguration(server, folder);
    writeFileSync(join(folder, DEMO_LEFT.configuration), text);
    const loaded = parseConfiguration(text, 'toml');
    if (!loaded.ok)
      throw new Error(`the demo's own configuration: ${loaded.faults.map((one) => one.message).join('; ')}`);
    let finished: () => void = () => {};
    const until = new Promise<void>((resolve) => {
      finished = resolve;
    });
    let timer: NodeJS.Timeout | null = null;
    const snapshot = await runPipeline({
      configuration: loaded.configuration,
      title: 'dehusk watch, on its demo web',
      terminal: options.terminal,
      tell: options.tell,
      statusMilliseconds: 2_000,
      until,
      onStart: (_, look) => {
        timer = watchForEnd(look, options.maxMilliseconds, finished);
      },
    });
    if (timer !== null) clearInterval(timer);
    const reports = demoReport(server, rowsOf(join(folder, DEMO_LEFT.documents)), snapshot);
    writeFileSync(join(folder, DEMO_LEFT.patterns), await patternsOf(join(folder, DEMO_LEFT.state)));
    return { reports, snapshot, requests: server.requests() };
  } finally {
    await server.close();
  }
}

/** Calls `finished` some time after the backlog is read, or when the time is over. */
function watchForEnd(look: () => StreamSnapshot, maxMilliseconds: number, finished: () => void): NodeJS.Timeout {
  const backlog = DEMO_SITES.reduce((sum, one) => sum + one.backlog, 0);
  const began = performance.now();
  let firstAt: number | null = null;
  let readAt: number | null = null;
  return setInterval(() => {
    const now = performance.now();
    const { emitted, revised } = look();
    if (emitted > 0) firstAt ??= now;
    if (emitted - revised >= backlog) readAt ??= now;
    const isOver = firstAt === null ? now - began > LONGEST_START : now - firstAt > maxMilliseconds;
    if (isOver || (readAt !== null && now - readAt > WATCHED_AFTER)) finished();
  }, LOOK);
}

/** The configuration of the demo as TOML with comments. */
function demoConfiguration(server: DemoServer, folder: string): string {
  const list = (addresses: readonly string[]): string => addresses.map((one) => `\n  ${JSON.stringify(one)},`).join('');
  const place = (name: string): string => JSON.stringify(join(folder, name));
  return `# The configuration of dehusk demo. Its addresses belong to the demo's own web and end with it.
# dehusk watch --print-config FILE prints every setting.
[[sources]]
kind = "feed"
feeds = [${list([...DEMO_SITES.map(server.feed), server.wireFeed])}
]
# The demo publishes every second; a real feed is read every five minutes at most.
minInterval = 1
maxInterval = 2

[[sinks]]
kind = "jsonl"
folder = ${place(DEMO_LEFT.documents)}

[rejects]
kind = "jsonl"
folder = ${place(DEMO_LEFT.rejects)}

[fetch]
# Only for your own servers: no pause between requests, private addresses, names without DNS.
delay = 0
requestsPerMinute = 0
allowPrivate = true
hosts = { "*.example" = "127.0.0.1" }

[stream]
commitMilliseconds = 500

# This newspaper serves all its stories from one path. Elsewhere the query is dropped, tracking parameters included.
[[stream.urlRules]]
pattern = '^https?://ribera\\.example(:\\d+)?/story'
keep = ["id"]

[operations]
drainSeconds = 5

[state]
folder = ${place(DEMO_LEFT.state)}

[log]
file = ${place(DEMO_LEFT.log)}
`;
}

function rowsOf(folder: string): DemoRow[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DemoRow);
}

/** The facts learnt of each site. */
async function patternsOf(folder: string): Promise<string> {
  const store = await storeNamed('lmdb').open(folder, false);
  try {
    const lines: string[] = [];
    for (const { host } of DEMO_SITES) {
      lines.push(host);
      for (const learner of SITE_LEARNERS) {
        const bytes = await store.get(modelKey(learner.name, learner.unit(`http://${host}/`)));
        if (bytes === undefined) continue;
        const facts = learner.explain(learner.decode(bytes)).filter(({ what }) => what !== 'node');
        for (const { what, value, support, of } of facts)
          lines.push(`  ${learner.name}: ${what} (${support} of ${of} pages): ${value}`);
      }
      lines.push('');
    }
    return lines.join('\n');
  } finally {
    await store.close();
  }
}
