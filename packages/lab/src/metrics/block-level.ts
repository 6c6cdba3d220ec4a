/**
 * Block-level figures (Kohlschütter, Fankhauser and Nejdl, WSDM 2010): every block is an instance, weighted by its number of
 * words; content is the positive class.
 *
 * Accuracy, precision, recall and F1 come from the summed weights; the weighted F1 is the mean of both classes' F1, weighted
 * by class. ROC AUC is the weighted Mann–Whitney statistic of the blocks' scores: the probability that a content word is in
 * a block with a higher score than a boilerplate word, ties counting half.
 */
import { harmonicMean } from './metric.js';

/**
 * Counts the blocks of a page (or of many).
 * @param keep per block: 1 when the algorithm calls it content
 * @param isContent per block: 1 when annotators do
 * @param weights per block: its number of words, ≥ 0
 * @throws RangeError when the columns differ in length
 */
export function countBlocks(
  keep: ArrayLike<number>,
  isContent: ArrayLike<number>,
  weights: ArrayLike<number>,
): [tp: number, fp: number, fn: number, tn: number] {
  if (keep.length !== isContent.length || keep.length !== weights.length)
    throw new RangeError(
      `got ${keep.length} labels, ${isContent.length} gold labels and ${weights.length} weights, expected as many of each`,
    );
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  for (let at = 0; at < keep.length; at++)
    counts[keep[at] === 1 ? (isContent[at] === 1 ? 0 : 1) : isContent[at] === 1 ? 2 : 3] += weights[at];
  return counts;
}

/** Figures of summed counts, each 0…1; NaN where nothing was counted. */
export function blockFigures([tp, fp, fn, tn]: readonly number[]) {
  const total = tp + fp + fn + tn;
  const [precision, recall] = [tp / (tp + fp), tp / (tp + fn)];
  const f1 = harmonicMean(precision, recall);
  const boilerplateF1 = harmonicMean(tn / (tn + fn), tn / (tn + fp));
  /** Mean of the two F1, each weighted by its class's weight in the gold. */
  const weightedF1 = (f1 * (tp + fn) + boilerplateF1 * (tn + fp)) / total;
  return { accuracy: (tp + tn) / total, precision, recall, f1, boilerplateF1, weightedF1 };
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
