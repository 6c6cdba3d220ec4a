/**
 * dehusk/compat: the calls of @mozilla/readability and Defuddle over Dehusk. It imports `@dehusk/core` alone, so it also runs in a
 * browser.
 *
 * @packageDocumentation
 */
export type { DomDocument } from './article.js';
export {
  Defuddle,
  type DefuddleInput,
  type DefuddleOptions,
  type DefuddleParser,
  type DefuddleResponse,
} from './defuddle.js';
export {
  isProbablyReaderable,
  Readability,
  type ReadabilityArticle,
  type ReadabilityOptions,
  type ReaderableOptions,
} from './readability.js';
