/**
 * The rules learnt on the Canola corpus of the KrdWrd project (the library's CanolaExtractor): words of a block and of its
 * neighbours, and whether there are links at all. They take in more than the news trees: Canola's pages are of every kind.
 */
import type { Filter } from './merged-block.js';
import { classifyAll, type Shallow, type Verdict } from './num-words-rules.js';

export const CANOLA_DEFAULTS = {
  maxNextWordsOfLinked: 11,
  maxShortWords: 19,
  maxNextFewWords: 6,
  maxFewWords: 6,
  maxPreviousFewWords: 7,
  maxNextShortWords: 19,
};
export type CanolaOptions = typeof CANOLA_DEFAULTS;
export const CANOLA_DOCS: { readonly [K in keyof CanolaOptions]: string } = {
  maxNextWordsOfLinked: 'A block with a link is content before a block with more words; learnt on Canola.',
  maxShortWords: 'A block with more words is content; learnt on Canola.',
  maxNextFewWords: 'A short block is only saved by neighbours if the next has more words; learnt on Canola.',
  maxFewWords: 'A block with more words is content between blocks without links; learnt on Canola.',
  maxPreviousFewWords:
    'A previous block with more words saves a short block between blocks without links; learnt on Canola.',
  maxNextShortWords: 'A next block with more words saves a short block between blocks without links; learnt on Canola.',
};

/** Classifies one block by its words and its neighbours'. */
export function classifyByCanola(previous: Shallow, block: Shallow, next: Shallow, o: CanolaOptions): Verdict {
  const words = `${block.words} words`;
  if (block.linkDensity > 0 && next.words > o.maxNextWordsOfLinked)
    return { content: true, why: `has a link, next has ${next.words} words > ${o.maxNextWordsOfLinked}` };
  if (block.words > o.maxShortWords) return { content: true, why: `${words} > ${o.maxShortWords}` };
  if (next.words <= o.maxNextFewWords)
    return { content: false, why: `${words}, next has ${next.words} ≤ ${o.maxNextFewWords}` };
  if (next.linkDensity !== 0 || previous.linkDensity !== 0)
    return { content: false, why: `${words} beside a block with a link` };
  if (block.words > o.maxFewWords)
    return { content: true, why: `${words} > ${o.maxFewWords} between blocks without links` };
  if (previous.words > o.maxPreviousFewWords)
    return { content: true, why: `${words}, previous has ${previous.words} > ${o.maxPreviousFewWords}` };
  return next.words > o.maxNextShortWords
    ? { content: true, why: `${words}, next has ${next.words} > ${o.maxNextShortWords}` }
    : { content: false, why: `${words} between short blocks` };
}

/** The classifier as a step of a recipe. */
export function canolaRules(options: CanolaOptions): Filter {
  return (list) =>
    classifyAll(list, 'canola', (previous, block, next) => classifyByCanola(previous, block, next, options));
}
