/**
 * WARC files, plain, gzip or zstd, as a stream of records: bounded memory, back-pressure, and the byte at which each record can
 * be found again. Nothing in the file is fatal: what cannot be read is passed over to the next place that begins a record,
 * a `WARC/` line, a gzip member or a zstd frame, and told as a fault.
 */
import { ByteWindow } from './byte-window.js';
import { gzipPacking } from './gzip-members.js';
import type { Packing, PackingFault } from './packing.js';
import {
  MAX_BLOCK_BYTES,
  type WarcFault,
  type WarcHeaders,
  type WarcReadOptions,
  type WarcRecord,
} from './warc-record.js';
import { zstdPacking } from './zstd-frames.js';

const PACKINGS: readonly Packing[] = [gzipPacking, zstdPacking];
/** Bytes that tell how a file is packed. */
const START_BYTES = 4;
/** Longest header of a record. Addresses alone may have tens of thousands of characters. */
const MAX_HEADER_BYTES = 2 ** 20;
const VERSION_LINE = /^WARC\/(\d+\.\d+)[ \t]*$/;
const MAGIC = Buffer.from('WARC/');
const MAGIC_LINE = Buffer.from('\nWARC/');
/** Of a block that is not wanted, so much is looked at to see whether its length is true. */
const UNWANTED_BYTES = 2 ** 20;
const NOTHING = new Uint8Array(0);
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Reads a WARC file, from its start or from the offset of a record. */
export async function* readWarc(
  input: AsyncIterable<Uint8Array>,
  options: WarcReadOptions = {},
): AsyncGenerator<WarcRecord | WarcFault> {
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

/** Where a member begins, in the unpacked stream and in the file. */
interface MemberStart {
  readonly at: number;
  readonly offset: number;
}

async function* readPacked(
  file: ByteWindow,
  packing: Packing,
  from: number,
  options: WarcReadOptions,
): AsyncGenerator<WarcRecord | WarcFault> {
  for (;;) {
    let fault: PackingFault | null = null;
    let starts: MemberStart[] = [];
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
      // Positions only grow, so members before this one's are done with.
      const found = starts.findLastIndex((start) => start.at <= at);
      if (found > 0) starts = starts.slice(found);
      return starts[0]?.offset ?? from;
    };
    const isBroken = (): boolean => fault !== null;
    // Those ahead are few and stand at the end.
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
 * The records of an unpacked stream.
 *
 * @param offsetOf the file's byte of a position in the stream; asked for growing positions
 * @param isBroken whether the stream ended because of a fault that is told elsewhere
 * @param membersFrom where gzip members or zstd frames begin, from a position on, of the bytes seen so far
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
    const head = await readHead(window);
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
    // With the two line ends that close the record, but not more: the next member is not asked for before it is needed.
    await window.ensure(seen + 4);
    // A member that begins a record ends the one before, whatever its length says.
    const cutAt = (): number | null =>
      membersFrom(Math.max(blockAt + 1, window.position)).find(
        (at) => at < blockAt + length && beginsAt(window, at - window.position),
      ) ?? null;
    const cutFault = (got: number): WarcFault =>
      fault('truncated-record', `the block got ${got} bytes, expected ${length}`);
    if (length === seen && cutAt() === null && window.available >= length && !endsAfter(window, length)) {
      await seekRecord(window, membersFrom);
      yield fault('corrupt-record', `the block does not end after the ${length} bytes its header says`);
      continue;
    }
    const block = isWanted && window.available >= seen && cutAt() === null ? window.take(seen) : NOTHING;
    for (;;) {
      const cut = cutAt();
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

/** Line ends at a place of the window, at most the two that close a record, in bytes. */
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

type Head =
  | {
      readonly ok: true;
      readonly version: string;
      readonly type: string;
      readonly headers: WarcHeaders;
      /** Of the block. */
      readonly length: number;
      /** Of the head, its empty line included. */
      readonly bytes: number;
    }
  | { readonly ok: false; readonly reason: WarcFault['reason']; readonly detail: string; readonly isCut: boolean };

/** Reads a record's version line and header fields; the window stays at their beginning. */
async function readHead(window: ByteWindow): Promise<Head> {
  await window.ensure(MAGIC.length);
  if (!beginsAt(window, 0)) {
    const got = JSON.stringify(window.view().subarray(0, 20).toString('latin1'));
    return { ok: false, reason: 'not-warc', detail: `got ${got}, expected "WARC/"`, isCut: false };
  }
  const end = await findHeadEnd(window);
  if (end === null) {
    const isCut = window.available < MAX_HEADER_BYTES;
    const detail = isCut
      ? 'the file ends within the header of a record'
      : `a header of more than ${MAX_HEADER_BYTES} bytes`;
    return { ok: false, reason: 'corrupt-record', detail, isCut };
  }
  const lines = window.view().subarray(0, end).toString('utf8').trimEnd().split(/\r?\n/);
  const corrupt = (detail: string): Head => ({ ok: false, reason: 'corrupt-record', detail, isCut: false });
  const version = VERSION_LINE.exec(lines[0])?.[1];
  if (version === undefined) return corrupt(`got ${JSON.stringify(lines[0].slice(0, 40))}, expected WARC/1.0 or alike`);
  const headers = fieldsOf(lines.slice(1));
  const length = headers.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) return corrupt(`Content-Length got ${JSON.stringify(length)}, expected a number`);
  const type = headers.get('warc-type')?.toLowerCase() ?? '';
  if (type === '') return corrupt('the record has no WARC-Type');
  return { ok: true, version, type, headers, length: Number(length), bytes: end };
}

/** Position after the empty line that ends a head. */
async function findHeadEnd(window: ByteWindow): Promise<number | null> {
  for (let seen = 0; ; ) {
    const view = window.view();
    const wide = view.indexOf('\r\n\r\n', Math.max(0, seen - 3), 'latin1');
    const narrow = view.indexOf('\n\n', Math.max(0, seen - 1), 'latin1');
    if (wide !== -1 && (narrow === -1 || wide < narrow)) return wide + 4;
    if (narrow !== -1) return narrow + 2;
    seen = view.length;
    if (seen >= MAX_HEADER_BYTES || !(await window.ensure(seen + 1))) return null;
  }
}

/** Header fields, folded lines joined (WARC/1.0, "named fields"). */
function fieldsOf(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  let last = '';
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      if (last !== '') fields.set(last, `${fields.get(last)} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon === -1 ? '' : line.slice(0, colon).trim().toLowerCase();
    last = fields.has(name) ? '' : name;
    if (last !== '') fields.set(last, line.slice(colon + 1).trim());
  }
  return fields;
}

/** Slides over empty lines; false at the end. */
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

/** Slides to the next line or member that begins with `WARC/`, past the place it stands at; false when there is none. */
async function seekRecord(window: ByteWindow, membersFrom: MembersFrom): Promise<boolean> {
  const past = window.position + 1;
  while (await window.ensure(MAGIC_LINE.length)) {
    const line = window.view().indexOf(MAGIC_LINE);
    const member = membersFrom(Math.max(past, window.position)).find((at) => beginsAt(window, at - window.position));
    if (line !== -1 || member !== undefined) {
      window.skip(
        Math.min(
          line === -1 ? Number.POSITIVE_INFINITY : line + 1,
          member === undefined ? Number.POSITIVE_INFINITY : member - window.position,
        ),
      );
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
