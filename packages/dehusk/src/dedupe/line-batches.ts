/** Lines of a file, a gzipped file or standard input, with the byte position after each: what a resumable reader needs. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Lines that arrived together. */
export interface LineBatch {
  readonly lines: readonly string[];
  /** Per line: position of the first byte after it (and its line feed), in uncompressed bytes. */
  readonly ends: readonly number[];
}

export interface LineBatchesOptions {
  /** Uncompressed bytes to skip. Must be the start of a line. A plain file is not read up to there; others are. */
  readonly from: number;
  /** Called with the number of bytes read off the disk or the pipe (compressed ones for gzip), for a progress bar. */
  readonly onBytes?: (count: number) => void;
  /** Longest line in bytes; a longer one ends reading. Default 256 MB. */
  readonly maxLineBytes?: number;
}

const MAX_LINE_BYTES = 256 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 10;
/** The name that stands for standard input. */
export const STDIN = '-';

/**
 * Reads lines, the last one with or without its line feed.
 *
 * @param input path of a file (gzipped when it ends in `.gz`), or `-` for standard input (gzipped when it begins as gzip does)
 * @throws RangeError when `from` is not the start of a line, or lies behind the end, and for a line that is too long
 */
export async function* lineBatches(input: string, options: LineBatchesOptions): AsyncGenerator<LineBatch> {
  const { from, onBytes, maxLineBytes = MAX_LINE_BYTES } = options;
  const seeks = input !== STDIN && !input.endsWith('.gz');
  if (seeks && (await stat(input)).size < from)
    throw new RangeError(
      `${input}: the state stands at byte ${from}, but the file has only ${(await stat(input)).size}`,
    );
  // One byte earlier than asked for: it has to be a line feed, or else the next one (a last line that lacked its own).
  let position = seeks ? Math.max(0, from - 1) : 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  let lacksFeed = false;
  for await (const whole of bytesOf(input, position, onBytes)) {
    let chunk = whole;
    if (position < from) {
      const skipped = Math.min(chunk.length, from - position);
      lacksFeed = chunk[skipped - 1] !== LINE_FEED;
      position += skipped;
      chunk = chunk.subarray(skipped);
      if (chunk.length === 0) continue;
    }
    if (lacksFeed && chunk[0] !== LINE_FEED)
      throw new RangeError(
        `${input}: byte ${from}, where the state stands, is not the start of a line: another input?`,
      );
    lacksFeed = false;
    const lines: string[] = [];
    const ends: number[] = [];
    let start = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, start)) {
      const piece = chunk.subarray(start, feed);
      lines.push((rest.length === 0 ? piece : Buffer.concat([...rest, piece])).toString('utf8'));
      rest = [];
      restBytes = 0;
      start = feed + 1;
      ends.push(position + start);
    }
    if (start < chunk.length) {
      rest.push(chunk.subarray(start));
      restBytes += chunk.length - start;
      if (restBytes > maxLineBytes)
        throw new RangeError(`${input}: a line got ${restBytes} bytes and no end, expected at most ${maxLineBytes}`);
    }
    position += chunk.length;
    if (lines.length > 0) yield { lines, ends };
  }
  if (position < from)
    throw new RangeError(`${input}: the state stands at byte ${from}, but the input has only ${position}`);
  if (rest.length > 0) yield { lines: [Buffer.concat(rest).toString('utf8')], ends: [position] };
}

async function* bytesOf(
  input: string,
  from: number,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const source: Readable =
    input === STDIN ? process.stdin : createReadStream(input, { start: from, highWaterMark: CHUNK_BYTES });
  const chunks = counted(source, onBytes);
  let isGzip = input.endsWith('.gz');
  let first: Buffer | null = null;
  if (input === STDIN) {
    first = (await chunks.next()).value ?? null;
    isGzip = first?.[0] === 0x1f && first[1] === 0x8b;
  }
  if (!isGzip) {
    if (first !== null) yield first;
    yield* chunks;
    return;
  }
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES });
  // An error of either stream ends both, and comes out of the loop over the second.
  pipeline(Readable.from(withFirst(first, chunks)), unzipped, () => {});
  yield* unzipped;
}

async function* counted(source: Readable, onBytes: (count: number) => void): AsyncGenerator<Buffer, undefined> {
  for await (const chunk of source) {
    onBytes(chunk.length);
    yield chunk;
  }
}

async function* withFirst(first: Buffer | null, others: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (first !== null) yield first;
  yield* others;
}
