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
