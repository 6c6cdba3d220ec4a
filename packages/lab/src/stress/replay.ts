/** Runs the stream over a long file of synthetic pages: pages per second, latency, and memory, which must stay flat. */
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  configurationFrom,
  openPipeline,
  type Pipeline,
  type StreamOptions,
  type StreamSnapshot,
} from '@dehusk/stream';
import { linearRegression } from 'simple-statistics';
import { writeLines } from '../reports/draw.js';
import { type SyntheticInput, writeSyntheticInput } from './synthetic-input.js';

/** Number of memory samples, and samples per row of the table. */
const MOMENTS = 100;
const MOMENTS_PER_STEP = 10;
const POLL_EVERY = 100;
const MEGABYTE = 1024 * 1024;

/** Memory of the process, all threads, in MB, after a number of documents. */
interface ReplayMoment {
  readonly committed: number;
  readonly resident: number;
  /**
   * Heaps and buffers. The rest is pages of the program and of the memory-mapped state, which the system keeps at its
   * discretion. Null except on Linux.
   */
  readonly anonymous: number | null;
}

interface ReplayStep extends ReplayMoment {
  /** Pages per second by the clock, and per second of CPU time over all threads. */
  readonly perSecond: number;
  readonly perCpuSecond: number;
  /** Milliseconds from an item seen to its document committed. */
  readonly latency: StreamSnapshot['latency'];
  /** Written so far, in MB: the state, and documents with rejects. */
  readonly stateMegabytes: number;
  readonly outputMegabytes: number;
}

interface ReplayOptions extends SyntheticInput {
  readonly folder: string;
  readonly options: Partial<StreamOptions>;
  onStep(step: ReplayStep): void;
}

export async function replay({ folder, options, onStep, ...input }: ReplayOptions) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'input.jsonl');
  await writeSyntheticInput(path, input);
  const sections = { source: { kind: 'jsonl', path }, stream: { ...options }, gzip: true };
  const { stream, close } = await openFolderPipeline(folder, sections);
  const from = performance.now();
  const moments: ReplayMoment[] = [];
  const stride = Math.ceil(input.documents / MOMENTS);
  let before = { committed: 0, at: from, cpu: process.cpuUsage() };
  const watch = setInterval(() => {
    const { committed, latency } = stream.snapshot();
    if (committed < stride * (moments.length + 1)) return;
    const moment = { committed, resident: process.memoryUsage.rss() / MEGABYTE, anonymous: anonymousMegabytes() };
    moments.push(moment);
    if (moments.length % MOMENTS_PER_STEP > 0) return;
    const now = performance.now();
    const { user, system } = process.cpuUsage(before.cpu);
    const done = committed - before.committed;
    onStep({
      ...moment,
      latency,
      perSecond: (1000 * done) / (now - before.at),
      perCpuSecond: (1e6 * done) / (user + system),
      stateMegabytes: megabytesUnder(join(folder, 'state')),
      outputMegabytes: megabytesUnder(join(folder, 'documents')) + megabytesUnder(join(folder, 'rejects')),
    });
    before = { committed, at: now, cpu: process.cpuUsage() };
  }, POLL_EVERY);
  try {
    const { emitted, revised, rejected, latency } = await stream.done;
    const seconds = (performance.now() - from) / 1000;
    return { seconds, emitted, revised, rejected, latency, inputMegabytes: statSync(path).size / MEGABYTE, moments };
  } finally {
    clearInterval(watch);
    await close();
  }
}

/**
 * Growth of heaps and buffers over the second half of a replay, in MB per 10,000 documents: the slope of the least-squares line.
 * Null with fewer than two moments there, or without readings.
 */
export function growthOf(moments: readonly ReplayMoment[]): number | null {
  const half = moments.slice(moments.length >> 1);
  if (half.length < 2 || half.some(({ anonymous }) => anonymous === null)) return null;
  return linearRegression(half.map(({ committed, anonymous }) => [committed / 10_000, anonymous ?? 0])).m;
}

function megabytesUnder(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / MEGABYTE;
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
  const [resident, anonymous] = [(one: ReplayMoment) => one.resident, (one: ReplayMoment) => one.anonymous];
  const series = [lineOf('resident', resident), lineOf('heaps and buffers', anonymous)];
  await writeLines(path, series, { x: 'documents so far', y: 'MB', isFromZero: true }, label);
}

// Pipelines into a folder, for `soak` and `replay`.

/** Sections of the configuration that differ between the runs; `gzip`: whether documents and rejects are packed. */
type Sections = Readonly<{ source: object; fetch?: object; stream: object; gzip?: boolean }>;

/** A pipeline from a source into `state/`, `documents/` and `rejects/` of a folder. @throws Error listing the faults of the settings */
export function openFolderPipeline(
  folder: string,
  { source, fetch, stream, gzip = false }: Sections,
): Promise<Pipeline> {
  const output = (name: string): object => ({ kind: 'jsonl', folder: join(folder, name), gzip });
  const loaded = configurationFrom({
    sources: [source],
    sinks: [output('documents')],
    rejects: output('rejects'),
    fetch: { delay: 0, requestsPerMinute: 0, allowPrivate: true, hosts: { '*.example': '127.0.0.1' }, ...fetch },
    state: { folder: join(folder, 'state') },
    stream,
  });
  if (!loaded.ok) throw new Error(loaded.faults.map(({ message }) => message).join('; '));
  const warn = (message: string): void => void process.stderr.write(`${message}\n`);
  return openPipeline({ configuration: loaded.configuration, warn });
}
