/**
 * An archive of the raw pages: WARC/1.1, one gzip member per record. `pages.warc.gz` is being written, `pages-000001.warc.gz`
 * and so on are finished.
 *
 * A payload that occurs twice in a file is stored once and then as a `revisit` that refers to it. Records carry the document's
 * id and revision as `X-Dehusk-Id` and `X-Dehusk-Revision`, which join archive and documents.
 */
import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { section } from '@dehusk/node';
import { type FileOptions, fileOptionsSchema, openFileSeries, rotatingNames, seriesLimits } from './file-series.js';
import { type RawResponse, type Sink, type SinkRecord, sinkKind } from './sink.js';

/** The size the standard recommends (ISO 28500:2017, annex C.1). */
const MAX_MEGABYTES = 1_024;
const EXTENSION = '.warc.gz';
const REVISIT_PROFILE = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';
/** Payloads of a file that are remembered: about 20 MB; a file of a gigabyte holds about half as many. */
const MAX_REMEMBERED = 100_000;

interface Original {
  readonly id: string;
  readonly url: string;
  readonly at: number;
}

async function open(options: FileOptions, checkpoint: Uint8Array | undefined): Promise<Sink> {
  const names = rotatingNames(options.prefix, EXTENSION);
  const series = await openFileSeries(
    {
      ...seriesLimits(options),
      names,
      finishesAtEnd: false,
      header: (number) => packedWarcinfo(names.finished(number), Date.now()),
    },
    checkpoint,
  );
  let originals = new Map<string, Original>();
  let ofFile = series.number;
  return {
    async write(record) {
      const { raw } = record;
      if (raw === null) return;
      // Its file is known only when it is written.
      await series.append(() => {
        if (ofFile !== series.number) originals = new Map();
        ofFile = series.number;
        return archived(record, raw, originals);
      });
    },
    flush: series.flush,
    committed: series.committed,
    close: series.close,
  };
}

function archived(record: SinkRecord, raw: RawResponse, originals: Map<string, Original>): Promise<Uint8Array> {
  const url = String(record.row.url ?? '');
  const payload = digest(raw.bytes);
  const id = recordId(record.id, String(record.revision), String(raw.at));
  const common: WarcFields = [
    ['WARC-Record-ID', id],
    ['WARC-Date', warcDate(raw.at)],
    ['WARC-Target-URI', url],
    ['WARC-Payload-Digest', payload],
    ['X-Dehusk-Id', record.id],
    ['X-Dehusk-Revision', record.revision],
  ];
  // A page without an HTTP response is a resource.
  if (raw.status === null) {
    const contentType = raw.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/html';
    return packedRecord([['WARC-Type', 'resource'], ...common, ['Content-Type', contentType]], raw.bytes);
  }
  const head = Buffer.from(responseHead(raw.status, raw.headers, raw.bytes.length), 'latin1');
  const original = originals.get(payload);
  const contentType = ['Content-Type', 'application/http; msgtype=response'] as const;
  if (original !== undefined)
    return packedRecord(
      [
        ['WARC-Type', 'revisit'],
        ...common,
        ['WARC-Profile', REVISIT_PROFILE],
        ['WARC-Refers-To', original.id],
        ['WARC-Refers-To-Target-URI', original.url],
        ['WARC-Refers-To-Date', warcDate(original.at)],
        ['WARC-Block-Digest', digest(head)],
        contentType,
      ],
      head,
    );
  originals.set(payload, { id, url, at: raw.at });
  if (originals.size > MAX_REMEMBERED) originals.delete(originals.keys().next().value as string);
  const block = Buffer.concat([head, raw.bytes]);
  return packedRecord([['WARC-Type', 'response'], ...common, ['WARC-Block-Digest', digest(block)], contentType], block);
}

/** Header fields in order, without Content-Length. */
type WarcFields = readonly (readonly [name: string, value: string | number])[];

const pack = promisify<Uint8Array, Uint8Array>(gzip);

/** A record as a gzip member. */
function packedRecord(fields: WarcFields, block: Uint8Array): Promise<Uint8Array> {
  return pack(recordBytes(fields, block));
}

/** The first record of a file: who wrote it. */
function packedWarcinfo(fileName: string, at: number): Uint8Array {
  const block = Buffer.from(
    `software: dehusk\r\nformat: WARC File Format 1.1\r\nconformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n`,
  );
  return gzipSync(
    recordBytes(
      [
        ['WARC-Type', 'warcinfo'],
        ['WARC-Record-ID', recordId(fileName, String(at))],
        ['WARC-Date', warcDate(at)],
        ['WARC-Filename', fileName],
        ['WARC-Block-Digest', digest(block)],
        ['Content-Type', 'application/warc-fields'],
      ],
      block,
    ),
  );
}

function recordBytes(fields: WarcFields, block: Uint8Array): Uint8Array {
  const head = fields.map(([name, value]) => `${name}: ${oneLine(String(value))}\r\n`);
  return Buffer.concat([
    Buffer.from(`WARC/1.1\r\n${head.join('')}Content-Length: ${block.length}\r\n\r\n`),
    block,
    Buffer.from('\r\n\r\n'),
  ]);
}

/** Fields of a body's encoding; wrong for the decoded body in the archive. */
const ENCODING_FIELDS = new Set(['content-encoding', 'transfer-encoding', 'content-length']);

/**
 * The head of a response's block. Fields of the original encoding are kept with `X-Archive-Orig-`, the Wayback Machine's
 * prefix.
 */
function responseHead(
  status: number,
  headers: readonly (readonly [name: string, value: string])[],
  bodyBytes: number,
): string {
  const lines = headers.map(([name, value]) => {
    const shown = ENCODING_FIELDS.has(name.toLowerCase()) ? `X-Archive-Orig-${name}` : name;
    return `${oneLine(shown).replace(/[\s:]/g, '-')}: ${oneLine(value)}\r\n`;
  });
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}Content-Length: ${bodyBytes}\r\n\r\n`;
}

/** `sha1:` and base 32, the digests of archives since Heritrix. */
function digest(bytes: Uint8Array): string {
  const digits = BigInt(`0x${createHash('sha1').update(bytes).digest('hex')}`)
    .toString(32)
    .padStart(32, '0');
  // The digits of RFC 4648 are letters first; 160 bits need no padding.
  return `sha1:${digits.replace(/./g, (digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(digit, 32)])}`;
}

/** A UUID of version 8 (RFC 9562) from the SHA-256 of its parts: the same parts have the same id. */
function recordId(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(parts.join('\0')).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `<urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}>`;
}

/** A time in milliseconds since 1970, as in WARC/1.1. */
function warcDate(at: number): string {
  return new Date(at).toISOString();
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

export const warcSink = sinkKind<FileOptions, 'folder'>({
  name: 'warc',
  summary: 'An archive of the raw pages: WARC/1.1, one gzip member per record, revisits for repeated payloads.',
  wantsRaw: true,
  schema: section(fileOptionsSchema('pages', MAX_MEGABYTES, 0), ['folder']),
  open,
});
