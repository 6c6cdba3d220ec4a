/** Records of WARC/1.1 as bytes, each a gzip member of its own, as readers that seek want them. */
import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

/** Header fields in the order they are written; null leaves one out. Content-Length is added. */
export type WarcFields = readonly (readonly [name: string, value: string | number | null])[];

const pack = promisify<Uint8Array, Uint8Array>(gzip);

/** One record, packed. */
export function packedRecord(fields: WarcFields, block: Uint8Array): Promise<Uint8Array> {
  return pack(recordBytes(fields, block));
}

/** The record a file begins with: who wrote it. */
export function packedWarcinfo(fileName: string, software: string, at: number): Uint8Array {
  const block = Buffer.from(
    `software: ${software}\r\nformat: WARC File Format 1.1\r\nconformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n`,
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
  const head = fields.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${oneLine(String(value))}\r\n`]));
  return Buffer.concat([
    Buffer.from(`WARC/1.1\r\n${head.join('')}Content-Length: ${block.length}\r\n\r\n`),
    block,
    Buffer.from('\r\n\r\n'),
  ]);
}

/** Fields that tell how a body was sent; an archive that holds it decoded must not repeat them. */
const OF_THE_WIRE = new Set(['content-encoding', 'transfer-encoding', 'content-length']);

/**
 * A response's block: status line, header fields and the decoded body. Fields of the wire stay readable under
 * `X-Archive-Orig-`, the Wayback Machine's prefix.
 */
export function responseHead(
  status: number,
  headers: readonly (readonly [name: string, value: string])[],
  bodyBytes: number,
): string {
  const lines = headers.map(([name, value]) => {
    const shown = OF_THE_WIRE.has(name.toLowerCase()) ? `X-Archive-Orig-${name}` : name;
    return `${oneLine(shown).replace(/[\s:]/g, '-')}: ${oneLine(value)}\r\n`;
  });
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}Content-Length: ${bodyBytes}\r\n\r\n`;
}

/** `sha1:` and base 32, as archives write digests since Heritrix. */
export function digest(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return `sha1:${base32(hash.digest())}`;
}

/** The same parts give the same id: a UUID of version 8 (RFC 9562) made from their SHA-256. */
export function recordId(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(parts.join('\0')).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `<urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}>`;
}

/** Milliseconds since 1970 as WARC/1.1 writes them. */
export function warcDate(at: number): string {
  return new Date(at).toISOString();
}

/** RFC 4648, upper case; a SHA-1 needs no padding. */
function base32(bytes: Uint8Array): string {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >> (bits - 5)) & 31];
  }
  return text;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
