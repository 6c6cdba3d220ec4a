/**
 * Decision trees as C4.5 grows them (Quinlan 1993), in the form of Weka's J48, which the paper used as "C4.8".
 *
 * Steps: a node splits at the feature and threshold with the highest gain ratio among the splits with at least the average
 * information gain. The gain of a numeric split is reduced by log₂(thresholds tried) / weight, and both sides must have a
 * minimum weight: a tenth of the node's weight per class, but at least 2 and at most 25. A threshold is the largest value of
 * the training rows that is not above the middle between the two neighbours. `prune-c45.ts` prunes.
 *
 * Departures: no missing and no nominal values, which blocks do not have; values differ when they are unequal (J48: by 10⁻⁵);
 * weights are whole numbers, here words, so that x·log₂x is looked up. Ties go to the earlier feature and lower threshold.
 */

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

interface GrowOptions {
  /** Least weight of a side of a split. Default 2. */
  readonly minWeight?: number;
  /** Most splits between root and leaf. Default: no limit. */
  readonly maxDepth?: number;
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
 *
 * @param sorted of {@link sortRows}
 * @param use per row: 1 for training rows
 * @param features indices of the columns a split may use
 */
export function growTree(
  instances: Instances,
  sorted: readonly Uint32Array[],
  use: Uint8Array,
  features: readonly number[],
  { minWeight = 2, maxDepth = Number.POSITIVE_INFINITY }: GrowOptions = {},
): TreeNode {
  const { columns, classes, classCount, weights } = instances;
  /** Per feature: the training rows; the rows of a node are one range of each, in ascending order of their values. */
  let count = 0;
  let total = 0;
  for (let row = 0; row < use.length; row++) {
    count += use[row];
    total += use[row] * weights[row];
  }
  const orders = features.map((feature) => {
    const order = new Uint32Array(count);
    let at = 0;
    for (const row of sorted[feature]) if (use[row] === 1) order[at++] = row;
    return order;
  });
  const xLogX = entropyTable(total);
  const scratch = new Uint32Array(count);
  const isLeft = new Uint8Array(classes.length);
  const leftWeights = new Float64Array(classCount);

  /** The best threshold of one feature for the rows of a node, or null. */
  const bestOf = (at: number, from: number, to: number, own: Float64Array, weight: number, least: number) => {
    const order = orders[at];
    const column = columns[features[at]];
    if (column[order[from]] === column[order[to - 1]]) return null;
    leftWeights.fill(0);
    let left = 0;
    let leftSum = 0;
    let rightSum = 0;
    for (const one of own) rightSum += xLogX[one];
    const parent = xLogX[weight] - rightSum;
    let tried = 0;
    let best = Number.NEGATIVE_INFINITY;
    let bestAt = -1;
    let bestLeft = 0;
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
      if (gain <= best) continue;
      best = gain;
      bestAt = index;
      bestLeft = left;
    }
    const gain = best - Math.log2(tried) / weight;
    if (tried === 0 || gain <= 0) return null;
    const ratio = gain / ((xLogX[weight] - xLogX[bestLeft] - xLogX[weight - bestLeft]) / weight);
    return { at, gain, ratio, middle: (column[order[bestAt]] + column[order[bestAt + 1]]) / 2 };
  };

  const grow = (from: number, to: number, depth: number): TreeNode => {
    const own = new Float64Array(classCount);
    let weight = 0;
    for (let index = from; index < to; index++) {
      own[classes[orders[0][index]]] += weights[orders[0][index]];
      weight += weights[orders[0][index]];
    }
    const leaf: TreeNode = { feature: -1, threshold: 0, left: null, right: null, weights: own };
    if (depth >= maxDepth || weight < 2 * minWeight || Math.max(...own) === weight) return leaf;
    const least = Math.min(25, Math.max(minWeight, (0.1 * weight) / classCount));
    const splits = features.flatMap((_, at) => bestOf(at, from, to, own, weight, least) ?? []);
    if (splits.length === 0) return leaf;
    const average = splits.reduce((sum, { gain }) => sum + gain, 0) / splits.length;
    const chosen = splits
      .filter(({ gain }) => gain >= average - 1e-3)
      .reduce((best, one) => (one.ratio > best.ratio ? one : best));

    const column = columns[features[chosen.at]];
    const threshold = largestUpTo(chosen.middle, column, sorted[features[chosen.at]], use);
    let middle = from;
    for (let index = from; index < to; index++) {
      const row = orders[0][index];
      isLeft[row] = column[row] <= threshold ? 1 : 0;
      middle += isLeft[row];
    }
    for (const order of orders) {
      let left = from;
      let right = 0;
      for (let index = from; index < to; index++) {
        const row = order[index];
        if (isLeft[row] === 1) order[left++] = row;
        else scratch[right++] = row;
      }
      order.set(scratch.subarray(0, right), left);
    }
    leaf.feature = features[chosen.at];
    leaf.threshold = threshold;
    leaf.left = grow(from, middle, depth + 1);
    leaf.right = grow(middle, to, depth + 1);
    return leaf;
  };
  return grow(0, count, 0);
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

/** The leaf of a row. */
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

/** Number of leaves. */
export function leavesOf({ left, right }: TreeNode): number {
  return left === null || right === null ? 1 : leavesOf(left) + leavesOf(right);
}
