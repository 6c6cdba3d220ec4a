import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { decode } from '@dehusk/core/internal';
import { type Command, Option } from 'commander';
import { STREAM_DEFAULTS } from 'dehusk';
import { textTable } from '../reports/tables.js';
import { type KillResult, killRuns } from '../stress/kill.js';
import { KILL_JOBS, type KillJob } from '../stress/kill-jobs.js';
import { KILL_SINKS, type KillSink } from '../stress/kill-sinks.js';
import { latencyRun } from '../stress/latency.js';
import { load } from '../stress/load.js';
import { natsStress } from '../stress/nats.js';
import { drawMemory, growthOf, type ReplayResult, replay } from '../stress/replay.js';
import { soak } from '../stress/soak.js';
import {
  addCommand,
  choosePages,
  datasetOf,
  FailedCheck,
  inFolder,
  print,
  type ScoringOptions,
  splitNames,
  wholeNumber,
  withProgress,
  withRunOptions,
} from './options.js';

/** `soak`, `kill`, `replay`, `latency`: the stream under load; `stress`: over several processes; `load`: the HTTP service. */
export function addStress(program: Command): void {
  addSoak(program);
  addKill(program);
  addNats(program);
  addReplay(program);
  addLatency(program);
  addLoad(program);
}

interface StressOptions {
  readonly workers: number;
  readonly extractor: string;
  readonly keep?: string;
}

function withWorkers(command: Command, workers: number): Command {
  return command.option('--workers <count>', 'worker threads', wholeNumber(1), workers);
}

function withExtractor(command: Command, extractor = 'site'): Command {
  return command.option('--extractor <name>', 'the extractor, and with it the learners', extractor);
}

function withKeep(command: Command): Command {
  return command.option('--keep <folder>', 'work in this folder and keep it');
}

interface SoakOptions extends StressOptions {
  readonly sites: number;
  readonly pages: number;
  readonly faults: number;
  readonly seed: string;
  readonly timeout: number;
}

function addSoak(program: Command): void {
  const command = addCommand(program, {
    name: 'soak',
    summary: 'run the stream over many faulty sites on loopback and account for every page',
    description:
      'Serves synthetic newspapers with faults on loopback, watches their feeds, and accounts for every page. Fails when a page has no outcome or several.',
    examples: ['soak --sites 20 --pages 50', 'soak --sites 200 --pages 500 --extractor urltree-justext'],
  })
    .option('--sites <count>', 'newspapers', wholeNumber(1), 200)
    .option('--pages <count>', 'pages of each', wholeNumber(1), 500)
    .option('--faults <percent>', 'share of pages with a fault', wholeNumber(0), 20)
    .option('--seed <text>', 'seed of sites, pages and faults', 'soak')
    .option('--timeout <seconds>', 'time per request', wholeNumber(1), 10);
  withKeep(withWorkers(withExtractor(command), availableParallelism())).action(
    ({ keep, faults, timeout, ...options }: SoakOptions) =>
      inFolder(keep, async (folder) => {
        const result = await soak({
          ...options,
          faultShare: faults / 100,
          fetchMilliseconds: timeout * 1000,
          folder,
          onStatus: ({ seen, committed, emitted }) => {
            if (process.stderr.isTTY)
              process.stderr.write(`\r${seen} seen, ${committed} committed, ${emitted} emitted`);
          },
        });
        const rows = result.rows.map(({ fault, pages, ends, unexplained }) => {
          const outcomes = Object.entries(ends).sort((a, b) => b[1] - a[1]);
          const unexpected = unexplained > 0 ? [`unexplained: ${unexplained}`] : [];
          return [fault, String(pages), [...outcomes.map((one) => one.join(' ')), ...unexpected].join(', ')];
        });
        print(command, textTable({ head: ['fault', 'pages', 'outcomes'], rows, leftColumns: [2] }));
        const { snapshot, expected, accounted, unlisted, lost, several, seconds } = result;
        const { latency } = snapshot;
        print(
          command,
          `\n${accounted} of ${expected} pages had exactly one outcome; ${lost} had none, ${several} several; ${unlisted} were never listed, because the feed of their site was not read in time. ${result.malformedFeeds} of ${options.sites} feeds were malformed.`,
        );
        print(
          command,
          `${snapshot.emitted} documents (${snapshot.revised} corrections), ${result.requests} requests, ${seconds.toFixed(0)} s, ${(expected / seconds).toFixed(1)} pages/s, ${options.workers} workers, extractor ${options.extractor}, peak ${result.peakMegabytes.toFixed(0)} MB (server included), latency p50 ${((latency?.p50 ?? 0) / 1000).toFixed(1)} s p95 ${((latency?.p95 ?? 0) / 1000).toFixed(1)} s`,
        );
        if (lost + several > 0) throw new FailedCheck();
      }),
  );
}

