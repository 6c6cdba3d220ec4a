/** The contiguous stretch with the largest score, and the blocks in it: shared by BTE and maximum subsequence segmentation. */
import type { Block, LabelledBlocks } from '@dehusk/core';
import { divideBlocks } from '@dehusk/core/extend';
import type { NodeId, Page } from '@dehusk/html';
import { PLAIN_PARAGRAPHS, paragraphsOf } from '../justext/paragraphs.js';

/** A stretch of positions, both ends included, and the sum of its scores. */
export interface ScoredSpan {
  readonly from: number;
  readonly to: number;
  readonly score: number;
}

/**
 * The contiguous stretch with the largest sum of scores (J. Kadane 1984), in one pass; null when no score is positive.
 * Of equal sums the one that starts first wins, then the one that ends first: only a larger sum replaces the best, and a
 * running sum of exactly zero is continued.
 */
export function maximumSpan(scores: ArrayLike<number>): ScoredSpan | null {
  let best: ScoredSpan | null = null;
  let bestScore = 0;
  let sum = 0;
  let from = 0;
  for (let at = 0; at < scores.length; at++) {
    sum += scores[at];
    if (sum > bestScore) {
      bestScore = sum;
      best = { from, to: at, score: sum };
    } else if (sum < 0) {
      sum = 0;
      from = at + 1;
    }
  }
  return best;
}

/**
 * Labels the paragraphs of a page by the text nodes [first, last]; paragraphs that the span cuts (at most two) are split there.
 * `first` > `last` keeps nothing.
 * @param inside reason of the kept blocks; the others get `outside`
 */
export function spanBlocks(page: Page, first: NodeId, last: NodeId, inside: string, outside: string): LabelledBlocks {
  const blocks: Block[] = [];
  const keep: number[] = [];
  const add = (block: Block, isKept: boolean): void => {
    blocks.push(block);
    keep.push(isKept ? 1 : 0);
  };
  const isInside = (node: NodeId): boolean => node >= first && node <= last;
  for (const paragraph of paragraphsOf(page, PLAIN_PARAGRAPHS)) {
    const startsInside = isInside(paragraph.first);
    const endsInside = isInside(paragraph.last);
    const isCut = startsInside !== endsInside || (!startsInside && paragraph.first < first && paragraph.last > last);
    if (!isCut || first > last) add(paragraph, startsInside);
    else for (const piece of divideBlocks(page, [paragraph], isInside)) add(piece.block, piece.isChosen);
  }
  return { blocks, labels: { keep: Uint8Array.from(keep), why: keep.map((one) => (one === 1 ? inside : outside)) } };
}
