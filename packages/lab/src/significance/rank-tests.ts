/**
 * Rank tests of two systems' page scores.
 *
 * - Mann–Whitney U (1947): do the values of one sample tend to be larger than those of another, independent one? U counts
 *   the pairs in which a's value is larger, ties half.
 * - Wilcoxon's signed-rank test (1945): do paired values differ? Zero differences are dropped, as in the original; the others
 *   are ranked by size. W is the rank sum of the positive ones.
 *
 * P-values are from the normal distribution with the variance corrected for ties and a continuity correction of ½. The tail is
 * computed here because simple-statistics tabulates it in steps of 0.01 and its error function has 7 digits, too few for p-values
 * near zero.
 */

/** U of the first sample (0 … |a|·|b|) and its two-sided p. @throws RangeError when a sample is empty */
export function mannWhitney(a: readonly number[], b: readonly number[]) {
  if (a.length === 0 || b.length === 0)
    throw new RangeError(`got samples of ${a.length} and ${b.length} values, expected at least one in each`);
  const { ranks, ties } = ranksOf([...a, ...b]);
  let rankSum = 0;
  for (let at = 0; at < a.length; at++) rankSum += ranks[at];
  const pairs = a.length * b.length;
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const all = a.length + b.length;
  const variance = (pairs / 12) * (all + 1 - ties / (all * (all - 1)));
  return { u, p: normalP(Math.abs(u - pairs / 2), variance) };
}

/**
 * Rank sum W of the pairs in which a is larger, and two-sided p (1 when none differs).
 * @throws RangeError when the two lists differ in length
 */
export function wilcoxonSignedRank(a: readonly number[], b: readonly number[]) {
  if (a.length !== b.length)
    throw new RangeError(`got ${a.length} and ${b.length} values, expected pairs of the same pages`);
  const differences = a.map((value, at) => value - b[at]).filter((difference) => difference !== 0);
  const n = differences.length;
  if (n === 0) return { w: 0, p: 1 };
  const { ranks, ties } = ranksOf(differences.map(Math.abs));
  let w = 0;
  for (let at = 0; at < n; at++) if (differences[at] > 0) w += ranks[at];
  const mean = (n * (n + 1)) / 4;
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - ties / 48;
  return { w, p: normalP(Math.abs(w - mean), variance) };
}

/**
 * Per value its rank, from 1 (equal values share their mean rank), and Σ t³ − t over groups of t equal values, the tie correction of
 * the variance; 0 without ties.
 */
function ranksOf(values: readonly number[]) {
  const order = Uint32Array.from(values, (_, at) => at).sort((x, y) => values[x] - values[y]);
  const ranks = new Float64Array(values.length);
  let ties = 0;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let at = from; at < to; at++) ranks[order[at]] = (from + 1 + to) / 2;
    const group = to - from;
    ties += group ** 3 - group;
    from = to;
  }
  return { ranks, ties };
}

/** Two-sided p of a rank sum at this distance from its mean; 1 without variance. */
function normalP(distance: number, variance: number): number {
  return variance > 0 ? Math.min(1, 2 * normalTail(Math.max(0, distance - 0.5) / Math.sqrt(variance))) : 1;
}

/**
 * P(Z > z) of the standard normal distribution, for z ≥ 0, to about 1e-14: the power series of the error function near 0,
 * its continued fraction (evaluated from the end) in the tail.
 */
export function normalTail(z: number): number {
  if (z < SERIES_BELOW) {
    let term = z;
    let sum = z;
    for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
      term *= (z * z) / (2 * n + 1);
      sum += term;
    }
    return 0.5 - sum * density(z);
  }
  let fraction = z;
  for (let n = FRACTION_TERMS; n > 0; n--) fraction = z + n / fraction;
  return density(z) / fraction;
}

/** From here on the series loses digits by subtraction and the fraction converges within its terms. */
const SERIES_BELOW = 3;
const FRACTION_TERMS = 80;

const density = (z: number): number => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
