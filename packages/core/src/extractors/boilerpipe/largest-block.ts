/**
 * The largest block is the article. What may belong to it is found by nesting: the same tag level, or a list right below.
 */
import { type BlockList, decide, type Filter, fullTextWords, LABELS, type MergedBlock, mark } from './merged-block.js';

export interface LargestBlock {
  /** Also keep blocks of the same tag level before and after it, until the nesting gets shallower. */
  readonly expandToSameLevel?: boolean;
  /** Words such a block must have. */
  readonly minWords?: number;
  /** Label the largest block as very likely content; version 1.2 did not. */
  readonly labelLargest?: boolean;
}

/** Keeps the content block with the most words; every other block is boilerplate that might be content. */
export function keepLargestBlock(options: LargestBlock = {}): Filter {
  const { expandToSameLevel = false, minWords = 0, labelLargest = true } = options;
  return (list) => {
    if (list.blocks.length < 2) return;
    const largest = keepOne(list, (block) => block.words, 'words', labelLargest);
    if (!expandToSameLevel || largest < 0) return;
    const { blocks } = list;
    const level = blocks[largest].tagLevel;
    for (const step of [-1, 1])
      for (let at = largest + step; at >= 0 && at < blocks.length; at += step) {
        if (blocks[at].tagLevel < level) break;
        if (blocks[at].tagLevel === level && blocks[at].words >= minWords)
          decide(list, blocks[at], true, `${blocks[at].words} words at the tag level of the largest block`);
      }
  };
}

/** Like {@link keepLargestBlock}, counting only the words of blocks dense enough to be full text (words a line). */
export function keepLargestFullTextBlock(minDensity: number): Filter {
  return (list) => {
    if (list.blocks.length < 2) return;
    keepOne(list, (block) => fullTextWords(block, minDensity), 'words of full text', true);
  };
}

/** Keeps the first block with the highest value, marks it and the others; gives its position, or −1 without content. */
function keepOne(list: BlockList, sizeOf: (block: MergedBlock) => number, unit: string, label: boolean): number {
  const { blocks } = list;
  let largest = -1;
  let most = -1;
  for (let at = 0; at < blocks.length; at++)
    if (blocks[at].content && sizeOf(blocks[at]) > most) {
      largest = at;
      most = sizeOf(blocks[at]);
    }
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    if (at === largest) {
      if (label) mark(list, block, LABELS.veryLikelyContent);
    } else {
      mark(list, block, LABELS.mightBeContent);
      decide(list, block, false, `${sizeOf(block)} ${unit}, not the largest block (${most})`);
    }
  }
  return largest;
}

/** Keeps blocks of at least `minWords` words at the tag level of the first block that is very likely content. */
export function largeBlockSameTagLevel(minWords: number): Filter {
  return (list) => {
    const main = list.blocks.find((block) => block.content && (block.labels & LABELS.veryLikelyContent) !== 0);
    if (main === undefined) return;
    for (const block of list.blocks)
      if (!block.content && block.words >= minWords && block.tagLevel === main.tagLevel)
        decide(list, block, true, `${block.words} words at the tag level of the largest block`);
  };
}

/** Keeps the list right behind the largest block when it is nested deeper and free of links. */
export const listAtEnd: Filter = (list) => {
  let level = Number.POSITIVE_INFINITY;
  for (const block of list.blocks) {
    if (block.content && (block.labels & LABELS.veryLikelyContent) !== 0) level = block.tagLevel;
    else if (
      block.tagLevel > level &&
      (block.labels & LABELS.mightBeContent) !== 0 &&
      (block.labels & LABELS.listItem) !== 0 &&
      block.linkDensity === 0
    )
      decide(list, block, true, 'list at the end of the content');
    else level = Number.POSITIVE_INFINITY;
  }
};
