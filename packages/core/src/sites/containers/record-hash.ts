/** The hashes a page record is made of: 32 bits, enough for the some thousand texts and names of a site's sample. */
import { HASH_SEED_HIGH, HASH_SEED_LOW, scramble, stepHigh, stepLow } from '../../text/hash.js';

/** Hash of a block's letters and digits, lower case: what makes two blocks the same text. Never 0 unless there are none. */
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
  let low = HASH_SEED_LOW;
  for (let at = 0; at < name.length; at++) low = stepLow(low, name.charCodeAt(at));
  return scramble(low);
}

/** The hash of a sequence one element longer. */
export function nextHash(before: number, value: number): number {
  return scramble(stepHigh(before, value));
}
