/**
 * @dehusk/core/train: the parts of the default extractor and of the metadata, for programs that train or measure them.
 *
 * @packageDocumentation
 */

export { decide, RULES } from './classify/decide.js';
export type { DecodeChoice } from './classify/decode.js';
export { applyArticlePrior, certainly, FOCUS, halfway, raiseDeclared } from './classify/dehusk.js';
export { ENCLOSING_CONTAINERS, ENCLOSING_TAGS } from './classify/features/enclosing.js';
export { type BlockFacts, blockFacts } from './classify/features/facts.js';
export { OWN_TEXT } from './classify/features/own-text.js';
export { PAGE_NAMES, pageFacts } from './classify/features/page-facts.js';
export { POSITION } from './classify/features/position.js';
export { REPEATS } from './classify/features/repetition.js';
export { BlockWords, ClassTokens, hiddenToken } from './classify/features/tokens.js';
export { FEATURE_GROUPS, FEATURE_NAMES, featureMatrix, type PageRows, pageRows } from './classify/features.js';
export { completed, contributions, type Forest, score, scoreRows } from './classify/forest.js';
export * from './classify/model.js';
export { DEFAULT_WEIGHTS } from './classify/weights.js';
export { parseDate } from './dates/dates.js';
export { authorNames } from './metadata/author-names.js';
export type { MetadataField } from './metadata/metadata.js';
export { readMetadata } from './metadata/read-metadata.js';
