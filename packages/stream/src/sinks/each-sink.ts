import type { Sink, SinkRecord } from './sink.js';

/** Where an {@link eachSink} sends its records. */
interface EachTarget {
  /** Records without an answer at once. */
  readonly atOnce: number;
  /** Sends a record; sending it again does no harm. */
  send(record: SinkRecord): Promise<unknown>;
  close(): Promise<void>;
}

/** A sink that sends each record by itself. What is sent cannot be taken back, so its checkpoint is empty. */
export function eachSink({ atOnce, send, close }: EachTarget): Sink {
  const pending = new Set<Promise<void>>();
  let failure: unknown = null;
  const check = (): void => {
    if (failure !== null) throw failure;
  };
  return {
    async write(record) {
      check();
      const sent = send(record)
        .then(() => {})
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => pending.delete(sent));
      pending.add(sent);
      if (pending.size >= atOnce) await Promise.race(pending);
      check();
    },
    async flush() {
      await Promise.all(pending);
      check();
      return new Uint8Array();
    },
    committed: async () => {},
    close,
  };
}
