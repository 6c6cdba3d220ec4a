/**
 * Levenshtein ratio of the SIGIR 2023 benchmark (Bevendorff et al.): similarity by insertions and deletions of tokens split
 * at white space, 1 − distance / (|a| + |b|) = 2·LCS / (|a| + |b|). Both empty: 1. Mean over pages. Substitutions are not
 * an operation, so libraries for Levenshtein's distance do not apply.
 */
import { longestCommonSubsequence } from './longest-common-subsequence.js';
import { type Metric, type MetricDefinition, overlapFigures } from './metric.js';
import { tokenIds, tokeniserNamed } from './tokens.js';

export const levenshteinRatio: MetricDefinition<{ tokeniser: string }> = {
  name: 'levenshtein-ratio',
  summary: 'similarity by insertions and deletions of tokens, mean over pages (SIGIR 2023 benchmark)',
  source:
    'J. Bevendorff, S. Gupta, J. Kiesel, B. Stein: An Empirical Comparison of Web Content Extraction Algorithms, SIGIR 2023',
  defaults: { tokeniser: 'spaces' },
  optionDocs: {
    tokeniser: 'Tokeniser; only `spaces` is comparable with published figures.',
  },
  create(options): Metric {
    const tokeniser = tokeniserNamed(options.tokeniser);
    return {
      name: 'levenshtein-ratio',
      tokeniser: tokeniser.name,
      options: {},
      columns: overlapFigures.columns,
      score: overlapFigures.score,
      aggregations: ['macro', 'micro'],
      count({ gold }, output) {
        const { a, b, distinct } = tokenIds(tokeniser.tokens(output), tokeniser.tokens(gold));
        return [longestCommonSubsequence(a, b, distinct), a.length, b.length];
      },
    };
  },
};
