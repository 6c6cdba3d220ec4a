/**
 * Reads WARC files (ISO 28500:2017, versions 0.18 to 1.1), plain, gzip or zstd, as a stream of records: bounded memory,
 * back-pressure, and the position of each record. No content is fatal: the reader reports what it cannot read as a fault and
 * continues at the next place that begins a record, a `WARC/` line, a gzip member or a zstd frame.
 */
import { CALLBACK, checkOptions, type OptionDomains, whole } from '@dehusk/html';
import { gzipPacking } from './gzip-members.js';
import { headEnd, headerFields } from './http-response.js';
import { ByteWindow, type Packing, type PackingFault } from './packing.js';
import { zstdPacking } from './zstd-frames.js';

/** Header fields by lower-case name; a repeated field keeps its first value. */
type WarcHeaders = ReadonlyMap<string, string>;

export interface WarcRecord {
  readonly kind: 'record';
  /** `1.1` */
  readonly version: string;
  /** WARC-Type, lower case: `response`, `revisit`, `warcinfo` … */
  readonly type: string;
  readonly headers: WarcHeaders;
  /**
   * The block; its start when it is longer than the bound, empty when the record is not wanted. It stays valid, but may keep
   * some megabytes around it in memory: copy what you keep for long.
   */
  readonly block: Uint8Array;
  /** Length of the block by its header, in bytes. */
  readonly length: number;
  /** Position in the file (compressed) at which reading can begin to get this record: its gzip member or zstd frame. */
  readonly offset: number;
  /**
   * Position at which reading can continue without losing a record. Records that share a gzip member share its start, except
   * the last: the records before it are then read again.
   */
  readonly nextOffset: number;
}

/** A piece of the file that is not a record. */
export interface WarcFault {
  readonly kind: 'fault';
  /**
   * `truncated-record`: the file ends, or the next record begins, within it. `corrupt-record`: header or length are wrong.
   * `corrupt-gzip`, `corrupt-zstd`: a member or frame cannot be decompressed. `zstd-dictionary`: the file needs a zstd
   * dictionary, which is not supported. `not-warc`: other bytes between records.
   */
  readonly reason: PackingFault['reason'] | 'corrupt-record' | 'not-warc';
  readonly detail: string;
  /** Positions as of a record. */
  readonly offset: number;
  readonly nextOffset: number;
}

export interface WarcReadOptions {
  /** Longest block kept, in bytes; longer ones are cut. Default 64 MiB, four times the largest page `extract()` accepts. */
  readonly maxBlockBytes?: number;
  /** Whether a record's block is wanted; default: all are. Other blocks cost no memory. */
  readonly wants?: (type: string, headers: WarcHeaders) => boolean;
  /** Position in the file at which `input` begins, from an earlier record; default 0. */
  readonly from?: number;
}

const OPTIONS: OptionDomains<WarcReadOptions> = { maxBlockBytes: whole(0), wants: CALLBACK, from: whole(0) };

const MAX_BLOCK_BYTES = 64 * 2 ** 20;
const PACKINGS: readonly Packing[] = [gzipPacking, zstdPacking];
/** Enough bytes to recognise the compression. */
const START_BYTES = 4;
/** Longest header of a record. URLs alone may have tens of thousands of characters. */
const MAX_HEADER_BYTES = 2 ** 20;
const VERSION_LINE = /^WARC\/(\d+\.\d+)[ \t]*$/;
const VERSION = 'WARC/';
const MAGIC = Buffer.from(VERSION);
const MAGIC_LINE = Buffer.from(`\n${VERSION}`);
/** Bytes of an unwanted block that are read to verify its length. */
const UNWANTED_BYTES = 2 ** 20;
const NOTHING = new Uint8Array(0);
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Reads a WARC file from its start or from the offset of a record. */
export async function* readWarc(
  input: AsyncIterable<Uint8Array>,
  options: WarcReadOptions = {},
): AsyncGenerator<WarcRecord | WarcFault> {
  checkOptions('readWarc', options, OPTIONS);
  const file = new ByteWindow(input);
  const from = options.from ?? 0;
  try {
    if (!(await file.ensure(START_BYTES)) && file.available < 2) return;
    const packing = PACKINGS.find((one) => one.recognises(file.view()));
    if (packing !== undefined) yield* readPacked(file, packing, from, options);
    else yield* readRecords(file, (at) => from + at, options);
  } finally {
    await file.close();
  }
}

type MembersFrom = (at: number) => readonly number[];

