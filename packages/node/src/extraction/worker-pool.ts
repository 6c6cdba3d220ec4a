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

interface WorkerThread<T, R> {
  worker: GuardedWorker | null;
  job: Job<T, R> | null;
}

/** Threads and the tasks that wait for them. Close it, or the process stays. */
export class WorkerPool<T extends object, R extends object> {
  readonly #options: WorkerPoolOptions;
  readonly #slots: WorkerThread<T, R>[];
  readonly #waiting: Job<T, R>[] = [];
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.threads }, (): WorkerThread<T, R> => ({ worker: null, job: null }));
  }

  /**
   * Does one task; at most `threads` at a time, the rest wait. Never rejects.
   *
   * @param signal a task that waits when it is aborted ends as `aborted`
   * @param isBackground each other task waits for at most one more of these
   */
  run(task: T, signal?: AbortSignal, isBackground = false): Promise<TaskEnd<R>> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve(CLOSED);
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
        const at = this.#waiting.indexOf(job);
        if (at === -1) return;
        this.#waiting.splice(at, 1);
        job.finish({ ok: false, reason: 'aborted', detail: 'the caller does not wait any longer' });
      };
      const last = this.#waiting.findLastIndex((other) => !other.isBackground);
      this.#waiting.splice(isBackground ? this.#waiting.length : last + 2, 0, job);
      signal?.addEventListener('abort', drop);
      if (signal?.aborted) drop();
      else this.#feed();
    });
  }

  /** Ends all workers, and all tasks as `aborted`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const jobs = [...this.#slots.map(({ job }) => job), ...this.#waiting.splice(0)];
    await Promise.all(this.#slots.map(({ worker }) => worker?.end()));
    for (const job of jobs) job?.finish(CLOSED);
  }

  #feed(): void {
    for (const slot of this.#slots) {
      const [next] = this.#waiting;
      if (next === undefined || this.#slots.some(({ job }) => job?.isRetry)) return;
      if (next.isRetry && this.#slots.some(({ job }) => job !== null)) return;
      if (slot.job !== null) continue;
      this.#waiting.shift();
      slot.job = next;
      slot.worker ??= this.#start(slot);
      slot.worker.post(next.task);
      slot.worker.expect(this.#options.maxMilliseconds);
    }
  }

  #start(slot: WorkerThread<T, R>): GuardedWorker {
    return startWorker({
      ...this.#options,
      onMessage: (value) => {
        slot.worker?.expect(null);
        this.#settle(slot, { ok: true, value: value as R });
      },
      onLoss: (loss) => {
        slot.worker = null;
        this.#lose(slot, loss);
      },
    });
  }

  #lose(slot: WorkerThread<T, R>, { reason, detail, isCertain }: WorkerLoss): void {
    const { job } = slot;
    if (job === null) return;
    if (isCertain || job.isRetry) {
      this.#settle(slot, { ok: false, reason, detail });
      return;
    }
    slot.job = null;
    this.#waiting.unshift({ ...job, isRetry: true });
    this.#feed();
  }

  #settle(slot: WorkerThread<T, R>, end: TaskEnd<R>): void {
    const { job } = slot;
    slot.job = null;
    job?.finish(end);
    this.#feed();
  }
}
