/**
 * The stream over a long input of made-up pages: pages a second, latency, and memory, which has to stay flat.
 *
 * The input is written while it is read, by the same process, so that a million documents need no disk of their own.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StreamOptions } from 'dehusk';
import { type MadeUpInput, madeUpRows } from './made-up-input.js';
import { rowsSource } from './rows-source.js';
import { openFolderStream } from './stream-folder.js';

/** Rows of the table. */
const STEPS = 10;
const MEGABYTE = 1024 * 1024;

/** Figures after a tenth of the input. */
export interface ReplayStep {
  readonly committed: number;
  /** Pages a second in this tenth, by the clock, and pages a second of CPU time over all threads. */
  readonly perSecond: number;
  readonly perCpuSecond: number;
  /** Resident memory of the process in MB, all threads. */
  readonly megabytes: number;
  /** Milliseconds from an item seen to its document committed. */
  readonly latency: { readonly p50: number; readonly p95: number } | null;
  /** Written state in MB. */
  readonly stateMegabytes: number;
}

export interface ReplayOptions extends MadeUpInput {
  readonly folder: string;
  /** Rows a second; null: as fast as they are worked on. */
  readonly rate: number | null;
  readonly options: Partial<StreamOptions>;
  onStep(step: ReplayStep): void;
}

export interface ReplayResult {
  readonly seconds: number;
  readonly emitted: number;
  readonly revised: number;
  readonly rejected: Readonly<Record<string, number>>;
}

/** Replays the input and tells how it goes. */
export async function replay({ folder, rate, options, onStep, ...input }: ReplayOptions): Promise<ReplayResult> {
  const source = rowsSource('made-up', madeUpRows(input), rate);
  const { stream, finish } = await openFolderStream(folder, async () => source, options, true);
  const from = performance.now();
  let next = Math.ceil(input.documents / STEPS);
  let before = { committed: 0, at: from, cpu: process.cpuUsage() };
  const watch = setInterval(() => {
    const { committed, latency } = stream.snapshot();
    if (committed < next) return;
    next = committed + Math.ceil(input.documents / STEPS);
    const now = performance.now();
    const { user, system } = process.cpuUsage(before.cpu);
    onStep({
      committed,
      perSecond: (1000 * (committed - before.committed)) / (now - before.at),
      perCpuSecond: (1e6 * (committed - before.committed)) / (user + system),
      megabytes: process.memoryUsage.rss() / MEGABYTE,
      latency,
      stateMegabytes: statSync(join(folder, 'state', 'data.mdb')).size / MEGABYTE,
    });
    before = { committed, at: now, cpu: process.cpuUsage() };
  }, 100);
  try {
    const { emitted, revised, rejected } = await finish();
    return { seconds: (performance.now() - from) / 1000, emitted, revised, rejected };
  } finally {
    clearInterval(watch);
  }
}
