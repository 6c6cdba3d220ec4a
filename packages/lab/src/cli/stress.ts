import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { rowNamed } from '@dehusk/html';
import type { Command } from 'commander';
import { textTable } from '../reports/tables.js';
import { killRuns } from '../stress/kill.js';
import { KILL_JOBS } from '../stress/kill-jobs.js';
import { KILL_SINKS } from '../stress/kill-sinks.js';
import { natsStress } from '../stress/nats.js';
import { drawMemory, growthOf, replay } from '../stress/replay.js';
import { soak } from '../stress/soak.js';
import { addCommand, FailedCheck, inFolder, type Session, splitNames, wholeNumber, withProgress } from './session.js';

export function addStress(program: Command): void {
  for (const add of [addSoak, addKill, addNats, addReplay]) add(program);
}

const CORES = availableParallelism();
const withWorkers = (command: Command, workers = CORES): Command =>
  command.option('--workers <count>', 'worker threads', wholeNumber(1), workers);
const withExtractor = (command: Command): Command =>
  command.option('--extractor <name>', 'the extractor, and with it the learners', 'site');
const withKeep = (command: Command): Command => command.option('--keep <folder>', 'work in this folder and keep it');

type Keep = { readonly keep?: string };

/** `3 emitted, 1 timeout`, the most frequent first. */
const listed = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts)
    .sort((a, b) => b[1] - a[1])
    .map((one) => one.join(' '));

type SoakOptions = Parameters<typeof soak>[0];
type SoakFlags = Keep &
  Omit<SoakOptions, 'faultShare' | 'fetchMilliseconds' | 'folder' | 'onStatus'> &
  Readonly<Record<'faults' | 'timeout', number>>;

function addSoak(program: Command): void {
  addCommand<SoakFlags>(program, {
    name: 'soak',
    summary: 'run the stream over many faulty sites on loopback and account for every page',
    description:
      'Serves synthetic newspapers with faults on loopback, watches their feeds, and accounts for every page. Fails when a page has no outcome or several.',
    examples: ['soak --sites 20 --pages 50', 'soak --sites 200 --pages 500 --extractor urltree-justext'],
    options: (command) =>
      withKeep(withWorkers(withExtractor(command)))
        .option('--sites <count>', 'newspapers', wholeNumber(1), 200)
        .option('--pages <count>', 'pages of each', wholeNumber(1), 500)
        .option('--faults <percent>', 'share of pages with a fault', wholeNumber(0), 20)
        .option('--seed <text>', 'seed of sites, pages and faults', 'soak')
        .option('--timeout <seconds>', 'time per request', wholeNumber(1), 10),
    run: ({ options: { keep, faults, timeout, ...options }, print }) =>
      inFolder(keep, async (folder) => {
        const onStatus: SoakOptions['onStatus'] = ({ seen, committed, emitted }) => {
          if (process.stderr.isTTY) process.stderr.write(`\r${seen} seen, ${committed} committed, ${emitted} emitted`);
        };
        const limits = { faultShare: faults / 100, fetchMilliseconds: timeout * 1000 };
        const result = await soak({ ...options, ...limits, folder, onStatus });
        const rows = result.rows.map(({ fault, pages, ends, unexplained }) => {
          const unexpected = unexplained > 0 ? [`unexplained: ${unexplained}`] : [];
          return [fault, String(pages), [...listed(ends), ...unexpected].join(', ')];
        });
        print(textTable({ head: ['fault', 'pages', 'outcomes'], rows, leftColumns: [2] }));
        const { snapshot, expected, lost, several, seconds } = result;
        const [p50, p95] = [snapshot.latency?.p50, snapshot.latency?.p95].map((ms = 0) => (ms / 1000).toFixed(1));
        print(
          `\n${result.accounted} of ${expected} pages had exactly one outcome; ${lost} had none, ${several} several; ${result.unlisted} were never listed, because the feed of their site was not read in time. ${result.malformedFeeds} of ${options.sites} feeds were malformed.`,
        );
        print(
          `${snapshot.emitted} documents (${snapshot.revised} corrections), ${result.requests} requests, ${seconds.toFixed(0)} s, ${(expected / seconds).toFixed(1)} pages/s, ${options.workers} workers, extractor ${options.extractor}, peak ${result.peakMegabytes.toFixed(0)} MB (server included), latency p50 ${p50} s p95 ${p95} s`,
        );
        if (lost + several > 0) throw new FailedCheck();
      }),
  });
}

type KillFlags = Keep & { readonly job?: string; readonly sink?: string } & Readonly<
    Record<'kills' | 'documents' | 'sites' | 'seed' | 'terminated' | 'workers', number>
  >;

const KILL_COLUMNS = ['job', 'sink', 'kills', 'at a change', 'ended by', 'passes', 'rows', 'values', 's', 'wrong'];

