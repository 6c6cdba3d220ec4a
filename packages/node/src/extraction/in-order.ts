/** Concurrent work whose results come in the order of its items. */

/** Items in flight per thread: enough that no thread waits while the oldest item is slow. */
export const WINDOW_PER_THREAD = 8;
/** Input bytes in flight. */
const WINDOW_BYTES = 64 * 1024 * 1024;

/**
 * Works on items concurrently and returns the results in input order. A slow item delays only its window, and a slow input
 * delays no result. The consumer sets the pace: items are taken only as results are.
 *
 * @param work must not reject
 * @param maxItems items in flight at most
 * @param bytesOf size of an item; at most `WINDOW_BYTES` plus one item are in flight
 * @throws the input's error, after the results of the items before it
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  { maxItems, bytesOf }: { readonly maxItems: number; readonly bytesOf: (item: T) => number },
): AsyncGenerator<R> {
  const iterator = items[Symbol.asyncIterator]();
  const inFlight: { readonly result: Promise<R>; readonly bytes: number }[] = [];
  let bytesInFlight = 0;
  let hasEnded = false;
  let failure: { readonly error: unknown } | null = null;
  let next: Promise<void> | null = null;
  const take = (): Promise<void> =>
    iterator.next().then(
      (item) => {
        next = null;
        if (item.done) hasEnded = true;
        else {
          const bytes = bytesOf(item.value);
          bytesInFlight += bytes;
          inFlight.push({ result: work(item.value), bytes });
        }
      },
      (error: unknown) => {
        next = null;
        hasEnded = true;
        failure = { error };
      },
    );
  try {
    for (;;) {
      if (!hasEnded && inFlight.length < maxItems && bytesInFlight <= WINDOW_BYTES) next ??= take();
      const [oldest] = inFlight;
      if (oldest === undefined) {
        if (next === null) break;
        await next;
      } else if (next === null || (await Promise.race([next.then(() => false), oldest.result.then(() => true)]))) {
        yield await oldest.result;
        inFlight.shift();
        bytesInFlight -= oldest.bytes;
      }
    }
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
  } finally {
    // Not awaited: an input that waits for data ends when that arrives, which may be never.
    void iterator.return?.()?.then(undefined, () => {});
  }
}
