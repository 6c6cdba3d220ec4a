/**
 * Word-multiset F1, the official metric of WCXB (Foley 2026).
 *
 * Tokens are Python's `\w+` of the lower-cased text. A page compares two bags of words: matched = Σ min of the counts.
 * Precision, recall and F1 per page, then the mean over pages. An empty gold scores 1 with empty output, else 0. Order
 * does not matter: shuffled paragraphs score 1.
 */
import { type Metric, type MetricDefinition, overlapFigures } from './metric.js';
import { sharedCount, tokeniserNamed } from './tokens.js';

export const wordMultiset: MetricDefinition<Record<never, never>> = {
  name: 'word-multiset',
  summary: 'precision, recall and F1 of the bags of words, mean over pages (WCXB)',
  source: 'M. Foley: Web Content Extraction Benchmark (WCXB), 2026, evaluate.py',
  defaults: {},
  optionDocs: {},
  create(): Metric {
    const tokeniser = tokeniserNamed('python-words-lower');
    return {
      name: 'word-multiset',
      tokeniser: tokeniser.name,
      options: {},
      ...overlapFigures,
      aggregations: ['macro', 'micro'],
      count({ gold }, output) {
        const goldWords = tokeniser.tokens(gold);
        const outputWords = tokeniser.tokens(output);
        return [sharedCount(goldWords, outputWords), outputWords.length, goldWords.length];
      },
    };
  },
};
