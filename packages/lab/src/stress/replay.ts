/**
 * Runs the stream over a long input of synthetic pages: pages per second, latency, and memory, which must stay flat.
 *
 * The input is a file of JSON lines, read as by `dehusk watch`. With a rate, rows arrive by the clock instead.
 */
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type StreamOptions, type StreamSnapshot, sourceNamed } from 'dehusk';
import { writeLines } from '../reports/plots.js';
import { openFolderStream } from './folder-stream.js';
import { rowsSource, type SyntheticInput, syntheticRows, writeSyntheticInput } from './synthetic-input.js';

/** Number of memory samples, and samples per row of the table. */
const MOMENTS = 100;
const MOMENTS_PER_STEP = 10;
/** Milliseconds between two snapshots of the stream. */
const POLL_EVERY = 100;
const MEGABYTE = 1024 * 1024;

/** Memory of the process, all threads, in MB. */
interface Memory {
  readonly resident: number;
  /**
   * Heaps and buffers. The rest is pages of the program and of the memory-mapped state, which the system keeps at its
   * discretion. Null except on Linux.
   */
  readonly anonymous: number | null;
}

/** Figures of a tenth of the input. */
interface ReplayStep {
  readonly committed: number;
  /** Pages per second by the clock, and per second of CPU time over all threads. */
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly memory: Memory;
  /** Milliseconds from an item seen to its document committed. */
  readonly latency: StreamSnapshot['latency'];
  /** Written so far, in MB: the state, and documents with rejects. */
  readonly stateMegabytes: number;
  readonly outputMegabytes: number;
}

/** Memory after a number of documents. */
export interface ReplayMoment extends Memory {
  readonly committed: number;
}

interface ReplayOptions extends SyntheticInput {
  readonly folder: string;
  /** Rows per second; null: from a file, as fast as they are processed. */
  readonly rate: number | null;
  readonly options: Partial<StreamOptions>;
  onStep(step: ReplayStep): void;
}

export interface ReplayResult {
  readonly seconds: number;
  readonly emitted: number;
  readonly revised: number;
  readonly rejected: Readonly<Record<string, number>>;
  readonly latency: StreamSnapshot['latency'];
  /** Size of the input in MB; null when it was no file. */
  readonly inputMegabytes: number | null;
  readonly moments: readonly ReplayMoment[];
}

/** Replays the input. */
export async function replay({ folder, rate, options, onStep, ...input }: ReplayOptions): Promise<ReplayResult> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'input.jsonl');
  if (rate === null) await writeSyntheticInput(path, input);
  const { stream, finish } = await openFolderStream(
    folder,
    async (context) =>
      rate === null
        ? sourceNamed('jsonl').open({ path }, context)
        : rowsSource('synthetic', syntheticRows(input), rate),
    options,
    true,
  );
  const from = performance.now();
  const moments: ReplayMoment[] = [];
  const stride = Math.ceil(input.documents / MOMENTS);
  let before = { committed: 0, at: from, cpu: process.cpuUsage() };
  const watch = setInterval(() => {
    const { committed, latency } = stream.snapshot();
    if (committed < stride * (moments.length + 1)) return;
    const memory = memoryNow();
    moments.push({ committed, ...memory });
    if (moments.length % MOMENTS_PER_STEP > 0) return;
    const now = performance.now();
    const { user, system } = process.cpuUsage(before.cpu);
    onStep({
      committed,
      perSecond: (1000 * (committed - before.committed)) / (now - before.at),
      perCpuSecond: (1e6 * (committed - before.committed)) / (user + system),
      memory,
      latency,
      stateMegabytes: megabytesUnder(join(folder, 'state')),
      outputMegabytes: megabytesUnder(join(folder, 'documents')) + megabytesUnder(join(folder, 'rejects')),
    });
    before = { committed, at: now, cpu: process.cpuUsage() };
  }, POLL_EVERY);
  try {
    const { emitted, revised, rejected, latency } = await finish();
    return {
      seconds: (performance.now() - from) / 1000,
      emitted,
      revised,
      rejected,
      latency,
      inputMegabytes: rate === null ? statSync(path).size / MEGABYTE : null,
      moments,
    };
  } finally {
    clearInterval(watch);
  }
}

/**
 * Growth of heaps and buffers over the second half of a replay, in MB per 10,000 documents: the slope of the least-squares line.
 * Null with fewer than two moments there, or without readings.
 */
export function growthOf(moments: readonly ReplayMoment[]): number | null {
  const half = moments.slice(moments.length >> 1);
  if (half.length < 2 || half.some(({ anonymous }) => anonymous === null)) return null;
  const meanOf = (of: (moment: ReplayMoment) => number): number =>
    half.reduce((sum, moment) => sum + of(moment), 0) / half.length;
  const documents = meanOf(({ committed }) => committed);
  const megabytes = meanOf(({ anonymous }) => anonymous ?? 0);
  const covariance = meanOf(({ committed, anonymous }) => (committed - documents) * ((anonymous ?? 0) - megabytes));
  const variance = meanOf(({ committed }) => (committed - documents) ** 2);
  return (10_000 * covariance) / variance;
}

function megabytesUnder(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / MEGABYTE;
}

function memoryNow(): Memory {
  return { resident: process.memoryUsage.rss() / MEGABYTE, anonymous: anonymousMegabytes() };
}

function anonymousMegabytes(): number | null {
  try {
    const kilobytes = /^RssAnon:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

/** Draws memory over the documents of a replay into an SVG file. @param label the picture's title */
export async function drawMemory(path: string, moments: readonly ReplayMoment[], label: string): Promise<void> {
  const lineOf = (name: string, of: (moment: ReplayMoment) => number | null) => ({
    name,
    points: moments.flatMap((moment) => {
      const megabytes = of(moment);
      return megabytes === null ? [] : [[moment.committed, megabytes] as const];
    }),
  });
  const series = [
    lineOf('resident', ({ resident }) => resident),
    lineOf('heaps and buffers', ({ anonymous }) => anonymous),
  ];
  await writeLines(path, series, { x: 'documents so far', y: 'MB', isFromZero: true }, label);
}
