/**
 * Hashing of text as two 32-bit lanes: 64 bits without BigInt and without allocation.
 *
 * Not cryptographic: whoever chooses the input can find collisions. Among m honest keys the expected number of colliding
 * pairs is m²/2⁶⁵ (ten million keys: three in a million).
 */

/** Where the lanes of a text hash start. Any two odd numbers do; these are the golden ratio and the square root of 3. */
export const HASH_SEED_HIGH = 0x9e3779b9;
export const HASH_SEED_LOW = 0xbb67ae85;

/** One step of the high lane: takes in the number `value`. */
export function stepHigh(lane: number, value: number): number {
  const mixed = Math.imul(lane ^ value, 0xcc9e2d51);
  return (mixed << 13) | (mixed >>> 19);
}

/** One step of the low lane; another multiplier and another rotation, so that the lanes do not collide together. */
export function stepLow(lane: number, value: number): number {
  const mixed = Math.imul(((lane << 7) | (lane >>> 25)) + value, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Spreads every bit of a lane over all 32: multiply and shift, twice. A bijection, so it loses nothing. */
export function scramble(lane: number): number {
  let mixed = lane;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A 64-bit hash as it stands in JSON: 16 hexadecimal digits. */
export function hashToHex(high: number, low: number): string {
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
