/**
 * The working list of a Boilerpipe run. Filters label, fuse and drop blocks. The page's own blocks (here: segments) never
 * change; each working block lists the segments it holds, so that decisions and reasons can be reported per segment.
 */
import { ELEMENT_LABELS, type TextBlock } from './boilerpipe-blocks.js';

/** Bits a block may carry: those of its elements and those that filters set. */
export const LABELS = {
  ...ELEMENT_LABELS,
  title: 1 << 5,
  endOfText: 1 << 6,
  veryLikelyContent: 1 << 7,
  mightBeContent: 1 << 8,
} as const;

const LABEL_BITS = Object.entries(LABELS);

/** Names of the bits that are set, in the order of {@link LABELS}. */
export function labelNames(labels: number): string {
  if (labels === 0) return '';
  const names = LABEL_BITS.filter(([, bit]) => (labels & bit) !== 0);
  return names.map(([name]) => name).join(' ');
}

/** One or more segments taken as one block. Mutable; lives for one run. */
export interface MergedBlock {
  /** Offsets of its segments, ascending. */
  readonly segments: number[];
  /** Lowest and highest segment offset covered; segments in between may have been dropped before the merge. */
  from: number;
  to: number;
  words: number;
  linkWords: number;
  wrappedWords: number;
  wrappedLines: number;
  textDensity: number;
  linkDensity: number;
  tagLevel: number;
  /** Union of {@link LABELS}. */
  labels: number;
  content: boolean;
}

/** The state that filters work on. */
export interface BlockList {
  /** The page's title, or null. */
  readonly title: string | null;
  readonly segments: readonly TextBlock[];
  /** The remaining blocks, in document order. */
  blocks: MergedBlock[];
  /** Per segment: the rule that last changed its decision; empty before the first decision. */
  readonly why: string[];
  /** Per segment: its own labels and those that filters set on a block while it held this segment. */
  readonly labels: number[];
}

/** A step of a recipe. It may change everything in the list except the segments. */
export type BlockFilter = (list: BlockList) => void;

/** A list in which each segment is one block and none is content. */
export function blockListOf(title: string | null, segments: readonly TextBlock[]): BlockList {
  return {
    title,
    segments,
    blocks: segments.map((segment, at) => ({
      segments: [at],
      from: segment.offset,
      to: segment.offset,
      words: segment.words,
      linkWords: segment.linkWords,
      wrappedWords: segment.wrappedWords,
      wrappedLines: segment.wrappedLines,
      textDensity: segment.textDensity,
      linkDensity: segment.linkDensity,
      tagLevel: segment.tagLevel,
      labels: segment.labels,
      content: false,
    })),
    why: segments.map(() => ''),
    labels: segments.map(({ labels }) => labels),
  };
}

/** Sets a block's decision. Records the reason when the decision changes or is the first one. */
export function decide(list: BlockList, block: MergedBlock, content: boolean, why: string): void {
  const changed = block.content !== content;
  block.content = content;
  for (const segment of block.segments) if (changed || list.why[segment] === '') list.why[segment] = why;
}

/** Adds labels to a block. */
export function mark(list: BlockList, block: MergedBlock, labels: number): void {
  block.labels |= labels;
  for (const segment of block.segments) list.labels[segment] |= labels;
}

/** Fuses each block into the last fused one where `canMerge` allows it; blocks before `from` stay as they are. */
export function fuse(
  list: BlockList,
  canMerge: (previous: MergedBlock, block: MergedBlock) => boolean,
  from = 0,
): void {
  const fused = list.blocks.slice(0, from);
  for (const block of list.blocks.slice(from)) {
    const previous = fused.at(-1);
    if (previous !== undefined && canMerge(previous, block)) mergeNext(list, previous, block);
    else fused.push(block);
  }
  list.blocks = fused;
}

/**
 * Merges `next` into `block`: counts add up, densities follow from them, labels unite, the lower tag level wins, and the
 * result is content if either block was. The block that becomes content this way records the merge as its reason.
 */
function mergeNext(list: BlockList, block: MergedBlock, next: MergedBlock): void {
  if (block.content !== next.content) {
    const [pulled, by] = block.content ? [next, block] : [block, next];
    decide(list, pulled, true, `merged with content block ${by.segments[0]}`);
  }
  for (const segment of next.segments) block.segments.push(segment);
  block.from = Math.min(block.from, next.from);
  block.to = Math.max(block.to, next.to);
  block.words += next.words;
  block.linkWords += next.linkWords;
  block.wrappedWords += next.wrappedWords;
  block.wrappedLines += next.wrappedLines;
  if (block.wrappedWords === 0) {
    block.wrappedWords = block.words;
    block.wrappedLines = 1;
  }
  block.textDensity = Math.fround(block.wrappedWords / block.wrappedLines);
  block.linkDensity = block.words === 0 ? 0 : Math.fround(block.linkWords / block.words);
  block.labels |= next.labels;
  block.tagLevel = Math.min(block.tagLevel, next.tagLevel);
}

/** The text of a block's segments, one a line. */
export function textOfBlock(list: BlockList, block: MergedBlock): string {
  return block.segments.map((segment) => list.segments[segment].text).join('\n');
}
