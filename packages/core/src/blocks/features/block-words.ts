/**
 * The words that name a block's job (`Share`, `Related articles`, `Reply`): of short blocks themselves, and of the heading a
 * block stands under. As numbers, for a log-linear model trained by the lab.
 */
import { scramble } from '../../text/hash.js';
import type { BlockFacts } from './facts.js';

const SHORT_BLOCK = 40;
const FIRST_WORDS = 14;
const FIRST_PAIRS = 8;
const WHOLE_WORDS = 4;
const HEADING_WORDS = 12;
const HEADING_REACH = 60;
const PAIR_SALT = 0x1b873593;
const WHOLE_SALT = 0xcc9e2d51;
const HEADING_SALT = 0x52dce729;

/** Collects the word tokens of blocks, in one forward pass. */
export class BlockWords {
  private heading = -1;
  private readonly found = new Set<number>();

  constructor(private readonly facts: BlockFacts) {}

  /** The distinct tokens of block b. Blocks must be asked for in order, each once. */
  next(b: number, into: number[]): void {
    const { tokens, tokenFrom, heading } = this.facts;
    const { found } = this;
    found.clear();
    const from = tokenFrom[b];
    const count = tokenFrom[b + 1] - from;
    if (count <= SHORT_BLOCK) {
      for (let at = 0; at < Math.min(count, FIRST_WORDS); at++) found.add(tokens[from + at]);
      for (let at = 0; at + 1 < Math.min(count, FIRST_PAIRS); at++)
        found.add(scramble(tokens[from + at] ^ Math.imul(tokens[from + at + 1], PAIR_SALT)));
      if (count <= WHOLE_WORDS) {
        let whole = WHOLE_SALT;
        for (let at = 0; at < count; at++) whole = scramble(Math.imul(whole, 31) ^ tokens[from + at]);
        found.add(whole);
      }
    }
    if (this.heading >= 0 && b - this.heading < HEADING_REACH) {
      const start = tokenFrom[this.heading];
      const length = tokenFrom[this.heading + 1] - start;
      if (length <= HEADING_WORDS)
        for (let at = 0; at < length; at++) found.add(scramble(tokens[start + at] ^ HEADING_SALT));
    }
    if (heading[b] > 0) this.heading = b;
    into.length = 0;
    for (const token of found) into.push(token);
  }
}