function addKill(program: Command): void {
  const names = (all: readonly { readonly name: string }[]): string => all.map(({ name }) => name).join(', ');
  addCommand<KillFlags>(program, {
    name: 'kill',
    summary: 'kill commands at random moments; nothing may be lost or duplicated',
    description: `Runs commands over synthetic pages in processes that are repeatedly killed at seeded random moments and started again,
then compares rows and every value of the state with those of an uninterrupted run. The kills are divided among the
jobs: ${names(KILL_JOBS)};
and the job watch among the sinks: ${names(KILL_SINKS)}.`,
    examples: ['kill --kills 1000', 'kill --job watch --sink parquet,warc --kills 20', 'kill --job dedupe'],
    options: (command) =>
      withKeep(withWorkers(command, 2))
        .option('--job <names>', 'jobs, separated by commas (default: all)')
        .option('--sink <names>', 'sinks of the job watch (default: all that can run here)')
        .option('--kills <count>', 'number of kills', wholeNumber(1), 200)
        .option('--documents <count>', 'documents of an input', wholeNumber(10), 200)
        .option('--sites <count>', 'sites of an input', wholeNumber(1), 4)
        .option('--seed <number>', 'seed of the pages and the moments', wholeNumber(0), 1)
        .option('--terminated <percent>', 'share of kills by SIGTERM, others by SIGKILL', wholeNumber(0), 20),
    run: (session) => inFolder(session.options.keep, (folder) => killAll(session, folder)),
  });
}

