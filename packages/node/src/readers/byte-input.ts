/** Bytes of a file or of standard input, with gzip or zstd removed. */
import { closeSync, constants, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { gunzipSync, constants as zlib } from 'node:zlib';
import { gzipPacking } from '../warc/gzip-members.js';
import { ByteWindow, type Packing } from '../warc/packing.js';
import { beginsWithRecord, zstdPacking } from '../warc/zstd-frames.js';
import { isPageName } from './folders.js';
import { isGzip } from './page-file.js';
import { readStandardInput } from './standard-input.js';

/** Bytes read at once. */
const READ_BYTES = 2 ** 20;
/** Enough packed bytes to see the first five unpacked ones. */
const PROBE_BYTES = 4096;
/** Enough bytes to recognise a format. */
const MAGIC_BYTES = 5;
const PACKINGS: readonly Packing[] = [gzipPacking, zstdPacking];
/** Names of WARC files. */
const WARC_NAME = /\.warc(?:\.gz|\.zst)?$/i;

/** Opens a file, or standard input for `-`. Gzip and zstd are recognised by their first bytes; several members are one stream. */
export function openByteInput(path: string): AsyncIterable<Uint8Array> {
  return unpacked(storedBytes(path));
}

/** The bytes of a file, or of standard input for `-`, as they are stored. */
export function storedBytes(path: string): AsyncIterable<Uint8Array> {
  return path === '-' ? readStandardInput() : createReadStream(path, { highWaterMark: READ_BYTES });
}

/**
 * Opens a file, or standard input for `-`, and distinguishes JSON lines from WARC by its name or its first bytes.
 *
 * @param bytes those of the input, where `path` is only its name
 * @returns `stream`: the bytes as they are stored, packed or not
 */
export async function sniffInput(
  path: string,
  bytes?: AsyncIterable<Uint8Array>,
): Promise<{ readonly kind: 'lines' | 'warc'; readonly stream: AsyncIterable<Uint8Array> }> {
  const window = await peek(bytes ?? storedBytes(path));
  return { kind: WARC_NAME.test(path) || beginsWarc(window.view()) ? 'warc' : 'lines', stream: bytesLeft(window) };
}

/** A window with the first bytes of a stream. */
async function peek(source: AsyncIterable<Uint8Array>): Promise<ByteWindow> {
  const window = new ByteWindow(source);
  await window.ensure(MAGIC_BYTES);
  return window;
}

async function* bytesLeft(window: ByteWindow): AsyncGenerator<Uint8Array> {
  try {
    while (await window.ensure(1)) yield window.take(window.available);
  } finally {
    await window.close();
  }
}

/** Whether a file is WARC by its name or its first bytes; false for a file that cannot be read. A page's name is believed. */
export function isWarcFile(path: string): boolean {
  if (WARC_NAME.test(path)) return true;
  if (isPageName(path)) return false;
  let file: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe without a writer would block.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!fstatSync(file).isFile()) return false;
    const start = Buffer.alloc(PROBE_BYTES);
    return beginsWarc(start.subarray(0, readSync(file, start, 0, PROBE_BYTES, 0)));
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

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

/**
 * The stream with gzip or zstd removed, when it is one of them.
 *
 * @throws Error with the code `EBADMSG` for damaged bytes, after what could be unpacked before them
 */
export async function* unpacked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const window = await peek(source);
  const packing = PACKINGS.find((one) => one.recognises(window.view()));
  if (packing === undefined) return yield* bytesLeft(window);
  const pieces = packing.unpack(window, true);
  let next = await pieces.next();
  for (; !next.done; next = await pieces.next()) if (next.value.bytes.length > 0) yield next.value.bytes;
  if (next.value === null) return;
  const { reason, offset, detail } = next.value;
  throw inputError(`the input is damaged: ${reason} at byte ${offset}: ${detail}`);
}

/**
 * Unpacks a stream and relates positions in it to the size of its file.
 *
 * @param stream the bytes of the file, packed or not
 * @param size that of the file; 0: unknown
 */
export function measuredBytes(stream: AsyncIterable<Uint8Array>, size: number) {
  const read = { packed: 0, unpacked: 0 };
  const counted = async function* (source: AsyncIterable<Uint8Array>, as: keyof typeof read) {
    for await (const chunk of source) {
      read[as] += chunk.length;
      yield chunk;
    }
  };
  return {
    bytes: counted(unpacked(counted(stream, 'packed')), 'unpacked'),
    /** An estimate when the file is packed; empty when its size is unknown. */
    shareAt: (position: number): { readonly share?: number } =>
      size > 0 ? { share: Math.min(1, ((position / read.unpacked) * read.packed) / size) } : {},
  };
}

// Errors of inputs that are damaged, or that nothing here reads.

/** An error of reading, with the fields of the operating system's. */
export function inputError(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: 'EBADMSG', syscall: 'read' });
}

/** Whether an error is one of {@link inputError}. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'EBADMSG';
}
