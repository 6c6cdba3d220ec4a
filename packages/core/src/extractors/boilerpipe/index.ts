/** The Boilerpipe family: each row is a recipe under its public name. */
import { segmentTextBlocks } from '../../blocks/boilerpipe-blocks.js';
import type { Extractor, Options, OptionValue } from '../extractor.js';
import * as options from './options.js';
import * as recipes from './recipes.js';
import { labelledBlocksOf, runRecipe } from './run-recipe.js';

const PAPER = 'C. Kohlschütter, P. Fankhauser, W. Nejdl: Boilerplate Detection using Shallow Text Features, WSDM 2010';

interface Row<O> {
  readonly name: string;
  readonly summary: string;
  /** The program followed where the paper does not say. */
  readonly program: string;
  readonly defaults: O;
  readonly optionDocs: { readonly [K in keyof O]: string };
  readonly recipe: recipes.Recipe<O>;
}

function boilerpipe<O extends Readonly<Record<string, OptionValue>>>(row: Row<O>): Extractor {
  return {
    name: row.name,
    summary: row.summary,
    source: `${PAPER}; ${row.program}`,
    defaults: { ...options.SEGMENT_DEFAULTS, ...row.defaults },
    optionDocs: { ...options.SEGMENT_DOCS, ...row.optionDocs },
    label(page, given: Options) {
      const blocks = segmentTextBlocks(page, { segmentWords: given.segmentWords === true });
      // The contract: options come complete, so the row's own are among them.
      return labelledBlocksOf(runRecipe(blocks, row.recipe(given as Options & O)));
    },
  };
}

export const BOILERPIPE: readonly Extractor[] = [
  boilerpipe({
    name: 'boilerpipe-article',
    summary:
      'News articles: words and links of each block and its neighbours, then the largest block and its headline.',
    program: 'Boilerpipe 2.0, ArticleExtractor',
    defaults: options.ARTICLE_DEFAULTS,
    optionDocs: options.ARTICLE_DOCS,
    recipe: recipes.article,
  }),
  boilerpipe({
    name: 'boilerpipe-article-1.2',
    summary: 'The same by the older rules most published comparisons used.',
    program: 'Boilerpipe 1.2, ArticleExtractor',
    defaults: options.ARTICLE_OLDER_DEFAULTS,
    optionDocs: options.ARTICLE_OLDER_DOCS,
    recipe: recipes.articleOlder,
  }),
  boilerpipe({
    name: 'boilerpipe-article-sentences',
    summary: 'The article, only the paragraphs that hold a sentence.',
    program: 'Boilerpipe 2.0, ArticleSentencesExtractor',
    defaults: options.SENTENCES_DEFAULTS,
    optionDocs: options.SENTENCES_DOCS,
    recipe: recipes.articleSentences,
  }),
  boilerpipe({
    name: 'boilerpipe-default',
    summary: 'Pages of any kind: text density and link density of fused blocks.',
    program: 'Boilerpipe 2.0, DefaultExtractor',
    defaults: options.GENERAL_DEFAULTS,
    optionDocs: options.GENERAL_DOCS,
    recipe: recipes.general,
  }),
  boilerpipe({
    name: 'boilerpipe-largest',
    summary: 'The one largest stretch of content.',
    program: 'Boilerpipe 2.0, LargestContentExtractor',
    defaults: options.LARGEST_DEFAULTS,
    optionDocs: options.LARGEST_DOCS,
    recipe: recipes.largestContent,
  }),
  boilerpipe({
    name: 'boilerpipe-num-words',
    summary: 'The first published decision tree alone: number of words and link density.',
    program: 'Boilerpipe 2.0, NumWordsRulesExtractor',
    defaults: options.NUM_WORDS_DEFAULTS,
    optionDocs: options.NUM_WORDS_DOCS,
    recipe: recipes.numWords,
  }),
  boilerpipe({
    name: 'boilerpipe-density',
    summary: 'The second published decision tree alone: text density and link density.',
    program: 'Boilerpipe 2.0, DensityRulesClassifier',
    defaults: options.DENSITY_DEFAULTS,
    optionDocs: options.DENSITY_DOCS,
    recipe: recipes.density,
  }),
  boilerpipe({
    name: 'boilerpipe-canola',
    summary: 'Rules learnt on the Canola corpus: keeps more, also from pages that are no articles.',
    program: 'Boilerpipe 2.0, CanolaExtractor',
    defaults: options.CANOLA_DEFAULTS,
    optionDocs: options.CANOLA_DOCS,
    recipe: recipes.canola,
  }),
  boilerpipe({
    name: 'min-words',
    summary: 'All visible text in blocks of at least k words.',
    program: 'Boilerpipe 2.0, KeepEverythingWithMinKWordsExtractor',
    defaults: options.MIN_WORDS_DEFAULTS,
    optionDocs: options.MIN_WORDS_DOCS,
    recipe: recipes.everythingWithMinWords,
  }),
  boilerpipe({
    name: 'everything',
    summary: 'All visible text: the baseline of full recall.',
    program: 'Boilerpipe 2.0, KeepEverythingExtractor',
    defaults: {},
    optionDocs: {},
    recipe: recipes.everything,
  }),
];
