/**
 * Documents as JSON lines on standard output, for pipes. What a pipe was given cannot be taken back: after a crash some
 * documents come again, with the same `id` and `revision`.
 */
import type { SinkInUse } from '../stream/stream.js';

/** A pipe has no place to go back to: any mark says the same. */
const MARK = Uint8Array.of(1);

/** @param print writes and resolves when there is room for more */
export function standardOutputSink(print: (text: string) => Promise<void>): SinkInUse {
  return {
    name: 'standard-output',
    kind: { wantsMarkdown: false, wantsRaw: false },
    sink: {
      write: ({ row }) => print(`${JSON.stringify(row)}\n`),
      flush: async () => MARK,
      committed: async () => {},
      close: async () => {},
    },
  };
}

/** A sink that keeps nothing and only tells each document's row: for a dashboard. */
export function noticingSink(notice: (row: Readonly<Record<string, unknown>>) => void): SinkInUse {
  return {
    name: 'notice',
    kind: { wantsMarkdown: false, wantsRaw: false },
    sink: {
      write: async ({ row }) => notice(row),
      flush: async () => MARK,
      committed: async () => {},
      close: async () => {},
    },
  };
}