async function* readPacked(
  file: ByteWindow,
  packing: Packing,
  from: number,
  options: WarcReadOptions,
): AsyncGenerator<WarcRecord | WarcFault> {
  for (;;) {
    let fault: PackingFault | null = null;
    /** Where members begin, in the decompressed stream and in the file. */
    let starts: { readonly at: number; readonly offset: number }[] = [];
    let unpacked = 0;
    let end: number | null = null;
    const content = async function* (): AsyncGenerator<Uint8Array> {
      const members = packing.unpack(file);
      for (let next = await members.next(); ; next = await members.next()) {
        if (next.done) {
          fault = next.value;
          return;
        }
        const { bytes, member, isFirst } = next.value;
        if (isFirst) starts.push({ at: unpacked, offset: from + member });
        end = next.value.end;
        unpacked += bytes.length;
        if (bytes.length > 0) yield bytes;
      }
    };
    const offsetOf = (at: number): number => {
      if (at === unpacked && end !== null) return from + end;
      // Positions only grow, so earlier members are no longer needed.
      const found = starts.findLastIndex((start) => start.at <= at);
      if (found > 0) starts = starts.slice(found);
      return starts[0]?.offset ?? from;
    };
    const isBroken = (): boolean => fault !== null;
    // Few members are ahead, and they are at the end.
    const membersFrom = (at: number): number[] =>
      starts.slice(starts.findLastIndex((start) => start.at < at) + 1).map((start) => start.at);
    yield* readRecords(new ByteWindow(content()), offsetOf, options, isBroken, membersFrom);
    const met = fault as PackingFault | null;
    if (met === null) return;
    const { offset } = met;
    if (file.position === offset && file.available > 0) file.skip(1);
    const isHopeless = met.reason === 'truncated-record' || met.reason === 'zstd-dictionary';
    const isFound = !isHopeless && (await packing.seek(file));
    if (!isFound) await file.skipFar(Number.POSITIVE_INFINITY);
    yield {
      kind: 'fault',
      reason: met.reason,
      detail: met.detail,
      offset: from + offset,
      nextOffset: from + file.position,
    };
    if (!isFound) return;
  }
}

/**
 * The records of a decompressed stream.
 *
 * @param offsetOf the position in the file of a position in the stream; called with growing positions
 * @param isBroken whether the stream ended because of a fault that the caller reports
 * @param membersFrom where gzip members or zstd frames begin, from a position on, among the bytes seen so far
 */
async function* readRecords(
  window: ByteWindow,
  offsetOf: (at: number) => number,
  options: WarcReadOptions,
  isBroken: () => boolean = () => false,
  membersFrom: MembersFrom = () => [],
): AsyncGenerator<WarcRecord | WarcFault> {
  const maxBlockBytes = options.maxBlockBytes ?? MAX_BLOCK_BYTES;
  while (await skipBlankLines(window)) {
    const offset = offsetOf(window.position);
    const fault = (reason: WarcFault['reason'], detail: string): WarcFault => ({
      kind: 'fault',
      reason,
      detail,
      offset,
      nextOffset: offsetOf(window.position),
    });
    const head = await readHead(window, membersFrom);
    if (!head.ok) {
      const isCut = !(await seekRecord(window, membersFrom));
      if (isCut && isBroken()) return;
      yield fault(isCut && head.isCut ? 'truncated-record' : head.reason, head.detail);
      continue;
    }
    window.skip(head.bytes);
    const { version, type, headers, length } = head;
    const blockAt = window.position;
    const isWanted = options.wants?.(type, headers) ?? true;
    const seen = Math.min(length, isWanted ? maxBlockBytes : UNWANTED_BYTES);
    // A member that begins with a record ends the one before, whatever its length says.
    const cutAt = (from: number): number | null =>
      membersFrom(Math.max(blockAt + 1, from)).find(
        (at) => at < blockAt + length && beginsAt(window, at - window.position),
      ) ?? null;
    // Includes the two line ends that close the record, but no more: the next member is not read before it is needed.
    let cut = cutAt(0);
    while (cut === null && window.available < seen + 4) {
      const unsure = blockAt + window.available - VERSION.length;
      if (!(await window.ensure(window.available + 1))) break;
      cut = cutAt(unsure);
    }
    const cutFault = (got: number): WarcFault =>
      fault('truncated-record', `the block got ${got} bytes, expected ${length}`);
    if (length === seen && cut === null && window.available >= length && !endsAfter(window, length)) {
      await seekRecord(window, membersFrom);
      yield fault('corrupt-record', `the block does not end after the ${length} bytes its header says`);
      continue;
    }
    const block = isWanted && window.available >= seen && cut === null ? window.take(seen) : NOTHING;
    for (;;) {
      cut = cutAt(window.position);
      const left = blockAt + length - window.position;
      window.skip(cut === null ? Math.min(left, window.available) : cut - window.position);
      if (cut !== null || window.position === blockAt + length || !(await window.ensure(1))) break;
    }
    if (window.position < blockAt + length) {
      if (window.available === 0 && isBroken()) return;
      yield cutFault(window.position - blockAt);
      continue;
    }
    await window.ensure(4);
    window.skip(lineEnds(window, 0));
    yield { kind: 'record', version, type, headers, block, length, offset, nextOffset: offsetOf(window.position) };
  }
}

