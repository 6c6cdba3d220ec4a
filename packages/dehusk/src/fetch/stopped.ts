/** Stopping what is under way, with signals that leave no listener behind on signals which live for months. */

import { setMaxListeners } from 'node:events';

/** Somebody no longer wants it: the caller's signal, or the fetcher is closing. */
export class Stopped extends Error {
  constructor() {
    super('stopped before it was there');
  }
}

export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(reason: Error): void;
  /** Takes its listeners off the others; it can still be aborted. */
  unlink(): void;
}

/** A signal that aborts when one of the others does, with {@link Stopped} as the reason unless they give an own error. */
export function linkedSignal(...others: readonly (AbortSignal | undefined)[]): LinkedSignal {
  // Not AbortSignal.any(): on Node 20 what it makes stays reachable from the signals it was made of.
  const controller = new AbortController();
  const links: (() => void)[] = [];
  for (const other of others) {
    if (other === undefined) continue;
    const follow = (): void => controller.abort(other.reason instanceof Stopped ? other.reason : new Stopped());
    if (other.aborted) follow();
    else {
      // Thousands of requests may wait on one signal; each takes its listener off again.
      setMaxListeners(0, other);
      other.addEventListener('abort', follow, { once: true });
      links.push(() => other.removeEventListener('abort', follow));
    }
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => {
      for (const one of links.splice(0)) one();
    },
  };
}

/**
 * The promise, or the signal's reason when that comes first. What the promise gives later is dropped.
 *
 * @throws the signal's reason, or what the promise rejects with
 */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Waits. @throws the signal's reason */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
