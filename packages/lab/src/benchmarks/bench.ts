/**
 * Speed and memory of systems beside bare parsers, made so that only ratios within one run are claimed.
 *
 * - A process a subject: heap, garbage collection and peak memory are its own; only one works at a time.
 * - Interleaved and seeded: each round visits the pages in a new random order, and on each page the subjects in a new
 *   random order, so that a slow minute of the machine falls on all alike.
 * - Warmed: the first passes are not counted.
 * - A page's time is the median over the rounds; percentiles are over pages. Ratios are of CPU time (which other
 *   programs on the machine disturb least, and which counts collector threads), pages a second of wall-clock time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { seededRandom } from 'dehusk/demo';
import { quantile } from '../run/evaluate.js';
import type { System } from '../run/system.js';
import { BASELINES, type SubjectSpec } from './subject.js';

export interface BenchPage {
  readonly html: string;
  readonly url: string | null;
  /** Size of the page as published, in bytes: what MB/s count. */
  readonly bytes: number;
}

export interface BenchOptions {
  readonly seed: number;
  /** Counted passes over all pages. */
  readonly rounds: number;
  /** Passes before counting. */
  readonly warmUp: number;
  /** Wall-clock milliseconds a page may take; a subject that takes longer is out of the race. */
  readonly pageLimit: number;
  /** Called before every page of every subject, with the share of the work done. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** Three counted rounds give a median; one warm-up pass of some dozen pages is past V8's optimising compiler. */
export const DEFAULT_BENCH: BenchOptions = { seed: 1, rounds: 3, warmUp: 1, pageLimit: 15_000 };

/** One row of the benchmark. Times in milliseconds a page. */
export interface BenchRow {
  readonly name: string;
  readonly isBaseline: boolean;
  /** CPU time as a multiple of the first baseline's; less is better. */
  readonly ratio: number;
  readonly pagesPerSecond: number;
  readonly megabytesPerSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Peak resident memory of the subject's process in MB, Node itself included. */
  readonly peakMegabytes: number;
  /** Pages on which it threw. */
  readonly failures: number;
  /** Set when it passed the limit and was stopped: its figures are then missing (NaN). */
  readonly stopped: string | null;
}

export interface ToProcess {
  readonly html: string;
  readonly url: string | null;
}
export type FromProcess =
  | { readonly type: 'ready' }
  | {
      readonly type: 'done';
      readonly wall: number;
      readonly cpu: number;
      readonly peak: number;
      readonly failed: boolean;
    };

interface Racer {
  readonly name: string;
  readonly isBaseline: boolean;
  readonly child: ChildProcess;
  /** Per page, one entry a counted round. */
  readonly wall: number[][];
  readonly cpu: number[][];
  readonly failedPages: Set<number>;
  peak: number;
  stopped: string | null;
}

/**
 * Times the systems and the baselines on the pages.
 *
 * @throws RangeError when there is no page; Error when a subject cannot be opened
 */
export async function bench(
  systems: readonly System[],
  pages: readonly BenchPage[],
  options: BenchOptions = DEFAULT_BENCH,
): Promise<readonly BenchRow[]> {
  if (pages.length === 0) throw new RangeError('a benchmark needs at least one page');
  const specs: { name: string; spec: SubjectSpec }[] = [
    ...BASELINES.map(({ name }) => ({ name, spec: { kind: 'baseline', name } as const })),
    ...systems.map(({ name, spec }) => ({ name, spec })),
  ];
  const racers: Racer[] = [];
  try {
    for (const { name, spec } of specs) racers.push(await start(name, spec, pages.length));
    const random = seededRandom(options.seed);
    const all = (options.warmUp + options.rounds) * pages.length;
    let done = 0;
    for (let round = -options.warmUp; round < options.rounds; round++) {
      const order = random.shuffled([...pages.keys()]);
      for (const at of order) {
        options.onProgress?.(done++, all);
        for (const racer of random.shuffled(racers))
          if (racer.stopped === null) await time(racer, pages[at], at, round >= 0, options.pageLimit);
      }
    }
    options.onProgress?.(all, all);
    return rowsOf(racers, pages);
  } finally {
    for (const { child } of racers) child.kill('SIGKILL');
  }
}

async function start(name: string, spec: SubjectSpec, pages: number): Promise<Racer> {
  const child = fork(fileURLToPath(new URL('./process.js', import.meta.url)), [JSON.stringify(spec)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = (complaint + String(chunk)).slice(-2_000);
  });
  const said = await nextMessage(child, 60_000);
  if (typeof said === 'string') {
    child.kill('SIGKILL');
    throw new Error(`${name} cannot be opened for the benchmark: ${said} ${complaint}`.trim());
  }
  const perPage = (): number[][] => Array.from({ length: pages }, () => []);
  const failedPages = new Set<number>();
  const isBaseline = spec.kind === 'baseline';
  return { name, isBaseline, child, wall: perPage(), cpu: perPage(), failedPages, peak: 0, stopped: null };
}

async function time(racer: Racer, page: BenchPage, at: number, counted: boolean, pageLimit: number): Promise<void> {
  const answer = nextMessage(racer.child, pageLimit);
  racer.child.send({ html: page.html, url: page.url } satisfies ToProcess);
  const said = await answer;
  if (typeof said === 'string') {
    racer.stopped = said;
    racer.child.kill('SIGKILL');
    return;
  }
  if (said.type !== 'done') return;
  racer.peak = Math.max(racer.peak, said.peak);
  if (said.failed) racer.failedPages.add(at);
  if (!counted) return;
  racer.wall[at].push(said.wall);
  racer.cpu[at].push(said.cpu);
}

/** The next message of a child, or in words why there is none. */
function nextMessage(child: ChildProcess, limit: number): Promise<FromProcess | string> {
  return new Promise((resolve) => {
    const settle = (heard: FromProcess | string): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(heard);
    };
    const onMessage = (message: unknown): void => settle(message as FromProcess);
    const onExit = (code: number | null): void => settle(`its process ended (${code ?? 'by a signal'})`);
    const timer = setTimeout(() => settle(`not done within ${limit} ms`), limit);
    child.on('message', onMessage);
    child.on('exit', onExit);
  });
}

function rowsOf(racers: readonly Racer[], pages: readonly BenchPage[]): BenchRow[] {
  const medians = (columns: readonly number[][]): number[] => columns.map((column) => quantile(column, 0.5));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const megabytes = sum(pages.map(({ bytes }) => bytes)) / 1e6;
  const unit = sum(medians(racers[0].cpu));
  return racers.map((racer) => {
    const wall = medians(racer.wall);
    const seconds = sum(wall) / 1000;
    return {
      name: racer.name,
      isBaseline: racer.isBaseline,
      ratio: sum(medians(racer.cpu)) / unit,
      pagesPerSecond: pages.length / seconds,
      megabytesPerSecond: megabytes / seconds,
      p50: racer.stopped === null ? quantile(wall, 0.5) : Number.NaN,
      p95: racer.stopped === null ? quantile(wall, 0.95) : Number.NaN,
      p99: racer.stopped === null ? quantile(wall, 0.99) : Number.NaN,
      peakMegabytes: racer.peak,
      failures: racer.failedPages.size,
      stopped: racer.stopped,
    };
  });
}
