/**
 * Boosted trees in typed arrays: complete binary trees, places breadth first, evaluated without allocation.
 *
 * Observation: a descent waits for memory and for mispredicted branches, five times per tree. So every tree is complete (a leaf
 * above the bottom stands for all leaves below it), and a step is arithmetic instead of a branch. {@link scoreRows} descends a tree
 * with eight rows side by side, and a few dozen rows stay in the cache while the trees pass over them: a third of the time of single
 * descents. Sums are taken in the order of the trees and rounded to 32 bits at each step, so scores equal those of {@link score}
 * bit for bit.
 */

import type { RowWriter } from './features/facts.js';

export interface Forest {
  /** Decisions from a root to each leaf. */
  readonly depth: number;
  /** Number of outputs; tree t adds to output t mod outputs. */
  readonly outputs: number;
  /** Log-odds of each output before the first tree. */
  readonly start: Float32Array;
  /** Per tree 2^depth places, the root at 1 and place 0 free: the column compared. */
  readonly column: Uint16Array;
  /** As `column`: a value above this goes right (from place p to 2p + 1), any other left (2p). Infinity in a leaf. */
  readonly threshold: Float32Array;
  /**
   * Per tree 2^(depth + 1) places: the score of a row that ends here is this times `scale`, as a 32-bit float. An inner place has the
   * mean of the two below it, for explanations.
   */
  readonly value: Int16Array | Float32Array;
  readonly scale: number;
}

/** The values of all places of complete trees, from those of their leaves. */
export function completed<C extends Int16Array | Float32Array>(leaf: C, depth: number): C {
  const leaves = 2 ** depth;
  const value = new (leaf.constructor as new (length: number) => C)(2 * leaf.length);
  for (let base = 0; base < leaf.length; base += leaves) {
    for (let at = 0; at < leaves; at++) value[2 * base + leaves + at] = leaf[base + at];
    for (let at = leaves - 1; at > 0; at--)
      value[2 * base + at] = (value[2 * (base + at)] + value[2 * (base + at) + 1]) / 2;
  }
  return value;
}

/** Writes the sum of a forest's trees for one row of features into `into`, one number per output. */
export function score(forest: Forest, row: Float32Array, into: Float32Array): void {
  const { depth, outputs, column, threshold, value, scale } = forest;
  const leaves = 2 ** depth;
  into.set(forest.start);
  for (let tree = 0, base = 0; base < column.length; tree++, base += leaves) {
    let at = 1;
    for (let level = 0; level < depth; level++) at = 2 * at + (row[column[base + at]] > threshold[base + at] ? 1 : 0);
    into[tree % outputs] += Math.fround(value[2 * base + at] * scale);
  }
}

/**
 * The contribution of each column to one row's score (Saabas 2014): along each path, the change of the place's value is
 * credited to the column split on. Only for forests of one output.
 */
