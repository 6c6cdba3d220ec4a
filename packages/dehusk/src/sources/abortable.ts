import { Stopped, unlessAborted } from '../fetch/stopped.js';

/** What an iterable gives, until the signal: also when it is waiting for more. Ends quietly, and closes the iterable. */
export async function* abortable<T>(input: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = input[Symbol.asyncIterator]();
  const stop = new AbortController();
  const follow = (): void => stop.abort(new Stopped());
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  try {
    for (;;) {
      const next = await unlessAborted(iterator.next(), stop.signal);
      if (next.done || signal.aborted) return;
      yield next.value;
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    signal.removeEventListener('abort', follow);
    // Not waited for: an iterable that waits for its input closes when that comes, which may be never.
    void iterator.return?.()?.then(undefined, () => {});
  }
}
