/**
 * @dehusk/core: main-content extraction, pure and synchronous.
 *
 * @packageDocumentation
 */

export { DEFAULT_LIMITS, type Limits, type Reason } from '@dehusk/html';
export type { Block, LabelledBlocks } from './blocks/block.js';
export { PAGE_TYPES, type PageType } from './blocks/block.js';
export { type Chunk, chunksOf } from './chunks/chunks.js';
export { partOfText, type TextPart } from './chunks/part-of-text.js';
export { type DehuskOptions, dehusk } from './classify/dehusk.js';
export type { Document } from './document/document.js';
export { type BlockExplanation, type ExplainOptions, explainPage, type PageExplanation } from './explain.js';
export { type ExtractOptions, extract, type ToTextOptions, toMarkdown, toText } from './extract.js';
export type { Extractor } from './extractors/extractor.js';
export { HIDDEN_MODES, type HiddenMode, type UnseenWords } from './extractors/unseen.js';
export {
  FIELD_NAMES,
  type FieldName,
  FORMATS,
  type Format,
  formatNamed,
  type PageFields,
} from './formats.js';
export type { Metadata } from './metadata/metadata.js';
export type {
  ExtractFailure,
  ExtractResult,
  ExtractSuccess,
  PageSource,
  Warning,
} from './pipeline.js';
export {
  type KnownOfPage,
  type PageRecord,
  pageRecord,
  RECORD_VERSION,
  type RecordField,
  type RecordPage,
} from './record.js';
export { RENDERERS, rendererNamed } from './render/index.js';
export type { Renderer, RenderOptions } from './render/renderer.js';
export { site } from './site/site.js';
export type { Correction } from './site/site-learner.js';
export { type SiteReader, type SiteReaderOptions, type SiteReadOptions, siteReader } from './site-reader.js';
export { type UrlKey, type UrlKeyOptions, urlKey } from './url-key/url-key.js';
