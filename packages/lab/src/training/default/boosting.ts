/**
 * Gradient boosting of small trees on binned features (Friedman 2001), logistic or softmax loss. Second-order gains with a
 * penalty on leaf values. Rows and features are sampled per tree by seed.
 */
import { seededRandom } from './seeded-random.js';

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
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all.slice(0, wanted).sort();
}

// Trees grown level by level from histograms of binned features, as in LightGBM: one histogram per node of the level, the
// larger of two siblings by subtraction from the parent. Exact apart from the bins: the same input gives the same trees.

/** Features cut into bins, column by column: row r of feature f is `bins[f * rows + r]`. */
export interface Binned {
  readonly rows: number;
  readonly features: number;
  readonly bins: Uint8Array;
  /** Per feature: upper edges; a value falls into the first bin whose edge is not below it, else the last bin. */
  readonly edges: readonly Float32Array[];
}

const MAX_BINS = 64;

/** Cuts row-major values into at most {@link MAX_BINS} bins by quantiles of a sample of the rows in `use`. */
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

/** One tree, nodes breadth first; a node is a leaf when its feature is −1. */
interface RegressionTree {
  readonly feature: Int16Array;
  /** Values up to the threshold go left, to node 2i + 1; others right, to 2i + 2. */
  readonly threshold: Float32Array;
  readonly value: Float32Array;
  /** Gain of the split, for feature importance. */
  readonly gain: Float32Array;
}

interface TreeOptions {
  readonly depth: number;
  /** Shrinkage of each tree. */
  readonly rate: number;
  /** Least sum of second derivatives in a leaf. */
  readonly leastWeight: number;
  /** Penalty on squared leaf values. */
  readonly penalty: number;
}

/** Grows trees on gradients, one after the other, in reused buffers. */
class TreeGrower {
  /** All histograms, and those the current tree has not taken yet. */
  private readonly histograms: Float64Array[] = [];
  private free: Float64Array[] = [];
  /** Bins of the rows and features of one tree side by side, and both derivatives per row: every level reads them. */
  private bins = new Uint8Array(0);
  private slopes = new Float32Array(0);
  /** Derivatives in the order of one node's rows, so that the loop over features reads memory forwards. */
  private ordered = new Float32Array(0);

  constructor(
    private readonly data: Binned,
    private readonly options: TreeOptions,
  ) {}

  grow(use: Uint32Array, features: Uint16Array, gradient: Float32Array, hessian: Float32Array): RegressionTree {
    const { data, options } = this;
    const most = 2 ** (options.depth + 1) - 1;
    const feature = new Int16Array(most).fill(-1);
    const threshold = new Float32Array(most);
    const value = new Float32Array(most);
    const gain = new Float32Array(most);
    const width = features.length * MAX_BINS * 2;
    this.gather(use, features, gradient, hessian);
    const rows = Uint32Array.from(use, (_, at) => at);
    // Rows of node i of the level are rows[from[i] … to[i]).
    let level: { node: number; from: number; to: number; histogram: Float64Array }[] = [];
    this.free = [...this.histograms];
    const root = this.take(width);
    this.fill(root, rows, 0, rows.length, features.length);
    level.push({ node: 0, from: 0, to: rows.length, histogram: root });
    const scratch = new Uint32Array(rows.length);
    for (let depth = 0; depth <= options.depth && level.length > 0; depth++) {
      const next: typeof level = [];
      for (const { node, from, to, histogram } of level) {
        let sumGradient = 0;
        let sumHessian = 0;
        for (let bin = 0; bin < MAX_BINS; bin++) {
          sumGradient += histogram[bin * 2];
          sumHessian += histogram[bin * 2 + 1];
        }
        value[node] = (-options.rate * sumGradient) / (sumHessian + options.penalty);
        if (depth === options.depth) continue;
        const parentGain = (sumGradient * sumGradient) / (sumHessian + options.penalty);
        let bestGain = 1e-6;
        let bestFeature = -1;
        let bestBin = -1;
        for (let f = 0; f < features.length; f++) {
          const edges = data.edges[features[f]].length;
          let left = 0;
          let leftHessian = 0;
          for (let bin = 0; bin < edges; bin++) {
            const at = (f * MAX_BINS + bin) * 2;
            left += histogram[at];
            leftHessian += histogram[at + 1];
            if (leftHessian < options.leastWeight) continue;
            const rightHessian = sumHessian - leftHessian;
            if (rightHessian < options.leastWeight) break;
            const right = sumGradient - left;
            const found =
              (left * left) / (leftHessian + options.penalty) +
              (right * right) / (rightHessian + options.penalty) -
              parentGain;
            if (found > bestGain) {
              bestGain = found;
              bestFeature = f;
              bestBin = bin;
            }
          }
        }
        if (bestFeature < 0) continue;
        const name = features[bestFeature];
        feature[node] = name;
        threshold[node] = data.edges[name][bestBin];
        gain[node] = bestGain;
        const column = bestFeature * rows.length;
        let left = from;
        let right = 0;
        for (let at = from; at < to; at++) {
          const row = rows[at];
          if (this.bins[column + row] <= bestBin) rows[left++] = row;
          else scratch[right++] = row;
        }
        rows.set(scratch.subarray(0, right), left);
        const leftNode = { node: node * 2 + 1, from, to: left };
        const rightNode = { node: node * 2 + 2, from: left, to };
        const [small, large] = left - from < to - left ? [leftNode, rightNode] : [rightNode, leftNode];
        const smallHistogram = this.take(width);
        this.fill(smallHistogram, rows, small.from, small.to, features.length);
        for (let at = 0; at < width; at++) histogram[at] -= smallHistogram[at];
        next.push({ ...small, histogram: smallHistogram }, { ...large, histogram });
      }
      level = next;
    }
    return { feature, threshold, value, gain };
  }

