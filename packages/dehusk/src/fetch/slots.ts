/** A number of places that can be taken at a time; who finds none waits in order. */
export interface Slots {
  /** Waits for a place and gives what frees it, to be called once. @throws the signal's reason */
  take(signal: AbortSignal): Promise<() => void>;
  readonly taken: number;
  readonly waiting: number;
}

export function slots(count: number): Slots {
  const queue = new Set<() => void>();
  let taken = 0;
  const free = (): void => {
    taken--;
    const [next] = queue;
    next?.();
  };
  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const stop = (): void => {
          queue.delete(enter);
          reject(signal.reason);
        };
        const enter = (): void => {
          queue.delete(enter);
          signal.removeEventListener('abort', stop);
          taken++;
          resolve(free);
        };
        if (taken < count) return enter();
        queue.add(enter);
        signal.addEventListener('abort', stop, { once: true });
      }),
    get taken() {
      return taken;
    },
    get waiting() {
      return queue.size;
    },
  };
}
