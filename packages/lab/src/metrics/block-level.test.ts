import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { classFigures, rocAuc } from './block-level.js';

test('blocks weigh by their words', () => {
  const { accuracy, byClass, meanOf } = classFigures(
    { classes: [1, 0, 1, 0], classCount: 2, weights: [10, 2, 5, 3] },
    [1, 1, 0, 0],
  );
  const content = (2 * 10) / (2 * 10 + 2 + 5);
  const boilerplate = (2 * 3) / (2 * 3 + 2 + 5);
  const expected: readonly (readonly [number, number])[] = [
    [accuracy, 13 / 20],
    [byClass[1].precision, 10 / 12],
    [byClass[1].recall, 10 / 15],
    [byClass[1].f1, content],
    [byClass[0].f1, boilerplate],
    [meanOf((kind) => byClass[kind].f1), (content * 15 + boilerplate * 5) / 20],
  ];
  for (const [figure, value] of expected) assert.ok(Math.abs(figure - value) < 1e-12, `${figure}, not ${value}`);
  assert.ok(Number.isNaN(classFigures({ classes: [0], classCount: 2, weights: [1] }, [0]).byClass[1].f1));
});

test('ROC AUC is the weighted share of pairs in the right order, ties half', () => {
  assert.equal(rocAuc([1, 2, 3, 4], [0, 0, 1, 1], [1, 1, 1, 1]), 1);
  assert.equal(rocAuc([4, 3, 2, 1], [0, 0, 1, 1], [1, 1, 1, 1]), 0);
  assert.equal(rocAuc([5, 5, 5], [0, 1, 1], [3, 1, 1]), 0.5);
  assert.ok(Number.isNaN(rocAuc([1, 2], [1, 1], [1, 1])));
  const block = fc.tuple(
    fc.integer({ min: 0, max: 6 }),
    fc.integer({ min: 0, max: 1 }),
    fc.integer({ min: 0, max: 9 }),
  );
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 40 }), (blocks) => {
      let wins = 0;
      let pairs = 0;
      for (const [score, kind, weight] of blocks)
        for (const [otherScore, otherKind, otherWeight] of blocks) {
          if (kind !== 1 || otherKind !== 0) continue;
          pairs += weight * otherWeight;
          wins += weight * otherWeight * (score > otherScore ? 1 : score === otherScore ? 0.5 : 0);
        }
      const [scores, kinds, weights] = [0, 1, 2].map((column) => blocks.map((one) => one[column]));
      const area = rocAuc(scores, kinds, weights);
      if (pairs === 0) assert.ok(Number.isNaN(area));
      else assert.ok(Math.abs(area - wins / pairs) < 1e-12);
    }),
  );
});
