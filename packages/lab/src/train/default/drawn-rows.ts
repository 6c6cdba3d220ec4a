/** Which rows and features a tree, or a forest, is grown from. */

/** Each row with the same chance. */
export function draw(rows: Uint32Array, share: number, random: () => number): Uint32Array {
  return share >= 1 ? rows : rows.filter(() => random() < share);
}

/** How much a second derivative counts against a gradient when rows are drawn, squared. */
const CURVATURE = 0.1;
/** Rows looked at, and rounds made, to find the threshold of the draw. */
const THRESHOLD_ROWS = 20_000;
const THRESHOLD_ROUNDS = 12;

/**
 * Draws rows by how much they can still teach (minimal variance sampling, Ibragimov and Gusev 2019): a row is kept with
 * probability min(1, √(g² + λh²) / threshold), and what is kept of an improbable row counts the more, so that every sum of
 * gradients comes out the same on average. Most blocks are short menu entries decided long ago: a tenth of the rows does.
 *
 * Changes the derivatives of the rows drawn.
 */
export function drawByGradient(
  use: Uint32Array,
  share: number,
  gradient: Float32Array,
  hessian: Float32Array,
  random: () => number,
): Uint32Array {
  if (share >= 1) return use;
  const size = (row: number): number =>
    Math.sqrt(gradient[row] * gradient[row] + CURVATURE * hessian[row] * hessian[row]);
  const step = Math.max(1, Math.floor(use.length / THRESHOLD_ROWS));
  const sample: number[] = [];
  for (let at = 0; at < use.length; at += step) sample.push(size(use[at]));
  // Fixed point: the expected number of rows drawn falls as the threshold rises.
  let threshold = sample.reduce((sum, one) => sum + one, 0) / (share * sample.length);
  for (let round = 0; round < THRESHOLD_ROUNDS; round++) {
    let expected = 0;
    for (const one of sample) expected += Math.min(1, one / threshold);
    threshold *= expected / (share * sample.length);
  }
  const drawn = new Uint32Array(use.length);
  let count = 0;
  for (let at = 0; at < use.length; at++) {
    const row = use[at];
    const chance = size(row) / threshold;
    if (chance < 1) {
      if (random() >= chance) continue;
      gradient[row] /= chance;
      hessian[row] /= chance;
    }
    drawn[count++] = row;
  }
  return drawn.subarray(0, count);
}

/** Draws rows of less than mean weight with that probability; what is drawn of them counts 1. Sums stay the same on average. */
export function thinned(
  use: Uint32Array,
  weight: Float32Array,
  random: () => number,
): { drawn: Uint32Array; counts: Float32Array } {
  const drawn = use.filter((row) => weight[row] >= 1 || random() < weight[row]);
  const counts = weight.slice();
  for (const row of drawn) counts[row] = Math.max(1, weight[row]);
  return { drawn, counts };
}

export function drawFeatures(from: number | readonly number[], share: number, random: () => number): Uint16Array {
  const all = typeof from === 'number' ? Uint16Array.from({ length: from }, (_, at) => at) : Uint16Array.from(from);
  const count = all.length;
  const wanted = Math.max(1, Math.round(count * share));
  for (let at = 0; at < wanted; at++) {
    const other = at + Math.floor(random() * (count - at));
    const kept = all[at];
    all[at] = all[other];
    all[other] = kept;
  }
  return all.slice(0, wanted).sort();
}
