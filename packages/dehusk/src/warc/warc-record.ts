/** A WARC file as it is read: records, and what could not be read. ISO 28500:2017, versions 0.18 to 1.1. */
import type { PackingFault } from './packing.js';

/** Header fields by lower-case name; of a field that stands twice, the first. */
export type WarcHeaders = ReadonlyMap<string, string>;

export interface WarcRecord {
  readonly kind: 'record';
  /** `1.1` */
  readonly version: string;
  /** WARC-Type, lower case: `response`, `revisit`, `warcinfo` … */
  readonly type: string;
  readonly headers: WarcHeaders;
  /**
   * The block; its start when it is longer than the bound, empty when the record was not wanted. It stays good, and may
   * keep up to some megabytes around it in memory: copy what is to be kept for long.
   */
  readonly block: Uint8Array;
  /** Length of the block by its header, in bytes. */
  readonly length: number;
  /** Byte of the file (packed, as it lies there) at which reading can begin to get this record: the start of its gzip member or zstd frame. */
  readonly offset: number;
  /**
   * Byte at which reading can go on after this record without losing one. Records that share one gzip member share its
   * start, except the last: what stands before it in the member is then read again.
   */
  readonly nextOffset: number;
}

/** A piece of the file that is no record: passed over, counted, never fatal. */
export interface WarcFault {
  readonly kind: 'fault';
  /**
   * `truncated-record`: the file ends, or the next record begins, within it. `corrupt-record`: header or length are wrong.
   * `corrupt-gzip`, `corrupt-zstd`: a member or frame cannot be unpacked. `zstd-dictionary`: the file is packed with zstd and a
   * dictionary, and not read. `not-warc`: bytes between records that are none.
   */
  readonly reason: PackingFault['reason'] | 'corrupt-record' | 'not-warc';
  readonly detail: string;
  /** Byte of the file it begins at, as {@link WarcRecord.offset}. */
  readonly offset: number;
  readonly nextOffset: number;
}

export interface WarcReadOptions {
  /** Longest block kept, in bytes; of longer ones the start is kept and the rest passed over. Default {@link MAX_BLOCK_BYTES}. */
  readonly maxBlockBytes?: number;
  /** Whether a record's block is wanted; default: of all. Blocks not wanted cost no memory. */
  readonly wants?: (type: string, headers: WarcHeaders) => boolean;
  /** Byte of the file that `input` begins at, by an earlier record; default 0. */
  readonly from?: number;
}

/** Default of {@link WarcReadOptions.maxBlockBytes}: four times the largest page `extract()` takes. */
export const MAX_BLOCK_BYTES = 64 * 2 ** 20;
