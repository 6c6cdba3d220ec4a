/**
 * BTE as the reference program reads a page: tokens of the raw source (`source-tokens.ts`), same objective, same ties.
 * The span is then carried over to the page's text nodes by their offsets in the source.
 */
import type { LabelledBlocks } from '../../blocks/block.js';
import { type Page, TEXT } from '../../page/page.js';
import type { Extractor } from '../extractor.js';
import { maximumSpan, type Span } from '../maximum-span.js';
import { spanBlocks } from '../span-blocks.js';
import { type BteOptions, bte } from './bte.js';
import { type SourceTokens, sourceTokens } from './source-tokens.js';

/** The reference's span of a page's source, as positions in its tokens; null when the page has no words. */
export function sourceSpan(tokens: SourceTokens, tagWeight: number): Span | null {
  return maximumSpan(tokens.isTag.map((isTag) => (isTag === 1 ? tagWeight : 1)));
}

/** BTE with the reference's tokenisation. */
export const bteParity: Extractor<BteOptions> = {
  name: 'bte-parity',
  summary: 'BTE on the raw source, token by token like the published script.',
  source: 'J. Pomikálek’s BTE script, after Finn, Kushmerick and Smyth 2001',
  defaults: bte.defaults,
  optionDocs: bte.optionDocs,
  label(page: Page, { tagWeight }: BteOptions): LabelledBlocks {
    const tokens = sourceTokens(page.source);
    const span = sourceSpan(tokens, tagWeight);
    if (span === null) return spanBlocks(page, 1, 0, '', 'no words on the page');
    const from = tokens.from[span.from];
    const to = tokens.to[span.to];
    let first = page.size;
    let last = 0;
    for (let node = 1; node < page.size; node++) {
      if (page.tag[node] !== TEXT || page.sourceTo[node] <= from || page.sourceFrom[node] >= to) continue;
      if (node < first) first = node;
      last = node;
    }
    return spanBlocks(page, first, last, `in source span ${from}–${to}`, 'outside the span');
  },
};
