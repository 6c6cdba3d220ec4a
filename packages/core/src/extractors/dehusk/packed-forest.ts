/**
 * A forest of one output laid out for many rows at once.
 *
 * Observation: a descent waits for memory and for branches guessed wrong, five times a tree. So every tree is made complete
 * (a leaf above the bottom stands for all leaves below it), a step is arithmetic instead of a branch, four rows go down a
 * tree side by side, and some dozen rows stay in the cache while the trees pass over them. Half the time of a descent a row.
 *
 * Sums are made in the order of the trees and rounded to 32 bits at each step, so a row's score is bit for bit that of
 * {@link score}.
 */
import type { Forest } from './trees.js';

export interface PackedForest {
  readonly start: number;
  readonly depth: number;
  /** Per inner node, breadth first, one free place before each tree's root: the column compared; and, as its neighbour, … */
  readonly column: Int32Array;
  /** … over the same bytes, the threshold: what is not above it goes left. Pair n is (column[2n], threshold[2n + 1]). */
  readonly threshold: Float32Array;
  /** Per tree 2^depth values, left to right. */
  readonly leaf: Float32Array;
}

/** Rows that stay in the nearest cache, some 340 columns of four bytes each, while the trees pass. */
const ROWS_AT_ONCE = 32;

/**
 * Lays a forest out.
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
    // Per place of the complete tree, numbered from 1: the node of the given tree that stands there.
    const stands = new Int32Array(2 * leaves);
    stands[1] = tree * forest.nodes;
    for (let place = 1; place < leaves; place++) {
      const node = stands[place];
      const inner = node - tree * forest.nodes;
      const isLeaf = forest.feature[node] < 0;
      column[2 * (tree * leaves + place)] = isLeaf ? 0 : forest.feature[node];
      threshold[2 * (tree * leaves + place) + 1] = isLeaf ? Number.POSITIVE_INFINITY : forest.threshold[node];
      stands[2 * place] = isLeaf ? node : tree * forest.nodes + 2 * inner + 1;
      stands[2 * place + 1] = isLeaf ? node : tree * forest.nodes + 2 * inner + 2;
    }
    for (let place = 0; place < leaves; place++) leaf[tree * leaves + place] = forest.value[stands[leaves + place]];
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
