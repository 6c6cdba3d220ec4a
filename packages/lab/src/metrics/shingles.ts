/**
 * Four-token shingles, the official metric of Scrapinghub's article-extraction-benchmark (2020).
 *
 * Tokens are Python's `\w+`, case kept. A text is the multiset of its runs of four tokens; a text of fewer tokens is one
 * shorter run, an empty text has none. Per page: tp = Σ min, fp and fn the rest. Precision is the mean over the pages
 * with any output shingle, recall over the pages with any gold shingle, and F1 is the harmonic mean of these two means.
 * The benchmark first divides a page's counts by their sum; ratios do not depend on it, so counts are stored undivided.
 * Its ± is 1.96 times the standard deviation over 1,000 bootstrap resamples (`significance/bootstrap.ts`).
 */
import type { Metric, MetricDefinition } from './metric.js';
import { sharedCount, tokeniserNamed } from './tokens.js';

export const shingles: MetricDefinition<{ size: number; tokeniser: string }> = {
  name: 'shingles',
  summary: 'precision and recall of runs of four tokens; F1 of their means (Scrapinghub)',
  source: 'Scrapinghub: article-extraction-benchmark, evaluate.py, 2020',
  defaults: { size: 4, tokeniser: 'python-words' },
  optionDocs: {
    size: 'Tokens per run, ≥ 1; the benchmark uses 4.',
    tokeniser: 'Tokeniser of words; only `python-words` is comparable with published figures.',
  },
  create(options): Metric {
    if (!Number.isInteger(options.size) || options.size < 1)
      throw new RangeError(`shingles: option "size" got ${options.size}, expected an integer ≥ 1`);
    const tokeniser = tokeniserNamed(options.tokeniser);
    return {
      name: 'shingles',
      tokeniser: tokeniser.name,
      options: { size: options.size },
      columns: ['matched', 'outputOnly', 'goldOnly', 'equal', 'pages'],
      aggregations: ['macro-harmonic', 'macro', 'micro'],
      count({ gold }, output) {
        const goldTokens = tokeniser.tokens(gold);
        const outputTokens = tokeniser.tokens(output);
        const goldRuns = runsOf(goldTokens, options.size);
        const outputRuns = runsOf(outputTokens, options.size);
        const matched = sharedCount(goldRuns, outputRuns);
        const equal =
          goldTokens.length === outputTokens.length && goldTokens.every((token, at) => token === outputTokens[at]);
        return [matched, outputRuns.length - matched, goldRuns.length - matched, equal ? 1 : 0, 1];
      },
      score: ([matched, outputOnly, goldOnly]) =>
        outputOnly === 0 && goldOnly === 0 ? 1 : (2 * matched) / (2 * matched + outputOnly + goldOnly),
      precision: ([matched, outputOnly]) => matched / (matched + outputOnly), // 0/0 is NaN: the page does not count
      recall: ([matched, , goldOnly]) => matched / (matched + goldOnly),
      extras: {
        /** Share of pages whose tokens equal the gold's. */
        accuracy: (counts) => counts[3] / counts[4],
      },
    };
  },
};

/** The runs of `size` tokens, joined by a space, which no token contains. */
function runsOf(tokens: readonly string[], size: number): string[] {
  const runs = tokens.length === 0 ? 0 : Math.max(1, tokens.length - size + 1);
  return Array.from({ length: runs }, (_, from) => tokens.slice(from, from + size).join(' '));
}
