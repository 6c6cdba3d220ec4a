import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Forest, packForest, score, scoreRows } from './forest.js';

const COLUMNS = 5;
/** A forest of complete or ragged trees over a few columns. */
const forest = fc
  .record({
    depth: fc.integer({ min: 1, max: 6 }),
    trees: fc.integer({ min: 1, max: 5 }),
    seed: fc.infiniteStream(
      fc.record({ column: fc.integer({ min: -1, max: COLUMNS - 1 }), cut: fc.float({ noNaN: true }) }),
    ),
    start: fc.float({ min: -5, max: 5, noNaN: true }),
  })
  .map(({ depth, trees, seed, start }): Forest => {
    const nodes = 2 ** (depth + 1) - 1;
    const feature = new Int16Array(nodes * trees).fill(-1);
    const threshold = new Float32Array(nodes * trees);
    const value = new Float32Array(nodes * trees);
    for (let at = 0; at < feature.length; at++) {
      const node = at % nodes;
      const { column, cut } = seed.next().value;
      const hasParent = node === 0 || feature[at - node + ((node - 1) >> 1)] >= 0;
      if (hasParent && node < (nodes - 1) / 2) feature[at] = column;
      threshold[at] = cut;
      value[at] = Math.fround(Math.sin(at) * 10 ** (at % 5));
    }
    return { nodes, outputs: 1, start: Float32Array.of(start), feature, threshold, value };
  });

test('a packed forest gives each row the score of the forest, bit for bit', () => {
  fc.assert(
    fc.property(
      forest,
      fc.array(fc.float({ noNaN: true }), { minLength: 0, maxLength: COLUMNS * 70 }),
      (one, cells) => {
        const matrix = Float32Array.from(cells);
        const rows = Math.floor(cells.length / COLUMNS);
        const expected = Float32Array.from({ length: rows }, (_, row) => {
          const sum = new Float32Array(1);
          score(one, matrix, row * COLUMNS, sum);
          return sum[0];
        });
        assert.deepEqual(scoreRows(packForest(one), matrix, COLUMNS, rows), expected);
      },
    ),
    { numRuns: 300 },
  );
});

test('a forest of several outputs cannot be packed', () => {
  const several: Forest = {
    nodes: 3,
    outputs: 2,
    start: new Float32Array(2),
    feature: new Int16Array(6).fill(-1),
    threshold: new Float32Array(6),
    value: new Float32Array(6),
  };
  assert.throws(() => packForest(several), { name: 'RangeError', message: /one output, got 2/ });
});
