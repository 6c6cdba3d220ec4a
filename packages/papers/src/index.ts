/**
 * @dehusk/papers: the published methods, and every extractor by its name.
 *
 * @packageDocumentation
 */
export { ancestorFilter } from './ancestor-filter/ancestor-filter.js';
export { segmentTextBlocks, type TextBlock } from './boilerpipe/boilerpipe-blocks.js';
export { tokenise } from './boilerpipe/boilerpipe-words.js';
export {
  boilerpipeArticle,
  boilerpipeArticleOlder,
  boilerpipeArticleSentences,
  boilerpipeCanola,
  boilerpipeDefault,
  boilerpipeDensity,
  boilerpipeLargest,
  boilerpipeNumWords,
  everything,
  longBlocks,
} from './boilerpipe/index.js';
export { bte, bteParity, maximumSubsequenceRules } from './bte/bte.js';
export { agreement, firstThatFinds } from './combined/combinators.js';
export { DEFAULT_EXTRACTOR, EXTRACTORS, type ExtractorName, extractorNamed } from './extractors.js';
export type { GoldminerOptions } from './goldminer/goldminer.js';
export { type JustextOptions, justext, justextGoldminer, justextParity } from './justext/justext.js';
export * as maximumSubsequenceModels from './maximum-subsequence/maximum-subsequence.js';
export { maximumSubsequence } from './maximum-subsequence/maximum-subsequence.js';
export * as ncleanerModels from './ncleaner/language-model.js';
export { ncleaner, ncleanerNonLexical, segmentsOf as ncleanerSegments } from './ncleaner/ncleaner.js';
export {
  createOnion,
  decodeOnion,
  encodeOnion,
  judge,
  judgeRepeats,
  ONION_DEFAULTS,
  type Onion,
  type OnionOptions,
} from './onion/onion.js';
export { ExactSet, ONION_MEMORIES } from './onion/onion-memory.js';
export * as fingerprints from './onion/simhash.js';
export { SimHashIndex } from './onion/simhash-index.js';
export {
  anyExtractorNamed,
  goldminer,
  goldminerBoilerpipe,
  learnersOf,
  SITE_EXTRACTORS,
  SITE_LEARNERS,
  siteExtractorNamed,
  siteLearnerNamed,
} from './site-extractors.js';
export { urltree } from './url-tree/url-tree.js';
export * as victorModels from './victor/victor.js';
export { victor } from './victor/victor.js';
