/** A stretch of positions, both ends inside, and the sum of the scores in it. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly score: number;
}

/**
 * The contiguous stretch with the largest sum of scores (J. Kadane 1984), in one pass; null when no score is positive.
 * Of equal sums the one that starts first wins, then the one that ends first: the best is replaced only by a larger sum,
 * and a running sum of exactly zero is carried on.
 */
export function maximumSpan(scores: ArrayLike<number>): Span | null {
  let best: Span | null = null;
  let bestScore = 0;
  let sum = 0;
  let from = 0;
  for (let at = 0; at < scores.length; at++) {
    sum += scores[at];
    if (sum > bestScore) {
      bestScore = sum;
      best = { from, to: at, score: sum };
    } else if (sum < 0) {
      sum = 0;
      from = at + 1;
    }
  }
  return best;
}
