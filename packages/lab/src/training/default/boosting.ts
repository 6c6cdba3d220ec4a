/**
 * Gradient boosting of small trees on binned features (Friedman 2001), logistic or softmax loss. Second-order gains with a
 * penalty on leaf values. Rows and features are sampled per tree by seed.
 */
import { seededRandom } from './seeded-random.js';
import { addValues, type Binned, type RegressionTree, TreeGrower, type TreeOptions } from './tree-grower.js';

export interface BoostingOptions extends TreeOptions {
  readonly trees: number;
  /** Share of rows, and of features, drawn for each tree. */
  readonly rowShare: number;
  readonly featureShare: number;
  readonly seed: number;
  /** Features a tree may split on; default all. For ablations. */
  readonly allowed?: readonly number[];
}

export interface Boosted {
  /** Log-odds (or logit of each class) before the first tree. */
  readonly start: readonly number[];
  /** Trees in order; for softmax tree t belongs to class t mod classes. */
  readonly trees: readonly RegressionTree[];
}

/**
 * Boosts a probability (labels may be shares, 0…1).
 *
 * @param use rows to train on
 * @param predict other rows to score
 * @returns the model, and the log-odds of the rows of `use` and `predict`
 */
export function boost(
  data: Binned,
  use: Uint32Array,
  predict: Uint32Array,
  label: Float32Array,
  weight: Float32Array,
  options: BoostingOptions,
): { model: Boosted; scores: Float32Array } {
  const { gradient, hessian, scores, random, grower } = workspace(data, options);
  let positive = 0;
  let total = 0;
  for (const row of use) {
    positive += weight[row] * label[row];
    total += weight[row];
  }
  const start = Math.log(positive / (total - positive));
  for (const row of use) scores[row] = start;
  for (const row of predict) scores[row] = start;
  const trees: RegressionTree[] = [];
  for (let t = 0; t < options.trees; t++) {
    const drawn = draw(use, options.rowShare, random);
    for (const row of drawn) {
      const probability = 1 / (1 + Math.exp(-scores[row]));
      gradient[row] = weight[row] * (probability - label[row]);
      hessian[row] = Math.max(1e-6, weight[row] * probability * (1 - probability));
    }
    const features = drawFeatures(options.allowed ?? data.features, options.featureShare, random);
    const tree = grower.grow(drawn, features, gradient, hessian);
    trees.push(tree);
    addValues(tree, data, use, scores);
    addValues(tree, data, predict, scores);
  }
  return { model: { start: [start], trees }, scores };
}

/**
 * Boosts class probabilities (softmax); scores are row-major logits, `classes` a row.
 *
 * @param weight per row, about 1
 */
export function boostClasses(
  data: Binned,
  use: Uint32Array,
  predict: Uint32Array,
  label: Uint8Array,
  classes: number,
  options: BoostingOptions,
  weight: Float32Array = new Float32Array(data.rows).fill(1),
): { model: Boosted; scores: Float32Array } {
  const { gradient, hessian, random, grower } = workspace(data, options);
  const scores = new Float32Array(data.rows * classes);
  const start = Array.from({ length: classes }, () => 0);
  let total = 0;
  for (const row of use) total += weight[row];
  for (const row of use) start[label[row]] += weight[row] / total;
  for (let c = 0; c < classes; c++) start[c] = Math.log(start[c] + 1e-3);
  for (const list of [use, predict]) for (const row of list) scores.set(start, row * classes);
  const trees: RegressionTree[] = [];
  for (let t = 0; t < options.trees; t++) {
    const drawn = draw(use, options.rowShare, random);
    const chances = new Float32Array(data.rows * classes);
    for (const row of drawn) chances.set(softmax(scores.subarray(row * classes, (row + 1) * classes)), row * classes);
    const features = drawFeatures(options.allowed ?? data.features, options.featureShare, random);
    for (let c = 0; c < classes; c++) {
      for (const row of drawn) {
        const chance = chances[row * classes + c];
        gradient[row] = weight[row] * (chance - (label[row] === c ? 1 : 0));
        hessian[row] = Math.max(1e-6, weight[row] * 2 * chance * (1 - chance));
      }
      const tree = grower.grow(drawn, features, gradient, hessian);
      trees.push(tree);
      addValues(tree, data, use, scores, classes, c);
      addValues(tree, data, predict, scores, classes, c);
    }
  }
  return { model: { start, trees }, scores };
}

/** Probabilities of logits. */
export function softmax(logits: Float32Array): Float32Array {
  const most = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const powers = logits.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

function workspace(data: Binned, options: BoostingOptions) {
  return {
    gradient: new Float32Array(data.rows),
    hessian: new Float32Array(data.rows),
    scores: new Float32Array(data.rows),
    random: seededRandom(options.seed),
    grower: new TreeGrower(data, options),
  };
}

/** Draws each row with the same chance. */
function draw(rows: Uint32Array, share: number, random: () => number): Uint32Array {
  return share >= 1 ? rows : rows.filter(() => random() < share);
}

/** Draws features without replacement, in ascending order. */
function drawFeatures(from: number | readonly number[], share: number, random: () => number): Uint16Array {
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