export function contributions(forest: Forest, row: Float32Array): Map<number, number> {
  const { depth, column, threshold, value, scale } = forest;
  const leaves = 2 ** depth;
  const moved = new Map<number, number>();
  for (let base = 0; base < column.length; base += leaves) {
    for (let at = 1; at < leaves && threshold[base + at] < Number.POSITIVE_INFINITY; ) {
      const split = column[base + at];
      const next = 2 * at + (row[split] > threshold[base + at] ? 1 : 0);
      const amount = (moved.get(split) ?? 0) + Math.fround(value[2 * base + next] * scale);
      moved.set(split, amount - Math.fround(value[2 * base + at] * scale));
      at = next;
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

/** Rows that fit in the nearest cache, at four bytes per column, while the trees pass. */
const ROWS_AT_ONCE = 32;
/** Rows that descend side by side; a divisor of {@link ROWS_AT_ONCE}. */
const LANES = 8;

/** Rows that a process scores one at a time, at its first pages: compiling the lanes takes as long as scoring thousands of rows. */
const COLD_ROWS = 2_000;
let scored = 0;

/**
 * Scores of rows `stride` columns wide, by a forest of one output. The rows are written a few at a time: the whole matrix of a large
 * page takes gigabytes.
 *
 * @throws RangeError for a forest of several outputs, naming their number
 */
export function scoreRows(forest: Forest, write: RowWriter, stride: number, rows: number): Float32Array {
  const { outputs, start } = forest;
  if (outputs !== 1) throw new RangeError(`rows are scored by a forest of one output, got ${outputs}`);
  // The last lanes may have no row: their sums are dropped.
  const whole = Math.ceil(rows / LANES) * LANES;
  const into = new Float32Array(whole).fill(start[0]);
  const matrix = new Float32Array(Math.min(whole, ROWS_AT_ONCE) * stride);
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const to = Math.min(whole, from + ROWS_AT_ONCE);
    write(from, Math.min(rows, to), matrix, stride, 0);
    if (scored >= COLD_ROWS) scoreLanes(forest, matrix, stride, into.subarray(from, to));
    else {
      scoreEach(forest, matrix, stride, into.subarray(from, Math.min(rows, to)));
      scored += to - from;
    }
  }
  return into.subarray(0, rows);
}

function scoreEach(forest: Forest, matrix: Float32Array, stride: number, into: Float32Array): void {
  for (let row = 0; row < into.length; row++)
    score(forest, matrix.subarray(row * stride, (row + 1) * stride), into.subarray(row, row + 1));
}

function scoreLanes(forest: Forest, matrix: Float32Array, stride: number, into: Float32Array): void {
  const { depth, column, threshold, value, scale } = forest;
  const leaves = 2 ** depth;
  for (let base = 0; base < column.length; base += leaves) {
    for (let row = 0, a = 0; row < into.length; row += LANES, a += LANES * stride) {
      const b = a + stride;
      const c = b + stride;
      const d = c + stride;
      const e = d + stride;
      const f = e + stride;
      const g = f + stride;
      const h = g + stride;
      let atA = 1;
      let atB = 1;
      let atC = 1;
      let atD = 1;
      let atE = 1;
      let atF = 1;
      let atG = 1;
      let atH = 1;
      for (let level = 0; level < depth; level++) {
        const nodeA = base + atA;
        const nodeB = base + atB;
        const nodeC = base + atC;
        const nodeD = base + atD;
        const nodeE = base + atE;
        const nodeF = base + atF;
        const nodeG = base + atG;
        const nodeH = base + atH;
        atA = 2 * atA + (Number(matrix[a + column[nodeA]] > threshold[nodeA]) | 0);
        atB = 2 * atB + (Number(matrix[b + column[nodeB]] > threshold[nodeB]) | 0);
        atC = 2 * atC + (Number(matrix[c + column[nodeC]] > threshold[nodeC]) | 0);
        atD = 2 * atD + (Number(matrix[d + column[nodeD]] > threshold[nodeD]) | 0);
        atE = 2 * atE + (Number(matrix[e + column[nodeE]] > threshold[nodeE]) | 0);
        atF = 2 * atF + (Number(matrix[f + column[nodeF]] > threshold[nodeF]) | 0);
        atG = 2 * atG + (Number(matrix[g + column[nodeG]] > threshold[nodeG]) | 0);
        atH = 2 * atH + (Number(matrix[h + column[nodeH]] > threshold[nodeH]) | 0);
      }
      into[row] += Math.fround(value[2 * base + atA] * scale);
      into[row + 1] += Math.fround(value[2 * base + atB] * scale);
      into[row + 2] += Math.fround(value[2 * base + atC] * scale);
      into[row + 3] += Math.fround(value[2 * base + atD] * scale);
      into[row + 4] += Math.fround(value[2 * base + atE] * scale);
      into[row + 5] += Math.fround(value[2 * base + atF] * scale);
      into[row + 6] += Math.fround(value[2 * base + atG] * scale);
      into[row + 7] += Math.fround(value[2 * base + atH] * scale);
    }
  }
}
