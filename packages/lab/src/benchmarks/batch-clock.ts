/**
 * Loaded before a program (`node --import`): at its end writes to the file in `BATCH_CLOCK` how long it ran, and the CPU time of all
 * threads and of the main thread (Linux).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds. */
export interface Spent {
  readonly wall: number;
  readonly cpu: number;
  readonly mainThread: number;
}

/** What the process has used so far. Call it in the main thread. */
export function spent(): Spent {
  const { user, system } = process.cpuUsage();
  const nanoseconds = Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'latin1'), 10);
  return { wall: performance.now(), cpu: (user + system) / 1000, mainThread: nanoseconds / 1e6 };
}

const { BATCH_CLOCK } = process.env;
if (isMainThread && BATCH_CLOCK !== undefined)
  process.on('exit', () => writeFileSync(BATCH_CLOCK, JSON.stringify(spent())));
