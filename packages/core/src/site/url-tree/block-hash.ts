/**
 * The identity of a text block: its letters, lower case, hashed to 64 bits. Punctuation, spacing and digits make no
 * difference, so `Copyright 2020` is `Copyright 2021` and `12 Comments` is `3 Comments`.
 *
 * Three kinds of hash: `fast` (two multiplicative lanes, the default), `md5` (the authors': MD5 folded to 64 bits, for
 * comparison with their program), and `similar` (blocks of 8 words or more by SimHash, shorter ones as `fast`; the lowest bit
 * of the high half marks a SimHash).
 *
 * Letterless blocks (dates in digits, prices, scores) all share the hash of the empty string in the paper and are boilerplate
 * from the second page on; see {@link LETTERLESS}.
 */

import {
  appendTokens,
  classOf,
  HASH_SEED_HIGH,
  HASH_SEED_LOW,
  hashHigh,
  hashLow,
  LETTER,
  lowered,
  md5,
  scramble,
  stepHigh,
  stepLow,
  tokenHashes,
} from '@dehusk/html';
import { MIN_NEAR_WORDS, simhashOfTokens } from './simhash.js';

const HASH_KINDS = ['fast', 'md5', 'similar'] as const;
export type HashKind = (typeof HASH_KINDS)[number];

/**
 * How a block without letters is counted: `shared`, all as one block (the paper); `digits`, by its digits and signs;
 * `previous`, not at all, it gets the decision of the block before.
 */
export const LETTERLESS = ['shared', 'digits', 'previous'] as const;
export type Letterless = (typeof LETTERLESS)[number];

/** How blocks are hashed; part of a model, since hashes of different kinds cannot be compared. */
export interface BlockHashing {
  readonly kind: HashKind;
  readonly letterless: Letterless;
  /** See `blocks/url-tree-blocks.ts`. */
  readonly legacySplit: boolean;
}

/** Hashes of blocks, one row each, and which rows are not counted. */
export interface BlockHashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** 1 for letterless blocks under `previous`. */
  readonly skipped: Uint8Array;
}

/** Hashes texts, one a block. */
export function hashBlocks(texts: readonly string[], { kind, letterless }: BlockHashing): BlockHashes {
  const high = new Uint32Array(texts.length);
  const low = new Uint32Array(texts.length);
  const skipped = new Uint8Array(texts.length);
  for (let at = 0; at < texts.length; at++) {
    let letters = hashLetters(texts[at], kind);
    if (letters === 0 && letterless === 'previous') skipped[at] = 1;
    else if (letters === 0 && letterless === 'digits') {
      hashUnits(texts[at].replace(/\s+/g, ''));
      letters = 1;
    }
    high[at] = hashed[0];
    low[at] = hashed[1];
  }
  return { high, low, skipped };
}

/** Whether a hash of kind `similar` is a SimHash: a number near to others. */
export function isSimHash(high: number): boolean {
  return (high & 1) === 1;
}

/** The last hash made: high half, low half. */
const hashed = new Uint32Array(2);
const tokens = tokenHashes();

/** Hashes a text's letters; returns their number. */
function hashLetters(text: string, kind: HashKind): number {
  if (kind === 'md5') {
    const letters = lettersOf(text);
    const digest = md5(letters);
    const view = new DataView(digest.buffer, digest.byteOffset);
    hashed[0] = view.getUint32(4, true) ^ view.getUint32(12, true);
    hashed[1] = view.getUint32(0, true) ^ view.getUint32(8, true);
    return letters.length;
  }
  if (kind === 'similar') {
    tokens.length = 0;
    if (text.length > MIN_NEAR_WORDS && appendTokens(tokens, text) >= MIN_NEAR_WORDS && hasLetter(text)) {
      const { high, low } = simhashOfTokens(tokens);
      hashed[0] = high | 1;
      hashed[1] = low;
      return 1;
    }
  }
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isLetter(text, at, code)) continue;
    const unit = lowered(code);
    high = stepHigh(high, unit);
    low = stepLow(low, unit);
    letters++;
  }
  hashed[0] = kind === 'similar' ? scramble(high) & ~1 : scramble(high);
  hashed[1] = scramble(low);
  return letters;
}

/** A letterless text by all its characters; the seeds are swapped so that it equals no text with letters. */
function hashUnits(text: string): void {
  hashed[0] = hashHigh(text, HASH_SEED_LOW) & ~1;
  hashed[1] = hashLow(text, HASH_SEED_HIGH);
}

const UNDERSCORE = 0x5f;
const ASTRAL_LETTER = /^\p{L}/u;

/** `\p{L}`; letters beyond the Basic Multilingual Plane count by both their code units. */
function isLetter(text: string, at: number, code: number): boolean {
  if ((classOf(code) & LETTER) === 0 || code === UNDERSCORE) return false;
  if (code < 0xd800 || code > 0xdfff) return true;
  const from = code >= 0xdc00 ? at - 1 : at;
  return from >= 0 && (text.codePointAt(from) as number) > 0xffff && ASTRAL_LETTER.test(text.slice(from, from + 2));
}

function hasLetter(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isLetter(text, at, text.charCodeAt(at))) return true;
  return false;
}

/** The letters of a text as the reference sees them: code units of the Basic Multilingual Plane, lower case one by one. */
function lettersOf(text: string): string {
  let letters = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code < 0xd800 || code > 0xdfff) && isLetter(text, at, code)) letters += String.fromCharCode(lowered(code));
  }
  return letters;
}
