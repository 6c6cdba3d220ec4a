/**
 * Resumes a batch.
 *
 * Output is in input order, one row a line, so the number of complete rows in the output is the number of input rows that are
 * done. No list of ids is kept, and memory stays constant. The id of the last output row must equal that of the last input row
 * skipped; else the output belongs to another input.
 *
 * A compressed output is a series of gzip members or zstd frames that end with a row (RFC 1952, 2.2, and RFC 8878, 3: consecutive ones
 * are one file). A run that is killed leaves a truncated last member, which is dropped.
 */
import { createReadStream } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RowId } from '../readers/input.js';
import { idOfLine } from '../readers/page-row.js';
import { type Line, readLines } from '../readers/read-lines.js';
import { gzipPacking } from '../warc/gzip-members.js';
import { ByteWindow, type Packing } from '../warc/packing.js';
import { zstdPacking } from '../warc/zstd-frames.js';

/** Progress of an earlier run. */
export interface Progress {
  /** Complete rows in the output. */
  readonly rows: number;
  /** Id of the last of them; null when there is none or it has none. */
  readonly lastId: RowId;
}

/** Progress as an output shows it. */
export interface OutputProgress extends Progress {
  /** Names in its last complete row, in order; empty without rows. */
  readonly fields: readonly string[];
  /** Position in the file just after what is complete, in bytes. */
  readonly end: number;
  /** The first line after that, as far as it can be read; null: there is none. */
  readonly torn: Uint8Array | null;
}

/** Longest row of an output; a longer one was not written by Dehusk. */
const MAX_ROW_BYTES = 256 * 1024 * 1024;
const OPENING_BRACE = 0x7b;
const LINE_FEED = 0x0a;
/** Enough bytes to recognise a packing. */
const MAGIC_BYTES = 4;

/** The output to resume is not what its name says. */
export class DamagedOutput extends Error {}

/**
 * Reads the progress of an output. Nothing is written: the file is known to be an output only when its last row is that of the input
 * (see {@link continueOutput}).
 *
 * @throws DamagedOutput for a `.gz` that is not gzip, and for what has no rows; what the file system says
 */
export function readProgress(output: string): Promise<OutputProgress> {
  if (output.endsWith('.gz')) return readPackedProgress(output, gzipPacking);
  return output.endsWith('.zst') ? readPackedProgress(output, zstdPacking) : readPlainProgress(output);
}

async function readPlainProgress(output: string): Promise<OutputProgress> {
  let rows = 0;
  let previous: Line | null = null;
  let last: Line | null = null;
  /** A row that was being written, or that a power cut damaged: what a disk lost reads as NULs, which no row has. */
  let broken: Line | null = null;
  for await (const line of readLines(createReadStream(output), MAX_ROW_BYTES)) {
    if (line.bytes.includes(0)) {
      broken = line;
      break;
    }
    rows++;
    previous = last;
    last = line;
  }
  if (broken === null && last !== null && !(await endsWithLineFeed(output, last.endsAt))) {
    rows--;
    broken = last;
    last = previous;
  }
  const progress = { rows, ...lastRow(last), end: last?.endsAt ?? 0, torn: broken?.bytes ?? null };
  if (broken !== null && (last === null ? broken.bytes[0] !== OPENING_BRACE : progress.fields.length === 0))
    throw noRows(output);
  return progress;
}

/** Another file than an output is never truncated. */
const noRows = (output: string): DamagedOutput =>
  new DamagedOutput(`${output} is not continued: it has something else than rows of JSON; move it away`);

