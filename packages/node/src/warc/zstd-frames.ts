/**
 * Zstandard frame by frame (RFC 8878), with the position of each: a `.warc.zst` compresses every record as one frame (IIPC,
 * "WARC File Format: Zstandard compression", 1.0). Blocks of at most 128 KiB are decompressed one by one, so a record of
 * any length needs no more memory than the frame's window.
 *
 * Files compressed with a dictionary, which a skippable frame at their start holds, are reported and not read: the library
 * supports no dictionaries. Nor does it verify checksums of the content.
 */
import { Decompress } from 'fzstd';
import {
  type ByteWindow,
  type Cut,
  type Packing,
  type PackingFault,
  packingFault,
  seekPiece,
  type Unpacked,
} from './packing.js';

/** Magic numbers of frames and skippable frames; the last digit of the latter varies. */
const FRAME_MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
/** The skippable frame that holds a WARC file's dictionary. */
const DICTIONARY_MAGIC = 0x184d2a5d;
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const MAGIC_BYTES = 4;
/** A skippable frame's magic number and length. */
const SKIPPABLE_HEADER_BYTES = 8;
/** Longest header of a frame, magic number included. */
const MAX_HEADER_BYTES = 18;
const BLOCK_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;
/** Largest window accepted: the default of the `zstd` program (`--long=27`). */
const MAX_WINDOW_BYTES = 2 ** 27;
/**
 * Bytes of windows that a file may need besides {@link WINDOW_BYTES_PER_BYTE} for each of its bytes. The library allocates the window
 * for each frame and moves it for each block, so small blocks of a frame with a large window would take 10 ms for four bytes.
 */
const FREE_WINDOW_BYTES = 2 ** 33;
const WINDOW_BYTES_PER_BYTE = 2 ** 17;
/** Binary logarithm of the smallest window. */
const MIN_WINDOW_LOG = 10;
/** Block types. */
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;
/** Largest block, compressed or not. */
const MAX_BLOCK_BYTES = 2 ** 17;
/** Header of a frame with a window of one block. */
const SMALL_HEADER = Buffer.from('28b52ffd0038', 'hex');
/** Bytes of windows used so far. */
const windowBytesUsed = new WeakMap<ByteWindow, number>();

/** A frame's header. */
interface FrameHeader {
  /** Its length, magic number included. */
  readonly bytes: number;
  readonly windowBytes: number;
  readonly hasChecksum: boolean;
  /** Number of its dictionary; 0: none. */
  readonly dictionary: number;
}

export const zstdPacking: Packing = {
  recognises(start) {
    if (start.length < MAGIC_BYTES) return false;
    const magic = Buffer.from(start).readUInt32LE(0);
    return magic === FRAME_MAGIC || isSkippable(magic);
  },
  unpack,
  seek: (window) => seekPiece(window, MAGIC, MAX_HEADER_BYTES, MAX_HEADER_BYTES, beginsRecord),
};

async function* unpack(window: ByteWindow): AsyncGenerator<Unpacked, PackingFault | null> {
  for (;;) {
    const offset = window.position;
    const faultOf = (cut: Cut): PackingFault => packingFault(cut, 'zstd', 'zstd frame', offset);
    const dictionary = (name: string): PackingFault => ({
      reason: 'zstd-dictionary',
      detail: `packed with zstd and a dictionary (${name}); only zstd without one is read: unpack it with "zstd -d -D DICTIONARY"`,
      offset,
    });
    if (!(await window.ensure(1))) return null;
    if (!(await window.ensure(MAGIC_BYTES))) return faultOf('truncated');
    const magic = window.view().readUInt32LE(0);
    if (magic === DICTIONARY_MAGIC) return dictionary('in the first frame of the file');
    if (isSkippable(magic)) {
      if (!(await window.ensure(SKIPPABLE_HEADER_BYTES))) return faultOf('truncated');
      if (!(await window.skipFar(SKIPPABLE_HEADER_BYTES + window.view().readUInt32LE(MAGIC_BYTES))))
        return faultOf('truncated');
      continue;
    }
    const header = await frameHeader(window);
    if (typeof header === 'string') return faultOf(header);
    if (header.dictionary !== 0) return dictionary(`number ${header.dictionary}`);
    const blocks = unpackedBlocks(window, header);
    // Each block waits for the next one, because only the last one carries the frame's end.
    let held: Uint8Array = new Uint8Array(0);
    let isFirst = true;
    let next = await blocks.next();
    for (; !next.done; next = await blocks.next()) {
      if (held.length > 0) {
        yield { bytes: held, member: offset, isFirst, end: null };
        isFirst = false;
      }
      held = next.value;
    }
    if (next.value !== null) {
      if (held.length > 0) yield { bytes: held, member: offset, isFirst, end: null };
      return faultOf(next.value);
    }
    yield { bytes: held, member: offset, isFirst, end: window.position };
  }
}

