/** The options of each recipe, with their defaults and one sentence each. Thresholds are those of the Java library. */
import { CANOLA_DEFAULTS, CANOLA_DOCS } from './canola-rules.js';
import { DENSITY_DEFAULTS, DENSITY_DOCS } from './density-rules.js';
import { END_OF_TEXT_DEFAULTS, END_OF_TEXT_DOCS } from './end-of-text.js';
import { NUM_WORDS_DEFAULTS, NUM_WORDS_DOCS } from './num-words-rules.js';

type Docs<O> = { readonly [K in keyof O]: string };

/** Options every recipe takes: how the page is cut. */
export const SEGMENT_DEFAULTS = { segmentWords: false };
export const SEGMENT_DOCS: Docs<typeof SEGMENT_DEFAULTS> = {
  segmentWords:
    'Find the words in Chinese, Japanese, Thai and other text without spaces; the library takes a run for one word.',
};

const FUSION_DEFAULTS = { fusionDistance: 1 };
const FUSION_DOCS: Docs<typeof FUSION_DEFAULTS> = {
  fusionDistance: 'Blocks that may lie between two blocks to be merged; from the library.',
};

export const ARTICLE_OLDER_DEFAULTS = { ...NUM_WORDS_DEFAULTS, ...END_OF_TEXT_DEFAULTS, ...FUSION_DEFAULTS };
export type ArticleOlderOptions = typeof ARTICLE_OLDER_DEFAULTS;
export const ARTICLE_OLDER_DOCS: Docs<ArticleOlderOptions> = {
  ...NUM_WORDS_DOCS,
  ...END_OF_TEXT_DOCS,
  ...FUSION_DOCS,
};

export const ARTICLE_DEFAULTS = {
  ...ARTICLE_OLDER_DEFAULTS,
  minTitlePartWords: 4,
  minSameLevelWords: 150,
  minLargeBlockWords: 100,
};
export type ArticleOptions = typeof ARTICLE_DEFAULTS;
export const ARTICLE_DOCS: Docs<ArticleOptions> = {
  ...ARTICLE_OLDER_DOCS,
  minTitlePartWords: 'Words a part of the document title must have to be a headline by itself; from the library.',
  minSameLevelWords: 'Words of a block that is kept beside the largest one, at its tag level; from the library.',
  minLargeBlockWords: 'Words of a block that is kept anywhere at the tag level of the content; from the library.',
};

export const SENTENCES_DEFAULTS = { ...ARTICLE_DEFAULTS, minClauseWords: 5 };
export type SentencesOptions = typeof SENTENCES_DEFAULTS;
export const SENTENCES_DOCS: Docs<SentencesOptions> = {
  ...ARTICLE_DOCS,
  minClauseWords: 'Words of the clause that a kept paragraph must have; from the library.',
};

export const GENERAL_DEFAULTS = { ...DENSITY_DEFAULTS, ...FUSION_DEFAULTS };
export type GeneralOptions = typeof GENERAL_DEFAULTS;
export const GENERAL_DOCS: Docs<GeneralOptions> = { ...DENSITY_DOCS, ...FUSION_DOCS };

export const LARGEST_DEFAULTS = { ...NUM_WORDS_DEFAULTS, ...FUSION_DEFAULTS };
export type LargestOptions = typeof LARGEST_DEFAULTS;
export const LARGEST_DOCS: Docs<LargestOptions> = { ...NUM_WORDS_DOCS, ...FUSION_DOCS };

export const MIN_WORDS_DEFAULTS = { k: 10 };
export type MinWordsOptions = typeof MIN_WORDS_DEFAULTS;
export const MIN_WORDS_DOCS: Docs<MinWordsOptions> = {
  k: 'Words a block must have to be kept, counted after neighbours of equal text density were merged.',
};

export { CANOLA_DEFAULTS, CANOLA_DOCS, DENSITY_DEFAULTS, DENSITY_DOCS, NUM_WORDS_DEFAULTS, NUM_WORDS_DOCS };
