/**
 * Gzip member by member (RFC 1952, 2.2), with the position of each: a WARC file compresses every record as one member, so
 * reading can begin at any of them. Node's gunzip reads members too, but does not report where they are.
 *
 * A member that fits the window is decompressed in one synchronous call, which costs as much as one call over the file.
 * Members that are long, or decompress to much, are streamed.
 */
import * as zlib from 'node:zlib';
import {
  type ByteWindow,
  type Cut,
  type Packing,
  type PackingFault,
  packingFault,
  seekPiece,
  type Unpacked,
} from './packing.js';

/** Compressed bytes tried at once: fits most pages, so few members are tried twice. */
const WINDOW_BYTES = 2 ** 20;
/** Members that are longer, or decompress to more, are streamed. */
const MAX_WHOLE_BYTES = 8 * 2 ** 20;
const MAX_WHOLE_UNPACKED = 32 * 2 ** 20;
/** Output buffers of zlib: fewer calls than with the default of 16 KiB. */
const CHUNK_BYTES = 2 ** 16;
const STREAM_CHUNK_BYTES = 2 ** 18;
/** Compressed bytes that are streamed at once: unpacked they are 64 MiB at most. */
const FED_BYTES = 2 ** 16;
/** At damage, zlib drops what it unpacked of the bytes it was given last: of a short member, too, something remains. */
const FIRST_FED_BYTES = 2 ** 10;
const TRAILER_BYTES = 8;
const FIXED_HEADER_BYTES = 10;
/** Longest name or comment in a header; no known writer comes near. */
const MAX_HEADER_BYTES = 2 ** 16;
/** Enough compressed bytes for the first five decompressed ones. */
const PROBE_BYTES = 4096;
const FLAG = { headerChecksum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;
/** The shortest member; what follows the last member and is shorter holds none. */
const MIN_MEMBER_BYTES = 20;
/** Bytes of padding looked at together. */
const PADDING_BYTES = 2 ** 16;
/** Magic number, and the only compression method. */
const MAGIC = Buffer.from([0x1f, 0x8b, 8]);
/** Missing in early versions of Node 20. */
const crc32: ((bytes: Uint8Array, before?: number) => number) | undefined = (
  zlib as { crc32?: (bytes: Uint8Array, before?: number) => number }
).crc32;

export const gzipPacking: Packing = {
  recognises: ([first, second]) => first === 0x1f && second === 0x8b,

  async *unpack(window, keepsDamaged = false): AsyncGenerator<Unpacked, PackingFault | null> {
    const start = window.position;
    for (;;) {
      if (!(await window.ensure(1))) return null;
      const offset = window.position;
      const faultOf = (cut: Cut): PackingFault => packingFault(cut, 'gzip', 'gzip member', offset);
      const header = await headerLength(window);
      if (header === null) {
        if (offset > start && (await skipPadding(window))) return null;
        const got = window.view().subarray(0, 4);
        if (
          MAGIC.subarray(0, got.length).equals(got.subarray(0, MAGIC.length)) &&
          !(await window.ensure(MAX_HEADER_BYTES))
        )
          return faultOf('truncated');
        return faultOf(`corrupt got ${got.toString('hex')}, expected the header of a gzip member`);
      }
      const whole = await unpackWhole(window, header);
      if (typeof whole === 'object') {
        window.skip(whole.used);
        yield { bytes: whole.bytes, member: offset, isFirst: true, end: window.position };
        continue;
      }
      if (whole !== 'long' && !keepsDamaged) return faultOf(whole);
      window.skip(header);
      // Each part waits for the next one, because only the last one carries the member's end.
      let held: Uint8Array | null = null;
      let isFirst = true;
      let length = 0;
      let checksum = 0;
      const parts = streamed(window);
      let next = await parts.next();
      for (; !next.done; next = await parts.next()) {
        if (held !== null) {
          yield { bytes: held, member: offset, isFirst, end: null };
          isFirst = false;
        }
        held = next.value;
        length += held.length;
        checksum = crc32?.(held, checksum) ?? 0;
      }
      let obstacle = next.value;
      if (obstacle === null && !(await window.ensure(TRAILER_BYTES))) obstacle = 'truncated';
      if (obstacle === null) {
        const trailer = window.take(TRAILER_BYTES);
        obstacle = wrongTrailer(trailer, length, crc32 === undefined ? null : checksum);
      }
      const end = obstacle === null ? window.position : null;
      if (held !== null || end !== null) yield { bytes: held ?? new Uint8Array(0), member: offset, isFirst, end };
      if (obstacle !== null) return faultOf(obstacle);
    }
  },

  seek: (window) => seekPiece(window, MAGIC, FIXED_HEADER_BYTES + 2, WINDOW_BYTES, beginsRecord),
};

async function beginsRecord(window: ByteWindow): Promise<boolean> {
  const header = await headerLength(window);
  if (header === null) return false;
  await window.ensure(header + PROBE_BYTES);
  try {
    const packed = window.view().subarray(header, header + PROBE_BYTES);
    const start = zlib.inflateRawSync(packed, { finishFlush: zlib.constants.Z_SYNC_FLUSH, maxOutputLength: 2 ** 24 });
    return start.subarray(0, 5).toString('latin1') === 'WARC/';
  } catch {
    return false;
  }
}

/** Length of the member's header, or null when it is invalid. */
async function headerLength(window: ByteWindow): Promise<number | null> {
  if (!(await window.ensure(FIXED_HEADER_BYTES))) return null;
  const view = window.view();
  const flags = view[3];
  if (!view.subarray(0, MAGIC.length).equals(MAGIC) || (flags & FLAG.reserved) !== 0) return null;
  let length = FIXED_HEADER_BYTES;
  if (flags & FLAG.extra) {
    if (!(await window.ensure(length + 2))) return null;
    length += 2 + window.view().readUInt16LE(length);
  }
  for (const flag of [FLAG.name, FLAG.comment]) {
    if (!(flags & flag)) continue;
    await window.ensure(length + MAX_HEADER_BYTES);
    const end = window.view().indexOf(0, length);
    if (end === -1 || end > length + MAX_HEADER_BYTES) return null;
    length = end + 1;
  }
  if (flags & FLAG.headerChecksum) length += 2;
  return (await window.ensure(length)) ? length : null;
}

/** Decompresses a member in one call; `long`: it must be streamed. */
async function unpackWhole(
  window: ByteWindow,
  header: number,
): Promise<{ readonly bytes: Uint8Array; readonly used: number } | Cut | 'long'> {
  for (let width = WINDOW_BYTES; ; width *= 2) {
    const hasMore = await window.ensure(width);
    try {
      const { buffer, engine } = zlib.inflateRawSync(window.view().subarray(header), {
        info: true,
        chunkSize: CHUNK_BYTES,
        maxOutputLength: MAX_WHOLE_UNPACKED,
      }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
      const used = header + engine.bytesWritten + TRAILER_BYTES;
      if (!(await window.ensure(used))) return 'truncated';
      const trailer = window.view().subarray(used - TRAILER_BYTES, used);
      return wrongTrailer(trailer, buffer.length, crc32?.(buffer) ?? null) ?? { bytes: buffer, used };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return 'long';
      if (code !== 'Z_BUF_ERROR') return `corrupt the member cannot be unpacked: ${message}`;
      if (!hasMore) return 'truncated';
      if (width >= MAX_WHOLE_BYTES) return 'long';
    }
  }
}

/** What is wrong with unpacked bytes by the trailer of their member; null: nothing. @param checksum null: not known */
function wrongTrailer(trailer: Buffer, length: number, checksum: number | null): Cut | null {
  const expected = trailer.readUInt32LE(4);
  if (length % 2 ** 32 !== expected) return `corrupt the member's length got ${length}, expected ${expected}`;
  return checksum !== null && checksum !== trailer.readUInt32LE(0) ? "corrupt the member's checksum is wrong" : null;
}

/**
 * Decompresses a member as fast as it is consumed; the window is then just after its data.
 *
 * @returns why it ended early, after everything that could be unpacked; null: the data are complete
 */
async function* streamed(window: ByteWindow): AsyncGenerator<Uint8Array, Cut | null> {
  // Without `finishFlush` the end of the input would be an error, which drops what is not read yet.
  const finishFlush = zlib.constants.Z_SYNC_FLUSH;
  const inflate = zlib.createInflateRaw({ chunkSize: STREAM_CHUNK_BYTES, finishFlush });
  let parts: Buffer[] = [];
  let error: Error | null = null;
  inflate.on('data', (part: Buffer) => parts.push(part));
  inflate.on('error', (one) => {
    error = one;
  });
  try {
    for (let fed = 0, most = FIRST_FED_BYTES; await window.ensure(1); most = Math.min(2 * most, FED_BYTES)) {
      const bytes = Buffer.from(window.view().subarray(0, most));
      await new Promise<void>((done) => {
        inflate.once('close', done);
        inflate.write(bytes, () => {
          inflate.off('close', done);
          done();
        });
      });
      yield* parts;
      parts = [];
      if (error !== null) return `corrupt the member cannot be unpacked: ${(error as Error).message}`;
      // Bytes that the engine did not consume follow the member.
      const taken = Math.min(bytes.length, inflate.bytesWritten - fed);
      window.skip(taken);
      fed += taken;
      if (taken < bytes.length) return null;
    }
    return 'truncated';
  } finally {
    inflate.destroy();
  }
}

/**
 * Whether only padding is left after a member, which is moved over: one byte repeated (tapes and disks fill blocks), white space, or
 * less than a member has. Bytes of another kind may be a damaged member.
 */
async function skipPadding(window: ByteWindow): Promise<boolean> {
  await window.ensure(MIN_MEMBER_BYTES);
  const [first] = window.view();
  if (window.available < MIN_MEMBER_BYTES && !gzipPacking.recognises(window.view()))
    return window.skipFar(window.available);
  const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
  const isPadding = isBlank(first) ? isBlank : (byte: number): boolean => byte === first;
  while (await window.ensure(1)) {
    const view = window.view().subarray(0, PADDING_BYTES);
    if (!view.every(isPadding)) return false;
    window.skip(view.length);
  }
  return true;
}
