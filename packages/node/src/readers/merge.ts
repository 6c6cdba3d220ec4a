/**
 * The values of several iterables in the order in which they come. Each is read one value ahead, so that the consumer sets the
 * pace.
 *
 * @param most iterables read at once; the others wait
 * @throws the first error of an iterable, after the values before it
 */
export async function* merge<T>(iterables: Iterable<AsyncIterable<T>>, most: number): AsyncGenerator<T> {
  const waiting = iterables[Symbol.iterator]();
  const ready: { readonly value: T; readonly taken: () => void }[] = [];
  let running = 0;
  let isLeft = false;
  let failure: { readonly error: unknown } | null = null;
  let wake = (): void => {};
  const read = async (iterable: AsyncIterable<T>): Promise<void> => {
    for await (const value of iterable) {
      if (isLeft) return;
      await new Promise<void>((taken) => {
        ready.push({ value, taken });
        wake();
      });
    }
  };
  const start = (): void => {
    const next = waiting.next();
    if (next.done || isLeft) return;
    running++;
    void read(next.value)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        running--;
        start();
        wake();
      });
  };
  for (let count = 0; count < most; count++) start();
  try {
    for (;;) {
      const next = ready.shift();
      if (next !== undefined) {
        yield next.value;
        next.taken();
      } else if (failure !== null) throw (failure as { readonly error: unknown }).error;
      else if (running === 0) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    isLeft = true;
    for (const { taken } of ready) taken();
  }
}
