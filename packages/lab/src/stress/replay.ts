/**
 * The stream over a long input of made-up pages: pages a second, latency, and memory, which has to stay flat.
 *
 * The input is a file of JSON lines, written first and read as `dehusk watch` reads one. With a rate, rows are given by the
 * clock instead.
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type StreamOptions, type StreamSnapshot, sourceNamed } from 'dehusk';
import { type MadeUpInput, madeUpRows, writeMadeUpInput } from './made-up-input.js';
import { type Memory, memoryNow } from './memory-now.js';
import { rowsSource } from './rows-source.js';
import { openFolderStream } from './stream-folder.js';

/** Moments memory is noted at, and how many of them make a row of the table. */
const MOMENTS = 100;
const MOMENTS_PER_STEP = 10;
/** Milliseconds between two looks at the stream. */
const LOOK_EVERY = 100;
const MEGABYTE = 1024 * 1024;

/** Figures after a tenth of the input. */
export interface ReplayStep {
  readonly committed: number;
  /** Pages a second in this tenth, by the clock, and pages a second of CPU time over all threads. */
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly memory: Memory;
  /** Milliseconds from an item seen to its document committed. */
  readonly latency: StreamSnapshot['latency'];
  /** Written so far, in MB: the state, and documents with rejects. */
  readonly stateMegabytes: number;
  readonly outputMegabytes: number;
}

/** Memory after so many documents. */
export interface ReplayMoment extends Memory {
  readonly committed: number;
}

export interface ReplayOptions extends MadeUpInput {
  readonly folder: string;
  /** Rows a second; null: from a file, as fast as they are worked on. */
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
  /** Size of the input in MB; null when it never was a file. */
  readonly inputMegabytes: number | null;
  readonly moments: readonly ReplayMoment[];
}

/** Replays the input and tells how it goes. */
export async function replay({ folder, rate, options, onStep, ...input }: ReplayOptions): Promise<ReplayResult> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'input.jsonl');
  if (rate === null) await writeMadeUpInput(path, input);
  const { stream, finish } = await openFolderStream(
    folder,
    async (context) =>
      rate === null ? sourceNamed('jsonl').open({ path }, context) : rowsSource('made-up', madeUpRows(input), rate),
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
  }, LOOK_EVERY);
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

function megabytesUnder(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / MEGABYTE;
}
