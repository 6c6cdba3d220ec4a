/**
 * Log-linear (logistic) models over sets of hashed tokens: class words and block words score blocks, class words of the page
 * score its type. Scores are out of fold: no page is scored by a model trained on its registrable domain.
 *
 * Training is averaged stochastic gradient descent with AdaGrad steps. A token of a set of n (known or not) counts 1/√n, so
 * that long sets do not dominate and pruning the vocabulary changes nothing else. Deterministic by seed.
 */
import { PAGE_TYPES } from '@dehusk/core';
import type { TrainingPage } from './pages.js';
import { seededRandom } from './seeded-random.js';

export interface LogLinear {
  readonly bias: number;
  /** Weight per vocabulary entry. */
  readonly weights: Float32Array;
}

interface TokenModelOptions {
  /** Least number of domains a token must occur on. */
  readonly leastDomains: number;
  readonly epochs: number;
  /** First step of AdaGrad. */
  readonly step: number;
  /** Strength of the squared penalty, per update of a weight. */
  readonly penalty: number;
  readonly seed: number;
}

/** Trains one model. @param use rows to train on @param label 0…1 per row @param weight per row, mean about 1 */
export function trainLogLinear(
  rows: ReturnType<typeof numbered>,
  use: Uint32Array,
  label: Float32Array,
  weight: Float32Array,
  vocabulary: number,
  options: Omit<TokenModelOptions, 'leastDomains'>,
): LogLinear {
  const weights = new Float32Array(vocabulary);
  const squares = new Float32Array(vocabulary).fill(1e-6);
  const average = new Float64Array(vocabulary);
  let bias = 0;
  let biasSquares = 1e-6;
  let biasAverage = 0;
  const order = Uint32Array.from(use);
  const random = seededRandom(options.seed);
  let averaged = 0;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other], order[at]];
    }
    for (const row of order) {
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
export function logOdds({ bias, weights }: LogLinear, rows: ReturnType<typeof numbered>, row: number): number {
  let sum = 0;
  for (let t = rows.from[row]; t < rows.from[row + 1]; t++) sum += weights[rows.tokens[t]];
  return bias + sum / Math.sqrt(Math.max(1, rows.sizes[row]));
}

/**
 * Trains a model of block tokens per fold, and one on all pages when `withFinal`.
 * @returns `scores`: log-odds out of fold, per block of the pages, in order; `scoreOf`: those of a token set by the model that was
 *   not trained on a fold; `hashes`: the vocabulary, ascending
 */
export function trainBlockTokens(
  pages: readonly TrainingPage[],
  tokensOf: (page: TrainingPage) => readonly Uint32Array[],
  folds: number,
  options: TokenModelOptions,
  withFinal: boolean,
) {
  const domains = domainsOfTokens(pages, tokensOf, options.leastDomains);
  const hashes = Uint32Array.from(
    [...domains].filter(([, seen]) => seen >= options.leastDomains).map(([t]) => t),
  ).sort();
  const number = numbersOf(hashes);
  const rows = numbered(pages.flatMap(tokensOf), number);
  const total = rows.sizes.length;
  const label = new Float32Array(total);
  const weight = new Float32Array(total);
  const fold = new Int16Array(total);
  const trains = new Uint8Array(total);
  let row = 0;
  let sum = 0;
  for (const page of pages)
    for (let b = 0; b < page.rows.size; b++, row++) {
      label[row] = page.label[b] >= 0.5 ? 1 : 0;
      weight[row] = Math.sqrt(Math.min(page.weight[b], 0.2));
      fold[row] = page.fold;
      trains[row] = page.trains ? 1 : 0;
      sum += weight[row];
    }
  for (let at = 0; at < total; at++) weight[at] *= total / sum;
  const train = (isUsed: (row: number) => boolean): LogLinear =>
    trainLogLinear(rows, rowsWhere(total, isUsed), label, weight, hashes.length, options);
  const models = Array.from({ length: folds }, (_, k) => train((at) => fold[at] !== k && trains[at] === 1));
  return {
    scores: Float32Array.from({ length: total }, (_, at) => logOdds(models[fold[at]], rows, at)),
    scoreOf: (k: number, tokens: Uint32Array) => logOddsOf(models[k], number, tokens),
    hashes,
    final: withFinal ? train((at) => trains[at] === 1) : null,
  };
}

/** A token on this share of the pages says nothing about their type. */
const COMMON_SHARE = 0.85;

/**
 * Trains a model of each page type over the class words of pages, per fold, and on all pages when `withFinal`.
 * @returns `scores`: log-odds out of fold, per page, then per type
 */
export function trainPageTokens(
  pages: readonly TrainingPage[],
  folds: number,
  options: TokenModelOptions,
  withFinal: boolean,
) {
  const domains = domainsOfTokens(pages, (page) => [page.pageTokens], Number.POSITIVE_INFINITY);
  const most = pages.length * COMMON_SHARE;
  const hashes = Uint32Array.from(
    [...domains].filter(([, seen]) => seen >= options.leastDomains && seen < most).map(([token]) => token),
  ).sort();
  const number = numbersOf(hashes);
  const rows = numbered(
    Array.from(pages, ({ pageTokens }) => pageTokens),
    number,
  );
  const weight = new Float32Array(pages.length).fill(1);
  const train = (type: number, isUsed: (page: TrainingPage) => boolean): LogLinear => {
    const label = Float32Array.from(pages, (page) => (page.type === type ? 1 : 0));
    const use = rowsWhere(pages.length, (p) => pages[p].trains && pages[p].type >= 0 && isUsed(pages[p]));
    return trainLogLinear(rows, use, label, weight, hashes.length, options);
  };
  const models = Array.from({ length: folds }, (_, k) =>
    PAGE_TYPES.map((_, type) => train(type, (page) => page.fold !== k)),
  );
  return {
    scores: Float32Array.from(pages.flatMap((page, p) => models[page.fold].map((model) => logOdds(model, rows, p)))),
    scoreOf: (k: number, tokens: Uint32Array) =>
      Float32Array.from(models[k], (model) => logOddsOf(model, number, tokens)),
    hashes,
    final: withFinal ? PAGE_TYPES.map((_, type) => train(type, () => true)) : null,
  };
}

/** Per token of the pages that train: the number of domains it occurs on, counted up to `most`. */
function domainsOfTokens(
  pages: readonly TrainingPage[],
  tokensOf: (page: TrainingPage) => readonly Uint32Array[],
  most: number,
): Map<number, number> {
  const domains = new Map<number, Set<string>>();
  for (const page of pages) {
    if (!page.trains) continue;
    for (const list of tokensOf(page))
      for (const token of list) {
        const seen = domains.get(token);
        if (seen === undefined) domains.set(token, new Set([page.domain]));
        else if (seen.size < most) seen.add(page.domain);
      }
  }
  return new Map([...domains].map(([token, seen]) => [token, seen.size]));
}

function numbersOf(hashes: Uint32Array): ReadonlyMap<number, number> {
  return new Map(Array.from(hashes, (token, at) => [token, at]));
}

/**
 * Ragged rows of token sets: row r has `tokens[from[r] … from[r + 1])`, numbered by a vocabulary, and the size of its set, unknown tokens
 * included.
 */
function numbered(lists: readonly Uint32Array[], number: ReadonlyMap<number, number>) {
  const from = new Uint32Array(lists.length + 1);
  const known = lists.map((list, row) => {
    const own = list.filter((token) => number.has(token)).map((token) => number.get(token) as number);
    from[row + 1] = from[row] + own.length;
    return own;
  });
  const tokens = new Uint32Array(from[lists.length]);
  known.forEach((own, row) => {
    tokens.set(own, from[row]);
  });
  return { from, tokens, sizes: Uint32Array.from(lists, (list) => list.length) };
}

function logOddsOf({ bias, weights }: LogLinear, number: ReadonlyMap<number, number>, tokens: Uint32Array): number {
  let sum = 0;
  for (const token of tokens) {
    const id = number.get(token);
    if (id !== undefined) sum += weights[id];
  }
  return bias + sum / Math.sqrt(Math.max(1, tokens.length));
}

/** The numbers 0 … total − 1 that pass, ascending. */
export function rowsWhere(total: number, isWanted: (row: number) => boolean): Uint32Array {
  return Uint32Array.from({ length: total }, (_, row) => row).filter(isWanted);
}
