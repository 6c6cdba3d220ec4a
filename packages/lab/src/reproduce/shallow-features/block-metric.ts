import type { SignedMetric } from '../../metrics/metric.js';

/** The paper's figures in signatures: blocks weighted by the words that Boilerpipe counts, summed over pages. */
export const BLOCK_METRIC: SignedMetric = {
  name: 'block-level',
  options: { weight: 'words' },
  tokeniser: 'boilerpipe',
  aggregations: ['micro'],
};
