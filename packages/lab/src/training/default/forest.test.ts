import assert from 'node:assert/strict';
import { test } from 'node:test';
import { score, scoreRows } from '@dehusk/core/train';
import fc from 'fast-check';
import { forestOf } from './model-file.js';

const COLUMNS = 5;
/** Trees of any shape over a few columns. */
const model = fc
  .record({
    depth: fc.integer({ min: 1, max: 6 }),
    trees: fc.integer({ min: 1, max: 5 }),
    seed: fc.infiniteStream(
      fc.record({ column: fc.integer({ min: -1, max: COLUMNS - 1 }), cut: fc.float({ noNaN: true }) }),
    ),
    start: fc.float({ min: -5, max: 5, noNaN: true }),
  })
  .map(({ depth, trees, seed, start }) => ({
    start: [start],
    trees: Array.from({ length: trees }, (_, tree) => {
      const cells = Array.from({ length: 2 ** (depth + 1) - 1 }, () => seed.next().value);
      return {
        feature: cells.map(({ column }, node) => (node < 2 ** depth - 1 ? column : -1)),
        threshold: cells.map(({ cut }) => cut),
        value: cells.map((_, node) => Math.fround(Math.sin(node + tree) * 10 ** (node % 5))),
      };
    }),
  }));

test('complete trees score a row as the given ones, one row at a time and many, bit for bit', () => {
  fc.assert(
    fc.property(
      model,
      fc.array(fc.float({ noNaN: true }), { minLength: 0, maxLength: COLUMNS * 70 }),
      (given, cells) => {
        const forest = { ...forestOf(given), scale: 0.37 };
        const matrix = Float32Array.from(cells);
        const rows = Math.floor(cells.length / COLUMNS);
        const expected = Float32Array.from({ length: rows }, (_, row) => {
          const own = matrix.subarray(row * COLUMNS, (row + 1) * COLUMNS);
          const sum = Float32Array.from(given.start);
          for (const { feature, threshold, value } of given.trees) {
            let node = 0;
            while (feature[node] >= 0) node = 2 * node + (own[feature[node]] > Math.fround(threshold[node]) ? 2 : 1);
            sum[0] += Math.fround(value[node] * 0.37);
          }
          const one = new Float32Array(1);
          score(forest, own, one);
          assert.equal(one[0], sum[0]);
          return sum[0];
        });
        const write: Parameters<typeof scoreRows>[1] = (from, to, out) =>
          out.set(matrix.subarray(from * COLUMNS, to * COLUMNS));
        assert.deepEqual(scoreRows(forest, write, COLUMNS, rows), expected);
      },
    ),
    { numRuns: 300 },
  );
});

test('a forest of several outputs scores no rows', () => {
  const several = forestOf({
    start: [0, 0],
    trees: [{ feature: [-1, -1, -1], threshold: [0, 0, 0], value: [0, 0, 0] }],
  });
  assert.throws(() => scoreRows(several, () => {}, 1, 1), {
    name: 'RangeError',
    message: /one output, got 2/,
  });
});
