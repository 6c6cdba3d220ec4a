/**
 * Word-multiset F1, the official metric of WCXB (Foley 2026).
 *
 * Tokens are Python's `\w+` of the lower-cased text; each page compares the two bags of words: matched = Σ min of the
 * counts. Precision, recall and F1 per page, then the mean over pages. An empty gold scores 1 with empty output, else 0.
 * Order does not matter, so a page whose paragraphs come out shuffled scores 1.
 */
import type { Metric, MetricDefinition } from './metric.js';
import { OVERLAP_COLUMNS, overlapPrecision, overlapRecall, overlapScore } from './overlap.js';
import { tokeniserNamed } from './tokens.js';

export const wordMultiset: MetricDefinition<{ tokeniser: string }> = {
  name: 'word-multiset',
  summary: 'precision, recall and F1 of the bags of words, mean over pages (WCXB)',
  source: 'M. Foley: Web Content Extraction Benchmark (WCXB), 2026, evaluate.py',
  defaults: { tokeniser: 'python-words-lower' },
  optionDocs: {
    tokeniser:
      'Which tokeniser cuts the words; only `python-words-lower` gives figures that compare with published ones.',
  },
  create(options): Metric {
    const tokeniser = tokeniserNamed(options.tokeniser);
    return {
      name: 'word-multiset',
      tokeniser: tokeniser.name,
      options: {},
      columns: OVERLAP_COLUMNS,
      aggregations: ['macro', 'micro'],
      count({ gold }, output) {
        const goldWords = tokeniser.tokens(gold);
        const outputWords = tokeniser.tokens(output);
        return [sharedCount(goldWords, outputWords), outputWords.length, goldWords.length];
      },
      score: overlapScore,
      precision: overlapPrecision,
      recall: overlapRecall,
    };
  },
};

/** Size of the intersection of two multisets. */
export function sharedCount(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const one of a) left.set(one, (left.get(one) ?? 0) + 1);
  let shared = 0;
  for (const one of b) {
    const count = left.get(one) ?? 0;
    if (count === 0) continue;
    left.set(one, count - 1);
    shared++;
  }
  return shared;
}
