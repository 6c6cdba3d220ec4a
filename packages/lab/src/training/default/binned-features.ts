/** Features as bins: what histograms are made of. */
/** Features as bins, column by column: `bins[f * rows + r]`. */
export interface Binned {
  readonly rows: number;
  readonly features: number;
  readonly bins: Uint8Array;
  /** Per feature: upper edges; a value falls into the first bin whose edge is not below it, else the last bin. */
  readonly edges: readonly Float32Array[];
}

export const MAX_BINS = 64;

/** Cuts row-major values into bins. Edges come from a sample of the rows in `use`. */
export function binFeatures(values: Float32Array, rows: number, features: number, use: Uint32Array): Binned {
  const bins = new Uint8Array(rows * features);
  const edges: Float32Array[] = [];
  const step = Math.max(1, Math.floor(use.length / 60_000));
  const sample = new Float32Array(Math.ceil(use.length / step));
  for (let f = 0; f < features; f++) {
    let count = 0;
    for (let at = 0; at < use.length; at += step) sample[count++] = values[use[at] * features + f];
    const sorted = sample.slice(0, count).sort();
    const own: number[] = [];
    let distinct = 1;
    for (let at = 1; at < count && distinct <= MAX_BINS; at++) if (sorted[at] !== sorted[at - 1]) distinct++;
    if (distinct <= MAX_BINS) {
      for (let at = 1; at < count; at++)
        if (sorted[at] !== sorted[at - 1]) own.push(Math.fround((sorted[at] + sorted[at - 1]) / 2));
    } else
      for (let bin = 1; bin < MAX_BINS; bin++) {
        const at = Math.floor((bin * count) / MAX_BINS);
        const edge = Math.fround((sorted[at] + sorted[Math.max(0, at - 1)]) / 2);
        if (own.length === 0 || edge > own[own.length - 1]) own.push(edge);
      }
    edges.push(Float32Array.from(own));
    const column = f * rows;
    for (let row = 0; row < rows; row++) bins[column + row] = binOf(edges[f], values[row * features + f]);
  }
  return { rows, features, bins, edges };
}

/** The bin of a value: the first whose edge is not below it, else the last. */
export function binOf(edges: Float32Array, value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= edges[middle]) high = middle;
    else low = middle + 1;
  }
  return low;
}
