/**
 * A linear support vector machine, the paper's other learner, by LIBSVM. As Weka's SMO does by default, features are scaled to 0…1, the
 * cost is 1, and scores are the predicted class alone, so the ROC area is that of one point.
 *
 * Departures: Weka weighs instances; LIBSVM cannot, so blocks are drawn with a probability in proportion to their words, with
 * replacement. Word counts and densities have long tails, which would press most blocks into a hundredth of the scale; columns are cut at
 * the largest value of 99 % of the drawn blocks.
 */
import { seededRandom } from 'dehusk/demo';
import SVM from 'libsvm-js/asm.js';
import type { Learner } from './cross-validate.js';

/** Blocks drawn to learn from: LIBSVM's time grows faster than their number. */
const SAMPLE = 6000;

/** @param features indices of columns */
export const supportVectorLearner =
  (features: readonly number[]): Learner =>
  ({ columns, classes, classCount, weights }, use) => {
    const { next } = seededRandom(1);
    const rowOfWord = Array.from(weights, (weight, row) => new Array<number>(use[row] * weight).fill(row)).flat();
    const drawn = Array.from({ length: SAMPLE }, () => rowOfWord[Math.floor(next() * rowOfWord.length)]);
    const scales = features.map((feature) => {
      const values = Float64Array.from(drawn, (row) => columns[feature][row]).sort();
      const [low, high] = [values[0], values[Math.floor(0.99 * (SAMPLE - 1))]];
      return (row: number) =>
        high === low ? 0 : (Math.min(high, Math.max(low, columns[feature][row])) - low) / (high - low);
    });
    const scaled = (row: number): number[] => scales.map((scale) => scale(row));
    const machine = new SVM({ kernel: SVM.KERNEL_TYPES.LINEAR, cost: 1, quiet: true });
    machine.train(
      drawn.map(scaled),
      drawn.map((row) => classes[row]),
    );
    const predicted = classes.map((_, row) => (use[row] === 1 ? 0 : machine.predictOne(scaled(row))));
    machine.free();
    return {
      scoresOf: (row) => new Float64Array(classCount).map((_, kind) => Number(kind === predicted[row])),
      leaves: Number.NaN,
    };
  };
