/**
 * Bootstrap: the variation of the difference of two scores over other pages of the same kind. Each draw takes as many pages as there
 * are, with replacement, and recomputes the scores from their counts (Efron 1979). Draws are seeded.
 */
import { seededRandom } from 'dehusk/demo';
import { aggregate, type Metric } from '../metrics/metric.js';

/** Number of draws, as in sacreBLEU. */
const RESAMPLES = 1000;
const SEED = 1;
/** Share of the draws outside each end of the interval. */
const TAIL = 0.025;

/**
 * The difference a − b on the same pages, and the ends of its 95 % percentile interval.
 * @param a and b: counts of each page, in the same order of pages
 * @throws RangeError when there are no pages or the two differ in number
 */
export function pairedBootstrap(metric: Metric, a: readonly (readonly number[])[], b: readonly (readonly number[])[]) {
  if (a.length !== b.length || a.length === 0)
    throw new RangeError(
      `got ${a.length} and ${b.length} pages, expected the same pages for both systems, at least one`,
    );
  const { next: random } = seededRandom(SEED);
  const scoreOf = [figureOf(metric, a), figureOf(metric, b)];
  const drawn = new Uint32Array(a.length);
  const differences = new Float64Array(RESAMPLES).map(() => {
    for (let at = 0; at < drawn.length; at++) drawn[at] = Math.floor(random() * drawn.length);
    return scoreOf[0](drawn) - scoreOf[1](drawn);
  });
  const sorted = differences.sort();
  return {
    value: aggregate(metric, a).score - aggregate(metric, b).score,
    low: sorted[Math.floor(TAIL * (RESAMPLES - 1))],
    high: sorted[Math.ceil((1 - TAIL) * (RESAMPLES - 1))],
  };
}

/** The score of drawn pages, given their indices. Values that do not depend on the draw are computed once. */
function figureOf(metric: Metric, rows: readonly (readonly number[])[]): (drawn: Uint32Array) => number {
  if (metric.aggregations[0] === 'micro') {
    const sums = new Array<number>(metric.columns.length);
    return (drawn) => {
      sums.fill(0);
      for (const page of drawn) for (let column = 0; column < sums.length; column++) sums[column] += rows[page][column];
      return metric.score(sums);
    };
  }
  const scores = Float64Array.from(rows, (row) => metric.score(row));
  return (drawn) => {
    let sum = 0;
    let pages = 0;
    for (const page of drawn) {
      if (Number.isNaN(scores[page])) continue;
      sum += scores[page];
      pages++;
    }
    return sum / pages;
  };
}
