/**
 * The guard of steps in the main thread, where commands extract single pages and hold models of sites. The core checks its limit only
 * between steps; a step that hangs is ended by V8, as `vm` does it, and the thread goes on with the next page. Worker threads have
 * their own guard (`guarded-worker.ts`).
 *
 * V8 ends a step by the clock. So that a busy machine refuses no page, a step that was ended before it had its CPU time is done again
 * with twice the time; the clock alone refuses it at {@link WALL_FACTOR} times the limit, as in a worker.
 */
import { Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { type OpenedPage, type OpenOptions, openPage, type UnopenedPage } from '@dehusk/core/extend';
import { DEFAULT_LIMITS, type Limits } from '@dehusk/html';
import { threadMilliseconds } from './thread-clock.js';

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
