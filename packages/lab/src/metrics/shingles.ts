/**
 * Four-token shingles, the official metric of Scrapinghub's article-extraction-benchmark (2020).
 *
 * Tokens are Python's `\w+`, case kept. A text is the multiset of its runs of four tokens; a text of fewer tokens is one
 * shorter run, an empty text has none. Per page: tp = Σ min, fp and fn the rest. Precision is the mean over the pages
 * with any output shingle, recall over the pages with any gold shingle, and F1 is the harmonic mean of these two means.
 * The benchmark divides a page's counts by their sum first; ratios do not change by it, so counts are stored undivided.
 * Its ± is 1.96 times the standard deviation over 1,000 bootstrap resamples (`significance/bootstrap.ts`).
 */
import type { Metric, MetricDefinition } from './metric.js';
import { tokeniserNamed } from './tokens.js';

export const shingles: MetricDefinition<{ size: number; tokeniser: string }> = {
  name: 'shingles',
  summary: 'precision and recall of runs of four tokens; F1 of their means (Scrapinghub)',
  source: 'Scrapinghub: article-extraction-benchmark, evaluate.py, 2020',
  defaults: { size: 4, tokeniser: 'python-words' },
  optionDocs: {
    size: 'Tokens in a run, ≥ 1; the benchmark uses 4.',
    tokeniser: 'Which tokeniser cuts the words; only `python-words` gives figures that compare with published ones.',
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
        const left = new Map<string, number>();
        for (const run of runsOf(goldTokens, options.size)) left.set(run, (left.get(run) ?? 0) + 1);
        let matched = 0;
        let outputOnly = 0;
        for (const run of runsOf(outputTokens, options.size)) {
          const count = left.get(run) ?? 0;
          if (count > 0) {
            left.set(run, count - 1);
            matched++;
          } else outputOnly++;
        }
        let goldOnly = 0;
        for (const count of left.values()) goldOnly += count;
        const equal =
          goldTokens.length === outputTokens.length && goldTokens.every((token, at) => token === outputTokens[at]);
        return [matched, outputOnly, goldOnly, equal ? 1 : 0, 1];
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

/** The runs of `size` tokens, joined by a space, which no token holds. */
function* runsOf(tokens: readonly string[], size: number): Generator<string> {
  if (tokens.length === 0) return;
  const last = Math.max(1, tokens.length - size + 1);
  for (let from = 0; from < last; from++) yield tokens.slice(from, from + size).join(' ');
}
