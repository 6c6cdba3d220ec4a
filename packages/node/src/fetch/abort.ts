/** Waiting that an AbortSignal ends. No helper leaves a listener on a signal: signals here live for months. */
import { setMaxListeners } from 'node:events';

/** The caller's signal was aborted, or the fetcher is closing. */
export class Stopped extends Error {
  constructor() {
    super('stopped before it was complete');
  }
}

/** A signal that aborts with {@link Stopped} when one of the others does. */
export function linkedSignal(...others: readonly (AbortSignal | undefined)[]): {
  readonly signal: AbortSignal;
  abort(reason: Error): void;
  /** Removes its listeners from the other signals; it can still be aborted. */
  unlink(): void;
} {
  // Not AbortSignal.any(): on Node 20 its result stays reachable from the signals it follows.
  const controller = new AbortController();
  const follow = (): void => controller.abort(new Stopped());
  for (const other of others) {
    if (other?.aborted) follow();
    // Thousands of requests may wait on one signal.
    else if (other !== undefined) setMaxListeners(0, other);
    other?.addEventListener('abort', follow, { once: true });
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => {
      for (const other of others) other?.removeEventListener('abort', follow);
    },
  };
}

/**
 * Settles as the promise does, or rejects when the signal aborts first.
 *
 * @throws the signal's reason, or the promise's
 */
export function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The values of an iterable until the signal aborts, even while it waits for the next. Then ends without an error. */
export async function* abortable<T>(input: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = input[Symbol.asyncIterator]();
  const link = linkedSignal(signal);
  try {
    for (;;) {
      const next = await rejectOnAbort(iterator.next(), link.signal);
      if (next.done || signal.aborted) return;
      yield next.value;
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    link.unlink();
    // Not awaited: an iterable that waits for input closes when that arrives, which may be never.
    void iterator.return?.()?.then(undefined, () => {});
  }
}

/** Parts of the time that {@link whenAwake} counts. */
const PARTS = 20;

/**
 * Calls back after a time in which this process could work. A part of the time that ends late counts as if it ended in time: the
 * process was stopped (SIGSTOP, a suspended laptop) or busy, and what arrived meanwhile is read before the next part ends. So a
 * pause grants its time again, and a process that is always late waits longer, not for ever.
 *
 * @returns cancels the call
 */
export function whenAwake(milliseconds: number, call: () => void): () => void {
  const part = milliseconds / PARTS;
  let parts = 0;
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const isLate = now - before > 2 * part;
    before = now;
    // After the last part, one more if that was late, and at most twice as many.
    if (++parts < PARTS || (isLate && parts < 2 * PARTS)) return;
    clearInterval(timer);
    call();
  }, part);
  return () => clearInterval(timer);
}

/** Longest timer, in milliseconds (2^31 − 1, rounded down); callers that wait longer check again then. */
const MAX_TIMER = 2_000_000_000;

export function wakeable() {
  let wake = (): void => {};
  return {
    /** Resolves after a time (infinite: never), when woken, or when the signal aborts. One caller at a time. */
    waitWithTimeout: (milliseconds: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const isTimed = milliseconds < Number.POSITIVE_INFINITY;
        const timer = isTimed ? setTimeout(done, Math.min(milliseconds, MAX_TIMER)) : undefined;
        signal.addEventListener('abort', done, { once: true });
        wake = done;
        if (signal.aborted) done();
      }),
    /** Ends the wait, if there is one. */
    wake: (): void => wake(),
  };
}
