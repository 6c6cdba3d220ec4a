/**
 * Speed and memory of systems beside bare parsers. Only ratios within one run are claimed.
 *
 * - Each subject has a process: heap, garbage collection and peak memory are not shared. Only one runs at a time.
 * - Interleaved and seeded: each round visits the pages in a new random order, and on each page the subjects in a new
 *   random order, so that a slow minute of the machine affects all alike. Every page starts with cold caches then; with
 *   `isInRow` a subject reads all pages of a round before the next subject's turn.
 * - Warmed up: the first passes are not counted.
 * - A page's time is the median over the rounds; percentiles are over pages. Ratios are of CPU time (least disturbed by
 *   other programs, collector threads included), pages per second of wall-clock time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { seededRandom } from 'dehusk/demo';
import { median, quantile, sum } from 'simple-statistics';
import { fixed, type ReportTable } from '../reports/tables.js';
import type { System } from '../run/system.js';
import { BASELINES, type FromProcess, type SubjectSpec, type ToProcess } from './bench-process.js';

interface BenchPage {
  readonly html: string;
  readonly url: string | null;
  /** Size of the page as published, in bytes, for MB/s. */
  readonly bytes: number;
}

/** Three counted rounds for a median; one warm-up pass of some dozen pages gets past V8's optimising compiler. */
export const DEFAULT_BENCH = {
  ...{ seed: 1, rounds: 3, warmUp: 1 },
  /** Whether a subject reads all pages of a round in a row, with warm caches, instead of taking turns page by page. */
  isInRow: false,
  /** Wall-clock milliseconds per page; a subject that takes longer is stopped. */
  pageLimit: 15_000,
};

/** `onProgress` is called before every page with the pages done and all pages, of all rounds and subjects. */
type BenchOptions = typeof DEFAULT_BENCH & { readonly onProgress?: (done: number, all: number) => void };

interface BenchSubject {
  readonly name: string;
  readonly isBaseline: boolean;
  readonly child: ChildProcess;
  /** Per page, one entry per counted round. */
  readonly wall: number[][];
  readonly cpu: number[][];
  readonly failedPages: Set<number>;
  peak: number;
  stopped: string | null;
}

/**
 * Times the systems and the baselines on the pages.
 * @throws RangeError when there is no page; Error when a subject cannot be opened
 */
export async function bench(
  systems: readonly System[],
  pages: readonly BenchPage[],
  options: BenchOptions = DEFAULT_BENCH,
) {
  if (pages.length === 0) throw new RangeError('a benchmark needs at least one page');
  const specs: { name: string; spec: SubjectSpec }[] = [
    ...BASELINES.map(({ name }) => ({ name, spec: { kind: 'baseline', name } as const })),
    ...systems.map(({ name, spec }) => ({ name, spec })),
  ];
  const subjects: BenchSubject[] = [];
  try {
    for (const { name, spec } of specs) subjects.push(await start(name, spec, pages.length));
    const random = seededRandom(options.seed);
    const all = (options.warmUp + options.rounds) * pages.length * subjects.length;
    let done = 0;
    for (let round = -options.warmUp; round < options.rounds; round++) {
      const order = random.shuffled([...pages.keys()]);
      const visit = async (subject: BenchSubject, at: number): Promise<void> => {
        options.onProgress?.(done++, all);
        if (subject.stopped === null) await time(subject, pages[at], at, round >= 0, options.pageLimit);
      };
      if (options.isInRow) {
        for (const subject of random.shuffled(subjects)) for (const at of order) await visit(subject, at);
      } else for (const at of order) for (const subject of random.shuffled(subjects)) await visit(subject, at);
    }
    options.onProgress?.(all, all);
    return rowsOf(subjects, pages);
  } finally {
    for (const { child } of subjects) child.kill('SIGKILL');
  }
}

async function start(name: string, spec: SubjectSpec, pages: number): Promise<BenchSubject> {
  const child = fork(fileURLToPath(new URL('./bench-process.js', import.meta.url)), [JSON.stringify(spec)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = (complaint + String(chunk)).slice(-2_000);
  });
  const answer = await nextMessage(child, 60_000);
  if ('detail' in answer) {
    child.kill('SIGKILL');
    throw new Error(`${name} cannot be opened for the benchmark: ${answer.detail} ${complaint}`.trim());
  }
  const perPage = (): number[][] => Array.from({ length: pages }, () => []);
  const failedPages = new Set<number>();
  const isBaseline = spec.kind === 'baseline';
  return { name, isBaseline, child, wall: perPage(), cpu: perPage(), failedPages, peak: 0, stopped: null };
}

