/**
 * The guard of steps in the main thread, where commands extract single pages and hold models of sites. The core checks its limit only
 * between steps; a step that hangs is ended by V8, as `vm` does it, and the thread goes on with the next page. Worker threads have
 * their own guard (`guarded-worker.ts`).
 *
 * V8 ends a step by the clock. So that a busy machine refuses no page, a step that was ended before it had its CPU time is done again
 * with twice the time; the clock alone refuses it at {@link WALL_FACTOR} times the limit, as in a worker.
 */
import { openSync, readSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { type OpenedPage, type OpenOptions, openPage, type UnopenedPage } from '@dehusk/core/extend';
import { DEFAULT_LIMITS, type Limits } from '@dehusk/html';

/** CPU time that a page has beyond the core's own limit before it is ended, in milliseconds: reading, rendering. */
export const GRACE_MILLISECONDS = 2_000;

/** The first time by the clock in multiples of the limit: on an idle machine a hung step has then used its CPU time. */
const FIRST_FACTOR = 1.25;
/** The last one. */
const WALL_FACTOR = 10;

const STEP = Symbol.for('dehusk.step');
let script: Script | null = null;

/**
 * Does a step. It must be safe to do again: an attempt may end anywhere.
 *
 * @param limits of the page
 * @param late called when the step took more, with a sentence
 */
export function withinTime<T>(limits: Partial<Limits> | undefined, step: () => T, late: (detail: string) => T): T {
  if (!isMainThread) return step();
  const { maxMilliseconds } = { ...DEFAULT_LIMITS, ...limits };
  const limit = maxMilliseconds + GRACE_MILLISECONDS;
  for (let wall = FIRST_FACTOR * limit; ; wall *= 2) {
    const before = threadMilliseconds();
    try {
      return runUpTo(wall, step);
    } catch (error) {
      if (!isEnded(error)) throw error;
      const spent = threadMilliseconds() - before;
      if (spent >= limit || wall >= WALL_FACTOR * limit)
        return late(`its extraction was ended after ${Math.round(spent)} ms of CPU time`);
    }
  }
}

/** Opens a page within its time. */
export function openWithinTime(page: string | Uint8Array, options: OpenOptions): OpenedPage | UnopenedPage {
  const open = () => openPage(page, { clock: threadMilliseconds, ...options });
  return withinTime(options.limits, open, (detail) => latePage(options.url, detail));
}

/** A page that took too long, as the core takes it for a page that was not opened. */
export function latePage(url: string | null | undefined, detail: string): UnopenedPage {
  return { ok: false, reason: 'timeout', detail, url: url ?? null, encoding: null };
}

function runUpTo<T>(milliseconds: number, step: () => T): T {
  script ??= new Script(`globalThis[Symbol.for('${STEP.description}')]()`);
  const steps = globalThis as { [STEP]?: (() => unknown) | undefined };
  const outer = steps[STEP];
  steps[STEP] = step;
  try {
    return script.runInThisContext({ timeout: Math.ceil(milliseconds) }) as T;
  } finally {
    steps[STEP] = outer;
  }
}

function isEnded(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

// CPU time of the calling thread, the clock of `limits.maxMilliseconds`: on a busy machine, or after a SIGSTOP, a page gets
// as much work done as on an idle one.
//
// Node reports it from 23.9 on. Before that Linux does (`/proc/thread-self/schedstat`, nanoseconds). Elsewhere it is estimated as
// the CPU time of the process divided by the number of cores.

type CpuUsage = () => { readonly user: number; readonly system: number };

let clock: (() => number) | null = null;

/** Milliseconds of CPU time the calling thread has used. Call it in the thread that works. */
export function threadMilliseconds(): number {
  clock ??= fromNode() ?? fromLinux() ?? fromProcess();
  return clock();
}

function fromNode(): (() => number) | null {
  const { threadCpuUsage } = process as { threadCpuUsage?: CpuUsage };
  return threadCpuUsage === undefined ? null : () => milliseconds(threadCpuUsage.call(process));
}

function fromLinux(): (() => number) | null {
  try {
    // Opened in this thread, so that the link points to it. Reading from position 0 gives the figures of the moment.
    const file = openSync('/proc/thread-self/schedstat', 'r');
    const bytes = Buffer.alloc(64);
    const read = (): number => Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6;
    // Kernels without these statistics report 0.
    return read() > 0 ? read : null;
  } catch {
    return null;
  }
}

function fromProcess(): () => number {
  const cores = availableParallelism();
  return () => milliseconds(process.cpuUsage()) / cores;
}

function milliseconds({ user, system }: ReturnType<CpuUsage>): number {
  return (user + system) / 1000;
}
