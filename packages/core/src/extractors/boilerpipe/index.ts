/** The Boilerpipe family: each row is a recipe under its public name. */

import type { LabelledBlocks } from '../../blocks/block.js';
import { segmentTextBlocks, type TextBlocks } from '../../blocks/boilerpipe-blocks.js';
import type { Extractor, Options, OptionValue } from '../extractor.js';
import { type BlockList, blockListOf, type Filter, labelNames } from './merged-block.js';
import { ARTICLE_DEFAULTS, ARTICLE_DOCS, article, everything } from './recipes.js';

const PAPER =
  'C. Kohlschütter, P. Fankhauser, W. Nejdl: Boilerplate Detection using Shallow Text Features, WSDM 2010; Boilerpipe';

/** Options of every row: how the page is cut. */
export const SEGMENT_DEFAULTS = { segmentWords: false };
export const SEGMENT_DOCS = {
  segmentWords:
    'Find the words in Chinese, Japanese, Thai and other text without spaces (Intl.Segmenter); the library takes a run for one word.',
};

interface Row<O extends Readonly<Record<string, OptionValue>>> {
  readonly name: string;
  readonly summary: string;
  readonly defaults: O;
  readonly optionDocs: { readonly [K in keyof O]: string };
  readonly recipe: (options: O) => readonly Filter[];
}

/** Runs a recipe over segmented blocks; the list it leaves holds the verdicts. */
export function runRecipe({ title, blocks }: TextBlocks, recipe: readonly Filter[]): BlockList {
  const list = blockListOf(title, blocks);
  for (const filter of recipe) filter(list);
  return list;
}

/** The verdicts on the page's own blocks. */
export function labelsOf(list: BlockList): LabelledBlocks {
  const { segments, why } = list;
  const keep = new Uint8Array(segments.length);
  for (const block of list.blocks) for (const segment of block.segments) keep[segment] = block.content ? 1 : 0;
  return {
    blocks: segments,
    labels: { keep, why },
    features: {
      words: segments.map((one) => one.words),
      linkDensity: Float32Array.from(segments, (one) => one.linkDensity),
      textDensity: Float32Array.from(segments, (one) => one.textDensity),
      tagLevel: segments.map((one) => one.tagLevel),
      labels: list.labels.map(labelNames),
    },
  };
}

function boilerpipe<O extends Readonly<Record<string, OptionValue>>>(row: Row<O>): Extractor {
  return {
    name: row.name,
    summary: row.summary,
    source: PAPER,
    defaults: { ...SEGMENT_DEFAULTS, ...row.defaults },
    optionDocs: { ...SEGMENT_DOCS, ...row.optionDocs },
    label: (page, options: Options) =>
      labelsOf(
        runRecipe(
          segmentTextBlocks(page, { segmentWords: options.segmentWords === true }),
          row.recipe(options as unknown as O),
        ),
      ),
  };
}

export const BOILERPIPE: readonly Extractor[] = [
  boilerpipe({
    name: 'boilerpipe-article',
    summary: 'News articles: number of words and link density, then the largest block with its headline.',
    defaults: ARTICLE_DEFAULTS,
    optionDocs: ARTICLE_DOCS,
    recipe: article,
  }),
  boilerpipe({
    name: 'everything',
    summary: 'All visible text: the baseline of full recall.',
    defaults: {},
    optionDocs: {},
    recipe: everything,
  }),
];
