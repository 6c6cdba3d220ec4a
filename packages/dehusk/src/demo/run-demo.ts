/**
 * Runs the pipeline on the demo's web, without a network, and writes documents, report and learnt patterns. The work is fixed:
 * the backlog of every site, then the articles of {@link PUBLISHED_LATER}, all of them committed. So the same pages are read
 * on every machine.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WriteStream } from 'node:tty';
import { SITE_LEARNERS } from '@dehusk/papers';
import {
  type Configuration,
  modelKey,
  openLmdbStore,
  parseConfiguration,
  runPipeline,
  type StreamSnapshot,
} from '@dehusk/stream';
import { type DemoServer, openDemoServer } from './demo-server.js';
import { DEMO_SITES } from './templates.js';

/** Whether everything was processed, a signal stopped the demo, or the demo a pipeline that stood still. */
type DemoEnd = 'complete' | 'interrupted' | 'standstill';

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
/** Time on the demo's clock after the backlog: the articles published meanwhile appear at once, when it is processed. */
const PUBLISHED_LATER = 8_000;
const LOOK = 200;
const HOUR = 3_600_000;
/** Hours from the first article of a site to its last one, or more. */
const HOURS = 48;
/** Milliseconds without progress after which the demo is stopped: a guard, far above what a busy machine needs. */
const MAX_STANDSTILL = 120_000;

/**
 * Runs the demo.
 *
 * @param folder replaces the output of an earlier demo there
 * @param notify receives status lines when there is no terminal
 * @throws what stops a stream
 */
export async function runDemo(folder: string, terminal: WriteStream | null, notify: (line: string) => void) {
  emptyDemoFolder(folder);
  let elapsed = 0;
  const server = await openDemoServer({
    sites: DEMO_SITES,
    feedEntries: FEED_ENTRIES,
    firstAt: Date.now() - HOURS * HOUR,
    elapsed: () => elapsed,
  });
  try {
    const configuration = parsedDemoConfiguration(server, folder);
    const work = watchWork(server, () => {
      elapsed = PUBLISHED_LATER;
    });
    const snapshot = await runPipeline({
      configuration,
      title: 'dehusk watch, on its demo web',
      terminal,
      notify,
      statusMilliseconds: 2_000,
      until: work.ended,
      onStart: (_, look) => work.start(look),
    }).finally(work.stop);
    const reports = demoReport(server, rowsOf(join(folder, DEMO_LEFT.documents)), snapshot);
    const patterns = await patternsOf(join(folder, DEMO_LEFT.state));
    writeFileSync(
      join(folder, DEMO_LEFT.patterns),
      patterns.map(({ host, facts }) => `${[host, ...facts].join('\n  ')}\n`).join('\n'),
    );
    const [most] = patterns.filter(({ facts }) => facts.length > 0).sort((a, b) => b.facts.length - a.facts.length);
    return { reports, snapshot, requests: server.requests(), ...work.outcome(), learntSite: most?.host ?? null };
  } finally {
    await server.close();
  }
}

/**
 * Watches a pipeline work off everything that the feeds list, twice: the backlog, and what `publish` makes them list then.
 *
 * @param publish called when the backlog is committed
 */
function watchWork(server: Pick<DemoServer, 'listed'>, publish: () => void) {
  const listed = new Set(server.listed());
  const began = performance.now();
  let isPublished = false;
  let firstAfter: number | null = null;
  let progress = '';
  let progressAt = began;
  let timer: NodeJS.Timeout | undefined;
  let end: DemoEnd = 'interrupted';
  let resolve: () => void;
  const ended = new Promise<void>((done) => {
    resolve = done;
  });
  const finish = (how: DemoEnd): void => {
    end = how;
    resolve();
  };
  const watch = ({ seen, again, inFlight, emitted, committed }: StreamSnapshot): void => {
    const now = performance.now();
    if (emitted > 0) firstAfter ??= now - began;
    if (progress !== `${seen} ${committed}`) {
      progress = `${seen} ${committed}`;
      progressAt = now;
    }
    const isWorkedOff = seen - again >= listed.size && inFlight === 0;
    if (isWorkedOff && isPublished) finish('complete');
    else if (isWorkedOff) {
      isPublished = true;
      publish();
      for (const address of server.listed()) listed.add(address);
    } else if (now - progressAt > MAX_STANDSTILL) finish('standstill');
  };
  return {
    ended,
    start(look: () => StreamSnapshot): void {
      timer = setInterval(() => watch(look()), LOOK);
    },
    stop: () => clearInterval(timer),
    outcome: () => ({ firstAfter, end }),
  };
}

