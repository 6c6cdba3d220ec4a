import type { NodeId } from '../page/page.js';

/**
 * A text block: a stretch of visible text between block-level boundaries, with the counts every published classifier
 * starts from. Facts only, never a verdict: what an algorithm thinks of a block stands in {@link Labels}, beside it.
 */
export interface Block {
  /** First and last text node of the block. */
  readonly first: NodeId;
  readonly last: NodeId;
  /**
   * The text nodes the text comes from, ascending, all in [first, last], without those that are all white space.
   * A segmenter takes a text node completely or not at all, so no node belongs to two blocks.
   */
  readonly nodes: ArrayLike<NodeId>;
  /** The nearest element that holds the whole block. */
  readonly parent: NodeId;
  /** The block's text, white space as the segmenter of the algorithm leaves it. */
  readonly text: string;
  /** Number of words, as the segmenter counts them. */
  readonly words: number;
  /** How many of the words stand inside a link. */
  readonly linkWords: number;
  /** How many characters of `text` stand inside a link. */
  readonly linkChars: number;
}

/** What a block is, as far as an algorithm can tell. The order is the code stored in {@link Labels.kind}. */
export const KINDS = ['boilerplate', 'headline', 'text', 'supplement', 'related', 'comment'] as const;
export type Kind = (typeof KINDS)[number];

/** An algorithm's verdict on each block, in columns beside the blocks. */
export interface Labels {
  /** Per block: 1 keeps it as main content, 0 drops it. */
  readonly keep: Uint8Array;
  /** Per block: the rule that decided, in a few words, for `--explain` and the inspector. */
  readonly why: readonly string[];
  /** Per block: index into {@link KINDS}; absent when the algorithm only knows content and boilerplate. */
  readonly kind?: Uint8Array;
  /** Per block: probability of main content in 0…1; absent when the algorithm has none. */
  readonly probability?: Float32Array;
}

/** Blocks with their labels, and the features the algorithm looked at, by name, one column each (for `--explain`). */
export interface LabelledBlocks {
  readonly blocks: readonly Block[];
  readonly labels: Labels;
  readonly features?: Readonly<Record<string, ArrayLike<number | string>>>;
  /** Main content the page carries without showing it (JSON-LD, meta, state scripts); only what is kept. */
  readonly hidden?: readonly HiddenParagraph[];
  /** What the algorithm makes of the page as a whole; absent when it makes nothing of it. */
  readonly prediction?: PagePrediction;
  /** Why nothing is kept, where what is known of the site says that the page is no article; absent otherwise. */
  readonly refused?: { readonly reason: 'no-pattern'; readonly detail: string };
}

/** A kept text that stands in no text node a reader sees. */
export interface HiddenParagraph {
  readonly text: string;
  /** Where it stood: `description`, `articleBody`, `text`, `reviewBody`, `headline` (JSON-LD), `meta`, `state`. */
  readonly from: string;
}

/** A learned extractor's view of a page. */
export interface PagePrediction {
  /** `article`, `forum`, `product`, `collection`, `listing`, `documentation` or `service`. */
  readonly pageType: string;
  /** Probability of that type, 0…1. */
  readonly pageTypeProbability: number;
  /** Expected word F1 of the extraction, calibrated on pages the model was not trained on, 0…1. */
  readonly confidence: number;
}

/** The kept blocks' texts, then the kept hidden ones, one a line. */
export function keptText({ blocks, labels, hidden = [] }: LabelledBlocks): string {
  const lines: string[] = [];
  for (let at = 0; at < blocks.length; at++) if (labels.keep[at] === 1) lines.push((blocks[at] as Block).text);
  for (const one of hidden) lines.push(one.text);
  return lines.join('\n');
}
