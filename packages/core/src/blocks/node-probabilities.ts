/** An extractor's probabilities per text node, to evaluate the blocks of another segmenter. */
import { type NodeId, type Page, TEXT } from '@dehusk/html';
import type { Block, LabelledBlocks } from './block.js';

/** Probability of a kept block where an extractor has no probabilities: one error in ten. */
const KEPT = 0.9;

/** Per node: the block's value for all text from its first to its last node; 0 elsewhere. A block of value null is skipped. */
export function nodeValues(
  page: Page,
  blocks: readonly Block[],
  valueIn: (block: number) => number | null,
): Float32Array {
  const values = new Float32Array(page.size);
  for (let at = 0; at < blocks.length; at++) {
    const own = valueIn(at);
    if (own === null) continue;
    for (let node = blocks[at].first; node <= blocks[at].last; node++) if (page.tag[node] === TEXT) values[node] = own;
  }
  return values;
}

/** Per node: the extractor's probability for the text nodes of its blocks; 0 for text outside of blocks. */
export function nodeProbabilities(page: Page, { blocks, labels }: LabelledBlocks): Float32Array {
  return nodeValues(page, blocks, (at) => labels.probability?.[at] ?? (labels.keep[at] === 1 ? KEPT : 1 - KEPT));
}

/** The mean over a block's text nodes, weighted by their length. */
export function stretchProbability(page: Page, sure: Float32Array, first: NodeId, last: NodeId): number {
  let sum = 0;
  let length = 0;
  for (let node = first; node <= last; node++) {
    if (page.tag[node] !== TEXT) continue;
    const own = page.textTo[node] - page.textFrom[node];
    sum += own * sure[node];
    length += own;
  }
  return length === 0 ? 0 : sum / length;
}
