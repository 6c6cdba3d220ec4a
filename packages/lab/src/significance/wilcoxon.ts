/**
 * Wilcoxon's signed-rank test (1945): do paired values, such as two systems' scores of the same pages, differ?
 *
 * Differences of zero are dropped, as Wilcoxon did; the others are ranked by size, ties sharing ranks. W is the rank sum of
 * the positive ones. Its p-value is exact for up to 50 differences without ties, otherwise from the normal distribution with
 * the variance corrected for ties and half a step of continuity.
 */
import { normalTail } from './normal-tail.js';
import { ranksOf } from './ranks.js';

export interface Wilcoxon {
  /** Rank sum of the pairs in which a is the larger. */
  readonly w: number;
  /** Number of pairs that differ. */
  readonly pairs: number;
  /** Two-sided, 0…1; 1 when no pair differs. */
  readonly p: number;
  /** Standard score of W, without continuity correction; 0 when no pair differs. */
  readonly z: number;
  /** True when p was counted, false when it comes from the normal distribution. */
  readonly exact: boolean;
}

/** Most differences that are counted exactly. */
const EXACT_UP_TO = 50;

/** @throws RangeError when the two lists differ in length */
export function wilcoxonSignedRank(a: readonly number[], b: readonly number[]): Wilcoxon {
  if (a.length !== b.length)
    throw new RangeError(`got ${a.length} and ${b.length} values, expected pairs of the same pages`);
  const differences = a.map((value, at) => value - b[at]).filter((difference) => difference !== 0);
  const n = differences.length;
  if (n === 0) return { w: 0, pairs: 0, p: 1, z: 0, exact: true };
  const { ranks, ties } = ranksOf(differences.map(Math.abs));
  let w = 0;
  for (let at = 0; at < n; at++) if (differences[at] > 0) w += ranks[at];
  const mean = (n * (n + 1)) / 4;
  const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - ties / 48);
  const distance = Math.abs(w - mean);
  const exact = ties === 0 && n <= EXACT_UP_TO;
  const p = exact ? exactP(n, distance) : Math.min(1, 2 * normalTail(Math.max(0, distance - 0.5) / deviation));
  return { w, pairs: n, p, z: (w - mean) / deviation, exact };
}

/** Share of the 2ⁿ choices of signs whose rank sum is at least as far from the middle. */
function exactP(n: number, distance: number): number {
  const most = (n * (n + 1)) / 2;
  const shares = new Float64Array(most + 1);
  shares[0] = 1;
  for (let rank = 1; rank <= n; rank++)
    for (let sum = most; sum >= 0; sum--) shares[sum] = (shares[sum] + (sum >= rank ? shares[sum - rank] : 0)) / 2;
  let far = 0;
  for (let sum = 0; sum <= most; sum++) if (Math.abs(sum - most / 2) >= distance - 1e-9) far += shares[sum];
  return Math.min(1, far);
}