async function killAll({ options, print }: Session<KillFlags>, home: string): Promise<void> {
  const { job, sink, kills, ...given } = options;
  const pairs = killedPairs(job, sink);
  const terminated = given.terminated / 100;
  const rows: string[][] = [];
  const wrong: string[] = [];
  await withProgress('kills', kills, async (update) => {
    let done = 0;
    for (const [at, pair] of pairs.entries()) {
      const own = Math.floor(((at + 1) * kills) / pairs.length) - Math.floor((at * kills) / pairs.length);
      if (own === 0) continue;
      const into = pair.job.hasSinks ? pair.sink.name : '';
      const name = into === '' ? pair.job.name : `${pair.job.name}-${into}`;
      try {
        const run = { ...given, ...pair, terminated, kills: own, folder: join(home, name) };
        const result = await killRuns({ ...run, onKill: () => update(++done) });
        const figures = [result.passes, result.rows, result.values].map(String);
        rows.push([
          ...[pair.job.name, into, String(own), String(result.atChange), listed(result.ends).join(', ')],
          ...[...figures, result.uninterruptedSeconds.toFixed(1), String(result.wrong.length)],
        ]);
        wrong.push(...result.wrong.map((text) => `${name}: ${text}`));
      } catch (error) {
        // The other jobs may still find faults.
        wrong.push(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  });
  print(textTable({ head: KILL_COLUMNS, rows, leftColumns: [1, 4] }));
  print(
    `${kills} kills, inputs of ${given.documents} documents of ${given.sites} sites, seed ${given.seed}, ${given.workers} workers; "ended by" counts signals and exit statuses, s is the time of the uninterrupted run`,
  );
  if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\n${wrong.length} differences; ${home} is kept`);
  print('every pass ended with the rows and values of the uninterrupted run');
}

/** The jobs with their sinks. @throws RangeError naming what is unknown or cannot run here */
function killedPairs(job: string | undefined, sink: string | undefined) {
  const chosen = <T extends { readonly name: string }>(what: string, all: readonly T[], names?: string) =>
    names === undefined ? all : splitNames(names).map((name) => rowNamed(what, all, name));
  const sinks = chosen('sink', KILL_SINKS, sink).filter((one) => {
    const missing = one.missing?.() ?? null;
    if (missing !== null && sink !== undefined) throw new RangeError(`the sink ${one.name} cannot run: ${missing}`);
    return missing === null;
  });
  return chosen('job', KILL_JOBS, job).flatMap((one) =>
    (one.hasSinks ? sinks : KILL_SINKS.slice(0, 1)).map((to) => ({ job: one, sink: to })),
  );
}

function addNats(program: Command): void {
  type NatsFlags = Omit<Parameters<typeof natsStress>[0], 'folder' | 'onKill'>;
  addCommand<Keep & NatsFlags & { readonly nats?: boolean }>(program, {
    name: 'stress',
    summary: 'kill processes and servers of a distributed stream at random moments; nothing may be lost or duplicated',
    description:
      'Starts a cluster of nats-servers on loopback and processes of the roles source, extract and sink, kills processes and\nservers (SIGKILL) at seeded random moments, and compares documents, rejects and every value of the state with those of an undisturbed run.',
    examples: ['stress --nats', 'stress --nats --kills 10 --server-kills 3 --servers 1'],
    options: (command) =>
      withKeep(withExtractor(command))
        .option('--nats', 'over NATS JetStream (the only queue)')
        .option('--kills <count>', 'kills of processes', wholeNumber(0), 100)
        .option('--server-kills <count>', 'kills of servers', wholeNumber(0), 20)
        .option('--servers <count>', 'servers of the cluster, and replicas of its streams', wholeNumber(1), 3)
        .option('--partitions <count>', 'partitions of pages', wholeNumber(1), 4)
        .option('--documents <count>', 'rows of the input', wholeNumber(10), 1_500)
        .option('--sites <count>', 'sites of the input', wholeNumber(1), 200)
        .option('--seed <number>', 'seed of the pages and the moments', wholeNumber(0), 1)
        .option('--max-life <milliseconds>', 'longest time between two kills', wholeNumber(200), 3_000),
    run: ({ options: { keep, nats, ...options }, print }) =>
      inFolder(keep, async (folder) => {
        if (nats !== true) throw new RangeError('got no queue, expected --nats');
        const result = await withProgress('kills', options.kills + options.serverKills, (onKill) =>
          natsStress({ ...options, folder, onKill }),
        );
        const perPage = (value: number): string => (value / options.documents).toFixed(2);
        const traffic = Object.entries(result.traffic).map(([stream, { messages, bytes }]) => [
          ...[stream, perPage(messages), perPage(bytes / 1000)],
        ]);
        print(textTable({ head: ['stream', 'messages/page', 'kB/page'], rows: traffic }));
        print(
          `${result.documents} documents and ${result.rejects} rejects of ${options.documents} rows of ${options.sites} sites; ${options.servers} servers, ${options.partitions} partitions, extractor ${options.extractor}`,
        );
        print(`${result.kills} kills of processes and ${result.serverKills} of servers over ${result.passes} passes`);
        if (result.wrong.length > 0) throw new Error(`${result.wrong.join('\n')}\n${result.wrong.length} differences`);
        print('every pass ended with the same documents, rejects and state values, byte for byte');
      }),
  });
}

type ReplayFlags = Keep &
  Pick<Parameters<typeof replay>[0], 'documents' | 'seed' | 'paragraphs'> &
  Pick<SoakOptions, 'workers' | 'extractor'> & {
    readonly sites?: number;
    readonly consecutive: number;
    readonly plot?: string;
  };

const DOCUMENTS_PER_SITE = 1_000;
const REPLAY_COLUMNS = [
  ...['documents', 'pages/s', 'pages/CPU s', 'RSS MB', 'heaps MB'],
  ...['p50 ms', 'p95 ms', 'state MB', 'out MB'],
];

function addReplay(program: Command): void {
  addCommand<ReplayFlags>(program, {
    name: 'replay',
    summary: 'run the stream over many synthetic pages: speed, latency, flat memory',
    description: 'Replays synthetic pages from a file of JSON lines through the stream and prints a row per tenth.',
    examples: [
      'replay --documents 20000',
      'replay --documents 1000000 --paragraphs 2 --consecutive 20 --extractor urltree --plot memory.svg',
    ],
    options: (command) =>
      withKeep(withWorkers(withExtractor(command)))
        .option('--documents <count>', 'rows of the input', wholeNumber(10), 20_000)
        .option('--sites <count>', 'sites of the input (default: one per 1,000 documents)', wholeNumber(1))
        .option('--paragraphs <count>', 'paragraphs per article, of 34 words each (default: 12)', wholeNumber(1))
        .option('--consecutive <count>', 'consecutive rows of one site, as from a poll of its feed', wholeNumber(1), 1)
        .option('--plot <file.svg>', 'draw memory over documents into this file')
        .option('--seed <number>', 'seed of the pages', wholeNumber(0), 1),
    run: ({ options: { keep, workers, extractor, plot, consecutive, ...options }, print }) =>
      inFolder(keep, async (folder) => {
        const { documents, sites = Math.max(1, Math.round(documents / DOCUMENTS_PER_SITE)) } = options;
        const line = (cells: readonly string[]): void => print(cells.map((cell) => cell.padStart(11)).join(' '));
        line(REPLAY_COLUMNS);
        const result = await replay({
          ...{ ...options, sites, folder, inRow: consecutive },
          options: { workers, extractor, maxMilliseconds: 60_000 },
          onStep: ({ committed, perSecond, perCpuSecond, resident, anonymous, latency, ...step }) =>
            line([
              ...[String(committed), perSecond.toFixed(1), perCpuSecond.toFixed(1)],
              ...[resident, anonymous, latency?.p50, latency?.p95].map((one) => one?.toFixed(0) ?? '–'),
              ...[step.stateMegabytes.toFixed(0), step.outputMegabytes.toFixed(0)],
            ]),
        });
        const { seconds, latency, inputMegabytes } = result;
        const growth = growthOf(result.moments);
        const what = `${documents} rows of ${sites} sites, ${consecutive} consecutive, ${workers} workers, ${extractor}`;
        const figures = [
          `${result.emitted} documents (${result.revised} of them corrections), ${listed(result.rejected).join(', ')}`,
          `${seconds.toFixed(0)} s, ${(documents / seconds).toFixed(1)} pages/s`,
          `${inputMegabytes.toFixed(0)} MB of JSON lines, ${(inputMegabytes / seconds).toFixed(1)} MB/s`,
          `latency p50 ${latency?.p50.toFixed(0)} p95 ${latency?.p95.toFixed(0)} p99 ${latency?.p99.toFixed(0)} ms`,
          ...(growth === null ? [] : [`heaps in the second half ${growth.toFixed(2)} MB per 10,000 documents`]),
        ];
        print(`${what}: ${figures.join('; ')}`);
        if (plot !== undefined) await drawMemory(plot, result.moments, what);
      }),
  });
}
