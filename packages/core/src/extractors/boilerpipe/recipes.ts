/**
 * Boilerpipe's extractors as recipes: read each list aloud and you have the algorithm.
 *
 * The order is that of the Java library (C. Kohlschütter, version 2.0 where nothing is said), every step always runs.
 */
import { documentTitleMatch, expandTitleToContent } from './document-title.js';
import { END_OF_TEXT_DEFAULTS, END_OF_TEXT_DOCS, ignoreBlocksAfterContent, terminatingBlocks } from './end-of-text.js';
import { blockProximityFusion, boilerplateBlockFilter } from './fusion.js';
import { keepLargestBlock, largeBlockSameTagLevel, listAtEnd } from './largest-block.js';
import { type Filter, LABELS } from './merged-block.js';
import { NUM_WORDS_DEFAULTS, NUM_WORDS_DOCS, numWordsRules } from './num-words-rules.js';
import { markEverythingContent, trailingHeadlineToBoilerplate } from './verdicts.js';

export const ARTICLE_DEFAULTS = {
  ...NUM_WORDS_DEFAULTS,
  ...END_OF_TEXT_DEFAULTS,
  minTitlePartWords: 4,
  fusionDistance: 1,
  minSameLevelWords: 150,
  minLargeBlockWords: 100,
};
export type ArticleOptions = typeof ARTICLE_DEFAULTS;
export const ARTICLE_DOCS: { readonly [K in keyof ArticleOptions]: string } = {
  ...NUM_WORDS_DOCS,
  ...END_OF_TEXT_DOCS,
  minTitlePartWords: 'Words a part of the document title must have to be a headline by itself; from the library.',
  fusionDistance: 'Blocks that may lie between two blocks to be merged; from the library.',
  minSameLevelWords: 'Words of a block that is kept beside the largest one, at its tag level; from the library.',
  minLargeBlockWords: 'Words of a block that is kept anywhere at the tag level of the content; from the library.',
};

export const article = (o: ArticleOptions): readonly Filter[] => [
  terminatingBlocks(o.endOfTextBelowWords, o.endOfTextMinLength),
  documentTitleMatch(o.minTitlePartWords),
  numWordsRules(o),
  ignoreBlocksAfterContent(o.minFullTextWordsBeforeEnd, o.fullTextDensity),
  trailingHeadlineToBoilerplate,
  blockProximityFusion({ maxDistance: o.fusionDistance }),
  boilerplateBlockFilter(LABELS.title),
  blockProximityFusion({ maxDistance: o.fusionDistance, contentOnly: true, sameTagLevel: true }),
  keepLargestBlock({ expandToSameLevel: true, minWords: o.minSameLevelWords }),
  expandTitleToContent,
  largeBlockSameTagLevel(o.minLargeBlockWords),
  listAtEnd,
];

export const everything = (): readonly Filter[] => [markEverythingContent];
