/**
 * Cross-validation of learners and the paper's figures: every instance weighted by its words, precision, recall and F1
 * averaged over the classes by their weight, as Weka prints them, and the area under the ROC curve of the leaves' Laplace
 * probabilities, likewise.
 */

import { classFigures, rocAuc } from '../../metrics/block-level.js';
import {
  growTree,
  type Instances,
  laplace,
  leafOf,
  leavesOf,
  majority,
  pruneByConfidence,
  pruneByErrors,
  sortRows,
  type TreeNode,
} from './c45-tree.js';

/** What was learnt from some rows: a probability or vote for each class of the other rows. `leaves` is NaN without a tree. */
interface Classifier {
  scoresOf(row: number): Float64Array;
  readonly leaves: number;
}

/** Learns from the rows with `use` 1. */
export type Learner = (instances: Instances, use: Uint8Array) => Classifier;

/** Which columns, and how trees are grown and pruned. */
export interface TreeLearner {
  /** Indices of columns; none predicts the majority class. */
  readonly features: readonly number[];
  /** `stump` is a single split; `errors` grows on two thirds of the training rows and prunes on the rest (J48 -R -N 3). */
  readonly pruning: 'stump' | 'confidence' | 'errors';
}

/** A learner's tree for the rows with `use` 1. */
export function learnTree(
  instances: Instances,
  sorted: readonly Uint32Array[],
  use: Uint8Array,
  { features, pruning }: TreeLearner,
): TreeNode {
  const rows = Uint32Array.from(use.keys()).filter((row) => use[row] === 1);
  if (pruning === 'errors') {
    const isHeld = thirds(instances, rows);
    const grown = use.map((one, row) => (one === 1 && isHeld[row] === 0 ? 1 : 0));
    const tree = growTree(instances, sorted, grown, features);
    const held = rows.filter((row) => isHeld[row] === 1);
    pruneByErrors(tree, instances, held);
    return tree;
  }
  if (features.length === 0 || pruning === 'stump')
    return growTree(instances, sorted, use, features.length === 0 ? [0] : features, {
      maxDepth: Math.min(1, features.length),
    });
  const tree = growTree(instances, sorted, use, features);
  pruneByConfidence(tree, instances, rows);
  return tree;
}

/** @param sorted the rows of the instances by each column */
export const treeLearner =
  (learner: TreeLearner, sorted?: readonly Uint32Array[]): Learner =>
  (instances, use) => {
    const tree = learnTree(instances, sorted ?? sortRows(instances), use, learner);
    return { scoresOf: (row) => laplace(leafOf(tree, instances, row).weights), leaves: leavesOf(tree) };
  };

/** Marks every third row of each class. */
function thirds({ classes, classCount }: Instances, rows: Uint32Array): Uint8Array {
  const seen = new Uint32Array(classCount);
  const isThird = new Uint8Array(classes.length);
  for (const row of rows) if (seen[classes[row]]++ % 3 === 2) isThird[row] = 1;
  return isThird;
}

/** Predicts every row by what was learnt from the other folds. @param folds per row */
export function crossValidate(instances: Instances, folds: Uint8Array, learn: Learner) {
  const { classes, classCount } = instances;
  const predicted = new Uint8Array(classes.length);
  const probabilities = Array.from({ length: classCount }, () => new Float64Array(classes.length));
  const all = [...new Set(folds)];
  let leaves = 0;
  for (const fold of all) {
    const others = folds.map((one) => (one === fold ? 0 : 1));
    const classifier = learn(instances, others);
    leaves += classifier.leaves;
    for (let row = 0; row < classes.length; row++) {
      if (folds[row] !== fold) continue;
      const scores = classifier.scoresOf(row);
      predicted[row] = majority(scores);
      for (const [kind, one] of scores.entries()) probabilities[kind][row] = one;
    }
  }
  // The mean number of leaves.
  return { ...printedFigures(instances, predicted, probabilities), leaves: leaves / all.length };
}

/** Folds over rows, stratified as in the paper: the rows of each class are dealt out in turn. */
export function foldsOverBlocks({ classes, classCount }: Instances, folds: number): Uint8Array {
  const dealt = new Uint32Array(classCount);
  return classes.map((kind) => dealt[kind]++ % folds);
}

/**
 * Accuracy, means over the classes and the F1 of each class.
 * @param probabilities per class: a score for each row
 */
export function printedFigures(instances: Instances, predicted: Uint8Array, probabilities: readonly Float64Array[]) {
  const { classes, weights } = instances;
  const { accuracy, byClass, meanOf } = classFigures(instances, predicted);
  const areaOf = (kind: number): number => {
    const isKind = classes.map((one) => Number(one === kind));
    return rocAuc(probabilities[kind], isKind, weights);
  };
  return {
    accuracy,
    precision: meanOf((kind) => byClass[kind].precision),
    recall: meanOf((kind) => byClass[kind].recall),
    f1: meanOf((kind) => byClass[kind].f1),
    auc: meanOf(areaOf),
    classF1: byClass.map(({ f1 }) => f1),
  };
}
