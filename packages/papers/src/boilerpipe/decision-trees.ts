/**
 * The classifiers: two published decision trees and the Canola rules. Each looks at a block and its two neighbours only.
 *
 * Observation (Kohlschütter et al., WSDM 2010): of all the features offered to a C4.5 tree, the number of words and the link
 * density of a block and its two neighbours were enough. Long blocks without links are text; a short block is what its
 * neighbours are. Text density (words a line) does nearly as well and also holds for fused blocks, whose word counts add up.
 *
 * The thresholds were learnt on L3S-GN1 (Canola: on the KrdWrd project's corpus) and compare as printed there, with 32-bit
 * densities: one third is more than .333333. A missing neighbour has no words. As published, the density tree drops a dense
 * block at the end of a page, since it has no next block.
 */

import { COUNT, type OptionsOf, type OptionTable } from '@dehusk/core/extend';
import { real, SHARE } from '@dehusk/html';
import type { BlockFilter, BlockList, MergedBlock } from './merged-block.js';
import { decide } from './merged-block.js';

/** A number of words a line. */
export const LINES = real(0, 1_000);

export const NUM_WORDS_OPTIONS = {
  maxLinkDensity: [0.333333, SHARE, 'A block with a higher link density (0…1) is boilerplate; learnt on L3S-GN1.'],
  maxPreviousLinkDensity: [
    0.555556,
    SHARE,
    'A block after one with a higher link density (0…1) must be longer; learnt on L3S-GN1.',
  ],
  maxShortWords: [16, COUNT, 'Words up to which a block is short and its neighbours decide; learnt on L3S-GN1.'],
  maxNextShortWords: [15, COUNT, 'Words up to which the next block does not save a short one; learnt on L3S-GN1.'],
  maxPreviousFewWords: [4, COUNT, 'Words up to which the previous block does not save a short one; learnt on L3S-GN1.'],
  maxWordsAfterLinks: [40, COUNT, 'Words up to which a block after a linked one is short; learnt on L3S-GN1.'],
  maxNextWordsAfterLinks: [
    17,
    COUNT,
    'Words up to which the next block does not save a short one after links; learnt on L3S-GN1.',
  ],
} satisfies OptionTable;

export const DENSITY_OPTIONS = {
  maxLinkDensity: [0.333333, SHARE, 'A block with a higher link density (0…1) is boilerplate; learnt on L3S-GN1.'],
  maxPreviousLinkDensity: [
    0.555556,
    SHARE,
    'After a block with a higher link density (0…1) the next block decides; learnt on L3S-GN1.',
  ],
  maxSparseDensity: [
    9,
    LINES,
    'Words a line up to which a block is sparse and its neighbours decide; learnt on L3S-GN1.',
  ],
  maxNextSparseDensity: [
    10,
    LINES,
    'Words a line up to which the next block does not save a sparse one; learnt on L3S-GN1.',
  ],
  maxPreviousSparseDensity: [
    4,
    LINES,
    'Words a line up to which the previous block does not save a sparse one; learnt on L3S-GN1.',
  ],
  maxNextDensityAfterLinks: [
    11,
    LINES,
    'Words a line up to which the next block does not save one after links; learnt on L3S-GN1.',
  ],
} satisfies OptionTable;

export const CANOLA_OPTIONS = {
  maxNextWordsOfLinked: [11, COUNT, 'A block with a link is content before a block with more words; learnt on Canola.'],
  maxShortWords: [19, COUNT, 'A block with more words is content; learnt on Canola.'],
  maxNextFewWords: [
    6,
    COUNT,
    'A short block is only saved by neighbours if the next has more words; learnt on Canola.',
  ],
  maxFewWords: [6, COUNT, 'A block with more words is content between blocks without links; learnt on Canola.'],
  maxPreviousFewWords: [
    7,
    COUNT,
    'A previous block with more words saves a short block between blocks without links; learnt on Canola.',
  ],
  maxNextShortWords: [
    19,
    COUNT,
    'A next block with more words saves a short block between blocks without links; learnt on Canola.',
  ],
} satisfies OptionTable;

/** The features the classifiers use. */
export interface Shallow {
  readonly words: number;
  readonly textDensity: number;
  readonly linkDensity: number;
}
/** The neighbour before the first and after the last block. */
export const NO_NEIGHBOUR: Shallow = { words: 0, textDensity: 0, linkDensity: 0 };

/** A decision with the comparison that decided it. */
interface TreeDecision {
  readonly content: boolean;
  readonly why: string;
}
const keep = (why: string): TreeDecision => ({ content: true, why });
const drop = (why: string): TreeDecision => ({ content: false, why });

/** Keeps when `value` exceeds `limit`; the reason ends with the comparison. */
function above(value: number, limit: number, subject: string): TreeDecision {
  const content = value > limit;
  return { content, why: `${subject} ${brief(value)} ${content ? '>' : '≤'} ${brief(limit)}` };
}

