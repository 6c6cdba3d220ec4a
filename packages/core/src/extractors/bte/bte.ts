/**
 * BTE, Body Text Extraction (A. Finn, N. Kushmerick, B. Smyth: Fact or fiction: content classification for digital
 * libraries, 2001).
 *
 * Observation: write a page as a string of tags and words; the main text is the region where words come thick and tags thin.
 * So cut the string in three so that the middle has as many words, and the two ends as many tags, as possible.
 *
 * Steps: tokens (`blocks/page-tokens.ts`) → the best span → the paragraphs in it are kept.
 * The objective, tags before i + words from i to j + tags after j, differs by a constant from words minus tags between i and
 * j; so the best span is the maximum-sum stretch with +1 a word and −1 a tag, found in one pass instead of the published
 * cubic (or, with prefix sums, quadratic) search. Ties: smallest start, then smallest end, as the search order gives.
 *
 * Departures: tokens come from the standard's tree, so comments are no tags, entities are decoded, and a closing tag that the
 * author left out counts like one he wrote. `bte-parity` follows the reference's reading of the raw source instead.
 * In scripts without spaces every character is a word, so Chinese text weighs about half again what its translation does.
 */
import type { LabelledBlocks } from '../../blocks/block.js';
import { pageTokens } from '../../blocks/page-tokens.js';
import type { Page } from '../../page/page.js';
import type { Extractor } from '../extractor.js';
import { maximumSpan } from '../maximum-span.js';
import { spanBlocks } from '../span-blocks.js';

export interface BteOptions {
  readonly [name: string]: number;
  readonly tagWeight: number;
}

const OPTION_DOCS: { readonly [K in keyof BteOptions]: string } = {
  tagWeight: 'Score of a tag where a word scores 1; −1 is the paper’s objective, below −1 gives shorter spans.',
};

/** BTE on the page's tree. */
export const bte: Extractor<BteOptions> = {
  name: 'bte',
  summary: 'The one stretch of the page with many words and few tags.',
  source: 'Finn, Kushmerick and Smyth 2001, Fact or Fiction: Content Classification for Digital Libraries',
  defaults: { tagWeight: -1 },
  optionDocs: OPTION_DOCS,
  label(page: Page, { tagWeight }: BteOptions): LabelledBlocks {
    const tokens = pageTokens(page);
    const scores = Float64Array.from(tokens.words, (words) => (words === 0 ? tagWeight : words));
    const span = maximumSpan(scores);
    if (span === null) return spanBlocks(page, 1, 0, '', 'no words on the page');
    let words = 0;
    for (let at = span.from; at <= span.to; at++) words += tokens.words[at];
    const tags = Math.round((words - span.score) / -tagWeight) || 0;
    const inside = `in the span of ${words} words and ${tags} tags`;
    return spanBlocks(page, tokens.node[span.from], tokens.node[span.to], inside, 'outside the span');
  },
};

/** The baseline of maximum subsequence segmentation: the same search with the weight its authors found. */
export const maximumSubsequenceRules: Extractor<BteOptions> = {
  ...bte,
  name: 'maximum-subsequence-rules',
  summary: 'The one stretch where words outweigh tags, a tag counting as much as 3.25 words.',
  source: 'Pasternack and Roth 2009, Extracting Article Text from the Web with Maximum Subsequence Segmentation',
  defaults: { tagWeight: -3.25 },
};
