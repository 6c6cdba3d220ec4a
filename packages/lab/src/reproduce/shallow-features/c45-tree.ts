/**
 * Decision trees as C4.5 grows them (Quinlan 1993), in the form of Weka's J48, which the paper used as "C4.8".
 *
 * Steps: a node splits at the feature and threshold with the highest gain ratio among the splits with at least the average
 * information gain. The gain of a numeric split is reduced by log₂(thresholds tried) / weight, and both sides must have a
 * minimum weight: a tenth of the node's weight per class, but at least 2 and at most 25. A threshold is the largest value of
 * the training rows that is not above the middle between the two neighbours. The prunings follow below.
 *
 * Departures: no missing and no nominal values, which blocks do not have; values differ when they are unequal (J48: by 10⁻⁵);
 * weights are whole numbers, here words, so that x·log₂x is looked up. Ties go to the earlier feature and lower threshold.
 */
import { probit } from 'simple-statistics';

/** Instances in columns. */
export interface Instances {
  /** One column of values per feature; no NaN. */
  readonly columns: readonly Float64Array[];
  /** Per row: 0 … classCount − 1. */
  readonly classes: Uint8Array;
  readonly classCount: number;
  /** Per row: a whole number ≥ 1. */
  readonly weights: Uint32Array;
}

/** A node; a leaf when `feature` is −1. Values up to the threshold go left. Pruning changes it in place. */
export interface TreeNode {
  feature: number;
  threshold: number;
  left: TreeNode | null;
  right: TreeNode | null;
  /** Weight of the training rows per class. */
  weights: Float64Array;
}

/** Per feature: all rows in ascending order of their values. Sort once, then grow trees on any of the rows. */
export function sortRows({ columns, classes }: Instances): readonly Uint32Array[] {
  return columns.map((column) =>
    Uint32Array.from({ length: classes.length }, (_, row) => row).sort((a, b) => column[a] - column[b] || a - b),
  );
}

/** x·log₂x of whole numbers up to the total weight. */
function entropyTable(total: number): Float64Array {
  const table = new Float64Array(total + 1);
  for (let x = 2; x <= total; x++) table[x] = x * Math.log2(x);
  return table;
}

/**
 * Grows a tree without pruning it.
 * @param sorted of {@link sortRows}
 * @param use per row: 1 for training rows
 * @param features indices of the columns a split may use
 * @param maxDepth most splits between root and leaf
 */
export function growTree(
  instances: Instances,
  sorted: readonly Uint32Array[],
  use: Uint8Array,
  features: readonly number[],
  { maxDepth = Number.POSITIVE_INFINITY }: { readonly maxDepth?: number } = {},
): TreeNode {
  const grower = new Grower(instances, sorted, use, features, maxDepth);
  return grower.grow(0, grower.count, 0);
}

/** Least weight of a side of a split. */
const MIN_WEIGHT = 2;

/** The rows of a node are one range of each order; splitting it moves the rows of the left branch to its front. */
class Grower {
  /** Number of training rows. */
  readonly count: number;
  /** Per feature: the training rows, in ascending order of their values. */
  private readonly orders: readonly Uint32Array[];
  private readonly xLogX: Float64Array;
  private readonly scratch: Uint32Array;
  private readonly isLeft: Uint8Array;

  constructor(
    private readonly instances: Instances,
    private readonly sorted: readonly Uint32Array[],
    private readonly use: Uint8Array,
    private readonly features: readonly number[],
    private readonly maxDepth: number,
  ) {
    this.orders = features.map((feature) => sorted[feature].filter((row) => use[row] === 1));
    this.count = this.orders[0].length;
    this.xLogX = entropyTable(this.orders[0].reduce((sum, row) => sum + instances.weights[row], 0));
    this.scratch = new Uint32Array(this.count);
    this.isLeft = new Uint8Array(use.length);
  }

  grow(from: number, to: number, depth: number): TreeNode {
    const { classes, classCount, weights } = this.instances;
    const own = new Float64Array(classCount);
    let weight = 0;
    for (const row of this.orders[0].subarray(from, to)) {
      own[classes[row]] += weights[row];
      weight += weights[row];
    }
    const leaf: TreeNode = { feature: -1, threshold: 0, left: null, right: null, weights: own };
    if (depth >= this.maxDepth || weight < 2 * MIN_WEIGHT || Math.max(...own) === weight) return leaf;
    const splits = this.features.flatMap((_, at) => this.bestSplit(at, from, to, own, weight) ?? []);
    if (splits.length === 0) return leaf;
    const average = splits.reduce((sum, { gain }) => sum + gain, 0) / splits.length;
    const chosen = splits
      .filter(({ gain }) => gain >= average - 1e-3)
      .reduce((best, one) => (one.ratio > best.ratio ? one : best));
    const feature = this.features[chosen.at];
    const column = this.instances.columns[feature];
    const threshold = largestUpTo(chosen.middle, column, this.sorted[feature], this.use);
    const middle = this.divide(from, to, column, threshold);
    const [left, right] = [this.grow(from, middle, depth + 1), this.grow(middle, to, depth + 1)];
    return Object.assign(leaf, { feature, threshold, left, right });
  }

