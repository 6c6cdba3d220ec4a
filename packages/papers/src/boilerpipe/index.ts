/**
 * Boilerpipe (C. Kohlschütter, P. Fankhauser, W. Nejdl: Boilerplate Detection using Shallow Text Features, WSDM 2010).
 *
 * Observation: two shallow features, the number of words and the link density of a block and its neighbours, separate text
 * from boilerplate nearly as well as dozens do. The library refines that decision with rules about titles, ends and nesting.
 *
 * Each extractor is a recipe: a list of filters that always run in this order, that of the Java library, version 2.0 unless
 * stated otherwise. No departures except `segmentWords`.
 */
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import type { Options } from '@dehusk/core/extend';
import { COUNT, type OptionsOf, type OptionTable, optionsOf } from '@dehusk/core/extend';
import { FLAG } from '@dehusk/html';
import { segmentTextBlocks, type TextBlocks } from './boilerpipe-blocks.js';
import {
  CANOLA_OPTIONS,
  canolaRules,
  DENSITY_OPTIONS,
  densityRules,
  LINES,
  NUM_WORDS_OPTIONS,
  numWordsRules,
} from './decision-trees.js';
import { documentTitleMatch, documentTitleMatchExact, expandTitleToContent } from './document-title.js';
import {
  blockProximityFusion,
  boilerplateBlockFilter,
  ignoreBlocksAfterContent,
  keepLargestBlock,
  largeBlockSameTagLevel,
  listAtEnd,
  markEverythingContent,
  minClauseWords,
  minWords,
  simpleBlockFusion,
  splitParagraphBlocks,
  terminatingBlocks,
  trailingHeadlineToBoilerplate,
} from './filters.js';
import { type BlockFilter, type BlockList, blockListOf, LABELS, labelNames } from './merged-block.js';

const FUSION_OPTIONS = {
  fusionDistance: [1, COUNT, 'Blocks that may lie between two blocks to be merged; from the library.'],
} satisfies OptionTable;

const ARTICLE_OLDER_OPTIONS = {
  ...NUM_WORDS_OPTIONS,
  endOfTextBelowWords: [15, COUNT, 'Only blocks with fewer words can announce the end of the text; from the library.'],
  endOfTextMinLength: [
    8,
    COUNT,
    'Characters a phrase that announces the end must have, "Comment" in a link aside; from the library.',
  ],
  minFullTextWordsBeforeEnd: [
    60,
    COUNT,
    'Words of full text that must have passed before an end of text counts; from the library.',
  ],
  fullTextDensity: [9, LINES, 'Text density in words a line from which a block is full text; from the library.'],
  ...FUSION_OPTIONS,
} satisfies OptionTable;

const ARTICLE_OPTIONS = {
  ...ARTICLE_OLDER_OPTIONS,
  minTitlePartWords: [
    4,
    COUNT,
    'Words a part of the document title must have to be a headline alone; from the library.',
  ],
  minSameLevelWords: [
    150,
    COUNT,
    'Words of a block that is kept beside the largest one, at its tag level; from the library.',
  ],
  minLargeBlockWords: [
    100,
    COUNT,
    'Words of a block that is kept anywhere at the tag level of the content; from the library.',
  ],
} satisfies OptionTable;

const SENTENCES_OPTIONS = {
  ...ARTICLE_OPTIONS,
  minClauseWords: [5, COUNT, 'Words of the clause that a kept paragraph must have; from the library.'],
} satisfies OptionTable;

const MIN_WORDS_OPTIONS = {
  k: [10, COUNT, 'Words a block must have to be kept, counted after neighbours of equal text density were merged.'],
} satisfies OptionTable;

const SEGMENTING = {
  segmentWords: [
    false,
    FLAG,
    'Find the words in Chinese, Japanese, Thai and other text without spaces; the library takes a run for one word.',
  ],
} satisfies OptionTable;

/** The steps of an extractor, in order, for given options. */
type Recipe<T extends OptionTable> = (options: OptionsOf<T>) => readonly BlockFilter[];

