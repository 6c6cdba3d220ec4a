/**
 * Longest common subsequence of words, the metric of the URL Tree paper (Sluban and Grčar 2013): L = length of the longest common subsequence of
 * output and gold, precision L/|output|, recall L/|gold|, F1. Both empty: 1; one empty: 0. Mean over pages; over a stream,
 * the cumulative moving average of the pages' F1 (`cumulativeMovingAverage`).
 *
 * The paper does not say what a word is. Ours are stretches without white space, and single characters in scripts that
 * have no spaces, so that a Chinese page is not one word. `matcher: ratcliff` aligns by longest common stretches instead,
 * as the difference library of the authors' platform probably does; it gives slightly lower values.
 */
import { longestCommonSubsequence } from './longest-common-subsequence.js';
import type { Metric, MetricDefinition } from './metric.js';
import { OVERLAP_COLUMNS, overlapPrecision, overlapRecall, overlapScore } from './overlap.js';
import { matchingBlocks } from './sequence-matcher.js';
import { tokenIds, tokeniserNamed } from './tokens.js';

export const lcsWords: MetricDefinition<{ tokeniser: string; matcher: string }> = {
  name: 'lcs-words',
  summary: 'precision, recall and F1 by the longest common subsequence of words, mean over pages (URL Tree)',
  source:
    'B. Sluban, M. Grčar: URL Tree: Efficient Unsupervised Content Extraction from Streams of Web Documents, CIKM 2013',
  defaults: { tokeniser: 'words', matcher: 'lcs' },
  optionDocs: {
    tokeniser: 'Which tokeniser cuts the words.',
    matcher:
      '`lcs`: longest common subsequence; `ratcliff`: longest common stretches first, left and right of them again.',
  },
  create(options): Metric {
    const tokeniser = tokeniserNamed(options.tokeniser);
    if (options.matcher !== 'lcs' && options.matcher !== 'ratcliff')
      throw new RangeError(`lcs-words: option "matcher" got "${options.matcher}", expected lcs or ratcliff`);
    return {
      name: 'lcs-words',
      tokeniser: tokeniser.name,
      options: { matcher: options.matcher },
      columns: OVERLAP_COLUMNS,
      aggregations: ['macro', 'micro'],
      count({ gold }, output) {
        const { a, b, distinct } = tokenIds(tokeniser.tokens(output), tokeniser.tokens(gold));
        const matched =
          options.matcher === 'lcs'
            ? longestCommonSubsequence(a, b, distinct)
            : totalLength(matchingBlocks(a, b, distinct, { autojunk: false }));
        return [matched, a.length, b.length];
      },
      score: overlapScore,
      precision: overlapPrecision,
      recall: overlapRecall,
    };
  },
};

function totalLength(blocks: readonly number[]): number {
  let sum = 0;
  for (let at = 2; at < blocks.length; at += 3) sum += blocks[at];
  return sum;
}
