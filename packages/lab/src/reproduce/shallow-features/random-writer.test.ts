import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from 'dehusk/demo';
import { fitWriter, longShare, MIXTURE, meanWords, ONE_WRITER, PRINTED, wordFrequencies } from './random-writer.js';

/** Words of one block, drawn from a geometric distribution. */
function draw(p: number, next: () => number): number {
  return 1 + Math.floor(Math.log(1 - next()) / Math.log(1 - p));
}

test('probabilities of the printed mixture', () => {
  for (const [words, probability] of [
    [1, 0.31206],
    [2, 0.19194],
    [3, 0.11932],
    [5, 0.0487],
    [10, 0.0102],
    [20, 0.00451],
    [50, 0.00117],
  ])
    assert.ok(Math.abs(MIXTURE.at(PRINTED, words).value - probability) < 1e-5, `${words} words`);
  for (const [words, long] of [
    [5, 0.18],
    [8, 0.47],
    [9, 0.58],
    [15, 0.96],
  ])
    assert.ok(Math.abs(longShare(PRINTED, words) - long) < 5e-3, `${words} words are long`);
  assert.equal(meanWords(PRINTED).toFixed(2), '7.41');
});

test('slopes are the derivatives', () => {
  for (const [model, parameters] of [
    [ONE_WRITER, [0.3]],
    [MIXTURE, [0.7, 0.5, 0.1]],
  ] as const)
    for (const words of [1, 2, 7, 30])
      for (const at of parameters.keys()) {
        const moved = (by: number) => parameters.map((one, index) => (index === at ? one + by : one));
        const slope = (model.at(moved(1e-6), words).value - model.at(moved(-1e-6), words).value) / 2e-6;
        assert.ok(Math.abs(model.at(parameters, words).slopes[at] - slope) < 1e-7, `${words} words, parameter ${at}`);
      }
});

test('a fit recovers the parameters of a mixture', () => {
  for (const truth of [PRINTED, [0.6, 0.55, 0.08], [0.3, 0.35, 0.03]]) {
    const exact = fitWriter(
      Array.from({ length: 100 }, (_, at) => MIXTURE.at(truth, at + 1).value),
      MIXTURE,
    );
    for (const [at, one] of truth.entries()) assert.ok(Math.abs(exact.parameters[at] - one) < 1e-6, `exact, ${at}`);
    assert.ok(exact.adjustedR2 > 1 - 1e-9 && exact.rmse < 1e-6);

    const { next } = seededRandom('random writer');
    const [w, s, l] = truth;
    const words = Uint32Array.from({ length: 200_000 }, () => draw(next() < w ? s : l, next));
    const drawn = fitWriter(wordFrequencies(words, 100), MIXTURE);
    for (const [at, one] of truth.entries())
      assert.ok(Math.abs(drawn.parameters[at] / one - 1) < 0.04, `drawn, ${at}: ${drawn.parameters[at]} for ${one}`);
  }
});

test('one writer does not fit a mixture, and a mixture does not beat one writer on its own text', () => {
  const { next } = seededRandom(2);
  const one = wordFrequencies(
    Uint32Array.from({ length: 50_000 }, () => draw(0.3, next)),
    100,
  );
  const fit = fitWriter(one, ONE_WRITER);
  assert.ok(Math.abs(fit.parameters[0] - 0.3) < 0.005 && fit.adjustedR2 > 0.999);
  const mixed = Array.from({ length: 100 }, (_, at) => MIXTURE.at(PRINTED, at + 1).value);
  assert.ok(fitWriter(mixed, ONE_WRITER).adjustedR2 < 0.98);
});

test('blocks without words are not counted', () => {
  assert.deepEqual(wordFrequencies(Uint32Array.of(0, 1, 1, 2, 9), 3), [0.5, 0.25, 0]);
});
