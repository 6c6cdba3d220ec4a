/**
 * Fusing blocks: neighbours that look alike, or stand together, are one piece of text and are judged as one.
 */
import { type Filter, LABELS, type MergedBlock, mergeNext } from './merged-block.js';

/** Merges neighbours of equal text density, left to right; the merged density is compared with the next block. */
export const simpleBlockFusion: Filter = (list) => {
  const fused: MergedBlock[] = [];
  for (const block of list.blocks) {
    const previous = fused.at(-1);
    if (previous !== undefined && previous.textDensity === block.textDensity) mergeNext(list, previous, block);
    else fused.push(block);
  }
  list.blocks = fused;
};

export interface ProximityFusion {
  /** Most segments that may lie between two blocks to be merged, plus one: 1 merges direct neighbours only… */
  readonly maxDistance: number;
  /** Merge only onto content. Without it a content block draws in the block before it, whatever that was. */
  readonly contentOnly?: boolean;
  /** Merge only blocks of one tag level. */
  readonly sameTagLevel?: boolean;
}

/** Merges content blocks into the block before them when at most `maxDistance` segments lie between. */
export function blockProximityFusion({
  maxDistance,
  contentOnly = false,
  sameTagLevel = false,
}: ProximityFusion): Filter {
  return (list) => {
    const start = contentOnly ? list.blocks.findIndex((block) => block.content) : 0;
    if (list.blocks.length < 2 || start < 0) return;
    const fused = list.blocks.slice(0, start + 1);
    for (let at = start + 1; at < list.blocks.length; at++) {
      const block = list.blocks[at];
      const previous = fused[fused.length - 1];
      const near = block.content && block.from - previous.to - 1 <= maxDistance;
      if (near && (!contentOnly || previous.content) && (!sameTagLevel || previous.tagLevel === block.tagLevel))
        mergeNext(list, previous, block);
      else fused.push(block);
    }
    list.blocks = fused;
  };
}

/** Takes boilerplate off the list, but for blocks with one of the labels. */
export function boilerplateBlockFilter(keptLabels = 0): Filter {
  return (list) => {
    list.blocks = list.blocks.filter((block) => block.content || (block.labels & keptLabels) !== 0);
  };
}

/** Merges a block with few links into the content before it, however often needed, unless it is strictly not content. */
export function contentFusion(maxLinkDensity: number): Filter {
  return (list) => {
    const fused: MergedBlock[] = [];
    for (const block of list.blocks) {
      const previous = fused.at(-1);
      if (
        previous?.content === true &&
        block.linkDensity < maxLinkDensity &&
        (block.labels & LABELS.strictlyNotContent) === 0
      )
        mergeNext(list, previous, block);
      else fused.push(block);
    }
    list.blocks = fused;
  };
}