  private take(width: number): Float64Array {
    const found = this.free.pop();
    if (found !== undefined && found.length === width) {
      found.fill(0);
      return found;
    }
    const made = new Float64Array(width);
    this.histograms.push(made);
    return made;
  }

  private gather(use: Uint32Array, features: Uint16Array, gradient: Float32Array, hessian: Float32Array): void {
    const { bins, rows: height } = this.data;
    const count = use.length;
    if (this.bins.length < features.length * count) this.bins = new Uint8Array(features.length * count);
    if (this.slopes.length < count * 2) this.slopes = new Float32Array(count * 2);
    for (let f = 0; f < features.length; f++) {
      const column = features[f] * height;
      for (let at = 0; at < count; at++) this.bins[f * count + at] = bins[column + use[at]];
    }
    for (let at = 0; at < count; at++) {
      this.slopes[at * 2] = gradient[use[at]];
      this.slopes[at * 2 + 1] = hessian[use[at]];
    }
  }

  private fill(histogram: Float64Array, rows: Uint32Array, from: number, to: number, features: number): void {
    const { bins, slopes } = this;
    const height = rows.length;
    const count = to - from;
    if (this.ordered.length < count * 2) this.ordered = new Float32Array(count * 2);
    const { ordered } = this;
    for (let at = 0; at < count; at++) {
      const row = rows[from + at];
      ordered[at * 2] = slopes[row * 2];
      ordered[at * 2 + 1] = slopes[row * 2 + 1];
    }
    for (let f = 0; f < features; f++) {
      const column = f * height;
      const base = f * MAX_BINS * 2;
      for (let at = 0; at < count; at++) {
        const slot = base + bins[column + rows[from + at]] * 2;
        histogram[slot] += ordered[at * 2];
        histogram[slot + 1] += ordered[at * 2 + 1];
      }
    }
  }
}

/** Adds a tree's values to the scores of rows: row r's to `scores[r * stride + offset]`. */
export function addValues(
  tree: RegressionTree,
  data: Binned,
  rows: Uint32Array,
  scores: Float32Array,
  stride = 1,
  offset = 0,
): void {
  const { feature, threshold, value } = tree;
  const bin = Uint8Array.from(feature, (one, node) => (one < 0 ? 0 : data.edges[one].indexOf(threshold[node])));
  for (const row of rows) {
    let node = 0;
    while (feature[node] >= 0) node = node * 2 + (data.bins[feature[node] * data.rows + row] <= bin[node] ? 1 : 2);
    scores[row * stride + offset] += value[node];
  }
}
