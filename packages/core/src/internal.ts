/**
 * Everything the tool and the lab need beyond the public API. No stability promise: any release may change it.
 *
 * @packageDocumentation
 */
export { listFault, needsJavascript } from './article-check.js';
export * from './blocks/block.js';
export * from './blocks/boilerpipe-blocks.js';
export { tokenise } from './blocks/boilerpipe-words.js';
export { contentBlocks } from './blocks/content-blocks.js';
export { type BlockFacts, blockFacts } from './blocks/features/facts.js';
export { PAGE_NAMES, pageFacts } from './blocks/features/page-facts.js';
export { BlockWords, ClassTokens, hiddenToken } from './blocks/features/tokens.js';
export {
  FEATURE_GROUPS,
  FEATURE_NAMES,
  featureMatrix,
  PAGE_TYPES,
  type PageRows,
  type PageScores,
  type PageType,
  pageRows,
} from './blocks/features.js';
export { BloomFilter, bloomErrorRate, ExactSet, type FingerprintSet } from './dedupe/fingerprint-set.js';
export * from './dedupe/onion.js';
export { ONION_MEMORIES, type OnionMemory } from './dedupe/onion-memory.js';
export { judgeRepeats } from './dedupe/repeats.js';
export { contentDigest, type Fingerprint, hammingDistance, NEAR_DISTANCE, simhash } from './dedupe/simhash.js';
export { SimHashIndex } from './dedupe/simhash-index.js';
export { assemble } from './document/assemble.js';
export type * from './document/document.js';
export { NO_STRUCTURE } from './document/document.js';
export * from './explain.js';
export * from './extract.js';
export { sourceSpan as bteSourceSpan } from './extractors/bte/bte.js';
export {
  markedText as bteMarkedText,
  type SourceTokens as BteSourceTokens,
  sourceTokens as bteSourceTokens,
} from './extractors/bte/source-tokens.js';
export { contextRules } from './extractors/dehusk/context-rules.js';
export { type DecodeChoice, type DecodeRows, decodeBlocks } from './extractors/dehusk/decode.js';
export { dehusk, FOCUS } from './extractors/dehusk/dehusk.js';
export { forestOf } from './extractors/dehusk/forest.js';
export { decodeModel, encodeModel, type Model, type TokenWeights } from './extractors/dehusk/model.js';
export { applyArticlePrior, certainly, halfway, readerOf, readPage } from './extractors/dehusk/read-page.js';
export { chooseBlocks } from './extractors/dehusk/structure-rules.js';
export { DEFAULT_WEIGHTS } from './extractors/dehusk/weights.js';
export * from './extractors/extractor.js';
export { DEFAULT_EXTRACTOR, EXTRACTORS, extractorNamed } from './extractors/index.js';
export type { JustextOptions } from './extractors/justext/justext.js';
export type { Span } from './extractors/maximum-span.js';
export * as maximumSubsequenceModels from './extractors/maximum-subsequence/maximum-subsequence.js';
export * as ncleanerModels from './extractors/ncleaner/language-model.js';
export { segmentsOf as ncleanerSegments } from './extractors/ncleaner/ncleaner.js';
export { checkSelectors, SELECTOR_OPTIONS, type Selectors } from './extractors/selected.js';
export * as victorModels from './extractors/victor/victor.js';
export * from './formats.js';
export { baseAddress, hostOf, webAddress } from './page/addresses.js';
export { type Decoded, type DecodeOptions, decode } from './page/decode.js';
export * from './page/limits.js';
export { authorNames } from './page/metadata/author-names.js';
export { parseDate } from './page/metadata/dates.js';
export type { Finding, SourceKind } from './page/metadata/finding.js';
export { type JsonLd, type JsonLdNode, readJsonLd } from './page/metadata/json-ld.js';
export * from './page/metadata/metadata.js';
export { metadataFindings, readMetadata } from './page/metadata/read-metadata.js';
export * from './page/page.js';
export { leftToParse5, type Parsed, type ParseOptions, parse } from './page/parse.js';
export { matchingElements, parseSelector } from './page/selector.js';
export * from './pipeline.js';
export * from './record.js';
export { textOfContents } from './renderers/content-text.js';
export { RENDERERS, rendererNamed } from './renderers/index.js';
export { RENDER_OPTIONS, resolveOptions } from './renderers/options.js';
export type * from './renderers/renderer.js';
export * from './site-processor.js';
export * from './site-reader.js';
export { type GoldminerModel, type GoldminerOptions, goldminerWith } from './sites/goldminer/goldminer.js';
export {
  anyExtractorNamed,
  learnersOf,
  SITE_EXTRACTORS,
  SITE_LEARNERS,
  siteExtractorNamed,
  siteLearnerNamed,
} from './sites/index.js';
export type { SampledPage } from './sites/sample-learner.js';
export * from './sites/site-learner.js';
export type { BlockHashing } from './sites/urltree/block-hash.js';
export type { DocumentPlace, TreeBounds, TreeDocument, TreeRow } from './sites/urltree/tree-documents.js';
export { UrlTree } from './sites/urltree/url-tree.js';
export { type UrlTreeOptions, urltree, urltreeSimilar } from './sites/urltree/url-tree-learner.js';
export { siteOnly, withSite } from './sites/with-site.js';
export { countWordsBetween, SPACELESS_SCRIPTS } from './text/characters.js';
export { fnv1a, hashToHex } from './text/hash.js';
export * from './text/json-line.js';
export {
  checkChoice,
  checkOptionNames,
  describeValue,
  nearestName,
  rowNamed,
  suggestion,
} from './text/nearest-name.js';
export {
  CALLBACK,
  checkOption,
  checkOptions,
  expectedOf,
  FLAG,
  listOf,
  type OptionDomain,
  type OptionDomains,
  orNull,
  RECORD,
  real,
  STRING,
  whole,
  words,
} from './text/option-domains.js';
export { seal, type Unsealed, unseal } from './text/sealed.js';
export { segmentsOf } from './text/segments.js';
export { appendTokens, type TokenHashes, tokenHashes } from './text/tokens.js';
export { tokensOf } from './text/word-hashes.js';
export * from './url-key/duplicate-filter.js';
export { hostParts } from './url-key/parsed-url.js';
export * from './url-key/published-rules.js';
export * from './url-key/rule-learning.js';
export { itemKey, parseUrlRules, type UrlKey, type UrlKeyOptions, type UrlRule, urlKey } from './url-key/url-key.js';
