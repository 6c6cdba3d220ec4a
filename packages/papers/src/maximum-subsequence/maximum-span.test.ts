import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maximumSpan } from './maximum-span.js';

/** BTE's published objective over every pair i ≤ j, starts ascending, then ends: tags before, words inside, tags after. */
const byDefinition = (isTag: readonly number[]): [number, number] | null => {
  const tags = isTag.reduce((sum, one) => sum + one, 0);
  let best: [number, number] | null = null;
  let bestValue = tags; // an empty middle
  for (let i = 0; i < isTag.length; i++) {
    let inside = 0;
    for (let j = i; j < isTag.length; j++) {
      inside += 1 - 2 * isTag[j];
      if (tags + inside > bestValue) {
        bestValue = tags + inside;
        best = [i, j];
      }
    }
  }
  return best;
};

test('invariant: one pass finds the span of the quadratic definition, ties included', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 60 }), (isTag) => {
      const span = maximumSpan(isTag.map((one) => 1 - 2 * one));
      assert.deepEqual(span === null ? null : [span.from, span.to], byDefinition(isTag));
    }),
    { numRuns: 1_000 },
  );
});

const cases: readonly [scores: number[], expected: [number, number] | null][] = [
  [[], null],
  [[-1, -1], null],
  [[0], null],
  [
    [-1, 1, 1, -1, -1, 1, 1, 1, -1, -1, 1, -1],
    [1, 7],
  ],
  [
    [1, 1, -1, -1, 1, 1],
    [0, 1],
  ],
  [
    [2, -1, 2, -5, 3],
    [0, 2],
  ],
];
for (const [scores, expected] of cases)
  test(`best span of ${scores.join(' ') || 'nothing'}`, () => {
    const span = maximumSpan(scores);
    assert.deepEqual(span === null ? null : [span.from, span.to], expected);
  });
