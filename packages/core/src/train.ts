/**
 * @dehusk/core/train: the parts of the default extractor and of the metadata, for programs that train or measure them.
 *
 * @packageDocumentation
 */

export { ENCLOSING_CONTAINERS, ENCLOSING_TAGS } from './blocks/features/enclosing.js';
export { type BlockFacts, blockFacts } from './blocks/features/facts.js';
export { OWN_TEXT } from './blocks/features/own-text.js';
export { PAGE_NAMES, pageFacts } from './blocks/features/page-facts.js';
export { POSITION } from './blocks/features/position.js';
export { REPEATS } from './blocks/features/repetition.js';
export { BlockWords, ClassTokens, hiddenToken } from './blocks/features/tokens.js';
export { FEATURE_GROUPS, FEATURE_NAMES, featureMatrix, type PageRows, pageRows } from './blocks/features.js';
export { contextRules } from './classify/context-rules.js';
export type { DecodeChoice } from './classify/decode.js';
export { FOCUS } from './classify/dehusk.js';
export { forestOf } from './classify/forest.js';
export { encodeModel, type Model, type TokenWeights } from './classify/model.js';
export { applyArticlePrior, certainly, halfway } from './classify/read-page.js';
export { chooseBlocks } from './classify/structure-rules.js';
export { DEFAULT_WEIGHTS } from './classify/weights.js';
export { parseDate } from './dates/dates.js';
export { authorNames } from './metadata/author-names.js';
export { type JsonLdNode, readJsonLd } from './metadata/json-ld.js';
export type { MetadataField } from './metadata/metadata.js';
export {
  type MetadataCandidate,
  metadataCandidates,
  metadataFindings,
  readMetadata,
} from './metadata/read-metadata.js';