/** A number as reasons print it: `.62`, `17`, `10.67`. */
function brief(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(3).replace(/0+$/, '').replace(/^0\./, '.');
}

/** A classifier of one block by its neighbours' features. */
type Classifier<T extends OptionTable> = (
  previous: Shallow,
  block: Shallow,
  next: Shallow,
  options: OptionsOf<T>,
) => TreeDecision;

/** The first tree: number of words and link density (NumWordsRulesClassifier). */
export const classifyByWords: Classifier<typeof NUM_WORDS_OPTIONS> = (previous, block, next, o) => {
  if (block.linkDensity > o.maxLinkDensity)
    return drop(`link density ${brief(block.linkDensity)} > ${brief(o.maxLinkDensity)}`);
  const words = `${block.words} words`;
  if (previous.linkDensity > o.maxPreviousLinkDensity)
    return block.words > o.maxWordsAfterLinks
      ? keep(`${words} > ${o.maxWordsAfterLinks}`)
      : above(next.words, o.maxNextWordsAfterLinks, `${words} after a block of links, next has`);
  if (block.words > o.maxShortWords) return keep(`${words} > ${o.maxShortWords}`);
  if (next.words > o.maxNextShortWords) return keep(`${words}, next has ${next.words} > ${o.maxNextShortWords}`);
  if (previous.words > o.maxPreviousFewWords)
    return keep(`${words}, previous has ${previous.words} > ${o.maxPreviousFewWords}`);
  const limits = `${previous.words} ≤ ${o.maxPreviousFewWords} and ${next.words} ≤ ${o.maxNextShortWords}`;
  return drop(`${words} between short blocks (${limits})`);
};

/** The second tree: text density and link density (DensityRulesClassifier). */
export const classifyByDensity: Classifier<typeof DENSITY_OPTIONS> = (previous, block, next, o) => {
  if (block.linkDensity > o.maxLinkDensity)
    return drop(`link density ${brief(block.linkDensity)} > ${brief(o.maxLinkDensity)}`);
  const density = `density ${brief(block.textDensity)}`;
  if (previous.linkDensity > o.maxPreviousLinkDensity)
    return above(next.textDensity, o.maxNextDensityAfterLinks, `after a block of links: ${density}, next has`);
  if (block.textDensity > o.maxSparseDensity)
    return next.textDensity !== 0
      ? keep(`${density} > ${brief(o.maxSparseDensity)}`)
      : drop(`${density}, but nothing behind it`);
  const byNext = above(next.textDensity, o.maxNextSparseDensity, `${density}, next has`);
  return byNext.content ? byNext : above(previous.textDensity, o.maxPreviousSparseDensity, `${density}, previous has`);
};

/** The rules learnt on Canola, whose pages are of every kind: they keep more than the news trees (CanolaExtractor). */
export const classifyByCanola: Classifier<typeof CANOLA_OPTIONS> = (previous, block, next, o) => {
  const words = `${block.words} words`;
  if (block.linkDensity > 0 && next.words > o.maxNextWordsOfLinked)
    return keep(`has a link, next has ${next.words} words > ${o.maxNextWordsOfLinked}`);
  if (block.words > o.maxShortWords) return keep(`${words} > ${o.maxShortWords}`);
  if (next.words <= o.maxNextFewWords) return drop(`${words}, next has ${next.words} ≤ ${o.maxNextFewWords}`);
  if (next.linkDensity !== 0 || previous.linkDensity !== 0) return drop(`${words} beside a block with a link`);
  if (block.words > o.maxFewWords) return keep(`${words} > ${o.maxFewWords} between blocks without links`);
  if (previous.words > o.maxPreviousFewWords)
    return keep(`${words}, previous has ${previous.words} > ${o.maxPreviousFewWords}`);
  return next.words > o.maxNextShortWords
    ? keep(`${words}, next has ${next.words} > ${o.maxNextShortWords}`)
    : drop(`${words} between short blocks`);
};

/** A classifier as a step of a recipe. It sees neighbours' features, never their decisions, so order does not matter. */
function classifying<T extends OptionTable>(
  name: string,
  classify: Classifier<T>,
): (options: OptionsOf<T>) => BlockFilter {
  return (options) => (list: BlockList) => {
    const { blocks, why } = list;
    blocks.forEach((block: MergedBlock, at) => {
      const decision = classify(blocks[at - 1] ?? NO_NEIGHBOUR, block, blocks[at + 1] ?? NO_NEIGHBOUR, options);
      for (const segment of block.segments) why[segment] = '';
      const span = block.segments.length > 1 ? ` (${block.segments.length} blocks merged)` : '';
      decide(list, block, decision.content, `${name}: ${decision.why}${span}`);
    });
  };
}

export const numWordsRules = classifying('num-words', classifyByWords);
export const densityRules = classifying('density', classifyByDensity);
export const canolaRules = classifying('canola', classifyByCanola);