const article: Recipe<typeof ARTICLE_OPTIONS> = (o) => [
  terminatingBlocks(o.endOfTextBelowWords, o.endOfTextMinLength),
  documentTitleMatch(o.minTitlePartWords),
  numWordsRules(o),
  ignoreBlocksAfterContent(o.minFullTextWordsBeforeEnd, o.fullTextDensity),
  trailingHeadlineToBoilerplate,
  blockProximityFusion({ maxDistance: o.fusionDistance }),
  boilerplateBlockFilter(LABELS.title),
  blockProximityFusion({ maxDistance: o.fusionDistance, contentOnly: true, sameTagLevel: true }),
  keepLargestBlock({ expandToSameLevel: true, minWords: o.minSameLevelWords }),
  expandTitleToContent,
  largeBlockSameTagLevel(o.minLargeBlockWords),
  listAtEnd,
];

/** An extractor of the family before it is a row of the registry. */
interface Variant<T extends OptionTable> {
  readonly name: string;
  readonly summary: string;
  /** The class of the library it follows, with the version. */
  readonly program: string;
  readonly options: T;
  readonly recipe: Recipe<T>;
}

export const ROWS = {
  article: {
    name: 'boilerpipe-article',
    summary:
      'News articles: words and links of each block and its neighbours, then the largest block and its headline.',
    program: 'Boilerpipe 2.0, ArticleExtractor',
    options: ARTICLE_OPTIONS,
    recipe: article,
  } satisfies Variant<typeof ARTICLE_OPTIONS>,
  // No special rules for trailing headings, lists and blocks of one tag level; a stricter title match.
  articleOlder: {
    name: 'boilerpipe-article-1.2',
    summary: 'The same by the older rules most published comparisons used.',
    program: 'Boilerpipe 1.2, ArticleExtractor',
    options: ARTICLE_OLDER_OPTIONS,
    recipe: (o) => [
      terminatingBlocks(o.endOfTextBelowWords, o.endOfTextMinLength, false),
      documentTitleMatchExact,
      numWordsRules(o),
      ignoreBlocksAfterContent(o.minFullTextWordsBeforeEnd, o.fullTextDensity),
      blockProximityFusion({ maxDistance: o.fusionDistance }),
      boilerplateBlockFilter(),
      blockProximityFusion({ maxDistance: o.fusionDistance, contentOnly: true }),
      keepLargestBlock({ labelLargest: false }),
      expandTitleToContent,
    ],
  } satisfies Variant<typeof ARTICLE_OLDER_OPTIONS>,
  articleSentences: {
    name: 'boilerpipe-article-sentences',
    summary: 'The article, only the paragraphs that hold a sentence.',
    program: 'Boilerpipe 2.0, ArticleSentencesExtractor',
    options: SENTENCES_OPTIONS,
    recipe: (o) => [...article(o), splitParagraphBlocks, minClauseWords(o.minClauseWords)],
  } satisfies Variant<typeof SENTENCES_OPTIONS>,
  // The proximity fusion has no effect, since nothing is content yet; kept because the library runs it.
  general: {
    name: 'boilerpipe-default',
    summary: 'Pages of any kind: text density and link density of fused blocks.',
    program: 'Boilerpipe 2.0, DefaultExtractor',
    options: { ...DENSITY_OPTIONS, ...FUSION_OPTIONS },
    recipe: (o) => [simpleBlockFusion, blockProximityFusion({ maxDistance: o.fusionDistance }), densityRules(o)],
  } satisfies Variant<typeof DENSITY_OPTIONS & typeof FUSION_OPTIONS>,
  largest: {
    name: 'boilerpipe-largest',
    summary: 'The one largest stretch of content.',
    program: 'Boilerpipe 2.0, LargestContentExtractor',
    options: { ...NUM_WORDS_OPTIONS, ...FUSION_OPTIONS },
    recipe: (o) => [numWordsRules(o), blockProximityFusion({ maxDistance: o.fusionDistance }), keepLargestBlock()],
  } satisfies Variant<typeof NUM_WORDS_OPTIONS & typeof FUSION_OPTIONS>,
  numWords: {
    name: 'boilerpipe-num-words',
    summary: 'The first published decision tree alone: number of words and link density.',
    program: 'Boilerpipe 2.0, NumWordsRulesExtractor',
    options: NUM_WORDS_OPTIONS,
    recipe: (o) => [numWordsRules(o)],
  } satisfies Variant<typeof NUM_WORDS_OPTIONS>,
  // The library has this tree only inside DefaultExtractor.
  density: {
    name: 'boilerpipe-density',
    summary: 'The second published decision tree alone: text density and link density.',
    program: 'Boilerpipe 2.0, DensityRulesClassifier',
    options: DENSITY_OPTIONS,
    recipe: (o) => [densityRules(o)],
  } satisfies Variant<typeof DENSITY_OPTIONS>,
  canola: {
    name: 'boilerpipe-canola',
    summary: 'Rules learnt on the Canola corpus: keeps more, also from pages that are no articles.',
    program: 'Boilerpipe 2.0, CanolaExtractor',
    options: CANOLA_OPTIONS,
    recipe: (o) => [canolaRules(o)],
  } satisfies Variant<typeof CANOLA_OPTIONS>,
  minWords: {
    name: 'min-words',
    summary: 'All visible text in blocks of at least k words.',
    program: 'Boilerpipe 2.0, KeepEverythingWithMinKWordsExtractor',
    options: MIN_WORDS_OPTIONS,
    recipe: ({ k }) => [simpleBlockFusion, markEverythingContent, minWords(k)],
  } satisfies Variant<typeof MIN_WORDS_OPTIONS>,
  everything: {
    name: 'everything',
    summary: 'All visible text: the baseline of full recall.',
    program: 'Boilerpipe 2.0, KeepEverythingExtractor',
    options: {},
    recipe: () => [markEverythingContent],
  } satisfies Variant<OptionTable>,
};

