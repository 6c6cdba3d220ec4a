/**
 * What the lab's trainer needs of the core beyond its public surface. Not covered by semantic versioning.
 *
 * @packageDocumentation
 */
export { contentBlocks } from './blocks/content-blocks.js';
export { BlockWords } from './blocks/features/block-words.js';
export { ClassTokens, hiddenToken } from './blocks/features/class-tokens.js';
export { type BlockFacts, blockFacts } from './blocks/features/facts.js';
export { PAGE_NAMES } from './blocks/features/page-facts.js';
export {
  FEATURE_GROUPS,
  FEATURE_NAMES,
  featureMatrix,
  PAGE_TYPES,
  type PageRows,
  type PageScores,
  pageFacts,
  pageRows,
} from './blocks/features.js';
export { applyArticlePrior } from './extractors/dehusk/article-prior.js';
export { contextRules } from './extractors/dehusk/context-rules.js';
export { type DecodeChoice, type DecodeRows, decodeBlocks } from './extractors/dehusk/decode.js';
export { FOCUS } from './extractors/dehusk/dehusk.js';
export { decodeModel, encodeModel, type Model, type TokenWeights } from './extractors/dehusk/model.js';
export { readerOf, readPage } from './extractors/dehusk/read-page.js';
export type { Forest } from './extractors/dehusk/trees.js';
export * as ncleanerModels from './extractors/ncleaner/models.js';
export { decode } from './page/decode.js';
export { parse } from './page/parse.js';
export { tokensOf } from './text/word-hashes.js';
