/**
 * Gzip member by member (RFC 1952, 2.2), with the position of each: a WARC file compresses every record as one member, so
 * reading can begin at any of them. Node's gunzip reads members too, but does not report where they are.
 *
 * A member that fits the window is decompressed in one synchronous call, which costs as much as one call over the file.
 * Members that are long, or decompress to much, are streamed.
 */
import { setImmediate } from 'node:timers/promises';
import * as zlib from 'node:zlib';
import type { ByteWindow, Packing, PackingFault, Unpacked } from './packing.js';

/** Compressed bytes tried at once: fits most pages, so few members are tried twice. */
const WINDOW_BYTES = 2 ** 20;
/** Members that are longer, or decompress to more, are streamed. */
const MAX_WHOLE_BYTES = 8 * 2 ** 20;
const MAX_WHOLE_UNPACKED = 32 * 2 ** 20;
/** Output buffer of zlib: fewer calls than with the default of 16 KiB. */
const CHUNK_BYTES = 2 ** 16;
const TRAILER_BYTES = 8;
const FIXED_HEADER_BYTES = 10;
/** Longest name or comment in a header; no known writer comes near. */
const MAX_HEADER_BYTES = 2 ** 16;
/** Enough compressed bytes for the first five decompressed ones. */
const PROBE_BYTES = 4096;
const FLAG = { headerChecksum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;
/** Magic number, and the only compression method. */
const MAGIC = Buffer.from([0x1f, 0x8b, 8]);
/** Places tried in a row: zlib frees the memory of each, 16 KiB or more, only between tasks. */
const PROBES_PER_TASK = 500;
/** Missing in early versions of Node 20. */
const crc32: ((bytes: Uint8Array) => number) | undefined = (zlib as { crc32?: (bytes: Uint8Array) => number }).crc32;

/** Why a member cannot be decompressed; `long`: it must be streamed. */
type Obstacle = 'truncated' | 'long' | `corrupt ${string}`;

export const gzipPacking: Packing = {
  recognises: ([first, second]) => first === 0x1f && second === 0x8b,

  async *unpack(window): AsyncGenerator<Unpacked, PackingFault | null> {
    for (;;) {
      if (!(await window.ensure(1))) return null;
      const offset = window.position;
      const corrupt = (detail: string): PackingFault => ({ reason: 'corrupt-gzip', detail, offset });
      const truncated: PackingFault = {
        reason: 'truncated-record',
        detail: 'the file ends within a gzip member',
        offset,
      };
      const header = await headerLength(window);
      if (header === null) {
        const got = window.view().subarray(0, 4).toString('hex');
        return corrupt(`got ${got}, expected the header of a gzip member`);
      }
      const whole = await unpackWhole(window, header);
      if (whole === 'truncated') return truncated;
      if (typeof whole === 'object') {
        window.skip(whole.used);
        yield { bytes: whole.bytes, member: offset, isFirst: true, end: window.position };
        continue;
      }
      if (whole !== 'long') return corrupt(whole.slice('corrupt '.length));
      window.skip(header);
      // Each part waits for the next one, because only the last one carries the member's end.
      let held: Uint8Array | null = null;
      let isFirst = true;
      try {
        for await (const bytes of streamed(window)) {
          if (held !== null) {
            yield { bytes: held, member: offset, isFirst, end: null };
            isFirst = false;
          }
          held = bytes;
        }
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        return code === 'Z_BUF_ERROR' ? truncated : corrupt(`the member cannot be unpacked: ${message}`);
      }
      // The checksum comes too late: most of the member was passed on already.
      await window.skipFar(TRAILER_BYTES);
      yield { bytes: held ?? new Uint8Array(0), member: offset, isFirst, end: window.position };
    }
  },

  async seek(window) {
    for (let probes = 0; await window.ensure(FIXED_HEADER_BYTES + 2); ) {
      await window.ensure(WINDOW_BYTES);
      const view = window.view();
      const at = view.indexOf(MAGIC);
      if (at === -1) {
        window.skip(view.length - MAGIC.length + 1);
        continue;
      }
      window.skip(at);
      if (await beginsRecord(window)) return true;
      window.skip(1);
      if (++probes % PROBES_PER_TASK === 0) await setImmediate();
    }
    return false;
  },
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

/** Decompresses a member in one call. */
async function unpackWhole(
  window: ByteWindow,
  header: number,
): Promise<{ readonly bytes: Uint8Array; readonly used: number } | Obstacle> {
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
      const length = trailer.readUInt32LE(4);
      if (length !== buffer.length) return `corrupt the member's length got ${buffer.length}, expected ${length}`;
      if (crc32 !== undefined && crc32(buffer) !== trailer.readUInt32LE(0))
        return "corrupt the member's checksum is wrong";
      return { bytes: buffer, used };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return 'long';
      if (code !== 'Z_BUF_ERROR') return `corrupt the member cannot be unpacked: ${message}`;
      if (!hasMore) return 'truncated';
      if (width >= MAX_WHOLE_BYTES) return 'long';
    }
  }
}

/** Decompresses a member as fast as it is consumed; the window is then just after it. */
async function* streamed(window: ByteWindow): AsyncGenerator<Uint8Array> {
  const inflate = zlib.createInflateRaw({ chunkSize: CHUNK_BYTES });
  let fed = 0;
  let isOver = false;
  const feed = async (): Promise<void> => {
    while (!isOver && (await window.ensure(1))) {
      const bytes = Buffer.from(window.view().subarray(0, WINDOW_BYTES));
      await new Promise<void>((done) => {
        inflate.once('close', done);
        inflate.write(bytes, () => {
          inflate.off('close', done);
          done();
        });
      });
      // Bytes that the engine did not consume follow the member.
      const taken = Math.min(bytes.length, inflate.bytesWritten - fed);
      window.skip(taken);
      fed += taken;
      if (taken < bytes.length) return;
    }
    inflate.end();
  };
  const feeding = feed().catch((error) => inflate.destroy(error));
  try {
    yield* inflate as AsyncIterable<Uint8Array>;
  } finally {
    isOver = true;
    inflate.destroy();
    await feeding;
  }
}