const PAPER = 'C. Kohlschütter, P. Fankhauser, W. Nejdl: Boilerplate Detection using Shallow Text Features, WSDM 2010';

function boilerpipe<T extends OptionTable>({ name, summary, program, options, recipe }: Variant<T>): Extractor {
  return {
    name,
    summary,
    source: `${PAPER}; ${program}`,
    ...optionsOf({ ...SEGMENTING, ...options }),
    label(page, given: Options) {
      const blocks = segmentTextBlocks(page, { segmentWords: given.segmentWords === true });
      // Options come complete (the registry's contract), so the row's own are among them.
      return labelledBlocksOf(runRecipe(blocks, recipe(given as Options & OptionsOf<T>)));
    },
  };
}

export const boilerpipeArticle: Extractor = boilerpipe(ROWS.article);
export const boilerpipeArticleOlder: Extractor = boilerpipe(ROWS.articleOlder);
export const boilerpipeArticleSentences: Extractor = boilerpipe(ROWS.articleSentences);
export const boilerpipeDefault: Extractor = boilerpipe(ROWS.general);
export const boilerpipeLargest: Extractor = boilerpipe(ROWS.largest);
export const boilerpipeNumWords: Extractor = boilerpipe(ROWS.numWords);
export const boilerpipeDensity: Extractor = boilerpipe(ROWS.density);
export const boilerpipeCanola: Extractor = boilerpipe(ROWS.canola);
export const longBlocks: Extractor = boilerpipe(ROWS.minWords);
export const everything: Extractor = boilerpipe(ROWS.everything);

/** Every extractor of the family. */
export const BOILERPIPE: readonly Extractor[] = [
  boilerpipeArticle,
  boilerpipeArticleOlder,
  boilerpipeArticleSentences,
  boilerpipeDefault,
  boilerpipeLargest,
  boilerpipeNumWords,
  boilerpipeDensity,
  boilerpipeCanola,
  longBlocks,
  everything,
];

/** Runs a recipe; the resulting list holds the merged blocks and their decisions. */
export function runRecipe({ title, blocks }: TextBlocks, recipe: readonly BlockFilter[]): BlockList {
  const list = blockListOf(title, blocks);
  for (const filter of recipe) filter(list);
  return list;
}

/** The decisions per segment; segments whose merged block was removed from the list are boilerplate. */
function labelledBlocksOf({ segments, blocks, labels, why }: BlockList): LabelledBlocks {
  const keep = new Uint8Array(segments.length);
  for (const block of blocks) if (block.content) for (const segment of block.segments) keep[segment] = 1;
  return {
    blocks: segments,
    labels: { keep, why },
    features: {
      words: Int32Array.from(segments, ({ words }) => words),
      linkDensity: Float32Array.from(segments, ({ linkDensity }) => linkDensity),
      textDensity: Float32Array.from(segments, ({ textDensity }) => textDensity),
      tagLevel: Int32Array.from(segments, ({ tagLevel }) => tagLevel),
      labels: labels.map(labelNames),
    },
  };
}