async function readPackedProgress(output: string, packing: Packing): Promise<OutputProgress> {
  /** Ends of members that no row has reached. */
  const ends: { readonly unpacked: number; readonly packed: number }[] = [];
  const unpackMembers = async function* (): AsyncGenerator<Uint8Array> {
    const window = new ByteWindow(createReadStream(output));
    await window.ensure(MAGIC_BYTES);
    const isPacked = packing.recognises(window.view());
    const members = packing.unpack(window, true);
    for (let unpacked = 0, lastByte = LINE_FEED; ; ) {
      const { value, done } = await members.next();
      if (done) {
        if (value?.offset === 0 && !isPacked)
          throw new DamagedOutput(`${output} is not packed as its name says: ${value.detail}; move it away`);
        return;
      }
      unpacked += value.bytes.length;
      lastByte = value.bytes.at(-1) ?? lastByte;
      if (value.end !== null && lastByte !== LINE_FEED) throw noRows(output);
      if (value.end !== null) ends.push({ unpacked, packed: value.end });
      yield value.bytes;
    }
  };
  let rows = 0;
  let torn: Uint8Array | null = null;
  let complete: { readonly rows: number; readonly last: Line; readonly end: number } | null = null;
  for await (const line of readLines(unpackMembers(), MAX_ROW_BYTES)) {
    rows++;
    if (torn === null) torn = line.bytes;
    else if (torn.at(-1) !== LINE_FEED) torn = Buffer.concat([torn, Buffer.of(LINE_FEED)]);
    while (ends.length > 0 && ends[0].unpacked < line.endsAt) ends.shift();
    if (ends[0]?.unpacked !== line.endsAt) continue;
    complete = { rows, last: line, end: ends[0].packed };
    torn = null;
  }
  const progress = { rows: complete?.rows ?? 0, ...lastRow(complete?.last ?? null), end: complete?.end ?? 0, torn };
  // Each complete member of an output ends with a row, or is empty.
  const isOther = ends.some(({ unpacked }) => unpacked > 0) || (torn !== null && torn[0] !== OPENING_BRACE);
  if (complete === null ? isOther : progress.fields.length === 0) throw noRows(output);
  return progress;
}

/**
 * Truncates an output at the row or the gzip member that was being written when the run stopped, or that a power cut damaged.
 *
 * @param next the first row to write, whose input continues the output's; null: there is none
 * @throws DamagedOutput for a file of another program that has no complete row, so that its last id does not identify it
 */
export async function continueOutput(
  output: string,
  { end, torn, lastId }: OutputProgress,
  next: Uint8Array | null,
): Promise<void> {
  // What was written of the next row before the run stopped; what a disk lost reads as NULs.
  const read = torn?.subarray(0, torn.includes(0) ? torn.indexOf(0) : torn.length) ?? [];
  if (lastId === null && !read.every((byte, at) => byte === next?.[at]))
    throw new DamagedOutput(`${output} is not continued: its last line does not begin the next row; move it away`);
  // Devices and pipes refuse to be truncated.
  if ((await stat(output)).size > end) await truncate(output, end);
}

function lastRow(line: Line | null): Pick<OutputProgress, 'lastId' | 'fields'> {
  if (line === null) return { lastId: null, fields: [] };
  try {
    const row: unknown = JSON.parse(new TextDecoder().decode(line.bytes));
    return { lastId: idOfLine(line.bytes), fields: Object.keys(row ?? {}) };
  } catch {
    return { lastId: null, fields: [] };
  }
}

/** The default of the program `zstd`. */
const ZSTD_LEVEL = 3;
/** Bytes of rows in a member, at least: a killed run loses at most these rows. */
const MEMBER_BYTES = 2 ** 20;

/** Packs bytes as one complete member or frame. */
export type Pack = (bytes: Uint8Array) => Promise<Uint8Array>;

/** How an output is packed, by its name; null: not at all. @throws DamagedOutput when the optional package for zstd is missing */
export async function packingOf(output: string): Promise<Pack | null> {
  if (output.endsWith('.gz')) return promisify<Uint8Array, Uint8Array>(gzip);
  if (!output.endsWith('.zst')) return null;
  try {
    const { compress, init } = await import('@bokuweb/zstd-wasm');
    await init();
    return async (bytes) => compress(bytes, ZSTD_LEVEL);
  } catch (error) {
    throw new DamagedOutput(
      'an output in zstd needs the optional package @bokuweb/zstd-wasm, which is not installed: npm install @bokuweb/zstd-wasm',
      { cause: error },
    );
  }
}

/** Rows → gzip members or zstd frames that end with a row; one empty member without rows. */
export async function* packRows(rows: AsyncIterable<Uint8Array>, pack: Pack): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let members = 0;
  for await (const row of rows) {
    waiting.push(row);
    bytes += row.length;
    if (bytes < MEMBER_BYTES) continue;
    members++;
    yield await pack(Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
  }
  if (waiting.length > 0 || members === 0) yield await pack(Buffer.concat(waiting));
}

async function endsWithLineFeed(path: string, end: number): Promise<boolean> {
  if (end === 0) return true;
  for await (const chunk of createReadStream(path, { start: end - 1, end: end - 1 }) as AsyncIterable<Uint8Array>)
    return chunk[0] === LINE_FEED;
  return false;
}
