/** What training needs of the extractor, for the lab. */
export { labelWith, type MaximumSubsequenceOptions, maximumSubsequence } from './maximum-subsequence.js';
export { type Model, type ModelCard, packModel, trigramKey, unpackModel } from './model.js';
export {
  MAX_TOKENS,
  SYMBOLS,
  type TokenNumbers,
  type TokenString,
  tokenNumbers,
  tokenString,
  type Vocabulary,
  vocabularyWords,
} from './token-string.js';
