/**
 * Longest common subsequence of words, the metric of the URL Tree paper (Sluban and Grčar 2013): L = length of the longest
 * common subsequence of output and gold, precision L/|output|, recall L/|gold|, F1. Both empty: 1; one empty: 0. Mean over
 * pages.
 *
 * The paper does not define a word. Ours are runs without white space, and single characters in scripts without spaces, so
 * that a Chinese page is not one word.
 */
import { longestCommonSubsequence } from './longest-common-subsequence.js';
import { type Metric, type MetricDefinition, oneOf, overlapFigures } from './metric.js';
import { tokenIds, tokeniserNamed } from './tokens.js';

export const lcsWords: MetricDefinition<{ tokeniser: string; figure: string }> = {
  name: 'lcs-words',
  summary: 'precision, recall and F1 by the longest common subsequence of words, mean over pages (URL Tree)',
  source:
    'B. Sluban, M. Grčar: URL Tree: Efficient Unsupervised Content Extraction from Streams of Web Documents, CIKM 2013',
  defaults: { tokeniser: 'words', figure: 'f1' },
  optionDocs: {
    tokeniser: 'Tokeniser of words.',
    figure: '`f1`, or `recall` for data whose gold is a part of the main content, as of `recipes`.',
  },
  create(options): Metric {
    const tokeniser = tokeniserNamed(options.tokeniser);
    oneOf('lcs-words', 'figure', options.figure, ['f1', 'recall']);
    return {
      name: 'lcs-words',
      tokeniser: tokeniser.name,
      options: options.figure === 'recall' ? { figure: options.figure } : {},
      ...overlapFigures,
      ...(options.figure === 'recall' && { score: overlapFigures.recall }),
      aggregations: ['macro', 'micro'],
      count({ gold }, output) {
        const { a, b, distinct } = tokenIds(tokeniser.tokens(output), tokeniser.tokens(gold));
        const matched = longestCommonSubsequence(a, b, distinct);
        return [matched, a.length, b.length];
      },
    };
  },
};
