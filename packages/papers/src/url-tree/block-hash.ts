/**
 * Other ways to hash blocks than the core's, `fast`: `md5` (the authors': MD5 folded to 64 bits, for comparison with their program),
 * and `similar` (blocks of 8 words or more by SimHash, shorter ones as `fast`; the lowest bit of the high half marks a SimHash).
 */
import { type BlockHashes, blockHashes, hashLetters, isLetterAt } from '@dehusk/core/extend';
import { HASH_SEED_HIGH, HASH_SEED_LOW, hashHigh, hashLow, lowered, md5 } from '@dehusk/html';
import { bandOf, bitCount, MIN_NEAR_WORDS, NEAR_DISTANCE, simhashOfTokens } from '../onion/simhash.js';
import { appendTokens, tokenHashes } from '../onion/tokens.js';

export type HashKind = 'fast' | 'md5' | 'similar';

/**
 * How a block without letters is counted: `shared`, all as one block (the paper); `digits`, by its digits and signs;
 * `previous`, not at all, it gets the decision of the block before.
 */
export const LETTERLESS = ['shared', 'digits', 'previous'] as const;
export type Letterless = (typeof LETTERLESS)[number];

/** Hashes texts, one a block. */
export function hashBlocks(texts: readonly string[], kind: HashKind, letterless: Letterless): BlockHashes {
  const hashes = blockHashes(texts.length);
  for (const [row, text] of texts.entries()) {
    if (HASHES[kind](text, hashes, row) > 0) continue;
    if (letterless === 'previous') hashes.skipped[row] = 1;
    else if (letterless === 'digits') {
      const signs = text.replace(/\s+/g, '');
      // The seeds are swapped so that it equals no text with letters.
      hashes.high[row] = hashHigh(signs, HASH_SEED_LOW) & ~1;
      hashes.low[row] = hashLow(signs, HASH_SEED_HIGH);
    }
  }
  return hashes;
}

/** By kind: writes the hash of a text to a row; 0 when the text has no letters. */
const HASHES: Readonly<Record<HashKind, typeof hashLetters>> = {
  fast: hashLetters,
  md5(text, { high, low }, row) {
    const letters = lettersOf(text);
    const digest = md5(letters);
    const view = new DataView(digest.buffer, digest.byteOffset);
    high[row] = view.getUint32(4, true) ^ view.getUint32(12, true);
    low[row] = view.getUint32(0, true) ^ view.getUint32(8, true);
    return letters.length;
  },
  similar(text, hashes, row) {
    tokens.length = 0;
    if (text.length > MIN_NEAR_WORDS && appendTokens(tokens, text) >= MIN_NEAR_WORDS && hasLetter(text)) {
      const { high, low } = simhashOfTokens(tokens);
      hashes.high[row] = high | 1;
      hashes.low[row] = low;
      return 1;
    }
    const letters = hashLetters(text, hashes, row);
    hashes.high[row] &= ~1;
    return letters;
  },
};

const tokens = tokenHashes();

function hasLetter(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isLetterAt(text, at, text.charCodeAt(at))) return true;
  return false;
}

/** The letters of a text as the reference sees them: code units of the Basic Multilingual Plane, lower case one by one. */
function lettersOf(text: string): string {
  let letters = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code < 0xd800 || code > 0xdfff) && isLetterAt(text, at, code)) letters += String.fromCharCode(lowered(code));
  }
  return letters;
}

// Finds the SimHashes near a SimHash by four bands of 16 bits: two hashes that differ in at most 3 bits share a band (Manku,
// Jain and Das Sarma 2007). A compact index for one site's long blocks; `onion/simhash-index.ts` is for millions of hashes
// and allocates a megabyte at once.

const BANDS = 4;

/** Hashes by row. */
interface HashRows {
  highOf(row: number): number;
  lowOf(row: number): number;
}

export class NearBlocks {
  readonly #rows: HashRows;
  /** Rows by band number and value. */
  readonly #buckets = new Map<number, number[]>();

  constructor(rows: HashRows) {
    this.#rows = rows;
  }

  add(row: number): void {
    if (!isSimHash(this.#rows.highOf(row))) return;
    for (let band = 0; band < BANDS; band++) {
      const bucket = this.#bucketOf(row, band);
      const rows = this.#buckets.get(bucket);
      if (rows) rows.push(row);
      else this.#buckets.set(bucket, [row]);
    }
  }

  remove(row: number): void {
    if (!isSimHash(this.#rows.highOf(row))) return;
    for (let band = 0; band < BANDS; band++) {
      const bucket = this.#bucketOf(row, band);
      const rows = this.#buckets.get(bucket) ?? [];
      const at = rows.indexOf(row);
      if (rows.length === 1) this.#buckets.delete(bucket);
      else if (at >= 0) rows.splice(at, 1);
    }
  }

  /** The rows within 3 bits of a SimHash, the equal one included, each once, ascending; null for another hash. */
  near(high: number, low: number): number[] | null {
    if (!isSimHash(high)) return null;
    const found = new Set<number>();
    for (let band = 0; band < BANDS; band++)
      for (const row of this.#buckets.get(bucketOf(band, high, low)) ?? [])
        if (bitCount(this.#rows.highOf(row) ^ high) + bitCount(this.#rows.lowOf(row) ^ low) <= NEAR_DISTANCE)
          found.add(row);
    return Array.from(found).sort((a, b) => a - b);
  }

  #bucketOf(row: number, band: number): number {
    return bucketOf(band, this.#rows.highOf(row), this.#rows.lowOf(row));
  }
}

function bucketOf(band: number, high: number, low: number): number {
  return band * 65_536 + bandOf(band, high, low);
}

/** Whether a hash of kind `similar` is a SimHash: a number near to others. */
function isSimHash(high: number): boolean {
  return (high & 1) === 1;
}
