/**
 * Bootstrap: the variation of a score, or of the difference of two scores, over other pages of the same kind.
 *
 * Each draw takes as many pages as there are, with replacement, and recomputes the score from their counts (Efron 1979). The
 * paired test (Koehn 2004, in sacreBLEU's two-sided form) draws the same pages for both systems; its p-value is the share of
 * draws whose difference deviates from the mean difference by at least the observed one. Draws are seeded.
 */
import { seededRandom } from 'dehusk/demo';
import { aggregate, type Metric } from '../metrics/metric.js';

interface BootstrapOptions {
  /** Number of draws; 1,000 as in Scrapinghub's benchmark and sacreBLEU. */
  readonly resamples?: number;
  readonly seed?: number;
}

/** The difference a − b, the ends of its 95 % percentile interval, and its two-sided p, at least 1 / (resamples + 1). */
interface PairedDifference {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
}

const RESAMPLES = 1000;
const SEED = 1;
/** Share of the draws outside each end of the interval. */
const TAIL = 0.025;

/**
 * Compares two systems on the same pages.
 *
 * @param a and b: counts of each page, in the same order of pages
 * @throws RangeError when there are no pages or the two differ in number
 */
export function pairedBootstrap(
  metric: Metric,
  a: readonly (readonly number[])[],
  b: readonly (readonly number[])[],
  options: BootstrapOptions = {},
): PairedDifference {
  if (a.length !== b.length)
    throw new RangeError(`got ${a.length} and ${b.length} pages, expected the same pages for both systems`);
  const observed = aggregate(metric, a).score - aggregate(metric, b).score;
  const [drawsA, drawsB] = drawsOf(a.length, [figureOf(metric, a), figureOf(metric, b)], options);
  const differences = drawsA.map((value, at) => value - drawsB[at]);
  const mean = meanOf(differences);
  let asFar = 0;
  for (const difference of differences) if (Math.abs(difference - mean) >= Math.abs(observed)) asFar++;
  const sorted = differences.sort();
  return {
    value: observed,
    low: sorted[Math.floor(TAIL * (sorted.length - 1))],
    high: sorted[Math.ceil((1 - TAIL) * (sorted.length - 1))],
    p: (asFar + 1) / (differences.length + 1),
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

/** Each score over the same draws. */
function drawsOf(
  pages: number,
  figures: readonly ((drawn: Uint32Array) => number)[],
  { resamples = RESAMPLES, seed = SEED }: BootstrapOptions,
): Float64Array[] {
  if (pages === 0) throw new RangeError('got no pages, expected at least one');
  if (!Number.isInteger(resamples) || resamples < 2)
    throw new RangeError(`option "resamples" got ${resamples}, expected an integer ≥ 2`);
  const { next: random } = seededRandom(seed);
  const drawn = new Uint32Array(pages);
  const values = figures.map(() => new Float64Array(resamples));
  for (let resample = 0; resample < resamples; resample++) {
    for (let at = 0; at < pages; at++) drawn[at] = Math.floor(random() * pages);
    for (let at = 0; at < figures.length; at++) values[at][resample] = figures[at](drawn);
  }
  return values;
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
