/**
 * Boosted trees in typed arrays: complete binary trees, nodes breadth first, evaluated without allocation.
 *
 * A packed forest scores many rows at once. Observation: a descent waits for memory and for mispredicted branches, five times
 * per tree. So every tree is made complete (a leaf above the bottom stands for all leaves below it), a step is arithmetic
 * instead of a branch, four rows descend a tree side by side, and a few dozen rows stay in the cache while the trees pass
 * over them: half the time of single descents. Sums are taken in the order of the trees and rounded to 32 bits at each step,
 * so scores equal those of {@link score} bit for bit.
 */

export interface Forest {
  /** Nodes of one tree: 2^(depth + 1) − 1. */
  readonly nodes: number;
  /** Number of outputs; tree t adds to output t mod outputs. */
  readonly outputs: number;
  /** Log-odds of each output before the first tree. */
  readonly start: Float32Array;
  /** Per node: the column compared, −1 in a leaf. */
  readonly feature: Int16Array;
  /** Per node: a value up to this goes left (to node 2i + 1), any other right (2i + 2). */
  readonly threshold: Float32Array;
  /** Per node: the score of a row that ends here; inner nodes have one too, for explanations. */
  readonly value: Float32Array;
}

/** Writes the sum of a forest's trees for one row of features into `into`, one number per output. */
export function score(forest: Forest, row: Float32Array, offset: number, into: Float32Array): void {
  const { nodes, outputs, feature, threshold, value } = forest;
  into.set(forest.start);
  for (let tree = 0, root = 0; root < feature.length; tree++, root += nodes) {
    let node = 0;
    let column = feature[root];
    while (column >= 0) {
      node = 2 * node + (row[offset + column] <= threshold[root + node] ? 1 : 2);
      column = feature[root + node];
    }
    into[tree % outputs] += value[root + node];
  }
}

/**
 * The contribution of each column to one row's score (Saabas 2014): along each path, the change of the node's value is
 * credited to the column split on. Only for forests of one output.
 */
export function contributions(forest: Forest, row: Float32Array, offset: number): Map<number, number> {
  const { nodes, feature, threshold, value } = forest;
  const moved = new Map<number, number>();
  for (let root = 0; root < feature.length; root += nodes) {
    let node = 0;
    let column = feature[root];
    while (column >= 0) {
      const next = 2 * node + (row[offset + column] <= threshold[root + node] ? 1 : 2);
      moved.set(column, (moved.get(column) ?? 0) + value[root + next] - value[root + node]);
      node = next;
      column = feature[root + node];
    }
  }
  return moved;
}

/** Probabilities of logits, in place. */
export function softmax(logits: Float32Array): Float32Array {
  let most = Number.NEGATIVE_INFINITY;
  for (const logit of logits) if (logit > most) most = logit;
  let sum = 0;
  for (let at = 0; at < logits.length; at++) sum += logits[at] = Math.exp(logits[at] - most);
  for (let at = 0; at < logits.length; at++) logits[at] /= sum;
  return logits;
}

export interface PackedForest {
  readonly start: number;
  readonly depth: number;
  /**
   * Two views of the same bytes: inner node n, breadth first with one free place before each tree's root, compares
   * column[2n] with threshold[2n + 1]. Values up to the threshold go left.
   */
  readonly column: Int32Array;
  readonly threshold: Float32Array;
  /** Per tree 2^depth values, left to right. */
  readonly leaf: Float32Array;
}

/** Rows that fit in the nearest cache, at four bytes per column, while the trees pass. */
const ROWS_AT_ONCE = 32;

/**
 * Packs a forest of one output.
 *
 * @throws RangeError for a forest of several outputs, naming their number
 */
export function packForest(forest: Forest): PackedForest {
  if (forest.outputs !== 1) throw new RangeError(`a packed forest has one output, got ${forest.outputs}`);
  const trees = forest.feature.length / forest.nodes;
  const leaves = (forest.nodes + 1) / 2;
  const bytes = new ArrayBuffer(trees * leaves * 8);
  const column = new Int32Array(bytes);
  const threshold = new Float32Array(bytes);
  const leaf = new Float32Array(trees * leaves);
  for (let tree = 0; tree < trees; tree++) {
    // Per place of the complete tree, numbered from 1: the node of the given tree.
    const nodeAt = new Int32Array(2 * leaves);
    nodeAt[1] = tree * forest.nodes;
    for (let place = 1; place < leaves; place++) {
      const node = nodeAt[place];
      const inner = node - tree * forest.nodes;
      const isLeaf = forest.feature[node] < 0;
      column[2 * (tree * leaves + place)] = isLeaf ? 0 : forest.feature[node];
      threshold[2 * (tree * leaves + place) + 1] = isLeaf ? Number.POSITIVE_INFINITY : forest.threshold[node];
      nodeAt[2 * place] = isLeaf ? node : tree * forest.nodes + 2 * inner + 1;
      nodeAt[2 * place + 1] = isLeaf ? node : tree * forest.nodes + 2 * inner + 2;
    }
    for (let place = 0; place < leaves; place++) leaf[tree * leaves + place] = forest.value[nodeAt[leaves + place]];
  }
  return { start: forest.start[0], depth: Math.log2(leaves), column, threshold, leaf };
}

/** Scores of the first `rows` rows of a matrix `stride` columns wide. */
export function scoreRows(packed: PackedForest, matrix: Float32Array, stride: number, rows: number): Float32Array {
  const { start, depth, column, threshold, leaf } = packed;
  const leaves = 2 ** depth;
  const into = new Float32Array(rows).fill(start);
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const to = Math.min(rows, from + ROWS_AT_ONCE);
    const fours = to - ((to - from) & 3);
    for (let tree = 0, base = 0; tree < leaf.length; tree += leaves, base += 2 * leaves) {
      const values = tree - leaves;
      let row = from;
      let a = from * stride;
      for (; row < fours; row += 4, a += 4 * stride) {
        const b = a + stride;
        const c = b + stride;
        const d = c + stride;
        let atA = 1;
        let atB = 1;
        let atC = 1;
        let atD = 1;
        for (let level = 0; level < depth; level++) {
          const nodeA = base + 2 * atA;
          const nodeB = base + 2 * atB;
          const nodeC = base + 2 * atC;
          const nodeD = base + 2 * atD;
          atA = 2 * atA + (Number(matrix[a + column[nodeA]] > threshold[nodeA + 1]) | 0);
          atB = 2 * atB + (Number(matrix[b + column[nodeB]] > threshold[nodeB + 1]) | 0);
          atC = 2 * atC + (Number(matrix[c + column[nodeC]] > threshold[nodeC + 1]) | 0);
          atD = 2 * atD + (Number(matrix[d + column[nodeD]] > threshold[nodeD + 1]) | 0);
        }
        into[row] += leaf[values + atA];
        into[row + 1] += leaf[values + atB];
        into[row + 2] += leaf[values + atC];
        into[row + 3] += leaf[values + atD];
      }
      for (; row < to; row++, a += stride) {
        let at = 1;
        for (let level = 0; level < depth; level++) {
          const node = base + 2 * at;
          at = 2 * at + (Number(matrix[a + column[node]] > threshold[node + 1]) | 0);
        }
        into[row] += leaf[values + at];
      }
    }
  }
  return into;
}
