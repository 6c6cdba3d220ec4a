/**
 * Documents as JSON lines on standard output. A pipe cannot be rolled back: after a crash some documents are repeated with the
 * same `id` and `revision`.
 */
import { jsonLine } from '@dehusk/html';
import type { SinkRecord } from '../sinks/sink.js';
import type { SinkInUse } from '../stream/stream.js';

/** A pipe has no position, so every checkpoint is the same. */
const CHECKPOINT = Uint8Array.of(1);

/** @param print writes and resolves when there is room for more */
export function standardOutputSink(print: (text: string) => Promise<void>): SinkInUse {
  return sinkOfRows('standard-output', (row) => print(`${jsonLine(row)}\n`));
}

/** A sink that only passes each document's row on, for a dashboard. */
export function noticingSink(notice: (row: SinkRecord['row']) => void): SinkInUse {
  return sinkOfRows('notice', async (row) => notice(row));
}

function sinkOfRows(name: string, take: (row: SinkRecord['row']) => Promise<void>): SinkInUse {
  const nothing = async (): Promise<void> => {};
  return {
    name,
    kind: { wantsMarkdown: false, wantsRaw: false },
    sink: { write: ({ row }) => take(row), flush: async () => CHECKPOINT, committed: nothing, close: nothing },
  };
}
