/** Running a recipe over the blocks of a page, and carrying its verdicts back to them. */
import type { LabelledBlocks } from '../../blocks/block.js';
import type { TextBlocks } from '../../blocks/boilerpipe-blocks.js';
import { type BlockList, blockListOf, type Filter, labelNames } from './merged-block.js';

/** Runs a recipe; the list that is left holds the merged blocks and their verdicts. */
export function runRecipe({ title, blocks }: TextBlocks, recipe: readonly Filter[]): BlockList {
  const list = blockListOf(title, blocks);
  for (const filter of recipe) filter(list);
  return list;
}

/** The verdicts on the page's own blocks; a block whose merged block was dropped from the list is boilerplate. */
export function labelledBlocksOf({ segments, blocks, labels, why }: BlockList): LabelledBlocks {
  const keep = new Uint8Array(segments.length);
  for (const block of blocks) if (block.content) for (const segment of block.segments) keep[segment] = 1;
  return {
    blocks: segments,
    labels: { keep, why },
    features: {
      words: Int32Array.from(segments, (one) => one.words),
      linkDensity: Float32Array.from(segments, (one) => one.linkDensity),
      textDensity: Float32Array.from(segments, (one) => one.textDensity),
      tagLevel: Int32Array.from(segments, (one) => one.tagLevel),
      labels: labels.map(labelNames),
    },
  };
}
