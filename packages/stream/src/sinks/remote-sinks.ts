import { type Sink, SinkError, type SinkRecord } from './sink.js';

/** Where a {@link batchSink} sends its records. */
interface BatchTarget {
  /** The place, for messages. */
  readonly name: string;
  /** Most records sent at once. */
  readonly size: number;
  /** Stores records, which have different ids; repeating it changes nothing. */
  send(records: readonly SinkRecord[]): Promise<void>;
  close(): Promise<void>;
}

/** A sink that sends records in batches to a server that replaces by id. Of a document's revisions in a batch, the last is sent. */
export function batchSink({ name, size, send, close }: BatchTarget): Sink {
  const waiting = new Map<string, SinkRecord>();
  let failure: SinkError | null = null;
  const sendAll = async (): Promise<void> => {
    if (failure !== null) throw failure;
    if (waiting.size === 0) return;
    const records = [...waiting.values()];
    waiting.clear();
    try {
      await send(records);
    } catch (error) {
      failure =
        error instanceof SinkError
          ? error
          : new SinkError(`${name} cannot be written: ${error instanceof Error ? error.message : error}`, {
              cause: error,
            });
      throw failure;
    }
  };
  return {
    async write(record) {
      if (record.revision >= (waiting.get(record.id)?.revision ?? 0)) waiting.set(record.id, record);
      if (waiting.size >= size) await sendAll();
    },
    async flush() {
      await sendAll();
      return new Uint8Array();
    },
    committed: async () => {},
    close,
  };
}

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
