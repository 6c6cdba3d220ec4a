/**
 * Cross-validation of C4.5 trees and the paper's figures: every instance weighted by its words, precision, recall and F1
 * averaged over the classes by their weight, as Weka prints them, and the area under the ROC curve of the leaves' Laplace
 * probabilities, likewise.
 */

import { rocAuc } from '../../metrics/block-level.js';
import { harmonicMean } from '../../metrics/metric.js';
import { growTree, type Instances, laplace, leafOf, leavesOf, majority, sortRows, type TreeNode } from './c45-tree.js';
import { pruneByConfidence, pruneByErrors } from './prune-c45.js';

/** A learner: which columns, and how trees are grown and pruned. */
export interface TreeLearner {
  /** Indices of columns; none predicts the majority class. */
  readonly features: readonly number[];
  /** `stump` is a single split; `errors` grows on two thirds of the training rows and prunes on the rest (J48 -R -N 3). */
  readonly pruning: 'stump' | 'confidence' | 'errors';
}

/** Figures of predictions, each 0…1. */
interface ClassFigures {
  readonly accuracy: number;
  /** Means over the classes, weighted by class. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly auc: number;
  /** Per class; NaN for a class without rows. */
  readonly classF1: readonly number[];
}

export interface Validation extends ClassFigures {
  /** Mean number of leaves. */
  readonly leaves: number;
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
    const tree = growTree(
      instances,
      sorted,
      use.map((one, row) => (one === 1 && isHeld[row] === 0 ? 1 : 0)),
      features,
    );
    pruneByErrors(
      tree,
      instances,
      rows.filter((row) => isHeld[row] === 1),
    );
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

/** Marks every third row of each class. */
function thirds({ classes, classCount }: Instances, rows: Uint32Array): Uint8Array {
  const seen = new Uint32Array(classCount);
  const isThird = new Uint8Array(classes.length);
  for (const row of rows) if (seen[classes[row]]++ % 3 === 2) isThird[row] = 1;
  return isThird;
}

/**
 * Predicts every row by a tree of the other folds.
 *
 * @param folds per row
 */
export function crossValidate(
  instances: Instances,
  folds: Uint8Array,
  learner: TreeLearner,
  sorted: readonly Uint32Array[] = sortRows(instances),
): Validation {
  const { classes, classCount } = instances;
  const predicted = new Uint8Array(classes.length);
  const probabilities = Array.from({ length: classCount }, () => new Float64Array(classes.length));
  const all = [...new Set(folds)];
  let leaves = 0;
  for (const fold of all) {
    const tree = learnTree(
      instances,
      sorted,
      folds.map((one) => (one === fold ? 0 : 1)),
      learner,
    );
    leaves += leavesOf(tree);
    for (let row = 0; row < classes.length; row++) {
      if (folds[row] !== fold) continue;
      const { weights } = leafOf(tree, instances, row);
      predicted[row] = majority(weights);
      for (const [kind, one] of laplace(weights).entries()) probabilities[kind][row] = one;
    }
  }
  return { ...classFigures(instances, predicted, probabilities), leaves: leaves / all.length };
}

/** Folds over rows, stratified as in the paper: the rows of each class are dealt out in turn. */
export function foldsOverBlocks({ classes, classCount }: Instances, folds: number): Uint8Array {
  const dealt = new Uint32Array(classCount);
  return classes.map((kind) => dealt[kind]++ % folds);
}

/**
 * Figures of predicted classes.
 *
 * @param probabilities per class: a score for each row; none: the area is NaN
 */
export function classFigures(
  { classes, classCount, weights }: Pick<Instances, 'classes' | 'classCount' | 'weights'>,
  predicted: Uint8Array,
  probabilities: readonly Float64Array[],
): ClassFigures {
  const gold = new Float64Array(classCount);
  const said = new Float64Array(classCount);
  const right = new Float64Array(classCount);
  for (let row = 0; row < classes.length; row++) {
    gold[classes[row]] += weights[row];
    said[predicted[row]] += weights[row];
    if (classes[row] === predicted[row]) right[classes[row]] += weights[row];
  }
  const total = gold.reduce((a, b) => a + b, 0);
  const kinds = [...gold.keys()];
  const present = kinds.filter((kind) => gold[kind] > 0);
  const mean = (of: (kind: number) => number): number =>
    present.reduce((sum, kind) => sum + (gold[kind] / total) * of(kind), 0);
  const precision = (kind: number): number => (said[kind] === 0 ? 0 : right[kind] / said[kind]);
  const recall = (kind: number): number => right[kind] / gold[kind];
  const f1 = (kind: number): number => harmonicMean(precision(kind), recall(kind));
  return {
    accuracy: right.reduce((a, b) => a + b, 0) / total,
    precision: mean(precision),
    recall: mean(recall),
    f1: mean(f1),
    auc:
      probabilities.length === 0
        ? Number.NaN
        : mean((kind) =>
            rocAuc(
              probabilities[kind],
              classes.map((one) => Number(one === kind)),
              weights,
            ),
          ),
    classF1: kinds.map((kind) => (gold[kind] === 0 ? Number.NaN : f1(kind))),
  };
}
