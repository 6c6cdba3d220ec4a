import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip, gunzipSync, constants as zlib } from 'node:zlib';
import { beginsWithRecord, zstdPacking } from '../warc/zstd-frames.js';
import { isGzip } from './page-file.js';

/** A stream of JSON lines, unpacked when it is gzip. */
export interface BatchInput {
  readonly lines: AsyncIterable<Uint8Array>;
  /** Bytes read from the source so far, packed as they are: for a progress bar. */
  read(): number;
}

/** Opens a file, or standard input for `-`. Gzip is recognised by its first bytes; members one after the other are one stream. */
export function openBatchInput(path: string): BatchInput {
  const source: AsyncIterable<Uint8Array> = path === '-' ? process.stdin : createReadStream(path);
  let read = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      read += chunk.length;
      yield chunk;
    }
  };
  return { lines: unpacked(counted()), read: () => read };
}

/** What a file of a batch holds, told by its name or else by its first bytes. */
export interface SniffedInput {
  readonly kind: 'lines' | 'warc';
  /** The bytes as they lie there. */
  readonly stream: AsyncGenerator<Uint8Array>;
}

/** Names of WARC files. */
export const WARC_NAME = /\.warc(?:\.gz|\.zst)?$/i;

/** Opens a file, or standard input for `-`, and tells JSON lines from WARC. */
export async function sniffInput(path: string): Promise<SniffedInput> {
  const source: AsyncIterable<Uint8Array> =
    path === '-' ? process.stdin : createReadStream(path, { highWaterMark: READ_BYTES });
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  const stream = async function* (): AsyncGenerator<Uint8Array> {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  const isWarc = WARC_NAME.test(path) || (!first.done && beginsWarc(first.value));
  return { kind: isWarc ? 'warc' : 'lines', stream: stream() };
}

/** Bytes read at once. */
const READ_BYTES = 2 ** 20;
/** Enough packed bytes to see the first five unpacked ones. */
const PROBE_BYTES = 4096;

function beginsWarc(bytes: Uint8Array): boolean {
  try {
    if (zstdPacking.recognises(bytes)) return beginsWithRecord(bytes);
    const start = bytes.subarray(0, PROBE_BYTES);
    const plain = isGzip(start) ? gunzipSync(start, { finishFlush: zlib.Z_SYNC_FLUSH }) : Buffer.from(start);
    return plain.subarray(0, 5).toString('latin1') === 'WARC/';
  } catch {
    return false;
  }
}

/** Takes gzip off, when a stream is gzip. */
export async function* unpacked(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await source.next();
  if (first.done) return;
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value;
    yield* source;
  };
  if (!isGzip(first.value)) {
    yield* whole();
    return;
  }
  const packed = Readable.from(whole(), { objectMode: false });
  const gunzip = createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH });
  packed.on('error', (error) => gunzip.destroy(error));
  yield* packed.pipe(gunzip) as AsyncIterable<Uint8Array>;
}