/** Bytes of line ends at a position of the window, at most the two that close a record. */
function lineEnds(window: ByteWindow, at: number): number {
  let ends = 0;
  for (const byte of window.view().subarray(at, at + 4)) {
    if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) break;
    ends++;
  }
  return ends;
}

/** Whether a record can end here: two line ends, or fewer before the next record or the end. */
function endsAfter(window: ByteWindow, length: number): boolean {
  const ends = lineEnds(window, length);
  return ends === 4 || length + ends === window.available || beginsAt(window, length + ends);
}

type RecordHead =
  | {
      readonly ok: true;
      readonly version: string;
      readonly type: string;
      readonly headers: WarcHeaders;
      /** Length of the block. */
      readonly length: number;
      /** Length of the head, its empty line included. */
      readonly bytes: number;
    }
  | { readonly ok: false; readonly reason: WarcFault['reason']; readonly detail: string; readonly isCut: boolean };

/** Reads a record's version line and header fields; the window does not move. */
async function readHead(window: ByteWindow, membersFrom: MembersFrom): Promise<RecordHead> {
  await window.ensure(MAGIC.length);
  if (!beginsAt(window, 0)) {
    const got = JSON.stringify(window.view().subarray(0, 20).toString('latin1'));
    return { ok: false, reason: 'not-warc', detail: `got ${got}, expected "WARC/"`, isCut: false };
  }
  const end = await findHeadEnd(window, membersFrom);
  if (end === null) {
    const isCut = window.available < MAX_HEADER_BYTES;
    const detail = isCut
      ? 'the file ends within the header of a record'
      : `a header of more than ${MAX_HEADER_BYTES} bytes`;
    return { ok: false, reason: 'corrupt-record', detail, isCut };
  }
  const head = window.view().subarray(0, end).toString('utf8');
  const corrupt = (detail: string): RecordHead => ({ ok: false, reason: 'corrupt-record', detail, isCut: false });
  if (!/\n\r?\n$/.test(head)) return corrupt('the next record begins within the header');
  const lines = head.trimEnd().split(/\r?\n/);
  const version = VERSION_LINE.exec(lines[0])?.[1];
  if (version === undefined)
    return corrupt(`got ${JSON.stringify(lines[0].slice(0, 40))}, expected WARC/1.0 or similar`);
  const headers = headerFields(lines.slice(1), 'first');
  const length = headers.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) return corrupt(`Content-Length got ${JSON.stringify(length)}, expected a number`);
  const type = headers.get('warc-type')?.toLowerCase() ?? '';
  if (type === '') return corrupt('the record has no WARC-Type');
  return { ok: true, version, type, headers, length: Number(length), bytes: end };
}

/** The position after the empty line that ends a head, or of a record within it; null for neither. */
async function findHeadEnd(window: ByteWindow, membersFrom: MembersFrom): Promise<number | null> {
  for (let seen = 0; ; ) {
    const end = headEnd(window.view(), seen, VERSION);
    const unsure = window.position + Math.max(1, seen - VERSION.length);
    const member = membersFrom(unsure).find((at) => beginsAt(window, at - window.position));
    if (member !== undefined && (end === null || member - window.position < end)) return member - window.position;
    if (end !== null) return end;
    seen = window.available;
    if (seen >= MAX_HEADER_BYTES || !(await window.ensure(seen + 1))) return null;
  }
}

/** Moves over empty lines; false at the end. */
async function skipBlankLines(window: ByteWindow): Promise<boolean> {
  while (await window.ensure(1)) {
    const view = window.view();
    let blank = 0;
    while (blank < view.length && (view[blank] === LINE_FEED || view[blank] === CARRIAGE_RETURN)) blank++;
    window.skip(blank);
    if (blank < view.length) return true;
  }
  return false;
}

/** Moves forward to the next line or member that begins with `WARC/`; false when there is none. */
async function seekRecord(window: ByteWindow, membersFrom: MembersFrom): Promise<boolean> {
  const past = window.position + 1;
  while (await window.ensure(MAGIC_LINE.length)) {
    const line = window.view().indexOf(MAGIC_LINE);
    const member = membersFrom(Math.max(past, window.position)).find((at) => beginsAt(window, at - window.position));
    const next = Math.min(
      line === -1 ? Number.POSITIVE_INFINITY : line + 1,
      member === undefined ? Number.POSITIVE_INFINITY : member - window.position,
    );
    if (next < Number.POSITIVE_INFINITY) {
      window.skip(next);
      return true;
    }
    window.skip(window.available - MAGIC_LINE.length + 1);
  }
  await window.skipFar(Number.POSITIVE_INFINITY);
  return false;
}

function beginsAt(window: ByteWindow, at: number): boolean {
  return window
    .view()
    .subarray(at, at + MAGIC.length)
    .equals(MAGIC);
}
