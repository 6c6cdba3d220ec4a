import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cumulativeStdNormalProbability, errorFunction, wilcoxonRankSum } from 'simple-statistics';
import { metricNamed } from '../metrics/index.js';
import { pairedBootstrap } from './bootstrap.js';
import { mannWhitney, normalTail, wilcoxonSignedRank } from './rank-tests.js';

const near = (got: number, expected: number, within: number, what: string): void =>
  assert.ok(Math.abs(got - expected) <= within, `${what}: got ${got}, expected ${expected} ± ${within}`);

test('the normal tail agrees with simple-statistics and with printed values', () => {
  for (let z = 0; z <= 5; z += 0.01) {
    near(normalTail(z), (1 - errorFunction(z / Math.SQRT2)) / 2, 2e-7, `z ${z}`); // its error function has 7 digits
    near(normalTail(z), 1 - cumulativeStdNormalProbability(z), 1e-3, `z ${z}`); // its table has steps of 0.01
  }
  // Abramowitz and Stegun, table 26.1 and 26.2.
  near(normalTail(1), 0.158655253931457, 1e-14, 'z 1');
  near(normalTail(1.96), 0.0249978951482204, 1e-14, 'z 1.96');
  near(normalTail(3) / 0.00134989803163009, 1, 1e-12, 'z 3');
  near(normalTail(6) / 9.86587645037698e-10, 1, 1e-12, 'z 6');
});

const sample = (most: number) => fc.array(fc.integer({ min: 0, max: most }), { minLength: 1, maxLength: 30 });

test('Mann–Whitney: U is simple-statistics’ rank sum minus its minimum, and counts pairs', () => {
  fc.assert(
    fc.property(sample(12), sample(12), (a, b) => {
      const { u, p } = mannWhitney(a, b);
      // simple-statistics sorts its arguments' pool in a way that needs tied values to share ranks, as ours do.
      near(u, wilcoxonRankSum(a, b) - (a.length * (a.length + 1)) / 2, 1e-9, 'rank sum');
      let pairs = 0;
      for (const x of a) for (const y of b) pairs += x > y ? 1 : x === y ? 0.5 : 0;
      near(u, pairs, 1e-9, 'pairs');
      assert.ok(p >= 0 && p <= 1);
      near(mannWhitney(b, a).p, p, 1e-12, 'either order');
    }),
  );
});

test('Mann–Whitney: tie correction by the textbook formula', () => {
  const tied = mannWhitney([1, 2, 2, 3, 3, 3], [2, 3, 4, 4, 5, 5]);
  // Groups of 1, 3, 4, 2, 2 equal values among 12: Σ t³ − t = 0 + 24 + 60 + 6 + 6.
  const variance = (36 / 12) * (13 - 96 / (12 * 11));
  near(tied.p, 2 * normalTail((18 - tied.u - 0.5) / Math.sqrt(variance)), 1e-12, 'p');
  assert.equal(mannWhitney([1, 1], [1, 1, 1]).p, 1);
  assert.throws(() => mannWhitney([], [1]), /samples of 0 and 1 values/);
});

test('Wilcoxon: W and p near the share of all signs', () => {
  const sizes = Array.from({ length: 14 }, (_, at) => at + 1);
  const middle = (14 * 15) / 4;
  const sums = Array.from({ length: 2 ** 14 }, (_, mask) =>
    sizes.reduce((sum, size, at) => sum + ((mask >> at) & 1 ? size : 0), 0),
  );
  for (const mask of [0b10_1101_1011_1111, 0b11_1111_1100_0000, 0b10_1010_1010_1010]) {
    const { w, p } = wilcoxonSignedRank(
      sizes.map((size, at) => ((mask >> at) & 1 ? size : -size)),
      sizes.map(() => 0),
    );
    assert.equal(w, sums[mask]);
    const far = sums.filter((sum) => Math.abs(sum - middle) >= Math.abs(w - middle)).length;
    near(p, far / sums.length, 0.01, `p of ${mask}`);
  }
});

test('Wilcoxon: zeros drop out, ties share ranks, no difference is no evidence', () => {
  const { w, p } = wilcoxonSignedRank([1, 5, 5, 7, 2], [1, 4, 6, 5, 4]);
  // Differences 1, −1, 2, −2 with ranks 1.5, 1.5, 3.5, 3.5.
  assert.deepEqual([w, p], [5, 1]);
  const tied = wilcoxonSignedRank([3, 3, 3, 3], [1, 1, 1, 2]);
  // Ranks 3, 3, 3, 1; variance 4·5·9/24 − (3³ − 3)/48.
  near(tied.p, 2 * normalTail((10 - 5 - 0.5) / Math.sqrt(7.5 - 0.5)), 1e-12, 'p with ties');
  assert.equal(wilcoxonSignedRank([1, 2], [1, 2]).p, 1);
  assert.throws(() => wilcoxonSignedRank([1], [1, 2]), /got 1 and 2 values/);
});

/** Counts of a word-multiset metric whose F1 is `score`. */
const rowsOf = (scores: readonly number[]): number[][] => scores.map((score) => [Math.round(1000 * score), 1000, 1000]);
const scoresFrom = (count: number, base: number): number[] =>
  Array.from({ length: count }, (_, at) => base + (((at * 7919) % 101) / 101) * 0.2);

test('paired bootstrap: detects a small steady difference and no difference between equals', () => {
  const metric = metricNamed('word-multiset');
  const scores = scoresFrom(300, 0.6);
  const better = rowsOf(scores.map((score, at) => score + (at % 3 === 0 ? 0.03 : 0)));
  const steady = pairedBootstrap(metric, better, rowsOf(scores));
  near(steady.value, 0.01, 1e-3, 'difference');
  assert.ok(steady.low > 0, JSON.stringify(steady));
  const shuffled = rowsOf([...scores].reverse());
  const none = pairedBootstrap(metric, rowsOf(scores), shuffled);
  assert.ok(none.low < 0 && none.high > 0, JSON.stringify(none));
  assert.throws(() => pairedBootstrap(metric, better, []), /the same pages/);
  assert.throws(() => pairedBootstrap(metric, [], []), /at least one/);
});
