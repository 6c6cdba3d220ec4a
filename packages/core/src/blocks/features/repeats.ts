/** How much of a block stands elsewhere on the page: whole (the same words again) and in part (word trigrams seen). */

import { scramble } from '../../text/hash.js';
import { HashSet } from '../../text/word-hashes.js';
import type { BlockFacts } from './facts.js';
import { log1p } from './log1p.js';
import { ABSENT, type FeaturePart } from './part.js';
import { textHash } from './templates.js';

export const REPEATS: FeaturePart = {
  names: ['copies', 'copyIndex', 'seenBefore', 'seenAfter'],
  fill(facts, out, stride, offset) {
    const { size, tokens, tokenFrom } = facts;
    const copies = new Map<number, number>();
    const own = new Uint32Array(size);
    for (let b = 0; b < size; b++) {
      own[b] = textHash(tokens, tokenFrom[b], tokenFrom[b + 1]);
      const before = copies.get(own[b]) ?? 0;
      out[b * stride + offset + 1] = Math.min(10, before);
      copies.set(own[b], before + 1);
    }
    const seen = new HashSet(tokens.length);
    for (let b = 0; b < size; b++) {
      const at = b * stride + offset;
      out[at] = log1p((copies.get(own[b]) ?? 1) - 1);
      out[at + 2] = coverage(facts, b, seen);
    }
    seen.clear();
    for (let b = size - 1; b >= 0; b--) out[b * stride + offset + 3] = coverage(facts, b, seen);
  },
};

/** Share of a block's word trigrams already in the set; then puts them in. −1 for a block of less than three words. */
function coverage(facts: BlockFacts, block: number, seen: HashSet): number {
  const { tokens, tokenFrom } = facts;
  const from = tokenFrom[block];
  const to = tokenFrom[block + 1];
  if (to - from < 3) return ABSENT;
  let found = 0;
  for (let at = from; at + 2 < to; at++) if (seen.has(trigram(tokens, at))) found++;
  for (let at = from; at + 2 < to; at++) seen.add(trigram(tokens, at));
  return found / (to - from - 2);
}

/** Hash of three words in a row, never 0. */
export function trigram(tokens: Uint32Array, at: number): number {
  return scramble(tokens[at] ^ Math.imul(tokens[at + 1], 0x9e3779b1) ^ Math.imul(tokens[at + 2], 0x85ebca77)) || 1;
}
