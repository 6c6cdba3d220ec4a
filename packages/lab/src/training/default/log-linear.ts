/**
 * A log-linear (logistic) model over sets of hashed tokens, trained by averaged stochastic gradient descent with AdaGrad
 * steps. A row's tokens count 1/√n each, n being the size of the whole set, known tokens and others, so that long sets do
 * not shout and a pruned vocabulary changes nothing else. Deterministic by seed.
 */
import { seededRandom } from './seeded-random.js';

/** Rows of token sets, ragged: row r has `tokens[from[r] … from[r + 1])`, numbered by a vocabulary. */
export interface TokenRows {
  readonly from: Uint32Array;
  readonly tokens: Uint32Array;
  /** Per row: size of its set before unknown tokens were left out. */
  readonly sizes: Uint32Array;
}

export interface LogLinear {
  readonly bias: number;
  /** Weight per vocabulary entry. */
  readonly weights: Float32Array;
}

export interface LogLinearOptions {
  /** Number of vocabulary entries. */
  readonly vocabulary: number;
  readonly epochs: number;
  /** First step of AdaGrad. */
  readonly step: number;
  /** Strength of the squared penalty, per update of a weight. */
  readonly penalty: number;
  readonly seed: number;
}

/** @param use rows to train on; @param label 0…1 per row; @param weight per row, mean about 1 */
export function trainLogLinear(
  rows: TokenRows,
  use: Uint32Array,
  label: Float32Array,
  weight: Float32Array,
  options: LogLinearOptions,
): LogLinear {
  const weights = new Float32Array(options.vocabulary);
  const squares = new Float32Array(options.vocabulary).fill(1e-6);
  const average = new Float64Array(options.vocabulary);
  let bias = 0;
  let biasSquares = 1e-6;
  let biasAverage = 0;
  const order = Uint32Array.from(use);
  const random = seededRandom(options.seed);
  let averaged = 0;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      const kept = order[at];
      order[at] = order[other];
      order[other] = kept;
    }
    for (let at = 0; at < order.length; at++) {
      const row = order[at];
      const start = rows.from[row];
      const end = rows.from[row + 1];
      const scale = 1 / Math.sqrt(Math.max(1, rows.sizes[row]));
      let sum = bias;
      for (let t = start; t < end; t++) sum += weights[rows.tokens[t]] * scale;
      const error = (1 / (1 + Math.exp(-sum)) - label[row]) * weight[row];
      biasSquares += error * error;
      bias -= (options.step * error) / Math.sqrt(biasSquares);
      for (let t = start; t < end; t++) {
        const token = rows.tokens[t];
        const gradient = error * scale + options.penalty * weights[token];
        squares[token] += gradient * gradient;
        weights[token] -= (options.step * gradient) / Math.sqrt(squares[token]);
      }
    }
    // The mean over the later epochs is steadier than the last state.
    if (epoch >= Math.floor(options.epochs / 2)) {
      averaged++;
      for (let token = 0; token < weights.length; token++) average[token] += weights[token];
      biasAverage += bias;
    }
  }
  return { bias: biasAverage / averaged, weights: Float32Array.from(average, (sum) => sum / averaged) };
}

/** Log-odds of one row. */
export function logOdds(model: LogLinear, rows: TokenRows, row: number): number {
  const start = rows.from[row];
  const end = rows.from[row + 1];
  let sum = 0;
  for (let t = start; t < end; t++) sum += model.weights[rows.tokens[t]];
  return model.bias + sum / Math.sqrt(Math.max(1, rows.sizes[row]));
}
