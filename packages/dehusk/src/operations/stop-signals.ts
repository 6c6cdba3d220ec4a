/** SIGTERM and SIGINT: the first asks to stop and waits for what is in flight, the second ends at once. */
export type StopSignal = 'SIGINT' | 'SIGTERM';

export interface StopSignals {
  /** Resolves with the first signal. */
  readonly first: Promise<StopSignal>;
  /** Listens no more. */
  close(): void;
}

/**
 * Listens for the signals. The second one ends the process as if nobody had listened.
 *
 * @param last called before that: gives a terminal back
 */
export function listenForStop(last: () => void): StopSignals {
  let isAsked = false;
  let resolve: (signal: StopSignal) => void;
  const first = new Promise<StopSignal>((done) => {
    resolve = done;
  });
  const close = (): void => {
    process.off('SIGINT', hear);
    process.off('SIGTERM', hear);
  };
  const hear = (signal: StopSignal): void => {
    if (!isAsked) {
      isAsked = true;
      resolve(signal);
      return;
    }
    last();
    close();
    process.kill(process.pid, signal);
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
  return { first, close };
}
