/** Where records go: a file that knows its length and can be cut back to a checkpoint, or standard output. */
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';

export interface LineWriter {
  /** Bytes handed over so far, those of earlier runs included. */
  readonly bytes: number;
  write(line: string): void;
  /** Hands everything over; with `toDisk` also forces it to the disk. Call it after every batch: it is the back-pressure. */
  flush(toDisk: boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * A file, from its beginning or going on after `keep` bytes: what stands behind them was written after the checkpoint
 * and will be written again.
 *
 * @param keep bytes to keep, or null to begin a file
 * @param overwrite whether a file that is already there may be begun anew
 * @throws RangeError when the file is shorter than `keep`; an error with the code EEXIST when it may not be begun anew
 */
export async function fileWriter(path: string, keep: number | null, overwrite: boolean): Promise<LineWriter> {
  const file: FileHandle = await open(path, keep !== null ? 'r+' : overwrite ? 'w' : 'wx');
  const start = keep ?? 0;
  if (keep !== null) {
    const { size } = await file.stat();
    if (size < keep) {
      await file.close();
      throw new RangeError(`${path}: the state says ${keep} bytes were written, but the file has only ${size}`);
    }
    await file.truncate(keep);
  }
  let written = start;
  let waiting: string[] = [];
  return {
    get bytes() {
      return written;
    },
    write(line) {
      waiting.push(line);
    },
    async flush(toDisk) {
      if (waiting.length > 0) {
        const bytes = Buffer.from(waiting.join(''), 'utf8');
        waiting = [];
        for (let at = 0; at < bytes.length; )
          at += (await file.write(bytes, at, bytes.length - at, written + at)).bytesWritten;
        written += bytes.length;
      }
      if (toDisk) await file.sync();
    },
    async close() {
      await file.close();
    },
  };
}

/** Standard output, or any stream. */
export function streamWriter(stream: NodeJS.WritableStream): LineWriter {
  let written = 0;
  let waiting: string[] = [];
  return {
    get bytes() {
      return written;
    },
    write(line) {
      waiting.push(line);
    },
    async flush() {
      if (waiting.length === 0) return;
      const bytes = Buffer.from(waiting.join(''), 'utf8');
      waiting = [];
      written += bytes.length;
      if (!stream.write(bytes)) await once(stream, 'drain');
    },
    async close() {},
  };
}
