/**
 * The two prunings of J48, both in place.
 *
 * Pessimistic (C4.5, Quinlan 1993): the errors of a leaf are estimated by the upper limit of a confidence interval of its error
 * rate. From the bottom, a node becomes a leaf, or is replaced by its heavier branch (subtree raising), when that is estimated
 * to make at most .1 more errors. J48's first step, which makes leaves of subtrees without fewer training errors, is left out:
 * their estimated errors are not fewer either.
 *
 * Reduced error: from the bottom, a node becomes a leaf when that makes no more errors on rows that the tree was not grown on.
 */
import { probit } from 'simple-statistics';
import { type Instances, majority, type TreeNode } from './c45-tree.js';

/** J48's default. */
export const CONFIDENCE = 0.25;
/** Estimated errors by which a simpler tree may be worse. */
const SLACK = 0.1;

/** An inner node: both branches exist. */
type Split = TreeNode & { left: TreeNode; right: TreeNode };

function isSplit(node: TreeNode): node is Split {
  return node.left !== null;
}

function makeLeaf(node: TreeNode): void {
  node.feature = -1;
  node.left = null;
  node.right = null;
}

const NO_ROWS = new Uint32Array(0);
const sumOf = (weights: Float64Array): number => weights.reduce((a, b) => a + b, 0);
const errorsOf = (weights: Float64Array): number => sumOf(weights) - Math.max(...weights);

/**
 * Errors to add to those observed, up to the confidence limit: exact below one error, else by the normal approximation with
 * continuity correction.
 *
 * @param weight of the rows, ≥ 0
 * @param errors weight of the wrong ones
 * @param confidence 0…½; smaller prunes more
 */
export function addedErrors(weight: number, errors: number, confidence: number): number {
  if (weight === 0) return 0;
  if (errors < 1) {
    const none = weight * (1 - confidence ** (1 / weight));
    return errors === 0 ? none : none + errors * (addedErrors(weight, 1, confidence) - none);
  }
  if (errors + 0.5 >= weight) return Math.max(0, weight - errors);
  const z = probit(1 - confidence);
  const rate = (errors + 0.5) / weight;
  const square = (z * z) / weight;
  const limit =
    (rate + square / 2 + z * Math.sqrt(rate / weight - (rate * rate) / weight + square / (4 * weight))) / (1 + square);
  return limit * weight - errors;
}

/** Prunes a tree by the estimated errors of its training rows. */
export function pruneByConfidence(
  tree: TreeNode,
  instances: Instances,
  rows: Uint32Array,
  confidence = CONFIDENCE,
): void {
  const estimate = (weights: Float64Array): number => {
    const errors = errorsOf(weights);
    return errors + addedErrors(sumOf(weights), errors, confidence);
  };
  /** Estimated errors of a subtree, if further rows were sorted into it. */
  const estimateTree = (node: TreeNode, further: Uint32Array): number => {
    if (!isSplit(node)) {
      const added = weightsOf(instances, further);
      return estimate(node.weights.map((one, kind) => one + added[kind]));
    }
    const [left, right] = divide(node, instances, further);
    return estimateTree(node.left, left) + estimateTree(node.right, right);
  };
  const prune = (node: TreeNode, own: Uint32Array): void => {
    if (!isSplit(node)) return;
    const [left, right] = divide(node, instances, own);
    prune(node.left, left);
    prune(node.right, right);
    const isLeftLarger = sumOf(node.left.weights) >= sumOf(node.right.weights);
    const larger = isLeftLarger ? node.left : node.right;
    const asBranch = estimateTree(larger, isLeftLarger ? right : left);
    const asLeaf = estimate(node.weights);
    const asTree = estimateTree(node, NO_ROWS);
    if (asLeaf <= asTree + SLACK && asLeaf <= asBranch + SLACK) makeLeaf(node);
    else if (asBranch <= asTree + SLACK) {
      Object.assign(node, { ...larger });
      redistribute(node, instances, own);
      prune(node, own);
    }
  };
  prune(tree, rows);
}

/** Prunes a tree by its errors on other rows, and returns the weight of these. */
export function pruneByErrors(node: TreeNode, instances: Instances, rows: Uint32Array): number {
  const { classes, weights } = instances;
  const kind = majority(node.weights);
  let asLeaf = 0;
  for (const row of rows) if (classes[row] !== kind) asLeaf += weights[row];
  if (!isSplit(node)) return asLeaf;
  const [left, right] = divide(node, instances, rows);
  const asTree = pruneByErrors(node.left, instances, left) + pruneByErrors(node.right, instances, right);
  if (asLeaf > asTree) return asTree;
  makeLeaf(node);
  return asLeaf;
}

/** The rows of the two branches, in their order. */
function divide({ feature, threshold }: TreeNode, { columns }: Instances, rows: Uint32Array) {
  if (rows.length === 0) return [rows, rows] as const;
  const column = columns[feature];
  const sides = new Uint32Array(rows.length);
  let left = 0;
  let right = rows.length;
  for (const row of rows)
    if (column[row] <= threshold) sides[left++] = row;
    else sides[--right] = row;
  return [sides.subarray(0, left), sides.subarray(left).reverse()] as const;
}

function weightsOf({ classes, classCount, weights }: Instances, rows: Uint32Array): Float64Array {
  const sums = new Float64Array(classCount);
  for (const row of rows) sums[classes[row]] += weights[row];
  return sums;
}

function redistribute(node: TreeNode, instances: Instances, rows: Uint32Array): void {
  node.weights = weightsOf(instances, rows);
  if (!isSplit(node)) return;
  const [left, right] = divide(node, instances, rows);
  redistribute(node.left, instances, left);
  redistribute(node.right, instances, right);
}
