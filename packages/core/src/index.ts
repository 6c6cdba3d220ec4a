/**
 * @dehusk/core: main-content extraction, pure and synchronous.
 *
 * @packageDocumentation
 */
export type { Block, LabelledBlocks } from './blocks/block.js';
export { PAGE_TYPES, type PageType } from './blocks/features.js';
export type { Document } from './document/document.js';
export { type BlockExplanation, explainPage, type PageExplanation } from './explain.js';
export { type ExtractOptions, extract } from './extract.js';
export { dehusk } from './extractors/dehusk/dehusk.js';
export type { Extractor } from './extractors/extractor.js';
export { DEFAULT_EXTRACTOR, EXTRACTORS } from './extractors/index.js';
export {
  FIELD_NAMES,
  type FieldName,
  FORMATS,
  type Format,
  formatNamed,
  type RowFields,
} from './formats.js';
export { DEFAULT_LIMITS, type Limits, type Reason } from './page/limits.js';
export type { Metadata } from './page/metadata/metadata.js';
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
export { RENDERERS, rendererNamed } from './renderers/index.js';
export type { Renderer, RenderOptions } from './renderers/renderer.js';
export { type SiteReader, type SiteReaderOptions, type SiteReadOptions, siteReader } from './site-reader.js';
export { site } from './sites/default-site.js';
export { SITE_EXTRACTORS } from './sites/index.js';
export type { Correction } from './sites/site-learner.js';
export { type ToTextOptions, toMarkdown, toText } from './to-markdown.js';
export { type UrlKey, urlKey } from './url-key/url-key.js';
