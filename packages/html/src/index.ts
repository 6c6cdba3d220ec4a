/**
 * @dehusk/html: bytes to a page, and the words, hashes and addresses that everything above needs.
 *
 * @packageDocumentation
 */

export { decodeHTMLStrict as decodeEntities } from 'entities/decode';
export {
  addressOf,
  baseAddress,
  hostOf,
  imageAddress,
  linkAddress,
  percentDecoded,
  safeAddress,
  webAddress,
} from './addresses.js';
export { type ClassColumn, classesOf, classTest, idsOf } from './classes.js';
export { binaryTextKind, signatureKind, textKind } from './content-kind.js';
export { type DecodedText, type DecodeOptions, decode } from './decode.js';
export { displays, INLINE, STYLED_BLOCK, sideBySide } from './display.js';
export {
  FALLBACKS,
  HEADINGS,
  IMAGES,
  MEDIA,
  PHRASING,
  PREFORMATTED,
  tagNames,
  UNREAD,
  UNSEEN,
  VOID,
} from './elements.js';
export {
  type Clock,
  DEFAULT_LIMITS,
  LIMIT_DOMAINS,
  type Limits,
  type Reason,
  type Refusal,
  startBudget,
} from './limits.js';
export * from './memo.js';
export {
  attributeReader,
  elementsWith,
  firstChild,
  firstFrom,
  headingAround,
  holderOf,
  type NodeId,
  nameOf,
  nearestWith,
  nextSibling,
  type Page,
  pastBlank,
  TEXT,
  tagTable,
  textOf,
} from './page.js';
export { type ParseOptions, parse } from './parse.js';
export { matchingElements, parseSelector, type Selector } from './selector.js';
export { ByteReader, ByteWriter, bytesOf, columnOf, fromBase64, newColumn, widened } from './text/bytes.js';
export {
  classOf,
  countWordsBetween,
  DIGIT,
  hasWordBetween,
  isBlankBetween,
  isSpace,
  isUnspaced,
  LETTER,
  LETTERS,
  LOWER,
  lowered,
  SPACE,
  SPACELESS,
  SPACELESS_SCRIPTS,
  segmentsOf,
  singleSpaced,
  UPPER,
  WORD,
  withoutInvisible,
  wordShare,
} from './text/characters.js';
export * from './text/hash.js';
export { jsonLine, parsedJson, yamlValue } from './text/json-line.js';
export { counted, logistic } from './text/numbers.js';
export * from './text/options.js';
export { seal, unseal } from './text/sealed.js';
export { HashNumbers, HashSet, TokenList, tokensOf, trigram } from './text/word-hashes.js';
export { type Visibility, visibilityOf } from './visibility.js';
