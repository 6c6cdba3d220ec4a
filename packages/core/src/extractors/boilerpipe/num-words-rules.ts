/**
 * Number of words and link density: the first of the two published decision trees (Kohlschütter et al., WSDM 2010).
 *
 * Observed: of all the features a C4.5 tree was offered, the words and link density of a block and of its two neighbours were
 * enough; long blocks without links are text, and a short block is what its neighbours are.
 *
 * The thresholds are those the tree learnt on L3S-GN1 and compare as printed there, with 32-bit densities: one third is more
 * than .333333. A missing neighbour has no words.
 */
import { type BlockList, brief, decide, type Filter, type MergedBlock } from './merged-block.js';

export const NUM_WORDS_DEFAULTS = {
  maxLinkDensity: 0.333333,
  maxPreviousLinkDensity: 0.555556,
  maxShortWords: 16,
  maxNextShortWords: 15,
  maxPreviousFewWords: 4,
  maxWordsAfterLinks: 40,
  maxNextWordsAfterLinks: 17,
};
export type NumWordsOptions = typeof NUM_WORDS_DEFAULTS;

export const NUM_WORDS_DOCS: { readonly [K in keyof NumWordsOptions]: string } = {
  maxLinkDensity: 'A block with a higher link density (0…1) is boilerplate; learnt on L3S-GN1.',
  maxPreviousLinkDensity: 'A block after one with a higher link density (0…1) has to be longer; learnt on L3S-GN1.',
  maxShortWords: 'Words up to which a block is short and its neighbours decide; learnt on L3S-GN1.',
  maxNextShortWords: 'Words up to which the next block does not save a short one; learnt on L3S-GN1.',
  maxPreviousFewWords: 'Words up to which the previous block does not save a short one; learnt on L3S-GN1.',
  maxWordsAfterLinks: 'Words up to which a block after a linked one is short; learnt on L3S-GN1.',
  maxNextWordsAfterLinks: 'Words up to which the next block does not save a short one after links; learnt on L3S-GN1.',
};

/** What the trees look at; blocks satisfy it, and so does {@link NO_NEIGHBOUR}. */
export interface Shallow {
  readonly words: number;
  readonly textDensity: number;
  readonly linkDensity: number;
}
/** The neighbour before the first and after the last block. */
export const NO_NEIGHBOUR: Shallow = { words: 0, textDensity: 0, linkDensity: 0 };

/** A verdict with the comparison that led to it. */
export interface Verdict {
  readonly content: boolean;
  readonly why: string;
}
const keep = (why: string): Verdict => ({ content: true, why });
const drop = (why: string): Verdict => ({ content: false, why });

/** Classifies one block by its words, its links and its neighbours. */
export function classifyByWords(previous: Shallow, block: Shallow, next: Shallow, o: NumWordsOptions): Verdict {
  if (block.linkDensity > o.maxLinkDensity)
    return drop(`link density ${brief(block.linkDensity)} > ${brief(o.maxLinkDensity)}`);
  if (previous.linkDensity > o.maxPreviousLinkDensity) {
    if (block.words > o.maxWordsAfterLinks) return keep(`${block.words} words > ${o.maxWordsAfterLinks}`);
    const after = `${block.words} words after a block of links`;
    return next.words > o.maxNextWordsAfterLinks
      ? keep(`${after}, next has ${next.words} > ${o.maxNextWordsAfterLinks}`)
      : drop(`${after}, next has ${next.words} ≤ ${o.maxNextWordsAfterLinks}`);
  }
  if (block.words > o.maxShortWords) return keep(`${block.words} words > ${o.maxShortWords}`);
  if (next.words > o.maxNextShortWords)
    return keep(`${block.words} words, next has ${next.words} > ${o.maxNextShortWords}`);
  return previous.words > o.maxPreviousFewWords
    ? keep(`${block.words} words, previous has ${previous.words} > ${o.maxPreviousFewWords}`)
    : drop(
        `${block.words} words between short blocks (${previous.words} ≤ ${o.maxPreviousFewWords} and ${next.words} ≤ ${o.maxNextShortWords})`,
      );
}

/** Runs a classifier over all blocks. Neighbours count by their features, never by their verdicts, so order is no matter. */
export function classifyAll(
  list: BlockList,
  name: string,
  classify: (previous: Shallow, block: MergedBlock, next: Shallow) => Verdict,
): void {
  const { blocks, why } = list;
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    const verdict = classify(blocks[at - 1] ?? NO_NEIGHBOUR, block, blocks[at + 1] ?? NO_NEIGHBOUR);
    for (const segment of block.segments) why[segment] = '';
    const span = block.segments.length > 1 ? ` (${block.segments.length} blocks merged)` : '';
    decide(list, block, verdict.content, `${name}: ${verdict.why}${span}`);
  }
}

/** The classifier as a step of a recipe. */
export function numWordsRules(options: NumWordsOptions): Filter {
  return (list) =>
    classifyAll(list, 'num-words', (previous, block, next) => classifyByWords(previous, block, next, options));
}
