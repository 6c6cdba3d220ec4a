import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contributions, DEFAULT_WEIGHTS, decodeModel, type Model, score, TokenTable } from '@dehusk/core/train';
import { fromBase64 } from '@dehusk/html';
import { encodeModel, forestOf } from './model-file.js';

/** A tree of depth 2: column 3 at .5, then on the left column 0 at 2. */
const forest = (outputs: number) =>
  forestOf({
    start: Array.from({ length: outputs }, () => 0.25),
    trees: [
      {
        feature: [3, 0, -1, -1, -1, -1, -1],
        threshold: [0.5, 2, 0, 0, 0, 0, 0],
        value: [0.5, 1, -1, 2, 0, 0, 0],
      },
    ],
  });
const words = {
  bias: -0.5,
  hashes: Uint32Array.from([5, 9, 4_000_000_000]),
  weights: Float32Array.from([1.27, -0.64, 0]),
  scale: 1,
};
const model: Model = {
  origin: { corpus: 'pages made for a test', corpusDigest: 'abc', licence: 'own', seed: 1, pages: 2 },
  classWords: words,
  blockWords: words,
  pageWords: [words, words],
  pageType: forest(2),
  blocks: forest(1),
  calibration: [0, 0.5, 1],
};

test('a model survives saving within the precision of its numbers', () => {
  const back = decodeModel(encodeModel(model));
  assert.deepEqual(back.origin, model.origin);
  assert.deepEqual(back.blocks.column, model.blocks.column);
  assert.deepEqual([...back.blocks.threshold].slice(1), [0.5, 2, Number.POSITIVE_INFINITY]);
  back.blocks.value.forEach((value, place) => {
    assert.ok(Math.abs(value * back.blocks.scale - model.blocks.value[place]) < 1e-4);
  });
  back.classWords.weights.forEach((weight, at) => {
    assert.ok(Math.abs(weight * back.classWords.scale - words.weights[at]) < 0.006);
  });
  assert.deepEqual(encodeModel(back), encodeModel(decodeModel(encodeModel(back))));
});

test('the shipped weights are sealed', () => {
  assert.equal(
    decodeModel(fromBase64(DEFAULT_WEIGHTS)).origin.corpus,
    'wcxb-dev, licensed/articles, licensed/threads, licensed/commerce',
  );
});

test('damaged or foreign weights are refused with got and expected', () => {
  const bytes = encodeModel(model);
  for (const at of [0, 5, 40, bytes.length - 20]) {
    const damaged = bytes.slice();
    damaged[at] ^= 1;
    assert.throws(() => decodeModel(damaged), /got .*expected/s);
  }
  assert.throws(() => decodeModel(bytes.subarray(0, 10)), /length got 10/);
});

test('token log-odds: bias plus known weights over the root of the set size', () => {
  const table = new TokenTable(words);
  assert.ok(Math.abs(table.logOdds([5, 9, 77, 78]) - (-0.5 + (1.27 - 0.64) / 2)) < 1e-6);
  assert.equal(table.logOdds([]), -0.5);
});

test('a forest sums its trees; contributions add up to the score', () => {
  const into = new Float32Array(1);
  for (const [row, expected] of [
    [[1, 0, 0, 0], 2.25],
    [[3, 0, 0, 0], 0.25],
    [[1, 0, 0, 1], -0.75],
  ] as const) {
    const values = Float32Array.from(row);
    score(model.blocks, values, into);
    assert.ok(Math.abs(into[0] - expected) < 1e-6);
    const moved = [...contributions(model.blocks, values).values()].reduce((sum, one) => sum + one, 0);
    assert.ok(Math.abs(0.25 + model.blocks.value[1] + moved - expected) < 1e-6);
  }
});
