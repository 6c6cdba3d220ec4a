/**
 * Documents as JSON lines on standard output. A pipe cannot be rolled back: after a crash some documents are repeated with the
 * same `id` and `revision`.
 */
import { jsonLine } from '@dehusk/html';
import type { SinkInUse } from '../stream/stream.js';

/** A pipe has no position, so every checkpoint is the same. */
const CHECKPOINT = Uint8Array.of(1);

/** @param print writes and resolves when there is room for more */
export function standardOutputSink(print: (text: string) => Promise<void>): SinkInUse {
  return {
    name: 'standard-output',
    kind: { wantsMarkdown: false, wantsRaw: false },
    sink: {
      write: ({ row }) => print(`${jsonLine(row)}\n`),
      flush: async () => CHECKPOINT,
      committed: async () => {},
      close: async () => {},
    },
  };
}

/** A sink that only passes each document's row on, for a dashboard. */
export function noticingSink(notice: (row: Readonly<Record<string, unknown>>) => void): SinkInUse {
  return {
    name: 'notice',
    kind: { wantsMarkdown: false, wantsRaw: false },
    sink: {
      write: async ({ row }) => notice(row),
      flush: async () => CHECKPOINT,
      committed: async () => {},
      close: async () => {},
    },
  };
}
