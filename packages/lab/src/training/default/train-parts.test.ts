/** The trainer's parts on problems whose answers are known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_TYPES } from '@dehusk/core';
import { tokensOf } from '@dehusk/html';
import { type BoostingOptions, binFeatures, boost, boostClasses, softmax } from './boosting.js';

import { calibrate, pageTypeFigures } from './figures.js';
import { alignGold } from './pages.js';
import { seededRandom } from './seeded-random.js';
import { logOdds, trainLogLinear } from './token-models.js';

const align = (blocks: string[], gold: string): number[] => {
  const lists = blocks.map(tokensOf);
  const tokenFrom = Uint32Array.from([
    0,
    ...lists.map((_, at) => lists.slice(0, at + 1).reduce((sum, one) => sum + one.length, 0)),
  ]);
  const tokens = Uint32Array.from(lists.flatMap((list) => [...list]));
  return [...alignGold({ size: blocks.length, tokens, tokenFrom }, tokensOf(gold))].map((share) =>
    Number(share.toFixed(2)),
  );
};
const FIRST = 'the mill stood idle for many years beside the river';
const SECOND = 'nobody in the village remembers the name of the last miller';

test('alignment: blocks of the gold are found, others are not', () => {
  assert.deepEqual(
    align(['Home News Sport', FIRST, SECOND, 'all rights reserved'], `${FIRST}\n${SECOND}`),
    [0, 1, 1, 0],
  );
});
test('alignment: of two equal short blocks the one between gold blocks is meant', () => {
  assert.deepEqual(align(['Share', FIRST, 'Share', SECOND], `${FIRST} Share ${SECOND}`), [0, 1, 1, 1]);
});
test('alignment: a text that stands twice is gold once', () => {
  assert.deepEqual(align([FIRST, FIRST], FIRST), [1, 0]);
});
test('alignment: part of a block is a share', () => {
  const [share] = align([`${FIRST} and then some words that nobody has annotated at all`], FIRST);
  assert.ok(share > 0 && share < 1 && Math.abs(share - 10 / 20) < 0.11, String(share));
});
test('alignment: nothing in an empty gold', () => {
  assert.deepEqual(align([FIRST, SECOND], ''), [0, 0]);
});

const OPTIONS: BoostingOptions = {
  trees: 40,
  depth: 3,
  rate: 0.3,
  rowShare: 0.8,
  featureShare: 1,
  leastWeight: 1,
  penalty: 1,
  seed: 5,
};
const made = (count: number) => {
  const random = seededRandom(11);
  const values = new Float32Array(count * 3).map(() => random());
  const label = Float32Array.from({ length: count }, (_, row) =>
    values[row * 3] > 0.5 !== values[row * 3 + 1] > 0.3 ? 1 : 0,
  );
  return { values, label, all: Uint32Array.from({ length: count }, (_, row) => row) };
};

test('boosting learns an exclusive or, leaves noise aside, and comes out the same again', () => {
  const { values, label, all } = made(2000);
  const train = all.filter((row) => row < 1500);
  const other = all.filter((row) => row >= 1500);
  const data = binFeatures(values, 2000, 3, train);
  const run = () => boost(data, train, other, label, new Float32Array(2000).fill(1), OPTIONS);
  const { scores, model } = run();
  const right = other.filter((row) => scores[row] > 0 === (label[row] === 1)).length;
  assert.ok(right / other.length > 0.97, `${right} of ${other.length}`);
  assert.deepEqual(run().model, model);
});

test('boosting classes: three bands of one feature', () => {
  const { values, all } = made(900);
  const label = Uint8Array.from(all, (row) => Math.min(2, Math.floor(values[row * 3 + 2] * 3)));
  const data = binFeatures(values, 900, 3, all);
  const { scores } = boostClasses(data, all, new Uint32Array(0), label, 3, { ...OPTIONS, trees: 15 });
  const right = all.filter((row) => {
    const chances = softmax(scores.slice(row * 3, row * 3 + 3));
    assert.ok(Math.abs(chances.reduce((sum, one) => sum + one, 0) - 1) < 1e-5);
    return chances.indexOf(Math.max(...chances)) === label[row];
  }).length;
  assert.ok(right / 900 > 0.95, String(right));
});

test('a log-linear model finds the tokens that matter', () => {
  const random = seededRandom(3);
  const sets = Array.from({ length: 800 }, () => [0, 1, 2, 3].filter(() => random() < 0.5));
  const from = new Uint32Array(801);
  sets.forEach((set, at) => {
    from[at + 1] = from[at] + set.length;
  });
  const rows = { from, tokens: Uint32Array.from(sets.flat()), sizes: Uint32Array.from(sets, (set) => set.length) };
  const label = Float32Array.from(sets, (set) => (set.includes(2) ? 1 : 0));
  const use = Uint32Array.from({ length: 800 }, (_, row) => row);
  const model = trainLogLinear(rows, use, label, new Float32Array(800).fill(1), 4, {
    epochs: 10,
    step: 0.1,
    penalty: 1e-6,
    seed: 1,
  });
  assert.ok(
    model.weights[2] > 2 * Math.max(Math.abs(model.weights[0]), Math.abs(model.weights[1]), Math.abs(model.weights[3])),
  );
  const right = sets.filter((_, row) => logOdds(model, rows, row) > 0 === (label[row] === 1)).length;
  assert.ok(right > 760, String(right));
});

test('calibration rises and follows what was seen', () => {
  const scored = Array.from({ length: 200 }, (_, at) => ({ expected: (at % 100) / 100, f1: ((at % 100) / 100) * 0.8 }));
  const points = calibrate(scored, 10);
  points.forEach((point, at) => {
    assert.ok(at === 0 || point >= points[at - 1]);
  });
  assert.ok(Math.abs(points[5] - 0.4) < 0.03, String(points[5]));
});

const typed = (type: string, predicted: string, chance: number) => ({
  type: PAGE_TYPES.indexOf(type as (typeof PAGE_TYPES)[number]),
  predicted: Float32Array.from(PAGE_TYPES, (name) =>
    name === predicted ? chance : (1 - chance) / (PAGE_TYPES.length - 1),
  ),
});

test('page types: true types with recall, predicted types with precision, and reliability', () => {
  const lines = pageTypeFigures([
    typed('article', 'article', 0.9),
    typed('article', 'article', 0.9),
    typed('article', 'listing', 0.5),
    typed('forum', 'forum', 0.9),
    typed('unheard of', 'forum', 0.9),
  ]);
  const cells = lines.map((line) => line.split(/\s{2,}/));
  assert.deepEqual(cells[0], ['true type', ...PAGE_TYPES, 'recall']);
  assert.deepEqual(cells[1], ['article', '2', '0', '0', '0', '1', '0', '0', '0.67']);
  assert.deepEqual(cells[2], ['forum', '0', '1', '0', '0', '0', '0', '0', '1.00']);
  assert.deepEqual(cells[3], ['product', '0', '0', '0', '0', '0', '0', '0', '–']);
  assert.deepEqual(cells[8], ['precision', '1.00', '1.00', '–', '–', '0.00', '–', '–']);
  assert.deepEqual(lines.slice(9), [
    'probability 0.50 right 0.00 on 1 pages',
    'probability 0.90 right 1.00 on 3 pages',
  ]);
});