  /** The best threshold of one feature for the rows of a node, or null. @param own weight of each class of the node */
  private bestSplit(at: number, from: number, to: number, own: Float64Array, weight: number) {
    const { xLogX } = this;
    const { columns, classes, classCount, weights } = this.instances;
    const order = this.orders[at];
    const column = columns[this.features[at]];
    if (column[order[from]] === column[order[to - 1]]) return null;
    const least = Math.min(25, Math.max(MIN_WEIGHT, (0.1 * weight) / classCount));
    const leftWeights = new Float64Array(classCount);
    let [left, leftSum, rightSum] = [0, 0, 0];
    for (const one of own) rightSum += xLogX[one];
    const parent = xLogX[weight] - rightSum;
    let tried = 0;
    let best = { gain: Number.NEGATIVE_INFINITY, index: -1, left: 0 };
    for (let index = from; index < to - 1; index++) {
      const row = order[index];
      const kind = classes[row];
      const before = leftWeights[kind];
      const after = before + weights[row];
      leftSum += xLogX[after] - xLogX[before];
      rightSum += xLogX[own[kind] - after] - xLogX[own[kind] - before];
      leftWeights[kind] = after;
      left += weights[row];
      if (left < least || column[row] === column[order[index + 1]]) continue;
      const right = weight - left;
      if (right < least) break;
      tried++;
      const gain = (parent - (xLogX[left] - leftSum) - (xLogX[right] - rightSum)) / weight;
      if (gain > best.gain) best = { gain, index, left };
    }
    const gain = best.gain - Math.log2(tried) / weight;
    if (tried === 0 || gain <= 0) return null;
    const ratio = gain / ((xLogX[weight] - xLogX[best.left] - xLogX[weight - best.left]) / weight);
    return { at, gain, ratio, middle: (column[order[best.index]] + column[order[best.index + 1]]) / 2 };
  }

  /** Moves the rows up to a threshold to the front of the range, in every order. @returns where the others begin */
  private divide(from: number, to: number, column: Float64Array, threshold: number): number {
    const { isLeft, scratch } = this;
    for (const row of this.orders[0].subarray(from, to)) isLeft[row] = column[row] <= threshold ? 1 : 0;
    let middle = from;
    for (const order of this.orders) {
      let right = 0;
      middle = from;
      for (let index = from; index < to; index++) {
        const row = order[index];
        if (isLeft[row] === 1) order[middle++] = row;
        else scratch[right++] = row;
      }
      order.set(scratch.subarray(0, right), middle);
    }
    return middle;
  }
}

/** The largest value of the training rows that is not above a limit. */
function largestUpTo(limit: number, column: Float64Array, order: Uint32Array, use: Uint8Array): number {
  let low = 0;
  let high = order.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (column[order[middle]] <= limit) low = middle;
    else high = middle;
  }
  while (use[order[low]] === 0) low--;
  return column[order[low]];
}

export function leafOf(tree: TreeNode, { columns }: Pick<Instances, 'columns'>, row: number): TreeNode {
  let node = tree;
  while (node.left !== null && node.right !== null)
    node = columns[node.feature][row] <= node.threshold ? node.left : node.right;
  return node;
}

/** The class with the largest weight; ties go to the smaller number. */
export function majority(weights: Float64Array): number {
  return weights.indexOf(Math.max(...weights));
}

/** The probability of each class in a leaf by Laplace's estimate: (weight + 1) / (sum + classes). */
export function laplace(weights: Float64Array): Float64Array {
  const sum = weights.reduce((a, b) => a + b, weights.length);
  return weights.map((one) => (one + 1) / sum);
}

export function leavesOf({ left, right }: TreeNode): number {
  return left === null || right === null ? 1 : leavesOf(left) + leavesOf(right);
}

// The two prunings of J48, both in place.
//
// Pessimistic (C4.5, Quinlan 1993): the errors of a leaf are estimated by the upper limit of a confidence interval of its error
// rate. From the bottom, a node becomes a leaf, or is replaced by its heavier branch (subtree raising), when that is estimated
// to make at most .1 more errors. J48's first step, which makes leaves of subtrees without fewer training errors, is left out:
// their estimated errors are not fewer either.
//
// Reduced error: from the bottom, a node becomes a leaf when that makes no more errors on rows that the tree was not grown on.

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
export function pruneByConfidence(tree: TreeNode, instances: Instances, rows: Uint32Array): void {
  const estimate = (weights: Float64Array): number => {
    const errors = errorsOf(weights);
    return errors + addedErrors(sumOf(weights), errors, CONFIDENCE);
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
