/**
 * Longest common subsequence of words, the metric of the URL Tree paper (Sluban and Grčar 2013): L = length of the longest
 * common subsequence of output and gold, precision L/|output|, recall L/|gold|, F1. Both empty: 1; one empty: 0. Mean over
 * pages.
 *
 * The paper does not define a word. Ours are runs without white space, and single characters in scripts without spaces, so
 * that a Chinese page is not one word. `matcher: ratcliff` aligns by longest common runs instead, as the difference library
 * of the authors' platform probably does; its values are slightly lower.
 */
import { longestCommonSubsequence } from './longest-common-subsequence.js';
import { type Metric, type MetricDefinition, oneOf, overlapFigures } from './metric.js';
import { matchingBlocks } from './sequence-matcher.js';
import { tokenIds, tokeniserNamed } from './tokens.js';

export const lcsWords: MetricDefinition<{ tokeniser: string; matcher: string; figure: string }> = {
  name: 'lcs-words',
  summary: 'precision, recall and F1 by the longest common subsequence of words, mean over pages (URL Tree)',
  source:
    'B. Sluban, M. Grčar: URL Tree: Efficient Unsupervised Content Extraction from Streams of Web Documents, CIKM 2013',
  defaults: { tokeniser: 'words', matcher: 'lcs', figure: 'f1' },
  optionDocs: {
    tokeniser: 'Tokeniser of words.',
    matcher: '`lcs`: longest common subsequence; `ratcliff`: longest common runs first, then left and right of them.',
    figure: '`f1`, or `recall` for data whose gold is a part of the main content, as of `recipes`.',
  },
  create(options): Metric {
    const tokeniser = tokeniserNamed(options.tokeniser);
    oneOf('lcs-words', 'matcher', options.matcher, ['lcs', 'ratcliff']);
    oneOf('lcs-words', 'figure', options.figure, ['f1', 'recall']);
    return {
      name: 'lcs-words',
      tokeniser: tokeniser.name,
      options: { matcher: options.matcher, ...(options.figure === 'recall' && { figure: options.figure }) },
      ...overlapFigures,
      ...(options.figure === 'recall' && { score: overlapFigures.recall }),
      aggregations: ['macro', 'micro'],
      count({ gold }, output) {
        const { a, b, distinct } = tokenIds(tokeniser.tokens(output), tokeniser.tokens(gold));
        const matched =
          options.matcher === 'lcs'
            ? longestCommonSubsequence(a, b, distinct)
            : totalLength(matchingBlocks(a, b, distinct, { autojunk: false }));
        return [matched, a.length, b.length];
      },
    };
  },
};

function totalLength(blocks: readonly number[]): number {
  let sum = 0;
  for (let at = 2; at < blocks.length; at += 3) sum += blocks[at];
  return sum;
}
