/**
 * Character precision, recall and F1 (Viveros-Jiménez et al., CIC-IPN, 2018): a positive is a character of the gold text.
 *
 * Both texts have their white space collapsed. True positives are the characters that a longest common subsequence of the
 * two texts matches; precision = tp / characters of the output, recall = tp / characters of the gold. Mean over pages; the
 * paper does not say whether its F is the mean of the pages' F (ours) or of the means. Characters are
 * Unicode code points.
 *
 * Exact matching takes n·m/30 steps. When n·m exceeds `exactUpTo`, words are aligned instead (Myers' difference): a matched
 * word counts its characters, plus one for the blank between two adjacent matched words. The result is close to the exact
 * value and never above it.
 */
import { diff } from 'fast-myers-diff';
import { longestCommonSubsequence } from './longest-common-subsequence.js';
import { type Metric, type MetricDefinition, overlapFigures } from './metric.js';
import { tokenIds } from './tokens.js';

export const characters: MetricDefinition<{ exactUpTo: number }> = {
  name: 'characters',
  summary: 'precision, recall and F1 of characters by their longest common subsequence, mean over pages (CIC-IPN)',
  source:
    'F. Viveros-Jiménez et al.: Improving the Boilerpipe Algorithm for Boilerplate Removal in News Articles Using HTML Tree Structure, Computación y Sistemas 22(2), 2018',
  defaults: { exactUpTo: 1e10 },
  optionDocs: {
    exactUpTo:
      'Largest product of the two texts’ lengths that is aligned character by character (1e10: 100,000 × 100,000).',
  },
  create(options): Metric {
    return {
      name: 'characters',
      tokeniser: 'code-points',
      options,
      ...overlapFigures,
      aggregations: ['macro', 'micro'],
      count({ gold }, output) {
        const goldText = collapse(gold);
        const outputText = collapse(output);
        const goldPoints = Array.from(goldText);
        const outputPoints = Array.from(outputText);
        if (goldPoints.length * outputPoints.length > options.exactUpTo)
          return [matchedByWords(outputText, goldText), outputPoints.length, goldPoints.length];
        const { a, b, distinct } = tokenIds(outputPoints, goldPoints);
        return [longestCommonSubsequence(a, b, distinct), a.length, b.length];
      },
    };
  },
};

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Characters of words matched in order, with the blanks between adjacent matched words. */
export function matchedByWords(output: string, gold: string): number {
  const outputWords = output.split(' ');
  const { a, b } = tokenIds(outputWords, gold.split(' '));
  let matched = 0;
  const addRun = (from: number, to: number): void => {
    for (let at = from; at < to; at++) matched += [...outputWords[at]].length;
    matched += Math.max(0, to - from - 1);
  };
  let at = 0;
  for (const [from, to] of diff(a, b)) {
    addRun(at, from);
    at = to;
  }
  addRun(at, a.length);
  return matched;
}
