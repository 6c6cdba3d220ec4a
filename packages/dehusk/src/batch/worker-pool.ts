/**
 * Worker threads with a deadline a page.
 *
 * The core bounds its own time, but only between its steps; a step that does not end, or memory that runs out, must not
 * end the batch. So every task runs under a clock in the main thread: when it strikes, the worker is terminated and
 * replaced, and the task ends as `timeout`. A worker that dies takes its one task with it, as `crashed`, and is replaced.
 */
import { Tinypool } from 'tinypool';

/** How a task ended. */
export type TaskEnd<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly reason: 'timeout' | 'crashed'; readonly detail: string };

export interface WorkerPoolOptions {
  /** The module whose default export does a task. */
  readonly file: URL;
  readonly threads: number;
  /** Time a task may take before its worker is terminated, in milliseconds. */
  readonly maxMilliseconds: number;
  /** Heap of one worker, in MiB, beyond which it is ended. */
  readonly maxMegabytes: number;
  /** Told to every worker once. */
  readonly workerData: unknown;
}

export interface WorkerPool<T, R> {
  /** Does one task; at most `threads` at a time, the rest wait. Never rejects. */
  run(task: T): Promise<TaskEnd<R>>;
  /** Ends all workers. */
  close(): Promise<void>;
}

/** Opens a pool. Close it, or the process stays. */
export function openWorkerPool<T, R>(options: WorkerPoolOptions): WorkerPool<T, R> {
  const pool = new Tinypool({
    filename: options.file.href,
    minThreads: options.threads,
    maxThreads: options.threads,
    resourceLimits: { maxOldGenerationSizeMb: options.maxMegabytes },
    workerData: options.workerData,
  });
  // A worker that dies between two tasks is replaced when it is needed; nothing is lost.
  pool.on('error', () => {});

  let free = options.threads;
  const waiting: (() => void)[] = [];
  const slot = async (): Promise<void> => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
  };
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };

  return {
    async run(task) {
      await slot();
      const stop = new AbortController();
      const clock = setTimeout(() => stop.abort(), options.maxMilliseconds);
      try {
        return { ok: true, value: (await pool.run(task, { signal: stop.signal })) as R };
      } catch (error) {
        if (stop.signal.aborted)
          return { ok: false, reason: 'timeout', detail: `its worker was ended after ${options.maxMilliseconds} ms` };
        const detail = error instanceof Error ? `its worker died: ${error.message}` : `its worker died: ${error}`;
        return { ok: false, reason: 'crashed', detail };
      } finally {
        clearTimeout(clock);
        giveBack();
      }
    },
    close: () => pool.destroy(),
  };
}
