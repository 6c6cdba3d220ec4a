/**
 * The 64-bit hashes of all n-grams of a token sequence, by a rolling polynomial in each of two 32-bit lanes:
 * H ← H·B + new − old·Bⁿ. Order-sensitive, one step a token whatever n is.
 */
import { scramble } from '../text/hash.js';
import type { TokenHashes } from '../text/tokens.js';

/** Bases of the polynomials: odd, and ≡ 5 mod 8, so that their powers repeat as late as they can (after 2³⁰). */
const BASE_HIGH = 0x2c1b3c6d;
const BASE_LOW = 0x297a2d3d;

/** Hashes by position: entry i is the n-gram that ends at token i; the first n − 1 entries mean nothing. */
export interface NgramHashes {
  high: Uint32Array;
  low: Uint32Array;
}

/** An empty buffer, reused from document to document. */
export function ngramHashes(): NgramHashes {
  return { high: new Uint32Array(1024), low: new Uint32Array(1024) };
}

/**
 * Hashes every n-gram of the tokens into the buffer.
 *
 * @param n length of the n-grams in tokens, 1 or more
 */
export function hashNgrams(into: NgramHashes, tokens: TokenHashes, n: number): void {
  if (into.high.length < tokens.length) {
    into.high = new Uint32Array(tokens.high.length);
    into.low = new Uint32Array(tokens.high.length);
  }
  const { high, low } = into;
  const tokenHigh = tokens.high;
  const tokenLow = tokens.low;
  let leaveHigh = 1;
  let leaveLow = 1;
  for (let times = 0; times < n; times++) {
    leaveHigh = Math.imul(leaveHigh, BASE_HIGH);
    leaveLow = Math.imul(leaveLow, BASE_LOW);
  }
  let rollingHigh = 0;
  let rollingLow = 0;
  for (let at = 0; at < tokens.length; at++) {
    rollingHigh = (Math.imul(rollingHigh, BASE_HIGH) + tokenHigh[at]) | 0;
    rollingLow = (Math.imul(rollingLow, BASE_LOW) + tokenLow[at]) | 0;
    if (at >= n) {
      rollingHigh = (rollingHigh - Math.imul(tokenHigh[at - n], leaveHigh)) | 0;
      rollingLow = (rollingLow - Math.imul(tokenLow[at - n], leaveLow)) | 0;
    }
    high[at] = scramble(rollingHigh);
    low[at] = scramble(rollingLow);
  }
}
