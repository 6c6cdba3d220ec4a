/** SIGTERM and SIGINT: the first asks to stop and waits for pages in flight, the second ends the process immediately. */
export type StopSignal = 'SIGINT' | 'SIGTERM';

interface StopSignals {
  /** Resolves with the first signal. */
  readonly first: Promise<StopSignal>;
  /** Removes the listeners. */
  close(): void;
}

/**
 * Listens for the signals. The second one ends the process as if there were no listener.
 *
 * @param last called before that, to restore the terminal
 */
export function listenForStop(last: () => void): StopSignals {
  let isAsked = false;
  let resolve: (signal: StopSignal) => void;
  const first = new Promise<StopSignal>((done) => {
    resolve = done;
  });
  const close = (): void => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
  const onSignal = (signal: StopSignal): void => {
    if (!isAsked) {
      isAsked = true;
      resolve(signal);
      return;
    }
    last();
    close();
    process.kill(process.pid, signal);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return { first, close };
}
