/** The contract of a compressed WARC file: pieces that were compressed one by one, with the position of each. */
import { setImmediate } from 'node:timers/promises';

/** Decompressed bytes of one gzip member or zstd frame, or of a part of it. */
export interface Unpacked {
  readonly bytes: Uint8Array;
  /** Position in the compressed stream at which the member or frame begins. */
  readonly member: number;
  readonly isFirst: boolean;
  /** Position just after the member or frame; null: more parts follow. */
  readonly end: number | null;
}

/** Why decompression ended before the stream did. */
export interface PackingFault {
  readonly reason: 'truncated-record' | 'corrupt-gzip' | 'corrupt-zstd' | 'zstd-dictionary';
  readonly detail: string;
  /** Position at which the member or frame begins. */
  readonly offset: number;
}

/** Why a piece cannot be unpacked. */
export type Cut = 'truncated' | `corrupt ${string}`;

export function packingFault(cut: Cut, format: 'gzip' | 'zstd', piece: string, offset: number): PackingFault {
  return cut === 'truncated'
    ? { reason: 'truncated-record', detail: `the file ends within a ${piece}`, offset }
    : { reason: `corrupt-${format}`, detail: cut.slice('corrupt '.length), offset };
}

/** A compression format. */
export interface Packing {
  /** Whether a file begins like this. @param start its first bytes, two or more */
  recognises(start: Uint8Array): boolean;
  /**
   * Decompresses from the window's position to the end or the first fault.
   *
   * @param keepsDamaged whether a short member that is truncated or damaged is unpacked as far as possible, as long ones are; default false
   * @returns the fault, or null at the end of the stream; the window is then at the faulty piece, or within it
   */
  unpack(window: ByteWindow, keepsDamaged?: boolean): AsyncGenerator<Unpacked, PackingFault | null>;
  /** Moves to the next piece that begins with a WARC record; false when there is none. */
  seek(window: ByteWindow): Promise<boolean>;
}

/** Places tried in a row: zlib frees the memory of each, 16 KiB or more, only between tasks. */
const PROBES_PER_TASK = 500;

/**
 * Moves to the next piece that begins with a WARC record; false when there is none.
 *
 * @param magic first bytes of a piece
 * @param least bytes that a piece has
 * @param ahead bytes searched at once
 */
export async function seekPiece(
  window: ByteWindow,
  magic: Buffer,
  least: number,
  ahead: number,
  beginsRecord: (window: ByteWindow) => Promise<boolean>,
): Promise<boolean> {
  for (let probes = 0; await window.ensure(least); ) {
    await window.ensure(ahead);
    const at = window.view().indexOf(magic);
    if (at === -1) {
      window.skip(window.available - magic.length + 1);
      continue;
    }
    window.skip(at);
    if (await beginsRecord(window)) return true;
    window.skip(1);
    if (++probes % PROBES_PER_TASK === 0) await setImmediate();
  }
  return false;
}

/**
 * A contiguous view of a stream that moves forward. Bytes are never overwritten, so views stay valid; a chunk that arrives in
 * an empty window is not copied.
 */
export class ByteWindow {
  /** Position in the stream of the window's start. */
  position = 0;
  private buffer: Buffer = Buffer.alloc(0);
  private start = 0;
  private end = 0;
  private hasEnded = false;
  private readonly input: AsyncIterator<Uint8Array>;

  constructor(input: AsyncIterable<Uint8Array>) {
    this.input = input[Symbol.asyncIterator]();
  }

  /** Bytes in the window. */
  get available(): number {
    return this.end - this.start;
  }

  view(): Buffer {
    return this.buffer.subarray(this.start, this.end);
  }

  /** Extends the window to a size; false when the stream ends before. */
  async ensure(count: number): Promise<boolean> {
    while (this.available < count && !this.hasEnded) {
      const { value, done } = await this.input.next();
      if (done) this.hasEnded = true;
      else this.add(value);
    }
    return this.available >= count;
  }

  /** Moves over bytes that are in the window. */
  skip(count: number): void {
    this.start += count;
    this.position += count;
  }

  /** Moves over bytes, in the window or not; false when the stream ends before. */
  async skipFar(count: number): Promise<boolean> {
    for (let left = count; ; ) {
      const step = Math.min(left, this.available);
      this.skip(step);
      left -= step;
      if (left === 0) return true;
      if (!(await this.ensure(1))) return false;
    }
  }

  /** Returns bytes of the window and moves over them. */
  take(count: number): Buffer {
    const bytes = this.buffer.subarray(this.start, this.start + count);
    this.skip(count);
    return bytes;
  }

  async close(): Promise<void> {
    this.hasEnded = true;
    await this.input.return?.();
  }

  private add(chunk: Uint8Array): void {
    const used = this.available;
    if (used === 0) {
      // The buffer ends with the chunk, so the next one is not written into memory that may belong to others.
      this.buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      this.start = 0;
      this.end = chunk.length;
      return;
    }
    if (this.end + chunk.length > this.buffer.length) {
      const larger = Buffer.allocUnsafe(2 * (used + chunk.length));
      this.buffer.copy(larger, 0, this.start, this.end);
      this.buffer = larger;
      this.start = 0;
      this.end = used;
    }
    this.buffer.set(chunk, this.end);
    this.end += chunk.length;
  }
}
