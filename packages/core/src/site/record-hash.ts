/** The hashes in page records: 32 bits, enough for the thousands of texts and names of a site's sample. */
import { HASH_SEED_HIGH, hashLow, scramble, stepHigh } from '@dehusk/html';

/** Hash of a block's letters and digits, lower case; equal for equal texts. 0 only when it has none. */
export function textHash(text: string): number {
  let high = HASH_SEED_HIGH;
  let letters = 0;
  for (const letter of text.toLowerCase()) {
    if (!/[\p{L}\p{Nd}]/u.test(letter)) continue;
    high = stepHigh(high, letter.codePointAt(0) ?? 0);
    letters++;
  }
  return letters === 0 ? 0 : scramble(high) || 1;
}

/** Hash of an element's name, an address or a part of one. */
export function nameHash(name: string): number {
  return hashLow(name);
}

/** The hash of a sequence one element longer. */
export function nextHash(before: number, value: number): number {
  return scramble(stepHigh(before, value));
}
