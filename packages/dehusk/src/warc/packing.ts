/** What a packed WARC file is to its reader: pieces that were packed each by itself, with the place of each. */
import type { ByteWindow } from './byte-window.js';

/** A run of unpacked bytes of one piece: a gzip member, a zstd frame. */
export interface Unpacked {
  readonly bytes: Uint8Array;
  /** Byte of the packed stream at which its member or frame begins. */
  readonly member: number;
  readonly isFirst: boolean;
  /** Byte just after its member or frame; null: it goes on. */
  readonly end: number | null;
}

/** Why unpacking ended before the stream did. */
export interface PackingFault {
  readonly reason: 'truncated-record' | 'corrupt-gzip' | 'corrupt-zstd' | 'zstd-dictionary';
  readonly detail: string;
  /** Byte at which the member or frame begins. */
  readonly offset: number;
}

/** A way a file is packed. */
export interface Packing {
  /** Whether a file begins so. @param start its first bytes, two or more */
  recognises(start: Uint8Array): boolean;
  /**
   * What the window holds from its place on, to the end or to the first fault.
   *
   * @returns the fault, or null at the end of the stream; the window then stands at the faulty piece, or within it
   */
  unpack(window: ByteWindow): AsyncGenerator<Unpacked, PackingFault | null>;
  /** Slides to the next piece that begins with a WARC record; false when there is none. */
  seek(window: ByteWindow): Promise<boolean>;
}