/** Makes the output folder, without the output of an earlier demo. */
function emptyDemoFolder(folder: string): void {
  for (const left of Object.values(DEMO_LEFT)) rmSync(join(folder, left), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/** The configuration of the demo, which it also writes to its folder. */
function parsedDemoConfiguration(server: DemoServer, folder: string): Configuration {
  const text = demoConfiguration(server, folder);
  writeFileSync(join(folder, DEMO_LEFT.configuration), text);
  const loaded = parseConfiguration(text, 'toml');
  if (loaded.ok) return loaded.configuration;
  throw new Error(`the demo's own configuration: ${loaded.faults.map((one) => one.message).join('; ')}`);
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
# The demo publishes once more; a real feed is read every five minutes at most.
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

/** The facts learnt of each site, one line each. */
async function patternsOf(folder: string): Promise<{ readonly host: string; readonly facts: readonly string[] }[]> {
  const store = openLmdbStore(folder, false);
  try {
    const sites: { host: string; facts: string[] }[] = [];
    for (const { host } of DEMO_SITES) {
      const facts: string[] = [];
      for (const learner of SITE_LEARNERS) {
        const bytes = await store.get(modelKey(learner.name, learner.unit(`http://${host}/`)));
        if (bytes === undefined) continue;
        for (const { what, value, support, of } of learner.explain(learner.decode(bytes)))
          if (what !== 'node') facts.push(`${learner.name}: ${what} (${support} of ${of} pages): ${value}`);
      }
      sites.push({ host, facts });
    }
    return sites;
  } finally {
    await store.close();
  }
}

// The result of a run over the demo's web per site, compared with the known true texts.

/** An emitted document. */
interface DemoRow {
  readonly id: string;
  readonly revision: number;
  readonly ok: boolean;
  readonly site: string;
  readonly url: string;
  readonly title: string | null;
  readonly text: string;
}

export type DemoSiteReport = ReturnType<typeof demoReport>[number];

/**
 * A site counts as learnt from its first correction on: then its early pages are extracted again.
 *
 * @param rows every row that was emitted, in order
 */
function demoReport(
  server: Pick<DemoServer, 'find' | 'newsrooms'>,
  rows: readonly DemoRow[],
  snapshot: StreamSnapshot,
) {
  return server.newsrooms.map(({ site: { host } }) => {
    const own = rows.filter(({ site }) => site === host);
    const learntAt = own.findIndex(({ revision }) => revision > 1);
    const early = learntAt < 0 ? own : own.slice(0, learntAt);
    const earlyIds = new Set(early.map(({ id }) => id));
    const latest = new Map(own.map((row) => [row.id, row]));
    const late = own.filter(({ id }) => !earlyIds.has(id));
    const counts = snapshot.sites.find(({ site }) => site === host);
    return {
      site: host,
      pages: counts?.pages ?? 0,
      documents: latest.size,
      duplicates: counts?.duplicates ?? 0,
      discarded: counts?.discarded ?? 0,
      // Mean F1 of the documents emitted before the site was learnt, of the same pages after their correction, and of those emitted first
      // after it was learnt; null without any.
      before: meanF1(server, early),
      correctedTo: meanF1(
        server,
        early.map((row) => latest.get(row.id) ?? row),
      ),
      after: meanF1(server, late),
    };
  });
}

function meanF1(server: Pick<DemoServer, 'find'>, rows: readonly DemoRow[]): number | null {
  const scores = rows.flatMap((row) => {
    const found = server.find(row.url);
    if (found === null) return [];
    // The headline is a separate field; some extractors also keep it in the text.
    const { title, text } = row;
    const full = title === null || text.startsWith(title) ? text : `${title}\n${text}`;
    return [wordF1(found.newsroom.truth(found.number), full)];
  });
  return scores.length === 0 ? null : scores.reduce((sum, one) => sum + one, 0) / scores.length;
}

/** F1 of two texts over their bags of words. */
export function wordF1(truth: string, output: string): number {
  const wanted = wordsOf(truth);
  const got = wordsOf(output);
  if (wanted.length === 0 && got.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of got) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common++;
  }
  return (2 * common) / (wanted.length + got.length);
}

/** Runs of letters and digits; every Han or kana character is a word, as these scripts use no spaces. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
}
