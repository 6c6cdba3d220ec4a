/** Boosted trees in typed arrays: complete binary trees, nodes breadth first, evaluated without allocation. */

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
  /** Per node: what a row is worth that ends here; inner nodes have one too, for explanations. */
  readonly value: Float32Array;
}

/** Sum of a forest's trees for one row of features, one number an output, written into `into`. */
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
 * How much each column moved one row's score (Saabas 2014): along each path, the change of the node's value is credited to
 * the column split on. Only for forests of one output.
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
