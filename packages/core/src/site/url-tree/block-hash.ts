/**
 * The identity of a text block: its letters, lower case, hashed to 64 bits. Punctuation, spacing and digits make no difference, so
 * `Copyright 2020` is `Copyright 2021`. All blocks without letters (dates in digits, prices, scores) share one hash, as in the paper.
 */
import { classOf, HASH_SEED_HIGH, HASH_SEED_LOW, LETTER, lowered, scramble, stepHigh, stepLow } from '@dehusk/html';

/** How blocks are made and hashed; part of a model, since hashes of different kinds cannot be compared. */
export interface BlockHashing {
  readonly kind: string;
  readonly letterless: string;
  readonly legacySplit: boolean;
}

/** Hashes of blocks, one row each, and which rows are not counted. */
export interface BlockHashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly skipped: Uint8Array;
}

export const blockHashes = (size: number): BlockHashes => ({
  high: new Uint32Array(size),
  low: new Uint32Array(size),
  skipped: new Uint8Array(size),
});

/** Writes the hash of a text's letters to a row; returns their number. */
export function hashLetters(text: string, { high, low }: BlockHashes, row: number): number {
  let stepsHigh = HASH_SEED_HIGH;
  let stepsLow = HASH_SEED_LOW;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isLetterAt(text, at, code)) continue;
    const unit = lowered(code);
    stepsHigh = stepHigh(stepsHigh, unit);
    stepsLow = stepLow(stepsLow, unit);
    letters++;
  }
  high[row] = scramble(stepsHigh);
  low[row] = scramble(stepsLow);
  return letters;
}

const UNDERSCORE = 0x5f;
const ASTRAL_LETTER = /^\p{L}/u;

/** `\p{L}`; letters beyond the Basic Multilingual Plane count by both their code units. */
export function isLetterAt(text: string, at: number, code: number): boolean {
  if ((classOf(code) & LETTER) === 0 || code === UNDERSCORE) return false;
  if (code < 0xd800 || code > 0xdfff) return true;
  const from = code >= 0xdc00 ? at - 1 : at;
  return from >= 0 && (text.codePointAt(from) as number) > 0xffff && ASTRAL_LETTER.test(text.slice(from, from + 2));
}
