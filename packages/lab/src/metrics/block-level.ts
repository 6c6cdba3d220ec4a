/**
 * Block-level figures (Kohlschütter, Fankhauser and Nejdl, WSDM 2010): every block is an instance, weighted by its number of
 * words. Accuracy, precision, recall and F1 come from the summed weights. ROC AUC is the weighted Mann–Whitney statistic of the
 * blocks' scores: the probability that a content word is in a block with a higher score than a boilerplate word, ties counting half.
 */
import { harmonicMean } from './metric.js';

/** Instances with the class of each, 0 … classCount − 1, and its weight. */
interface WeighedClasses {
  readonly classes: ArrayLike<number>;
  readonly classCount: number;
  readonly weights: ArrayLike<number>;
}

/** Figures of predicted classes, each 0…1; NaN of a class without instances. `means` are weighted by class, as Weka prints them. */
export function classFigures({ classes, classCount, weights }: WeighedClasses, predicted: ArrayLike<number>) {
  const gold = new Float64Array(classCount);
  const said = new Float64Array(classCount);
  const right = new Float64Array(classCount);
  for (let row = 0; row < classes.length; row++) {
    gold[classes[row]] += weights[row];
    said[predicted[row]] += weights[row];
    if (classes[row] === predicted[row]) right[classes[row]] += weights[row];
  }
  const total = gold.reduce((a, b) => a + b, 0);
  const byClass = Array.from(gold, (weight, kind) => {
    const precision = said[kind] === 0 ? 0 : right[kind] / said[kind];
    const recall = right[kind] / weight;
    return { precision, recall, f1: harmonicMean(precision, recall) };
  });
  /** The mean of a figure over the classes that have instances, weighted by class. */
  const meanOf = (figureOf: (kind: number) => number): number =>
    gold.reduce((sum, weight, kind) => (weight === 0 ? sum : sum + (weight / total) * figureOf(kind)), 0);
  return { accuracy: right.reduce((a, b) => a + b, 0) / total, byClass, meanOf };
}

/**
 * Area under the ROC curve of blocks' scores.
 * @param scores per block: higher means more like content
 * @param isContent per block: 1 when annotators call it content
 * @param weights per block, ≥ 0
 * @returns 0…1, ½ for uninformative scores; NaN when a class has no weight
 */
export function rocAuc(scores: ArrayLike<number>, isContent: ArrayLike<number>, weights: ArrayLike<number>): number {
  const order = Uint32Array.from({ length: scores.length }, (_, at) => at).sort((x, y) => scores[x] - scores[y]);
  let wins = 0;
  let boilerplateBelow = 0;
  let content = 0;
  for (let at = 0; at < order.length; ) {
    const score = scores[order[at]];
    let tiedContent = 0;
    let tiedBoilerplate = 0;
    for (; at < order.length && scores[order[at]] === score; at++) {
      if (isContent[order[at]] === 1) tiedContent += weights[order[at]];
      else tiedBoilerplate += weights[order[at]];
    }
    wins += tiedContent * (boilerplateBelow + tiedBoilerplate / 2);
    boilerplateBelow += tiedBoilerplate;
    content += tiedContent;
  }
  return wins / (content * boilerplateBelow);
}
