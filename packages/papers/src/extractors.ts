import type { Extractor } from '@dehusk/core';
import { dehusk } from '@dehusk/core';
import { rowNamed } from '@dehusk/html';
import { ancestorFilter } from './ancestor-filter/ancestor-filter.js';
import { BOILERPIPE, boilerpipeArticle, boilerpipeDefault, everything } from './boilerpipe/index.js';
import { bte, bteParity, maximumSubsequenceRules } from './bte/bte.js';
import { agreement, firstThatFinds } from './combined/combinators.js';
import { justext, justextGoldminer, justextParity } from './justext/justext.js';
import { maximumSubsequence } from './maximum-subsequence/maximum-subsequence.js';
import { ncleaner, ncleanerNonLexical } from './ncleaner/ncleaner.js';
import { victor } from './victor/victor.js';

/** Rows that wrap no other row. */
const PLAIN: readonly Extractor[] = [
  dehusk,
  ...BOILERPIPE,
  justext,
  justextGoldminer,
  justextParity,
  bte,
  bteParity,
  ncleaner,
  ncleanerNonLexical,
  maximumSubsequenceRules,
  maximumSubsequence,
  victor,
];

/** Three algorithms on different evidence: words and links of blocks, stop words, density of tags. */
const TRIO: readonly Extractor[] = [boilerpipeDefault, justextGoldminer, bte];

/** Rows that wrap other rows. */
const COMBINED: readonly Extractor[] = [
  ancestorFilter('boilerpipe-default-ancestor', boilerpipeDefault),
  ancestorFilter('boilerpipe-article-ancestor', boilerpipeArticle),
  ancestorFilter('justext-goldminer-ancestor', justextGoldminer),
  ancestorFilter('everything-ancestor', everything),
  // Chosen on one half of the sites of WCXB's development pages (every third page, 233) for the highest precision and the
  // highest recall among the combinations tried; on the other half (220 pages): precision P .871 R .553 F1 .612,
  // recall P .735 R .902 F1 .783, where boilerpipe-article has P .819 R .703 F1 .712 (word multiset, mean over pages).
  {
    ...firstThatFinds(
      'precision',
      [
        ancestorFilter('agreement-of-three-ancestor', agreement('agreement-of-three', TRIO, 3)),
        agreement('agreement-of-two', TRIO, 2),
        bte,
      ],
      30,
    ),
    summary: 'Favours precision: the text that three algorithms agree on, under one ancestor.',
  },
  {
    ...firstThatFinds('recall', [agreement('agreement-of-one', [bte, ...TRIO.slice(0, 2)], 1), everything], 30),
    summary: 'Favours recall: the text that any of three algorithms keeps, else everything.',
  },
];

/** Every extractor under its name. To add one: one file and one row. */
export const EXTRACTORS: readonly Extractor[] = [...PLAIN, ...COMBINED];

/** The extractor used when none is named. */
export const DEFAULT_EXTRACTOR = 'dehusk';

/** The names of {@link EXTRACTORS}. */
export type ExtractorName =
  | 'dehusk'
  | `boilerpipe-${'article' | 'default'}${'' | '-ancestor'}`
  | `boilerpipe-article-${'1.2' | 'sentences'}`
  | `boilerpipe-${'largest' | 'num-words' | 'density' | 'canola'}`
  | 'min-words'
  | `everything${'' | '-ancestor'}`
  | `justext${'' | '-goldminer' | '-parity' | '-goldminer-ancestor'}`
  | `bte${'' | '-parity'}`
  | `ncleaner${'' | '-non-lexical'}`
  | `maximum-subsequence${'' | '-rules'}`
  | 'victor'
  | 'precision'
  | 'recall';

/** The extractor of a name. @throws RangeError naming what was got and every name there is */
export function extractorNamed(name: ExtractorName | (string & {})): Extractor {
  return rowNamed('extractor', EXTRACTORS, name);
}
