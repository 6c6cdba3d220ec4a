/**
 * Kills programs repeatedly, by SIGKILL and SIGTERM: at the end their outputs must equal those of an uninterrupted run.
 *
 * Moments are seeded: some fall on the start, most are uniform over a part of the work, and some wait for the next change of a file,
 * so that they fall on commits and flushes. The uninterrupted run measures start and work, so moments do not depend on the machine.
 * When a pass ends before all kills are used, it is compared and the next pass begins.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from 'dehusk/demo';
import type { JobInput, KillJob, OpenJob } from './kill-jobs.js';
import type { KillSink } from './kill-sinks.js';
import { differencesOf } from './outputs.js';
import type { SyntheticInput } from './synthetic-input.js';

interface KillOptions extends SyntheticInput {
  readonly job: KillJob;
  readonly sink: KillSink;
  readonly kills: number;
  /** Share of kills that are SIGTERM, 0 to 1. */
  readonly terminated: number;
  readonly workers: number;
  /** Folder of inputs and outputs; empty or new. */
  readonly folder: string;
  onKill(): void;
}

/** When and how a process is killed. */
interface Moment {
  readonly signal: 'SIGKILL' | 'SIGTERM';
  /** What the time begins with: the process, or its first change of a file. */
  readonly from: 'start' | 'work';
  readonly milliseconds: number;
  /** Whether it waits for the next change of a file after that, at most {@link MAX_WAITING}. */
  readonly atChange: boolean;
}

/** Short pages: a process is killed after a few seconds. */
const PARAGRAPHS = 4;
/** Shortest time before a kill, milliseconds: the process has begun to load. */
const MIN_LIFE = 50;
/** Share of kills during the start, and of kills that wait for a change. */
const AT_START = 0.15;
const AT_CHANGE = 0.4;
/** A process works at most this share of the time that all the work takes. */
const WORK_SHARE = 0.2;
/** Longest wait for a change of a file, milliseconds. */
const MAX_WAITING = 1_000;
/** A process that SIGTERM has not ended by then hangs; milliseconds. */
const MAX_STOPPING = 120_000;

/** Runs all passes of a job. @throws Error when a process fails without being killed, or ends with a wrong status */
export async function killRuns(given: KillOptions) {
  mkdirSync(given.folder, { recursive: true });
  const sink = await given.sink.open(given.folder);
  try {
    const documents = Math.ceil(given.documents * given.job.scale);
    const input: JobInput = { paragraphs: PARAGRAPHS, ...given, documents, sink };
    const job = await given.job.open(input);
    try {
      return await killedPasses(given, job);
    } finally {
      await job.close?.();
    }
  } finally {
    await sink.close();
  }
}

async function killedPasses(given: KillOptions, job: OpenJob) {
  const { next: random } = seededRandom(`${given.seed} ${given.job.name} ${given.sink.name}`);
  const begin = (name: string): string => {
    const target = join(given.folder, name);
    mkdirSync(target);
    job.begin?.();
    return target;
  };
  const uninterrupted = begin('uninterrupted');
  const whole = await runOnce(given.job, job.command(uninterrupted), uninterrupted, null);
  const expected = await job.outcome(uninterrupted);
  const work = whole.end - whole.start;
  const ends: Record<string, number> = {};
  const wrong: string[] = [];
  let done = 0;
  let atChange = 0;
  let passes = 0;
  for (; done < given.kills; passes++) {
    const target = begin(`killed-${passes}`);
    for (let isOver = false; !isOver; ) {
      const moment = done < given.kills ? momentOf(random, whole.start, work, given.terminated) : null;
      const { killedBy } = await runOnce(given.job, job.command(target), target, moment);
      isOver = killedBy === null;
      if (killedBy === null) continue;
      ends[killedBy] = (ends[killedBy] ?? 0) + 1;
      if (moment?.atChange) atChange++;
      done++;
      given.onKill();
    }
    const differences = differencesOf(expected, await job.outcome(target));
    wrong.push(...differences.map((one) => `pass ${passes + 1}: ${one}`));
    if (differences.length === 0) rmSync(target, { recursive: true });
  }
  const rows = Object.values(expected.rows).reduce((sum, one) => sum + one.length, 0);
  const { size: values } = expected.values;
  return {
    /** Kills by how the process ended: `SIGKILL`, or after SIGTERM `SIGTERM` or its exit status. */
    ends,
    /** Kills that waited for a change of a file; passes that reached the end of the input. */
    ...{ atChange, passes },
    /** Of the uninterrupted run: rows of all outputs, values of the state. */
    ...{ rows, values, uninterruptedSeconds: whole.end / 1000 },
    /** Differences from it. */
    wrong,
  };
}

/** @param start milliseconds until the work begins @param work milliseconds that it takes */
function momentOf(random: () => number, start: number, work: number, terminated: number): Moment {
  const signal = random() < terminated ? 'SIGTERM' : 'SIGKILL';
  const kind = random();
  const place = random();
  if (kind < AT_START)
    return { signal, from: 'start', milliseconds: MIN_LIFE + place * Math.max(0, start - MIN_LIFE), atChange: false };
  return { signal, from: 'work', milliseconds: place * WORK_SHARE * work, atChange: kind < AT_START + AT_CHANGE };
}

/**
 * @returns `SIGKILL`, `SIGTERM` or the exit status of a killed process, null when it came to its end; milliseconds from the start
 *   of the process to the first change of a file, and to its end
 */
async function runOnce(job: KillJob, command: readonly string[], target: string, moment: Moment | null) {
  const from = performance.now();
  const child = spawn(process.execPath, command, { cwd: target, stdio: ['ignore', 'ignore', 'pipe'] });
  const killer = moment === null ? null : openKiller(child, moment);
  let start: number | null = null;
  const changes = watch(target, { recursive: true }, () => {
    start ??= performance.now() - from;
    killer?.changed();
  });
  // A file that is gone before it is watched does not matter.
  changes.on('error', () => {});
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...end) => resolve(end));
  });
  killer?.close();
  changes.close();
  const end = performance.now() - from;
  const sent = killer?.sent() ?? null;
  const run = (killedBy: string | null) => ({ killedBy, start: start ?? end, end });
  if (sent !== null && signal === sent) return run(signal);
  // A run that has nothing left to do ends with the status of one that was stopped.
  if (sent === 'SIGTERM' && code === job.stopped) return run(String(code));
  if (code !== null && job.ends.includes(code)) return run(null);
  throw new Error(`${job.name} ended with ${signal ?? code}, expected ${job.ends.join(' or ')}: ${errors.trim()}`);
}

function openKiller(child: ChildProcess, { signal, from, milliseconds, atChange }: Moment) {
  let sent: Moment['signal'] | null = null;
  let isRunning = false;
  let isWaiting = false;
  const clocks: NodeJS.Timeout[] = [];
  const after = (time: number, act: () => void): unknown => clocks.push(setTimeout(act, time));
  const kill = (): void => {
    if (sent !== null) return;
    sent = signal;
    child.kill(signal);
    // Ends with a signal that was not sent: an error.
    after(MAX_STOPPING, () => child.kill('SIGABRT'));
  };
  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    after(milliseconds, () => {
      isWaiting = true;
      if (atChange) after(MAX_WAITING, kill);
      else kill();
    });
  };
  if (from === 'start') run();
  return {
    /** Call when a file of the process has changed. */
    changed() {
      if (isWaiting) kill();
      run();
    },
    /** The signal, once it was sent; null before. */
    sent: () => sent,
    close: () => clocks.forEach(clearTimeout),
  };
}
