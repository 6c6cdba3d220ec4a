import { type NodeId, newColumn, type Page, TEXT, tagTable } from '@dehusk/html';

/** The kinds of pages that the default extractor tells apart: those of WCXB (Foley 2026). */
export const PAGE_TYPES = ['article', 'forum', 'product', 'collection', 'listing', 'documentation', 'service'] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/**
 * A text block: visible text between block-level boundaries, with the counts every published classifier starts from. Facts
 * only: decisions about blocks are in `Labels`.
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
  /** The nearest element that contains the block. */
  readonly parent: NodeId;
  /** The block's text, white space as the segmenter of the algorithm leaves it. */
  readonly text: string;
  /** Number of words, as the segmenter counts them. */
  readonly words: number;
  /** Number of words inside links. */
  readonly linkWords: number;
  /** Number of characters of `text` inside links. */
  readonly linkChars: number;
}

/** Kinds of blocks; `boilerplate` is what has no other. The order is the code stored in {@link Labels.kind}. */
export const KINDS = [
  ...['boilerplate', 'headline', 'text', 'supplement', 'related', 'comment'],
  ...['navigation', 'advertisement', 'copyright', 'cookie-notice'],
] as const;
export type BlockKind = (typeof KINDS)[number];

/** An algorithm's decision on each block, in columns parallel to the blocks. */
interface Labels {
  /** Per block: 1 keeps it as main content, 0 drops it. */
  readonly keep: Uint8Array;
  /** Per block: the rule that decided, in a few words, for `--explain` and the inspector. */
  readonly why: readonly string[];
  /** Per block: index into {@link KINDS}; absent when the algorithm only knows content and boilerplate. */
  readonly kind?: Uint8Array;
  /** Per block: probability of main content in 0…1; absent when the algorithm has none. */
  readonly probability?: Float32Array;
}

/** Blocks of a page that are explained. More are no help to a reader, and movers take a third of a millisecond for each. */
export const EXPLAINED_BLOCKS = 5_000;

/** A feature that moved a block's score. */
export interface Mover {
  /** Name of the feature. */
  readonly feature: string;
  /** Its value for the block. */
  readonly value: number;
  /** Its contribution to the score, in log-odds: positive towards main content. */
  readonly effect: number;
}

/** Blocks with their labels, and the features the algorithm used, by name, one column each (for `--explain`). */
export interface LabelledBlocks {
  readonly blocks: readonly Block[];
  readonly labels: Labels;
  readonly features?: Readonly<Record<string, ArrayLike<number | string>>>;
  /** The three features that moved the score of a block most, the strongest first; absent when the algorithm has no score. */
  readonly movers?: (block: number) => readonly Mover[];
  /** Kept main content that the page does not show (JSON-LD, meta, state scripts). */
  readonly hidden?: readonly HiddenParagraph[];
  /** Articles below the page's own, in order; absent when the algorithm looks for none. */
  readonly otherArticles?: readonly OtherArticle[];
  /** The algorithm's prediction for the page; absent when it makes none. */
  readonly prediction?: PagePrediction;
  /** Why nothing is kept: site knowledge shows that the page is no article, or a selector finds no content; absent otherwise. */
  readonly refused?: { readonly reason: 'no-pattern' | 'no-content'; readonly detail: string };
  /** Per node: one of `SELECTED`; absent without selectors of the caller. Images and comments follow it, too. */
  readonly selected?: Uint8Array;
}

/** The decision of the caller's selectors on a node. `outside` is what a content selector does not match. */
export const SELECTED = { undecided: 0, kept: 1, outside: 2, excluded: 3 } as const;

/** An article below the page's own: indices of its headline's block, and of the blocks that would be kept if it stood alone. */
export interface OtherArticle {
  readonly heading: number;
  readonly kept: readonly number[];
}

/** A kept text that is in no visible text node. */
interface HiddenParagraph {
  readonly text: string;
  /** Its source: `description`, `articleBody`, `text`, `reviewBody`, `headline` (JSON-LD), `meta`, `state`. */
  readonly from: string;
}

/** A learned extractor's prediction for a page. */
export interface PagePrediction {
  /** `article`, `forum`, `product`, `collection`, `listing`, `documentation` or `service`. */
  readonly pageType: string;
  /** Probability of that type, 0…1; 1 for a type the caller gave. */
  readonly pageTypeProbability: number;
  /** Probability of each type by the page alone, whatever type the caller gave; sum 1; absent when unknown. */
  readonly typeProbabilities?: Readonly<Record<string, number>>;
  /** Expected word F1 of the extraction, calibrated on pages the model was not trained on, 0…1. */
  readonly confidence: number;
}

/** The texts of the kept blocks, then the kept hidden texts, one per line. */
export function keptText({ blocks, labels, hidden = [] }: LabelledBlocks): string {
  const lines: string[] = [];
  for (let at = 0; at < blocks.length; at++) if (labels.keep[at] === 1) lines.push((blocks[at] as Block).text);
  for (const one of hidden) lines.push(one.text);
  return lines.join('\n');
}

/** Per visible block: the rule that changed whether it is kept, or undefined. */
export type Changes = (string | undefined)[];

/** Keeps or drops the blocks [from, to) that are not so yet, in place, and records the rule. */
export function setBlocks(
  { keep, changed }: { readonly keep: Uint8Array; readonly changed: Changes },
  from: number,
  to: number,
  value: 0 | 1,
  rule: string,
): void {
  for (let b = Math.max(0, from); b < Math.min(to, keep.length); b++) {
    if (keep[b] === value) continue;
    keep[b] = value;
    changed[b] = rule;
  }
}

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

/** Per node, and one past the last: how many elements before it have one of the names. */
export function countsBefore(page: Page, names: ReadonlySet<string>): Int32Array {
  const named = tagTable(page, names);
  const counts = newColumn(Int32Array, page.size + 1);
  if (!named.includes(1)) return counts;
  for (let node = 0; node < page.size; node++) counts[node + 1] = counts[node] + named[page.tag[node]];
  return counts;
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
