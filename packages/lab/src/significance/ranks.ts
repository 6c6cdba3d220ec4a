/** Ranks of values, ties sharing their mean rank, as the rank tests need them. */
export interface Ranks {
  /** Per value: its rank, from 1; equal values have the mean of the ranks they take up. */
  readonly ranks: Float64Array;
  /** Σ t³ − t over groups of t equal values: what ties take off the variance; 0 without ties. */
  readonly ties: number;
}

export function ranksOf(values: readonly number[]): Ranks {
  const order = Uint32Array.from(values, (_, at) => at).sort((x, y) => values[x] - values[y]);
  const ranks = new Float64Array(values.length);
  let ties = 0;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let at = from; at < to; at++) ranks[order[at]] = (from + 1 + to) / 2;
    const group = to - from;
    ties += group ** 3 - group;
    from = to;
  }
  return { ranks, ties };
}