interface KillOptions {
  readonly job?: string;
  readonly sink?: string;
  readonly kills: number;
  readonly documents: number;
  readonly sites: number;
  readonly seed: number;
  readonly terminated: number;
  readonly signal?: 'SIGKILL' | 'SIGTERM';
  readonly workers: number;
  readonly keep?: string;
}

const KILL_COLUMNS = ['job', 'sink', 'kills', 'at a change', 'ended by', 'passes', 'rows', 'values', 's', 'wrong'];

function addKill(program: Command): void {
  const command = addCommand(program, {
    name: 'kill',
    summary: 'kill commands at random moments; nothing may be lost or duplicated',
    description: `Runs commands over synthetic pages in processes that are repeatedly killed at seeded random moments and started again,
then compares rows and every value of the state with those of an uninterrupted run. The kills are divided among the
jobs: ${KILL_JOBS.map(({ name }) => name).join(', ')};
and the job watch among the sinks: ${KILL_SINKS.map(({ name }) => name).join(', ')}.`,
    examples: [
      'kill --kills 1000',
      'kill --job watch --sink parquet,warc --kills 20',
      'kill --job dedupe --signal SIGTERM',
    ],
  })
    .option('--job <names>', 'jobs, separated by commas (default: all)')
    .option('--sink <names>', 'sinks of the job watch (default: all that can run here)')
    .option('--kills <count>', 'number of kills', wholeNumber(1), 200)
    .option('--documents <count>', 'documents of an input', wholeNumber(10), 200)
    .option('--sites <count>', 'sites of an input', wholeNumber(1), 4)
    .option('--seed <number>', 'seed of the pages and the moments', wholeNumber(0), 1)
    .option('--terminated <percent>', 'share of kills by SIGTERM, others by SIGKILL', wholeNumber(0), 20)
    .addOption(new Option('--signal <name>', 'the signal of all kills').choices(['SIGKILL', 'SIGTERM']));
  withKeep(withWorkers(command, 2)).action(({ keep, job, sink, signal, kills, ...options }: KillOptions) =>
    inFolder(keep, async (folder) => {
      const pairs = killedPairs(job, sink);
      const terminated = signal === undefined ? options.terminated / 100 : signal === 'SIGTERM' ? 1 : 0;
      const rows: string[][] = [];
      const wrong: string[] = [];
      await withProgress('kills', kills, async (update) => {
        let done = 0;
        for (const [at, one] of pairs.entries()) {
          const own = Math.floor(((at + 1) * kills) / pairs.length) - Math.floor((at * kills) / pairs.length);
          if (own === 0) continue;
          const name = one.job.hasSinks ? `${one.job.name}-${one.sink.name}` : one.job.name;
          try {
            const result = await killRuns({
              ...{ ...options, ...one, terminated, kills: own, folder: join(folder, name) },
              onKill: () => update(++done),
            });
            rows.push(killRow(one.job, one.sink, own, result));
            wrong.push(...result.wrong.map((text) => `${name}: ${text}`));
          } catch (error) {
            // The other jobs may still find faults.
            wrong.push(`${name}: ${error instanceof Error ? error.message : error}`);
          }
        }
      });
      print(command, textTable({ head: KILL_COLUMNS, rows, leftColumns: [1, 4] }));
      print(
        command,
        `${kills} kills, inputs of ${options.documents} documents of ${options.sites} sites, seed ${options.seed}, ${options.workers} workers; "ended by" counts signals and exit statuses, s is the time of the uninterrupted run`,
      );
      if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\n${wrong.length} differences; ${folder} is kept`);
      print(command, 'every pass ended with the rows and values of the uninterrupted run');
    }),
  );
}

function killRow(job: KillJob, sink: KillSink, kills: number, result: KillResult): string[] {
  const ends = Object.entries(result.ends).map((end) => end.join(' '));
  const { atChange, passes, rows, values, uninterruptedSeconds, wrong } = result;
  return [
    ...[job.name, job.hasSinks ? sink.name : '', String(kills), String(atChange), ends.join(', ')],
    ...[...[passes, rows, values].map(String), uninterruptedSeconds.toFixed(1), String(wrong.length)],
  ];
}

/** The jobs with their sinks. @throws RangeError naming what is unknown or cannot run here */
function killedPairs(job: string | undefined, sink: string | undefined): { job: KillJob; sink: KillSink }[] {
  const jobs = named('job', KILL_JOBS, job);
  const sinks = named('sink', KILL_SINKS, sink).filter((one) => {
    const missing = one.missing();
    if (missing !== null && sink !== undefined) throw new RangeError(`the sink ${one.name} cannot run: ${missing}`);
    return missing === null;
  });
  return jobs.flatMap((one) => (one.hasSinks ? sinks : KILL_SINKS.slice(0, 1)).map((to) => ({ job: one, sink: to })));
}

function named<T extends { readonly name: string }>(
  what: string,
  all: readonly T[],
  names: string | undefined,
): readonly T[] {
  return names === undefined
    ? all
    : splitNames(names).map((name) => {
        const found = all.find((one) => one.name === name);
        if (found) return found;
        throw new RangeError(`unknown ${what} "${name}" (known: ${all.map((one) => one.name).join(', ')})`);
      });
}

interface NatsOptions {
  readonly nats?: boolean;
  readonly kills: number;
  readonly serverKills: number;
  readonly workers: string;
  readonly servers: number;
  readonly partitions: number;
  readonly documents: number;
  readonly sites: number;
  readonly seed: number;
  readonly maxLife: number;
  readonly rate: number;
  readonly extractor: string;
  readonly keep?: string;
}

function addNats(program: Command): void {
  const command = addCommand(program, {
    name: 'stress',
    summary: 'kill processes and servers of a distributed stream at random moments; nothing may be lost or duplicated',
    description:
      'Starts a cluster of nats-servers on loopback and processes of the roles source, extract and sink. Measures the throughput\nof several numbers of extract processes, then kills processes and servers (SIGKILL) at seeded random moments and compares\ndocuments, rejects and every value of the state with those of an undisturbed run.',
    examples: ['stress --nats', 'stress --nats --kills 10 --server-kills 3 --servers 1'],
  })
    .option('--nats', 'over NATS JetStream (the only queue)')
    .option('--kills <count>', 'kills of processes', wholeNumber(0), 100)
    .option('--server-kills <count>', 'kills of servers', wholeNumber(0), 20)
    .option('--workers <counts>', 'numbers of extract processes, separated by commas', '1,2,4')
    .option('--servers <count>', 'servers of the cluster, and replicas of its streams', wholeNumber(1), 3)
    .option('--partitions <count>', 'partitions of pages', wholeNumber(1), 4)
    .option('--documents <count>', 'rows of the input', wholeNumber(10), 1_500)
    .option('--sites <count>', 'sites of the input', wholeNumber(1), 200)
    .option('--seed <number>', 'seed of the pages and the moments', wholeNumber(0), 1)
    .option('--rate <count>', 'pages per second of the pass that measures latency', wholeNumber(1), 10)
    .option('--max-life <milliseconds>', 'longest time between two kills', wholeNumber(200), 3_000);
  withKeep(withExtractor(command)).action(({ keep, nats, workers, ...options }: NatsOptions) =>
    inFolder(keep, async (folder) => {
      if (nats !== true) throw new RangeError('got no queue, expected --nats');
      const counts = workers.split(',').map(Number);
      if (!counts.every((one) => Number.isInteger(one) && one > 0))
        throw new RangeError(`--workers got ${workers}, expected whole numbers of 1 or more, separated by commas`);
      const result = await withProgress('kills', options.kills + options.serverKills, (update) =>
        natsStress({ ...options, workers: counts, folder, onKill: update }),
      );
      const rows = result.throughput.map(({ workers: count, perSecond }) => [String(count), perSecond.toFixed(1)]);
      print(command, textTable({ head: ['extract processes', 'pages/s'], rows }));
      const { p50, p99, documents } = result.latency;
      print(
        command,
        `latency from page to document at ${options.rate} pages/s: p50 ${p50} ms, p99 ${p99} ms (${documents} documents)`,
      );
      const traffic = Object.entries(result.traffic).map(([stream, { messages, bytes }]) => [
        stream,
        (messages / options.documents).toFixed(2),
        (bytes / options.documents / 1000).toFixed(2),
      ]);
      print(command, textTable({ head: ['stream', 'messages/page', 'kB/page'], rows: traffic }));
      print(
        command,
        `${result.documents} documents and ${result.rejects} rejects of ${options.documents} rows of ${options.sites} sites; ${options.servers} servers, ${options.partitions} partitions, extractor ${options.extractor}`,
      );
      print(
        command,
        `${result.kills} kills of processes and ${result.serverKills} of servers over ${result.passes} passes`,
      );
      if (result.wrong.length > 0) throw new Error(`${result.wrong.join('\n')}\n${result.wrong.length} differences`);
      print(command, 'every pass ended with the same documents, rejects and state values, byte for byte');
    }),
  );
}

interface ReplayOptions extends StressOptions {
  readonly documents: number;
  readonly sites?: number;
  readonly seed: number;
  readonly paragraphs?: number;
  readonly consecutive: number;
  readonly days?: number;
  readonly plot?: string;
  readonly rate?: number;
}

/** Default number of documents per site. */
const DOCUMENTS_PER_SITE = 1_000;
const REPLAY_COLUMNS = [
  ...['documents', 'pages/s', 'pages/CPU s', 'RSS MB', 'heaps MB'],
  ...['p50 ms', 'p95 ms', 'state MB', 'out MB'],
];

function addReplay(program: Command): void {
  const command = addCommand(program, {
    name: 'replay',
    summary: 'run the stream over many synthetic pages: speed, latency, flat memory',
    description: 'Replays synthetic pages from a file of JSON lines through the stream and prints a row per tenth.',
    examples: [
      'replay --documents 20000',
      'replay --documents 2000 --rate 10',
      'replay --documents 1000000 --paragraphs 2 --consecutive 20 --extractor urltree --plot memory.svg',
    ],
  })
    .option('--documents <count>', 'rows of the input', wholeNumber(10), 20_000)
    .option('--sites <count>', 'sites of the input (default: one per 1,000 documents)', wholeNumber(1))
    .option('--paragraphs <count>', 'paragraphs per article, of 34 words each (default: 12)', wholeNumber(1))
    .option('--consecutive <count>', 'consecutive rows of one site, as from a poll of its feed', wholeNumber(1), 1)
    .option('--days <count>', 'time that the rows cover (default: 3.5 s from row to row)', wholeNumber(1))
    .option('--plot <file.svg>', 'draw memory over documents into this file')
    .option(
      '--rate <count>',
      'rows per second by the clock, without a file, for latency below full load (default: as fast as possible)',
      wholeNumber(1),
    )
    .option('--seed <number>', 'seed of the pages', wholeNumber(0), 1);
  withKeep(withWorkers(withExtractor(command), availableParallelism())).action(
    ({ keep, workers, extractor, plot, consecutive, days, ...options }: ReplayOptions) =>
      inFolder(keep, async (folder) => {
        const sites = options.sites ?? Math.max(1, Math.round(options.documents / DOCUMENTS_PER_SITE));
        const line = (cells: readonly string[]): void =>
          print(command, cells.map((cell) => cell.padStart(11)).join(' '));
        line(REPLAY_COLUMNS);
        const result = await replay({
          ...options,
          inRow: consecutive,
          ...(days !== undefined && { interval: (days * 86_400_000) / options.documents }),
          rate: options.rate ?? null,
          sites,
          folder,
          options: { workers, extractor, maxMilliseconds: 60_000 },
          onStep: ({ committed, perSecond, perCpuSecond, memory, latency, stateMegabytes, outputMegabytes }) =>
            line([
              String(committed),
              perSecond.toFixed(1),
              perCpuSecond.toFixed(1),
              ...[memory.resident, memory.anonymous, latency?.p50, latency?.p95].map((one) => one?.toFixed(0) ?? '–'),
              stateMegabytes.toFixed(0),
              outputMegabytes.toFixed(0),
            ]),
        });
        const what = `${options.documents} rows of ${sites} sites, ${consecutive} consecutive, ${workers} workers, ${extractor}`;
        print(command, `${what}: ${describeReplay(result, options.documents)}`);
        if (plot !== undefined) await drawMemory(plot, result.moments, what);
      }),
  );
}

function describeReplay(result: ReplayResult, rows: number): string {
  const { emitted, revised, rejected, seconds, latency, inputMegabytes, moments } = result;
  const rejects = Object.entries(rejected).map(([reason, count]) => `${count} ${reason}`);
  const parts = [
    `${emitted} documents (${revised} of them corrections), ${rejects.join(', ')}`,
    `${seconds.toFixed(0)} s, ${(rows / seconds).toFixed(1)} pages/s`,
  ];
  if (inputMegabytes !== null)
    parts.push(`${inputMegabytes.toFixed(0)} MB of JSON lines, ${(inputMegabytes / seconds).toFixed(1)} MB/s`);
  if (latency !== null)
    parts.push(`latency p50 ${latency.p50.toFixed(0)} p95 ${latency.p95.toFixed(0)} p99 ${latency.p99.toFixed(0)} ms`);
  const growth = growthOf(moments);
  if (growth !== null) parts.push(`heaps in the second half ${growth.toFixed(2)} MB per 10,000 documents`);
  return parts.join('; ');
}

interface LatencyOptions extends StressOptions {
  readonly sites: number;
  readonly rate: number;
  readonly interval: number;
  readonly seconds: number;
  readonly commit: number;
}

function addLatency(program: Command): void {
  const command = addCommand(program, {
    name: 'latency',
    summary: 'measure the time from a feed item to its document at a fixed rate',
    description: 'Newspapers on loopback publish at a fixed rate; prints the latencies of polling and of the pipeline.',
    examples: ['latency --rate 5', 'latency --rate 20 --commit 250'],
  })
    .option('--rate <count>', 'articles per second, over all newspapers', wholeNumber(1), 5)
    .option('--sites <count>', 'newspapers', wholeNumber(1), 40)
    .option('--interval <seconds>', 'least time between two polls of a feed', wholeNumber(1), 10)
    .option('--seconds <count>', 'measured time of publishing', wholeNumber(1), 120)
    .option('--commit <ms>', 'longest time before a commit', wholeNumber(1), STREAM_DEFAULTS.commitMilliseconds);
  withKeep(withWorkers(withExtractor(command, STREAM_DEFAULTS.extractor), availableParallelism())).action(
    ({ keep, commit, extractor, workers, ...options }: LatencyOptions) =>
      inFolder(keep, async (folder) => {
        const stream = { extractor, workers, commitMilliseconds: commit };
        const { published, documents, polling, pipeline, total } = await latencyRun({ ...options, stream, folder });
        const rows = [
          { name: 'published → feed answered (polling)', ...polling },
          { name: 'feed answered → document committed', ...pipeline },
          { name: 'published → document committed', ...total },
        ].map(({ name, p50, p95, p99 }) => [name, ...[p50, p95, p99].map((value) => value.toFixed(0))]);
        print(command, textTable({ head: ['ms', 'p50', 'p95', 'p99'], rows }));
        print(
          command,
          `${documents} documents of ${published} articles published, ${options.rate} per second by ${options.sites} newspapers; feeds polled at least ${options.interval} s apart, commits after at most ${commit} ms; ${workers} workers, extractor ${extractor}`,
        );
      }),
  );
}

interface LoadFlags extends ScoringOptions {
  readonly clients: number;
  readonly seconds: number;
  readonly requests: number;
  readonly threads: number;
}

/** Pages that clients send in turn. */
const LOAD_PAGES = 60;

function addLoad(program: Command): void {
  const command = addCommand(program, {
    name: 'load',
    summary: 'load the HTTP service with many clients at once',
    description:
      'Starts dehusk serve and asks it for pages of a dataset, from many clients at once. Reports answers by status, their times, CPU time per page beside extract alone, and memory. Fails for an answer that is neither 200, 422 nor 503, and for a broken connection.',
    examples: ['load --seconds 60', 'load --clients 20 --requests 100000 --seconds 3600'],
  }).argument('[dataset]', 'the source of the pages', 'wcxb-dev');
  withRunOptions(command)
    .option('--clients <count>', 'clients at once', wholeNumber(1), 200)
    .option('--seconds <number>', 'longest time', wholeNumber(1), 60)
    .option('--requests <count>', 'most requests', wholeNumber(1), 1_000_000)
    .option('--threads <count>', 'worker threads of the server', wholeNumber(1), availableParallelism())
    .action(async (name: string, options: LoadFlags) => {
      const { clients, seconds, requests, threads, limit = LOAD_PAGES } = options;
      const { cases } = await choosePages(datasetOf(name, options), options, { limit });
      const pages = cases.map((one) => ({ html: decode(one.html(), { httpCharset: one.charset }).text, url: one.url }));
      const result = await withProgress(`load @ ${name}`, 1, (onProgress) =>
        load(pages, { clients, seconds, requests, threads, onProgress }),
      );
      const { statuses, broken, p50, p99, cpuPerPage, bareCpuPerPage, memory, growth } = result;
      const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
      const peak = Math.max(...memory.map(({ megabytes }) => megabytes));
      const tenth = memory.filter((_, at) => at % Math.ceil(memory.length / 10) === 0);
      print(
        command,
        [
          `${pages.length} pages, ${clients} clients, ${threads} threads, ${result.seconds.toFixed(0)} s: ${answers} answers (${(answers / result.seconds).toFixed(0)}/s), ${Object.entries(
            statuses,
          )
            .map(([status, count]) => `${count} × ${status}`)
            .join(', ')}, ${broken} broken connections`,
          `time of an answer p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
          `CPU time per page ${cpuPerPage.toFixed(1)} ms, ${(cpuPerPage / bareCpuPerPage).toFixed(2)} × extract alone (${bareCpuPerPage.toFixed(1)} ms)`,
          `memory: peak ${peak.toFixed(0)} MB, ${growth.toFixed(1)} MB per 10,000 answers over the second half`,
          `memory after answers: ${tenth.map(({ answers: at, megabytes }) => `${at}: ${megabytes.toFixed(0)} MB`).join(', ')}`,
        ].join('\n'),
      );
      const unexpected = Object.keys(statuses).filter((status) => !['200', '422', '503'].includes(status));
      if (unexpected.length > 0 || broken > 0)
        throw new FailedCheck(`${broken} broken connections, unexpected statuses: ${unexpected.join(', ') || 'none'}`);
    });
}
