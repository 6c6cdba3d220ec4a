/**
 * The working list of a Boilerpipe run. Filters label, fuse and drop blocks; the page's own blocks ("segments" here) stay as
 * they were cut, and each working block remembers which of them it holds, so that verdicts and reasons end on the segments.
 */
import { ELEMENT_LABELS, type TextBlock } from '../../blocks/boilerpipe-blocks.js';

/** Bits a block may carry: what its elements say, and what the filters found. */
export const LABELS = {
  ...ELEMENT_LABELS,
  title: 1 << 5,
  endOfText: 1 << 6,
  veryLikelyContent: 1 << 7,
  mightBeContent: 1 << 8,
  strictlyNotContent: 1 << 9,
  articleMetadata: 1 << 10,
} as const;
export type LabelName = keyof typeof LABELS;

/** The names of the bits that are set, in the order of {@link LABELS}. */
export function labelNames(labels: number): string {
  const names: string[] = [];
  for (const [name, bit] of Object.entries(LABELS)) if ((labels & bit) !== 0) names.push(name);
  return names.join(' ');
}

/** One or more segments taken as one block. Filters write to it; it lives for one run. */
export interface MergedBlock {
  /** Offsets of the segments it holds, ascending. */
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

/** What filters work on. */
export interface BlockList {
  /** The page's title, or null. */
  readonly title: string | null;
  readonly segments: readonly TextBlock[];
  /** The blocks still there, in document order. */
  blocks: MergedBlock[];
  /** Per segment: the rule that last changed its verdict; empty before the first verdict. */
  readonly why: string[];
  /** Per segment: its own labels and those that filters gave to a block when it held this segment. */
  readonly labels: number[];
}

/** A step of a recipe. It may change anything of the list but the segments. */
export type Filter = (list: BlockList) => void;

/** A list in which every segment is a block of its own and nothing is content yet. */
export function blockListOf(title: string | null, segments: readonly TextBlock[]): BlockList {
  return {
    title,
    segments,
    blocks: segments.map((segment, offset) => ({
      segments: [offset],
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
    labels: segments.map((segment) => segment.labels),
  };
}

/** Sets a block's verdict; the reason is noted when the verdict changes or is the first. */
export function decide(list: BlockList, block: MergedBlock, content: boolean, why: string): void {
  const changed = block.content !== content;
  block.content = content;
  for (const segment of block.segments) if (changed || list.why[segment] === '') list.why[segment] = why;
}

/** Gives a block labels. */
export function mark(list: BlockList, block: MergedBlock, labels: number): void {
  block.labels |= labels;
  for (const segment of block.segments) list.labels[segment] |= labels;
}

/**
 * Takes `next` into `block`: counts add up, densities follow from them, labels unite, the lower tag level holds, and the
 * whole is content if either was. What the merge turned into content says so.
 */
export function mergeNext(list: BlockList, block: MergedBlock, next: MergedBlock): void {
  if (block.content !== next.content) {
    const pulled = block.content ? next : block;
    const by = block.content ? block : next;
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

/** The block's text: its segments', one a line. */
export function textOfBlock(list: BlockList, block: MergedBlock): string {
  return block.segments.map((segment) => list.segments[segment].text).join('\n');
}

/** The block's words if it is dense enough to be full text, else 0. `minDensity` in words a line. */
export function fullTextWords(block: MergedBlock, minDensity: number): number {
  return block.textDensity >= minDensity ? block.words : 0;
}

/** A number as the reasons print it: `.62`, `17`, `10.67`. */
export function brief(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(3).replace(/0+$/, '').replace(/^0\./, '.');
}
