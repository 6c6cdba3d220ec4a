/**
 * A worker thread under guard: the last resort against a page that hangs a step of the extraction, which checks its own limit
 * only between steps.
 *
 * Time is the worker's CPU time, which the main thread can read on Linux by the thread's number. Two cases need a wall clock:
 * a thread that hangs without using the processor, and systems that do not report a thread's CPU time. It counts only while
 * this thread is awake, so that a stopped process (SIGSTOP, a suspended laptop) rejects nothing, and its limit is
 * {@link WALL_FACTOR} times as long; whoever uses the worker retries the page once before rejecting it.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { type MessagePort, parentPort, Worker } from 'node:worker_threads';

/** How a worker was lost. `isCertain`: it used up its CPU time, or died; a retry would end the same. */
export interface WorkerLoss {
  readonly reason: 'timeout' | 'crashed';
  readonly detail: string;
  readonly isCertain: boolean;
}

export interface GuardedWorkerOptions {
  /** The module of the thread. */
  readonly file: URL;
  readonly workerData: unknown;
  /** Heap in MiB beyond which it is ended. */
  readonly maxMegabytes: number;
  onMessage(message: unknown): void;
  /** Called once, unless `end` was called before. The thread is gone. */
  onLoss(loss: WorkerLoss): void;
}

/** Wall-clock limit in multiples of the limit of CPU time. */
const WALL_FACTOR = 10;
/** Time a worker has at least until its module is loaded. */
const START_MILLISECONDS = 120_000;
/** Checks per limit. A check that runs late counts as if it ran in time. */
const CHECKS = 20;
const MIN_CHECK_MILLISECONDS = 20;

/** Twice V8's default: a page is garbage after its turn, and fewer collections find less of it alive. */
const YOUNG_MEGABYTES = 96;

/** Starts a worker. */
export function startWorker(options: GuardedWorkerOptions) {
  const worker = new Worker(options.file, {
    workerData: options.workerData,
    resourceLimits: { maxOldGenerationSizeMb: options.maxMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  /** Undefined until the worker's module is loaded; null where the system names no threads. */
  let thread: string | null | undefined;
  let expected: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;
  let failure = 'it ended';

  const stop = (): void => {
    isOver = true;
    if (timer !== null) clearInterval(timer);
  };
  const lose = (loss: WorkerLoss): void => {
    if (isOver) return;
    stop();
    void worker.terminate();
    options.onLoss(loss);
  };
  const guard = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
    if (expected === null || isOver) return;
    const limit = thread === undefined ? Math.max(expected, START_MILLISECONDS) : expected;
    const interval = Math.max(MIN_CHECK_MILLISECONDS, limit / CHECKS);
    // First read at a check, because most tasks end before.
    let before: number | null = null;
    let awake = 0;
    let overdue = 0;
    timer = setInterval(() => {
      awake += interval;
      const now = cpuMilliseconds(thread);
      before ??= now;
      const worked = (now ?? 0) - (before ?? 0);
      const isHung = awake >= WALL_FACTOR * limit;
      if (worked < limit && !isHung) return;
      // If this thread was blocked, messages of the worker are waiting: they are read before the next check.
      if (++overdue < 2) return;
      const spent = isHung ? `${Math.round(awake)} ms by the clock` : `${Math.round(worked)} ms of CPU time`;
      lose({ reason: 'timeout', detail: `its worker was ended after ${spent}`, isCertain: !isHung });
    }, interval);
  };
  worker.on('message', (message: unknown) => {
    if (isOver) return;
    if (isIntroduction(message)) {
      thread = message.thread;
      guard();
    } else options.onMessage(message);
  });
  worker.on('error', (error) => {
    failure = error instanceof Error ? error.message : String(error);
  });
  worker.on('exit', () => lose({ reason: 'crashed', detail: `its worker died: ${failure}`, isCertain: true }));

  return {
    /** Posts a copy of a message. */
    post: (message: object): void => postCopy(worker, message),
    /** Restarts the guard: the worker may take this much time from now on. Null: it has no work. */
    expect(maxMilliseconds: number | null): void {
      expected = maxMilliseconds;
      guard();
    },
    async end(): Promise<void> {
      stop();
      await worker.terminate();
    },
  };
}

export type GuardedWorker = ReturnType<typeof startWorker>;

/** Reports to the main thread that this worker's module is loaded, and the number of its thread. Call it once in the module. */
export function introduceWorker(): void {
  let thread: string | null = null;
  try {
    thread = readlinkSync('/proc/thread-self');
  } catch {
    // Not Linux: the guard has the wall clock alone.
  }
  parentPort?.postMessage({ thread });
}

/** Answers every message to this worker with the result of a function; an error ends the worker. */
export function serveTasks<T, R extends object>(work: (task: T) => R | Promise<R>): void {
  const port = parentPort as MessagePort;
  port.on('message', async (task: T) => postOwn(port, await work(task)));
  introduceWorker();
}

function isIntroduction(message: unknown): message is { readonly thread: string | null } {
  return typeof message === 'object' && message !== null && 'thread' in message;
}

/** CPU time of a thread of this process, or null when the system does not report it. */
function cpuMilliseconds(thread: string | null | undefined): number | null {
  if (!thread) return null;
  try {
    const nanoseconds = Number.parseInt(readFileSync(`/proc/${thread}/schedstat`, 'latin1'), 10);
    return nanoseconds > 0 ? nanoseconds / 1e6 : null;
  } catch {
    return null;
  }
}

/** Posts a copy of a message between threads: bytes in its fields are transferred, as cloning a page costs half as much again. The sender keeps the message, for a second attempt. */
function postCopy(port: Pick<MessagePort, 'postMessage'>, message: object): void {
  const copied = Object.entries(message).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? new Uint8Array(value) : value,
  ]);
  postOwn(port, Object.fromEntries(copied));
}

/** Posts a message whose bytes the sender does not use again. */
function postOwn(port: Pick<MessagePort, 'postMessage'>, message: object): void {
  const bytes = Object.values(message).filter((one) => one instanceof Uint8Array);
  const owned = bytes.filter((one) => one.byteLength === one.buffer.byteLength).map((one) => one.buffer as ArrayBuffer);
  port.postMessage(message, owned);
}
