/**
 * Resumes a batch.
 *
 * Output is in input order, one row a line, so the number of complete rows in the output is the number of input rows that are
 * done. No list of ids is kept, and memory stays constant. The id of the last output row must equal that of the last input row
 * skipped; else the output belongs to another input.
 */
import { createReadStream } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { idOfLine, type RowId } from '../inputs/page-row.js';
import { type Line, readLines } from '../inputs/read-lines.js';

/** Progress of an earlier run. */
export interface Progress {
  /** Complete rows in the output. */
  readonly rows: number;
  /** Id of the last of them; null when there is none or it has none. */
  readonly lastId: RowId;
}

/** Longest row of an output; a longer one was not written by Dehusk. */
const MAX_ROW_BYTES = 256 * 1024 * 1024;

/**
 * Reads the progress of an output, and truncates the row that was being written when the run stopped.
 *
 * @throws what the file system says
 */
export async function readProgress(output: string): Promise<Progress> {
  let rows = 0;
  let end = 0;
  let previous: Line | null = null;
  let last: Line | null = null;
  for await (const line of readLines(createReadStream(output), MAX_ROW_BYTES)) {
    rows++;
    previous = last;
    last = line;
    end = line.endsAt;
  }
  if (last !== null && !(await endsWithLineFeed(output, end))) {
    rows--;
    last = previous;
    await truncate(output, previous?.endsAt ?? 0);
  }
  return { rows, lastId: last === null ? null : idOfLine(last.bytes) };
}

async function endsWithLineFeed(path: string, end: number): Promise<boolean> {
  if (end === 0) return true;
  for await (const chunk of createReadStream(path, { start: end - 1, end: end - 1 }) as AsyncIterable<Uint8Array>)
    return chunk[0] === 0x0a;
  return false;
}