/** The blocks of the frame at the window; returns the fault, or null with the window just after the frame. */
async function* unpackedBlocks(window: ByteWindow, header: FrameHeader): AsyncGenerator<Uint8Array, Cut | null> {
  let unpacked: Uint8Array = new Uint8Array(0);
  const engine = new Decompress((bytes) => {
    // The engine ends with an empty chunk.
    if (bytes.length > 0) unpacked = bytes;
  });
  // The library needs more bytes than the header to parse it, so the header goes in with the first block.
  let ahead = header.bytes;
  for (let isLast = false; !isLast; ) {
    if (!(await window.ensure(ahead + BLOCK_HEADER_BYTES))) return 'truncated';
    isLast = (window.view()[ahead] & 1) === 1;
    const { type, size, bytes } = blockOf(window.view(), ahead);
    if (type === RESERVED_BLOCK || size > MAX_BLOCK_BYTES)
      return `corrupt a block got type ${type} and ${size} bytes, expected a type below ${RESERVED_BLOCK} and at most ${MAX_BLOCK_BYTES} bytes`;
    const length = ahead + bytes;
    // A frame of one block needs no window, however large it declares it.
    const isOnly = isLast && ahead > 0 && header.windowBytes > MAX_BLOCK_BYTES;
    const used = (windowBytesUsed.get(window) ?? 0) + (isOnly ? MAX_BLOCK_BYTES : header.windowBytes);
    if (used > FREE_WINDOW_BYTES + WINDOW_BYTES_PER_BYTE * window.position)
      return `corrupt the window of ${header.windowBytes} bytes is too large for frames and blocks as small as these`;
    windowBytesUsed.set(window, used);
    const trailer = isLast && header.hasChecksum ? CHECKSUM_BYTES : 0;
    if (!(await window.ensure(length + trailer))) return 'truncated';
    unpacked = new Uint8Array(0);
    try {
      const view = window.view();
      const given = isOnly
        ? Buffer.concat([SMALL_HEADER, view.subarray(ahead, length)])
        : view.subarray(0, length + trailer);
      engine.push(given, isLast);
    } catch (error) {
      return `corrupt the frame cannot be unpacked: ${(error as Error).message}`;
    }
    window.skip(length + trailer);
    ahead = 0;
    if (unpacked.length > 0) yield unpacked;
  }
  return null;
}

/** Reads the header of the frame at the window (RFC 8878, 3.1.1.1). */
async function frameHeader(window: ByteWindow): Promise<FrameHeader | Cut> {
  // The shortest frame is shorter than the longest header.
  await window.ensure(MAX_HEADER_BYTES);
  const view = window.view();
  if (view.length < MAGIC_BYTES + 2) return 'truncated';
  if (view.readUInt32LE(0) !== FRAME_MAGIC)
    return `corrupt got ${view.subarray(0, MAGIC_BYTES).toString('hex')}, expected the magic number of a zstd frame`;
  const descriptor = view[MAGIC_BYTES];
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3];
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6];
  const dictionaryAt = MAGIC_BYTES + 1 + (isSingleSegment ? 0 : 1);
  const sizeAt = dictionaryAt + dictionaryBytes;
  if (view.length < sizeAt + sizeBytes) return 'truncated';
  const windowBytes = isSingleSegment ? contentSize(view, sizeAt, sizeBytes) : windowSize(view[MAGIC_BYTES + 1]);
  if ((descriptor & 0x08) !== 0) return 'corrupt a reserved bit of the header is set';
  if (windowBytes > MAX_WINDOW_BYTES)
    return `corrupt the frame's window got ${windowBytes} bytes, expected at most ${MAX_WINDOW_BYTES}`;
  return {
    bytes: sizeAt + sizeBytes,
    windowBytes,
    hasChecksum: (descriptor & 0x04) !== 0,
    dictionary: dictionaryBytes === 0 ? 0 : view.readUIntLE(dictionaryAt, dictionaryBytes),
  };
}

function contentSize(view: Buffer, at: number, bytes: number): number {
  if (bytes === 8) return Number(view.readBigUInt64LE(at));
  // A two-byte size starts at 256.
  return view.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}

function windowSize(descriptor: number): number {
  const base = 2 ** (MIN_WINDOW_LOG + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function isSkippable(magic: number): boolean {
  return (magic & 0xfffffff0) >>> 0 === SKIPPABLE_MAGIC;
}

/** Whether the frame at the window begins with a WARC record; the window does not move. */
async function beginsRecord(window: ByteWindow): Promise<boolean> {
  const header = await frameHeader(window);
  if (typeof header === 'string' || header.dictionary !== 0) return false;
  await window.ensure(header.bytes + BLOCK_HEADER_BYTES + MAX_BLOCK_BYTES);
  const view = window.view().subarray(header.bytes);
  if (view.length < BLOCK_HEADER_BYTES) return false;
  // Only the first block, which needs no window.
  return beginsWithRecord(Buffer.concat([SMALL_HEADER, view.subarray(0, blockOf(view, 0).bytes)]));
}

/** Type and size of a block, and its length with its header. */
function blockOf(view: Buffer, at: number): { readonly type: number; readonly size: number; readonly bytes: number } {
  const head = view.readUIntLE(at, BLOCK_HEADER_BYTES);
  const type = (head >> 1) & 3;
  const size = head >> 3;
  return { type, size, bytes: BLOCK_HEADER_BYTES + (type === RLE_BLOCK ? 1 : size) };
}

/** Whether compressed bytes, one block or more, begin with a WARC record. */
export function beginsWithRecord(packed: Uint8Array): boolean {
  let start: Uint8Array | null = null;
  try {
    new Decompress((bytes) => {
      start ??= bytes;
    }).push(packed);
  } catch {
    // The bytes before the fault are enough.
  }
  return start !== null && Buffer.from(start).subarray(0, 5).toString('latin1') === 'WARC/';
}
