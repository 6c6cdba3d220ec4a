/** Worker threads that do tasks one by one; a worker that hangs or dies ends its task and is replaced. */
import { type GuardedWorker, type GuardedWorkerOptions, startWorker, type WorkerLoss } from './guarded-worker.js';

/** How a task ended. */
export type TaskEnd<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly reason: 'timeout' | 'crashed' | 'aborted'; readonly detail: string };

/** Default heap of one worker in MiB: twenty times the largest real page seen (12 MB), columns and text included. */
export const WORKER_MEGABYTES = 1_024;

const CLOSED = { ok: false, reason: 'aborted', detail: 'the workers were closed' } as const;

/** The module of a worker calls `serveTasks`. */
interface WorkerPoolOptions extends Omit<GuardedWorkerOptions, 'onMessage' | 'onLoss'> {
  readonly threads: number;
  /** CPU time a task may take before its worker is ended, in milliseconds. */
  readonly maxMilliseconds: number;
}

interface Job<T, R> {
  readonly task: T;
  readonly finish: (end: TaskEnd<R>) => void;
  /** Whether its worker hung before, so that it is done alone. */
  readonly isRetry: boolean;
  readonly isBackground: boolean;
}

interface Slot<T, R> {
  worker: GuardedWorker | null;
  job: Job<T, R> | null;
}

/** Opens a pool. Close it, or the process stays. */
export function openWorkerPool<T extends object, R extends object>(options: WorkerPoolOptions) {
  const slots = Array.from({ length: options.threads }, (): Slot<T, R> => ({ worker: null, job: null }));
  const waiting: Job<T, R>[] = [];
  let isClosed = false;

  function feed(): void {
    for (const slot of slots) {
      const [next] = waiting;
      if (next === undefined || slots.some(({ job }) => job?.isRetry)) return;
      if (next.isRetry && slots.some(({ job }) => job !== null)) return;
      if (slot.job !== null) continue;
      waiting.shift();
      slot.job = next;
      slot.worker ??= start(slot);
      slot.worker.post(next.task);
      slot.worker.expect(options.maxMilliseconds);
    }
  }

  function start(slot: Slot<T, R>): GuardedWorker {
    return startWorker({
      ...options,
      onMessage(value) {
        slot.worker?.expect(null);
        settle(slot, { ok: true, value: value as R });
      },
      onLoss(loss) {
        slot.worker = null;
        lose(slot, loss);
      },
    });
  }

  function lose(slot: Slot<T, R>, { reason, detail, isCertain }: WorkerLoss): void {
    const { job } = slot;
    if (job === null) return;
    if (isCertain || job.isRetry) {
      settle(slot, { ok: false, reason, detail });
      return;
    }
    slot.job = null;
    waiting.unshift({ ...job, isRetry: true });
    feed();
  }

  function settle(slot: Slot<T, R>, end: TaskEnd<R>): void {
    const { job } = slot;
    slot.job = null;
    job?.finish(end);
    feed();
  }

  return {
    /**
     * Does one task; at most `threads` at a time, the rest wait. Never rejects.
     *
     * @param signal a task that waits when it is aborted ends as `aborted`
     * @param isBackground each other task waits for at most one more of these
     */
    run: (task: T, signal?: AbortSignal, isBackground = false): Promise<TaskEnd<R>> =>
      new Promise((resolve) => {
        if (isClosed) return resolve(CLOSED);
        const job: Job<T, R> = {
          task,
          isRetry: false,
          isBackground,
          finish(end) {
            signal?.removeEventListener('abort', drop);
            resolve(end);
          },
        };
        const drop = (): void => {
          const at = waiting.indexOf(job);
          if (at === -1) return;
          waiting.splice(at, 1);
          job.finish({ ok: false, reason: 'aborted', detail: 'the caller does not wait any longer' });
        };
        const last = waiting.findLastIndex((other) => !other.isBackground);
        waiting.splice(isBackground ? waiting.length : last + 2, 0, job);
        signal?.addEventListener('abort', drop);
        if (signal?.aborted) drop();
        else feed();
      }),
    /** Ends all workers, and all tasks as `aborted`. */
    async close(): Promise<void> {
      isClosed = true;
      const jobs = [...slots.map(({ job }) => job), ...waiting.splice(0)];
      await Promise.all(slots.map(({ worker }) => worker?.end()));
      for (const job of jobs) job?.finish(CLOSED);
    },
  };
}