async function time(
  subject: BenchSubject,
  page: BenchPage,
  at: number,
  counted: boolean,
  pageLimit: number,
): Promise<void> {
  const pending = nextMessage(subject.child, pageLimit);
  subject.child.send({ html: page.html, url: page.url } satisfies ToProcess);
  const answer = await pending;
  if ('detail' in answer) {
    subject.stopped = answer.detail;
    subject.child.kill('SIGKILL');
    return;
  }
  if (answer.type !== 'done') return;
  subject.peak = Math.max(subject.peak, answer.peak);
  if (!counted) return;
  if (answer.failed) subject.failedPages.add(at);
  subject.wall[at].push(answer.wall);
  subject.cpu[at].push(answer.cpu);
}

/** One row a subject: speed, times in milliseconds per page, memory in MB. Figures of a stopped one are NaN. */
function rowsOf(subjects: readonly BenchSubject[], pages: readonly BenchPage[]) {
  const medians = (columns: readonly number[][]): number[] =>
    columns.map((column) => (column.length === 0 ? Number.NaN : median(column)));
  const megabytes = sum(pages.map(({ bytes }) => bytes)) / 1e6;
  const unit = sum(medians(subjects[0].cpu));
  return subjects.map(({ name, isBaseline, cpu, wall, peak, failedPages, stopped }) => {
    const times = medians(wall);
    const seconds = sum(times) / 1000;
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => (stopped === null ? quantile(times, share) : Number.NaN));
    return {
      ...{ name, isBaseline, p50, p95, p99, stopped },
      /** CPU time as a multiple of the first baseline's; less is better. */
      ratio: sum(medians(cpu)) / unit,
      pagesPerSecond: pages.length / seconds,
      megabytesPerSecond: megabytes / seconds,
      /** Peak resident memory of the process, Node included. */
      peakMegabytes: peak,
      /** Pages on which it threw. */
      failures: failedPages.size,
    };
  });
}

/** The next message of a process; why none came, when it died or none comes within the limit, in milliseconds. */
function nextMessage(from: ChildProcess, limit: number): Promise<FromProcess | { readonly detail: string }> {
  return new Promise((resolve) => {
    const settle = (answer: FromProcess | { readonly detail: string }): void => {
      clearTimeout(timer);
      from.off('message', settle).off('error', onError).off('exit', onExit);
      resolve(answer);
    };
    const onError = ({ name, message }: Error): void => settle({ detail: `${name}: ${message}` });
    const onExit = (code: number | null): void =>
      settle({ detail: code === null ? 'it ended by a signal' : `it ended with exit code ${code}` });
    const timer = setTimeout(() => settle({ detail: `not done within ${limit} ms` }), limit);
    from.on('message', settle).on('error', onError).on('exit', onExit);
  });
}

/** The units of CPU time: tokenising, and the tree most libraries build. */
const UNITS = [
  { name: 'htmlparser2 tokens', head: '× tokens' },
  { name: 'parse5 tree', head: '× parse5' },
] as const;

/** The baselines in order, then the systems, fastest first and stopped ones last. */
export function benchTable(rows: ReturnType<typeof rowsOf>): ReportTable {
  const ratioOf = (name: string): number => rows.find((one) => one.name === name)?.ratio ?? Number.NaN;
  const order = ({ isBaseline, ratio }: (typeof rows)[number]): number =>
    isBaseline ? -1 : Number.isNaN(ratio) ? Infinity : ratio;
  return {
    head: [
      ...['subject', ...UNITS.map(({ head }) => head)],
      ...['pages/s', 'MB/s', 'p50 ms', 'p95 ms', 'p99 ms', 'peak MB', 'failed'],
    ],
    rows: [...rows]
      .sort((a, b) => order(a) - order(b) || 0)
      .map((row) => [
        ...[row.name, ...UNITS.map(({ name }) => fixed(row.ratio / ratioOf(name), 2))],
        ...[fixed(row.pagesPerSecond, 1), fixed(row.megabytesPerSecond, 2)],
        ...[row.p50, row.p95, row.p99].map((time) => fixed(time, 1)),
        ...[fixed(row.peakMegabytes, 0), row.stopped ?? String(row.failures)],
      ]),
  };
}
