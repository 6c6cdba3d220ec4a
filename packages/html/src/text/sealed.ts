/**
 * Sealed bytes: how learned or collected state is saved. Magic, version, a JSON header, a body, and a checksum over all.
 *
 * Layout, little endian: 4 bytes magic (ASCII), u32 version, u32 header length, u32 body length, header (ASCII JSON,
 * zero-padded to 4), body, zero-padded to 4, u32 × 2 checksum of everything before it.
 */
import { HASH_SEED_HIGH, HASH_SEED_LOW, scramble, stepHigh, stepLow } from './hash.js';

const FIXED = 16;
const CHECKSUM = 8;
const padded = (length: number): number => (length + 3) & ~3;

/**
 * Seals a header and a body.
 *
 * @param magic four ASCII characters that name the kind of file
 * @param version of the layout of header and body; raise it when they change
 * @param body its parts, one after the other
 * @throws RangeError for a body of 4 GB or more
 */
export function seal(magic: string, version: number, header: unknown, ...body: readonly Uint8Array[]): Uint8Array {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  if (length > 0xffffffff) throw new RangeError(`sealing got ${length} bytes, expected less than 4 GB`);
  const head = ascii(JSON.stringify(header));
  const bytes = new Uint8Array(FIXED + padded(head.length) + padded(length) + CHECKSUM);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < 4; at++) bytes[at] = magic.charCodeAt(at);
  view.setUint32(4, version, true);
  view.setUint32(8, head.length, true);
  view.setUint32(12, length, true);
  bytes.set(head, FIXED);
  let to = FIXED + padded(head.length);
  for (const part of body) {
    bytes.set(part, to);
    to += part.length;
  }
  const [high, low] = checksum(view, bytes.length - CHECKSUM);
  view.setUint32(bytes.length - 8, high, true);
  view.setUint32(bytes.length - 4, low, true);
  return bytes;
}

/**
 * Opens sealed bytes.
 *
 * @param what the content in words, for the error: `an Onion state`
 * @param checks false for bytes that are part of the program: leaves out the checksum
 * @returns the header, and a view of the body, 4-byte aligned whenever the bytes were
 * @throws RangeError naming got and expected when the magic, the version, the length or the checksum does not match
 */
export function unseal<H>(bytes: Uint8Array, magic: string, version: number, what: string, checks = true) {
  const wrong = (property: string, got: string | number, expected: string | number): never => {
    throw new RangeError(`these bytes are not ${what}: ${property} got ${got}, expected ${expected}`);
  };
  if (bytes.length < FIXED + CHECKSUM) wrong('length', bytes.length, `at least ${FIXED + CHECKSUM} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const gotMagic = String.fromCharCode(...bytes.subarray(0, 4));
  if (gotMagic !== magic) wrong('magic', JSON.stringify(gotMagic), JSON.stringify(magic));
  if (view.getUint32(4, true) !== version) wrong('version', view.getUint32(4, true), version);
  const headLength = view.getUint32(8, true);
  const bodyLength = view.getUint32(12, true);
  const bodyFrom = FIXED + Math.ceil(headLength / 4) * 4;
  const expected = bodyFrom + Math.ceil(bodyLength / 4) * 4 + CHECKSUM;
  if (bytes.length !== expected) wrong('length', bytes.length, `${expected} bytes`);
  if (checks) {
    const [high, low] = checksum(view, bytes.length - CHECKSUM);
    const stored = `${view.getUint32(bytes.length - 8, true)}/${view.getUint32(bytes.length - 4, true)}`;
    if (`${high}/${low}` !== stored) wrong('checksum', `${high}/${low}`, stored);
  }
  const text = String.fromCharCode(...bytes.subarray(FIXED, FIXED + headLength));
  return { header: JSON.parse(text) as H, body: bytes.subarray(bodyFrom, bodyFrom + bodyLength) };
}

/** Characters beyond ASCII as JSON escapes, so that a header needs no UTF-8 coder. */
function ascii(json: string): Uint8Array {
  const escaped = json.replace(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const bytes = new Uint8Array(escaped.length);
  for (let at = 0; at < escaped.length; at++) bytes[at] = escaped.charCodeAt(at);
  return bytes;
}

function checksum(view: DataView, length: number): readonly [number, number] {
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  for (let at = 0; at < length; at += 4) {
    const word = view.getUint32(at, true);
    high = stepHigh(high, word);
    low = stepLow(low, word);
  }
  return [scramble(high), scramble(low)];
}
