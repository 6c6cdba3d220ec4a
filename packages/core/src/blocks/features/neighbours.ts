/** The blocks around a block: the two before and after, and windows of five and fifteen to each side. */
import { log1p } from './log1p.js';
import { ABSENT, type FeaturePart } from './part.js';

const OFFSETS = [-2, -1, 1, 2] as const;
const MEASURES = ['words', 'linkDensity', 'stopWordDensity', 'sibling', 'heading'] as const;
const WINDOWS = [5, 15] as const;

export const NEIGHBOURS: FeaturePart = {
  names: [
    ...OFFSETS.flatMap((step) =>
      MEASURES.map((measure) => `${step < 0 ? 'before' : 'after'}${Math.abs(step)}.${measure}`),
    ),
    ...WINDOWS.flatMap((reach) => [`window${reach}.words`, `window${reach}.linkDensity`, `window${reach}.prose`]),
  ],
  fill(facts, out, stride, offset) {
    const { page, blocks, sums, size } = facts;
    for (let b = 0; b < size; b++) {
      let at = b * stride + offset;
      const parent = page.parent[blocks.element[b]];
      for (const step of OFFSETS) {
        const other = b + step;
        if (other < 0 || other >= size) {
          out.fill(ABSENT, at, at + MEASURES.length);
          at += MEASURES.length;
          continue;
        }
        out[at++] = log1p(facts.words[other]);
        out[at++] = facts.linkDensity[other];
        out[at++] = facts.stopWordDensity[other];
        out[at++] = page.parent[blocks.element[other]] === parent ? 1 : 0;
        out[at++] = facts.heading[other];
      }
      for (const reach of WINDOWS) {
        const from = Math.max(0, b - reach);
        const to = Math.min(size, b + reach + 1);
        const words = sums.words[to] - sums.words[from];
        out[at++] = log1p(words);
        out[at++] = (sums.linkWords[to] - sums.linkWords[from]) / Math.max(1, words);
        out[at++] = (sums.proseWords[to] - sums.proseWords[from]) / Math.max(1, words);
      }
    }
  },
};
