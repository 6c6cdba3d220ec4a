/**
 * @dehusk/core/extend: what a package needs that adds extractors, site learners, formats or a tool around the core.
 *
 * @packageDocumentation
 */
export { listFault, needsJavascript } from './article-check.js';
export { EXPLAINED_BLOCKS, KINDS, keptText, nodeValues } from './blocks/block.js';
export { blockList } from './blocks/content-blocks.js';
export { divideBlocks, keepTextNodes } from './blocks/divide-blocks.js';
export { DIVISIBLE } from './chunks/part-of-text.js';
export { NO_STRUCTURE } from './document/document.js';
export { blockExplainer, EXPLANATION_VERSION, explainResult, kindsOf, recordsOfBlocks } from './explain.js';
export { checkExtractOptions, EXTRACT_OPTIONS } from './extract.js';
export {
  COUNT,
  type ExtractionContext,
  NO_CONTEXT,
  type Options,
  type OptionsOf,
  type OptionTable,
  type OptionValue,
  optionsOf,
  withDefaults,
} from './extractors/extractor.js';
export { MARKDOWN_TYPES } from './extractors/markdown-markup.js';
export { checkSelectors, SELECTOR_OPTIONS, type Selectors } from './extractors/selected.js';
export { checkFieldName, intendedField, LINE_FIELDS, rowOf } from './formats.js';
export type { MetadataField } from './metadata/metadata.js';
export { type MetadataCandidate, metadataCandidates } from './metadata/read-metadata.js';
export {
  type ExtractPageOptions,
  extractPage,
  type OpenedPage,
  type OpenOptions,
  openPage,
  type UnopenedPage,
} from './pipeline.js';
export { type FieldType, RECORD_FIELDS, recordWith } from './record.js';
export { textOfContents } from './render/content-text.js';
export { RENDER_OPTIONS, resolveOptions } from './render/renderer.js';
export type { TemplateOptions } from './site/containers/containers.js';
export * from './site/sample-learner.js';
export { containers, corrections, memoizedExtractor, pageLevel, siteWith } from './site/site.js';
export {
  type AnySiteLearner,
  checkedCorrections,
  type KnownPage,
  SITE_REFUSALS,
  type SiteDecision,
  type SiteExtractor,
  type SiteFact,
  type SiteKnowledge,
  type SiteLearner,
  type SitePage,
  siteDecision,
} from './site/site-learner.js';
export { UrlTree } from './site/url-tree/url-tree.js';
export {
  type BlockHashes,
  type BlockHashing,
  blockHashes,
  hashLetters,
  isLetterAt,
  urlTreeBlocks,
} from './site/url-tree/url-tree-blocks.js';
export * from './site/url-tree/url-tree-learner.js';
export {
  type IdentifiedPage,
  type LearnerInUse,
  learnersInUse,
  type ModelTable,
  memoryModels,
  namesCanonical,
  type SiteProcessor,
  type SiteProcessorOptions,
  siteProcessor,
} from './site-reader.js';
export {
  CANONICAL,
  hostParts,
  type ParsedUrl,
  parseUrl,
  parseUrlRules,
  printUrl,
  type UrlRule,
} from './url-key/url-key.js';
