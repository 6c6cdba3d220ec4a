/**
 * Mann–Whitney U (1947): do the values of one sample tend to be larger than those of another, independent one?
 *
 * U counts the pairs in which a's value is the larger, ties half. Its p-value is exact (by counting the arrangements) for
 * small samples without ties, otherwise from the normal distribution with the variance corrected for ties and half a step of
 * continuity.
 */
import { normalTail } from './normal-tail.js';
import { ranksOf } from './ranks.js';

export interface MannWhitney {
  /** U of the first sample, 0 … |a|·|b|. */
  readonly u: number;
  /** Two-sided, 0…1. */
  readonly p: number;
  /** Standard score of U, without continuity correction; 0 when all values are equal. */
  readonly z: number;
  /** Chance that a value of a exceeds one of b, ties half: U / (|a|·|b|). */
  readonly effect: number;
  /** True when p was counted, false when it comes from the normal distribution. */
  readonly exact: boolean;
}

/** Largest |a|·|b| that is counted exactly. */
const EXACT_UP_TO = 400;

/** @throws RangeError when a sample is empty */
export function mannWhitney(a: readonly number[], b: readonly number[]): MannWhitney {
  if (a.length === 0 || b.length === 0)
    throw new RangeError(`got samples of ${a.length} and ${b.length} values, expected at least one in each`);
  const { ranks, ties } = ranksOf([...a, ...b]);
  let rankSum = 0;
  for (let at = 0; at < a.length; at++) rankSum += ranks[at];
  const pairs = a.length * b.length;
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const all = a.length + b.length;
  const variance = (pairs / 12) * (all + 1 - ties / (all * (all - 1)));
  const distance = Math.abs(u - pairs / 2);
  const z = variance > 0 ? (u - pairs / 2) / Math.sqrt(variance) : 0;
  const exact = ties === 0 && pairs <= EXACT_UP_TO;
  const p = exact
    ? exactP(a.length, b.length, distance)
    : variance > 0
      ? Math.min(1, 2 * normalTail(Math.max(0, distance - 0.5) / Math.sqrt(variance)))
      : 1;
  return { u, p, z, effect: u / pairs, exact };
}

/** Share of the arrangements of m and n values whose U is at least as far from the middle. */
function exactP(m: number, n: number, distance: number): number {
  // The number of arrangements by U is the Gaussian binomial coefficient: ∏ (1 − x^(n+i)) / (1 − x^i), i = 1 … m.
  const counts = new Float64Array(m * n + 1);
  counts[0] = 1;
  for (let i = 1; i <= m; i++) {
    for (let u = counts.length - 1; u >= n + i; u--) counts[u] -= counts[u - n - i];
    for (let u = i; u < counts.length; u++) counts[u] += counts[u - i];
  }
  let far = 0;
  let all = 0;
  for (let u = 0; u < counts.length; u++) {
    all += counts[u];
    if (Math.abs(u - (m * n) / 2) >= distance - 1e-9) far += counts[u];
  }
  return far / all;
}
