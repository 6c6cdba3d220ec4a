/** Passages that a page holds twice in other blocks: a hidden copy, an excerpt, the article once more as one text. Equal ones: `decode.ts`. */

import { tagNames, tagTable, visibilityOf } from '@dehusk/html';
import { type Changes, setBlocks } from '../blocks/block.js';
import type { BlockFacts } from './features/facts.js';

/**
 * Least words of a passage, words at its beginning that are compared first, most passages that begin alike (more are a placeholder), most
 * blocks that make one text, and share they repeat.
 */
const PASSAGE = { words: 12, opening: 8, copies: 2, blocks: 100, share: 0.9 };
/** An excerpt of its neighbour has at most this share of its length; more is a refrain. */
const EXCERPT = 0.8;
/** Cells and items repeat each other as their author wrote them. */
const CELLS = tagNames('td th li dt dd');

/** Sets hidden blocks whose text is also visible to zero: the visible copy has its place in the text. */
export function lowerHiddenCopies({ page, size, blocks, text, words }: BlockFacts, probability: Float32Array): void {
  const { hiddenBy, ways } = visibilityOf(page);
  if (ways.length === 0) return;
  const shown = new Set<number>();
  for (let b = 0; b < size; b++) if (words[b] >= PASSAGE.words && hiddenBy[blocks.first[b]] === 0) shown.add(text[b]);
  for (let b = 0; b < size; b++) if (hiddenBy[blocks.first[b]] !== 0 && shown.has(text[b])) probability[b] = 0;
}

/** Drops a kept block that other kept blocks repeat in order, and an excerpt. Linear: each is compared with one that begins alike. */
export function dropPassages(facts: BlockFacts, keep: Uint8Array, changed: Changes): void {
  const { page, size, blocks, tokens, tokenFrom, words, text } = facts;
  const isCell = tagTable(page, CELLS);
  const isPassage = (b: number): boolean =>
    keep[b] === 1 &&
    words[b] >= PASSAGE.words &&
    blocks.codeChars[b] === 0 &&
    isCell[page.tag[blocks.element[b]]] === 0;
  const opening = Uint32Array.from({ length: size }, (_, b) => (isPassage(b) ? openingOf(facts, b) : 0));
  const copies = new Map<number, number>();
  for (const one of opening) copies.set(one, (copies.get(one) ?? 0) + 1);
  const openings = new Map<number, number>();
  for (let b = 0; b < size; b++) {
    if (opening[b] === 0 || (copies.get(opening[b]) ?? 0) > PASSAGE.copies) continue;
    const other = openings.get(opening[b]);
    if (other === undefined || text[other] === text[b]) {
      openings.set(opening[b], b);
      continue;
    }
    const [short, long] = lengthOf(facts, b) < lengthOf(facts, other) ? [b, other] : [other, b];
    const isLongRepeated = isRepeated(long, short);
    openings.set(opening[b], long === b && isLongRepeated ? short : long);
    const isBeside = page.parent[blocks.element[b]] === page.parent[blocks.element[other]];
    if (isBeside && lengthOf(facts, short) > EXCERPT * lengthOf(facts, long)) continue;
    const dropped = isLongRepeated ? long : isRepeated(short, long) ? short : -1;
    if (dropped >= 0) setBlocks({ keep, changed }, dropped, dropped + 1, 0, 'a passage that other blocks repeat');
  }

  /** Whether the words of a block are those of the kept blocks from another one on. */
  function isRepeated(block: number, from: number): boolean {
    const end = tokenFrom[block + 1];
    let at = tokenFrom[block];
    for (let b = from; b < Math.min(size, from + PASSAGE.blocks) && at < end; b++) {
      if (keep[b] === 0 && b !== from) continue;
      if (b === block) break;
      for (let t = tokenFrom[b]; t < tokenFrom[b + 1] && at < end; t++, at++)
        if (tokens[t] !== tokens[at]) return false;
    }
    return at - tokenFrom[block] >= PASSAGE.share * (end - tokenFrom[block]);
  }
}

const lengthOf = ({ tokenFrom }: BlockFacts, b: number): number => tokenFrom[b + 1] - tokenFrom[b];

/** A hash of a block's first words. */
function openingOf({ tokens, tokenFrom }: BlockFacts, b: number): number {
  let hash = 0;
  for (let t = tokenFrom[b]; t < Math.min(tokenFrom[b + 1], tokenFrom[b] + PASSAGE.opening); t++)
    hash = Math.imul(hash ^ tokens[t], 0x9e3779b1) >>> 0;
  return hash;
}
