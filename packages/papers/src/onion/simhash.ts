/**
 * SimHash (Charikar 2002; Manku, Jain & Das Sarma 2007, "Detecting Near-Duplicates for Web Crawling"): 64 bits such that
 * texts which share most of their phrases differ in few bits.
 *
 * Steps: hash every shingle of 3 words to 64 bits; bit i of the result is the majority of the shingles' bits i.
 * Manku and others found a Hamming distance of at most 3 right for web pages with 64 bits.
 *
 * Departures: shingles of words instead of weighted features, each occurrence counting once; a text of fewer than 8 words has
 * too few shingles for a meaningful majority, so its fingerprint is its content digest and it is near only itself.
 *
 * Majorities are counted four at a time in the bytes of 32-bit words (16 additions a shingle instead of 64).
 */
import { HASH_SEED_HIGH, HASH_SEED_LOW, scramble, stepHigh, stepLow } from '@dehusk/html';
import { appendTokens, hashNgrams, ngramHashes, type TokenHashes, tokenHashes } from './tokens.js';

/** A 64-bit fingerprint as two unsigned 32-bit halves; `hashToHex` prints it. */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}
const SHINGLE_WORDS = 3;
/** Texts of fewer words are equal or different, never near. */
export const MIN_NEAR_WORDS = 8;
/** The distance in bits up to which Manku and others call two pages near-duplicates. */
export const NEAR_DISTANCE = 3;

/** Bits 0–3 and bits 4–7 of every byte, each bit spread to one byte. */
const SPREAD_LOW = new Int32Array(256);
const SPREAD_HIGH = new Int32Array(256);
for (let byte = 0; byte < 256; byte++)
  for (let bit = 0; bit < 4; bit++) {
    SPREAD_LOW[byte] |= ((byte >>> bit) & 1) << (8 * bit);
    SPREAD_HIGH[byte] |= ((byte >>> (bit + 4)) & 1) << (8 * bit);
  }

const tokens = tokenHashes();
const shingles = ngramHashes();
/** Sixteen words of four byte counters: bits 0–31 of the low half, then of the high half. */
const packed = new Int32Array(16);
const counts = new Uint32Array(64);

function tokensOf(text: string): TokenHashes {
  tokens.length = 0;
  appendTokens(tokens, text);
  return tokens;
}

/**
 * A 64-bit digest of a text's words in order, regardless of case, spacing and punctuation. Among ten million different texts the
 * chance that any two share a digest is 3 in a million.
 */
export function contentDigest(text: string): Fingerprint {
  return digestOfTokens(tokensOf(text));
}

function digestOfTokens(tokens: TokenHashes): Fingerprint {
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  for (let at = 0; at < tokens.length; at++) {
    high = stepHigh(high, tokens.high[at]);
    low = stepLow(low, tokens.low[at]);
  }
  return { high: scramble(high), low: scramble(low) };
}

/** The SimHash of a text. */
export function simhash(text: string): Fingerprint {
  return simhashOfTokens(tokensOf(text));
}

/** The SimHash of tokens that are already hashed. */
export function simhashOfTokens(given: TokenHashes): Fingerprint {
  if (given.length < MIN_NEAR_WORDS) return digestOfTokens(given);
  hashNgrams(shingles, given, SHINGLE_WORDS);
  counts.fill(0);
  packed.fill(0);
  let sinceFlush = 0;
  for (let at = SHINGLE_WORDS - 1; at < given.length; at++) {
    spread(shingles.low[at], 0);
    spread(shingles.high[at], 8);
    if (++sinceFlush === 255) {
      flush();
      sinceFlush = 0;
    }
  }
  flush();
  const half = (given.length - SHINGLE_WORDS + 1) / 2;
  let high = 0;
  let low = 0;
  for (let bit = 0; bit < 32; bit++) {
    if (counts[bit] > half) low |= 1 << bit;
    if (counts[bit + 32] > half) high |= 1 << bit;
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/** Adds the bits of a word to eight packed counters. */
function spread(word: number, to: number): void {
  packed[to] += SPREAD_LOW[word & 255];
  packed[to + 1] += SPREAD_HIGH[word & 255];
  packed[to + 2] += SPREAD_LOW[(word >>> 8) & 255];
  packed[to + 3] += SPREAD_HIGH[(word >>> 8) & 255];
  packed[to + 4] += SPREAD_LOW[(word >>> 16) & 255];
  packed[to + 5] += SPREAD_HIGH[(word >>> 16) & 255];
  packed[to + 6] += SPREAD_LOW[word >>> 24];
  packed[to + 7] += SPREAD_HIGH[word >>> 24];
}

/** Moves the byte counters into the wide ones, before a byte can overflow. */
function flush(): void {
  for (let word = 0; word < 16; word++) {
    for (let byte = 0; byte < 4; byte++) counts[4 * word + byte] += (packed[word] >>> (8 * byte)) & 255;
    packed[word] = 0;
  }
}

/** Number of bits in which two fingerprints differ, 0–64. */
export function hammingDistance(a: Fingerprint, b: Fingerprint): number {
  return bitCount(a.high ^ b.high) + bitCount(a.low ^ b.low);
}

/** The 16 bits of one of four bands: 0 and 1 are in the high half, 2 and 3 in the low one. */
export function bandOf(band: number, high: number, low: number): number {
  return ((band < 2 ? high : low) >>> (band & 1 ? 0 : 16)) & 0xffff;
}

/** Number of bits set in a 32-bit number. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
