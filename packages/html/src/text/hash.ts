/**
 * Hashes of text. None is cryptographic: whoever chooses the input can find collisions.
 *
 * - {@link fnv1a}: 32 bits, for tables and features.
 * - Two 32-bit lanes ({@link stepHigh}, {@link stepLow}): 64 bits without BigInt or allocation, for identities. Among m honest
 *   keys the expected number of colliding pairs is m²/2⁶⁵ (ten million keys: three in a million).
 * - {@link md5}: for identities that must equal those of older systems (URL keys, feed items, the URL Tree's blocks).
 */
import { md5 as md5OfBytes } from '@noble/hashes/legacy';
import { bytesToHex } from '@noble/hashes/utils';

/** FNV-1a of the empty text: the offset basis of the 32-bit variant. */
export const FNV_BASIS = 0x811c9dc5;

/** One step of FNV-1a: takes in a number. The result is signed; `>>> 0` makes it unsigned. */
export function fnv1aStep(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193);
}

/** FNV-1a over a text's UTF-16 code units, 0 to 2³² − 1. */
export function fnv1a(text: string): number {
  let hash = FNV_BASIS;
  for (let at = 0; at < text.length; at++) hash = fnv1aStep(hash, text.charCodeAt(at));
  return hash >>> 0;
}

/** Initial values of the two lanes. Any two odd numbers do; these are the golden ratio and the square root of 3. */
export const HASH_SEED_HIGH = 0x9e3779b9;
export const HASH_SEED_LOW = 0xbb67ae85;

/** One step of the high lane: takes in a number. */
export function stepHigh(lane: number, value: number): number {
  const mixed = Math.imul(lane ^ value, 0xcc9e2d51);
  return (mixed << 13) | (mixed >>> 19);
}

/** One step of the low lane. Its multiplier and rotation differ, so that the lanes do not collide together. */
export function stepLow(lane: number, value: number): number {
  const mixed = Math.imul(((lane << 7) | (lane >>> 25)) + value, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Spreads every bit of a hash over all 32, so that its low bits can index a table. A bijection: it loses nothing. */
export function scramble(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The high lane of a text's UTF-16 code units, scrambled: 0 to 2³² − 1. */
export function hashHigh(text: string, seed = HASH_SEED_HIGH): number {
  let lane = seed;
  for (let at = 0; at < text.length; at++) lane = stepHigh(lane, text.charCodeAt(at));
  return scramble(lane);
}

/** The low lane of a text's UTF-16 code units, scrambled: 0 to 2³² − 1. */
export function hashLow(text: string, seed = HASH_SEED_LOW): number {
  let lane = seed;
  for (let at = 0; at < text.length; at++) lane = stepLow(lane, text.charCodeAt(at));
  return scramble(lane);
}

/** A 64-bit hash as 16 hexadecimal digits, as JSON holds it. */
export function hashToHex(high: number, low: number): string {
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}

/** MD5 (RFC 1321) of a text's UTF-8 bytes: 16 bytes. A lone surrogate is encoded as U+FFFD. */
export function md5(text: string): Uint8Array {
  return md5OfBytes(text);
}

/** MD5 of a text as 32 hexadecimal digits. */
export function md5Hex(text: string): string {
  return bytesToHex(md5(text));
}
