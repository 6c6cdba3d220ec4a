/** Lines in, with the byte position after each, and lines out, to a file that can be truncated to a checkpoint. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { inputError, isDamage, unpacked } from '../readers/byte-input.js';
import { readStandardInput } from '../readers/standard-input.js';

/** Lines that arrived together. */
interface LineBatch {
  readonly lines: readonly string[];
  /** Per line: position after it and its line feed, in uncompressed bytes. */
  readonly ends: readonly number[];
}

/** Longest line, in bytes. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 10;
/** The name of standard input. */
export const STDIN = '-';

/**
 * Reads lines; the last one needs no line feed.
 *
 * @param input path of a file, or `-` for standard input; gzip and zstd by the first bytes, of a file where it ends in `.gz` or `.zst`
 * @param from uncompressed bytes to skip, the start of a line; a plain file is not read up to there
 * @param onBytes receives the number of bytes read from the file or pipe (packed), for a progress bar
 * @throws RangeError when `from` is not the start of a line or is after the end, and for a line that is too long
 */
export async function* lineBatches(
  input: string,
  from: number,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<LineBatch> {
  const seeks = input !== STDIN && !/\.(?:gz|zst)$/.test(input);
  const size = seeks ? (await stat(input)).size : Number.POSITIVE_INFINITY;
  if (size < from) throw new RangeError(`${input}: the state is at byte ${from}, but the file has only ${size}`);
  // Reads the byte before `from`, too. It must be a line feed, unless the next one is (the last line lacked its own).
  let position = seeks ? Math.max(0, from - 1) : 0;
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let lacksFeed = false;
  for await (const received of bytesOf(input, position, seeks, onBytes)) {
    let chunk = received;
    if (position < from) {
      const skipped = Math.min(chunk.length, from - position);
      lacksFeed = chunk[skipped - 1] !== LINE_FEED;
      position += skipped;
      chunk = chunk.subarray(skipped);
      if (chunk.length === 0) continue;
    }
    if (lacksFeed && chunk[0] !== LINE_FEED)
      throw new RangeError(`${input}: byte ${from} of the state is not the start of a line (is this another input?)`);
    lacksFeed = false;
    const lines: string[] = [];
    const ends: number[] = [];
    let start = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, start)) {
      const piece = chunk.subarray(start, feed);
      lines.push(Buffer.concat([...rest, piece]).toString('utf8'));
      rest = [];
      restBytes = 0;
      start = feed + 1;
      ends.push(position + start);
    }
    if (start < chunk.length) {
      rest.push(chunk.subarray(start));
      restBytes += chunk.length - start;
      if (restBytes > MAX_LINE_BYTES)
        throw new RangeError(
          `${input}: a line got ${restBytes} bytes without an end, expected at most ${MAX_LINE_BYTES}`,
        );
    }
    position += chunk.length;
    if (lines.length > 0) yield { lines, ends };
  }
  if (position < from)
    throw new RangeError(`${input}: the state is at byte ${from}, but the input has only ${position}`);
  if (rest.length > 0) yield { lines: [Buffer.concat(rest).toString('utf8')], ends: [position] };
}

async function* bytesOf(
  input: string,
  from: number,
  isPlain: boolean,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const source =
    input === STDIN
      ? readStandardInput('records')
      : createReadStream(input, { start: from, highWaterMark: CHUNK_BYTES });
  const chunks = (async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      onBytes(chunk.length);
      yield chunk;
    }
  })();
  try {
    yield* isPlain ? chunks : unpacked(chunks);
  } catch (error) {
    throw isDamage(error) ? inputError(`${input}: ${error.message}`, error) : error;
  }
}

/** Does something with a file, which errors name: the calls on an open file name no path. */
export async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) (error as NodeJS.ErrnoException).path ??= path;
    throw error;
  }
}

/**
 * A writer to a new file, or to an existing one after the bytes to keep. Bytes after those were written after the checkpoint: the same
 * are written again, and others were written by another program.
 *
 * @param kept what a state says of the file, its digest that of {@link endDigest} if known; null: what the file has is replaced
 * @throws RangeError when the file is shorter than what it keeps, or another one; from `flush` and `finish`, too
 */
export async function fileWriter(
  path: string,
  kept: { readonly bytes: number; readonly digest: string | undefined } | null,
): Promise<LineWriter> {
  const keep = kept?.bytes ?? 0;
  const foreign = (): RangeError =>
    new RangeError(`${path} has something else than the state says was written; move it away, and the state with it`);
  if (kept !== null && keep > 0) {
    const { size } = await stat(path);
    if (size < keep)
      throw new RangeError(`${path}: the state says ${keep} bytes were written, but the file has only ${size}`);
    if (kept.digest !== undefined && kept.digest !== (await endDigest(path, keep))) throw foreign();
  }
  const file = await open(path, kept !== null && existsSync(path) ? 'r+' : 'w+');
  const { size } = await file.stat();
  const put = async (bytes: Buffer, position: number): Promise<void> => {
    const before = Buffer.alloc(Math.max(0, Math.min(bytes.length, size - position)));
    for (let at = 0; at < before.length; ) {
      const { bytesRead } = await file.read(before, at, before.length - at, position + at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    // What a disk lost in a power cut reads as NULs.
    if (!before.every((byte, at) => byte === bytes[at] || byte === 0)) throw foreign();
    for (let at = 0; at < bytes.length; )
      at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
  };
  return lineWriter(keep, (bytes, position) => naming(path, () => put(bytes, position)), {
    sync: () => naming(path, () => file.sync()),
    close: () => file.close(),
    async checkEnd(written) {
      if (size > written) throw foreign();
    },
  });
}

/** A writer to standard output or any stream. */
export function streamWriter(stream: NodeJS.WritableStream): LineWriter {
  return lineWriter(0, async (bytes) => {
    if (!stream.write(bytes)) await once(stream, 'drain');
  });
}

interface LineFile {
  sync(): Promise<void>;
  close(): Promise<void>;
  checkEnd(written: number): Promise<void>;
}

function lineWriter(start: number, put: (bytes: Buffer, position: number) => Promise<void>, file?: LineFile) {
  let written = start;
  let waiting: string[] = [];
  return {
    /** Bytes written, including those of earlier runs. */
    get bytes(): number {
      return written;
    },
    write(line: string): void {
      waiting.push(line);
    },
    /** Writes the waiting lines, and syncs to disk if asked. Call it after every batch: it applies back-pressure. */
    async flush(toDisk: boolean): Promise<void> {
      if (waiting.length > 0) {
        const bytes = Buffer.from(waiting.join(''), 'utf8');
        waiting = [];
        await put(bytes, written);
        written += bytes.length;
      }
      if (toDisk) await file?.sync();
    },
    /** After the last line. */
    finish: async (): Promise<void> => file?.checkEnd(written),
    close: async (): Promise<void> => file?.close(),
  };
}

type LineWriter = ReturnType<typeof lineWriter>;

/** Bytes that a digest covers. */
const DIGEST_BYTES = 2 ** 16;

/** A digest of the last bytes of a file before a position; of nothing for position 0, whether or not there is a file. */
export async function endDigest(path: string, end: number): Promise<string> {
  const hash = createHash('sha256');
  if (end > 0)
    for await (const chunk of createReadStream(path, { start: Math.max(0, end - DIGEST_BYTES), end: end - 1 }))
      hash.update(chunk as Buffer);
  return hash.digest('hex').slice(0, 32);
}
