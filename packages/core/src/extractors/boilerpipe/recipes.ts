/**
 * Boilerpipe's extractors as recipes: read each list aloud and you have the algorithm.
 *
 * The order is that of the Java library (C. Kohlschütter), version 2.0 unless said otherwise; every step always runs.
 */
import { type CanolaOptions, canolaRules } from './canola-rules.js';
import { type DensityOptions, densityRules } from './density-rules.js';
import { documentTitleMatch, documentTitleMatchExact, expandTitleToContent } from './document-title.js';
import { ignoreBlocksAfterContent, terminatingBlocks } from './end-of-text.js';
import { blockProximityFusion, boilerplateBlockFilter, simpleBlockFusion } from './fusion.js';
import { keepLargestBlock, largeBlockSameTagLevel, listAtEnd } from './largest-block.js';
import { type Filter, LABELS } from './merged-block.js';
import { type NumWordsOptions, numWordsRules } from './num-words-rules.js';
import type {
  ArticleOlderOptions,
  ArticleOptions,
  GeneralOptions,
  LargestOptions,
  MinWordsOptions,
  SentencesOptions,
} from './options.js';
import { minClauseWords, splitParagraphBlocks } from './sentences.js';
import { markEverythingContent, minWords, trailingHeadlineToBoilerplate } from './verdicts.js';

/** The steps of an extractor, in order, for given options. */
export type Recipe<O> = (options: O) => readonly Filter[];

/** ArticleExtractor 2.0. */
export const article: Recipe<ArticleOptions> = (o) => [
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

/** ArticleExtractor 1.2: no second thoughts about headings, lists and blocks of one tag level; a stricter title match. */
export const articleOlder: Recipe<ArticleOlderOptions> = (o) => [
  terminatingBlocks(o.endOfTextBelowWords, o.endOfTextMinLength, false),
  documentTitleMatchExact,
  numWordsRules(o),
  ignoreBlocksAfterContent(o.minFullTextWordsBeforeEnd, o.fullTextDensity),
  blockProximityFusion({ maxDistance: o.fusionDistance }),
  boilerplateBlockFilter(),
  blockProximityFusion({ maxDistance: o.fusionDistance, contentOnly: true }),
  keepLargestBlock({ labelLargest: false }),
  expandTitleToContent,
];

/** ArticleSentencesExtractor. */
export const articleSentences: Recipe<SentencesOptions> = (o) => [
  ...article(o),
  splitParagraphBlocks,
  minClauseWords(o.minClauseWords),
];

/** DefaultExtractor. Its proximity fusion is idle, as nothing is content when it runs; the library has it, so it stands. */
export const general: Recipe<GeneralOptions> = (o) => [
  simpleBlockFusion,
  blockProximityFusion({ maxDistance: o.fusionDistance }),
  densityRules(o),
];

/** LargestContentExtractor. */
export const largestContent: Recipe<LargestOptions> = (o) => [
  numWordsRules(o),
  blockProximityFusion({ maxDistance: o.fusionDistance }),
  keepLargestBlock(),
];

/** NumWordsRulesExtractor: the first published tree alone. */
export const numWords: Recipe<NumWordsOptions> = (o) => [numWordsRules(o)];

/** The second published tree alone; the library only has it inside DefaultExtractor. */
export const density: Recipe<DensityOptions> = (o) => [densityRules(o)];

/** CanolaExtractor. */
export const canola: Recipe<CanolaOptions> = (o) => [canolaRules(o)];

/** KeepEverythingExtractor. */
export const everything: Recipe<object> = () => [markEverythingContent];

/** KeepEverythingWithMinKWordsExtractor. */
export const everythingWithMinWords: Recipe<MinWordsOptions> = (o) => [
  simpleBlockFusion,
  markEverythingContent,
  minWords(o.k),
];
