/**
 * The training pipeline of the default extractor, out of fold throughout: what a page is judged by was never trained on
 * its registrable domain.
 */
import {
  applyArticlePrior,
  contextRules,
  type DecodeChoice,
  decodeBlocks,
  FEATURE_NAMES,
  featureMatrix,
  PAGE_NAMES,
  PAGE_TYPES,
  type PageScores,
} from '@dehusk/core/internal';
import { leanRows } from './article-prior-rows.js';
import { type Binned, binFeatures } from './binned-features.js';
import { type Boosted, type BoostingOptions, boost, boostClasses, softmax } from './boosting.js';
import type { CopyRows } from './copies.js';
import { type LogLinear, type LogLinearOptions, logOdds, type TokenRows, trainLogLinear } from './log-linear.js';
import { type TrainingPage, wordF1 } from './pages.js';

/** A token model with the hashes its weights belong to. */
export interface TokenModel {
  readonly hashes: Uint32Array;
  readonly model: LogLinear;
}

export interface TokenModelOptions extends Omit<LogLinearOptions, 'vocabulary'> {
  /** Least number of domains a token must occur on. */
  readonly leastDomains: number;
}

/** Numbers the blocks of all pages through: page p has blocks [from[p], from[p + 1]). */
export function blockOffsets(pages: readonly TrainingPage[]): Uint32Array {
  const from = new Uint32Array(pages.length + 1);
  pages.forEach((page, at) => {
    from[at + 1] = from[at] + page.rows.size;
  });
  return from;
}

/** Log-odds of a token set by the model that never saw a fold. */
export type FoldScore = (fold: number, tokens: Uint32Array) => number;

/** Trains a token model on all pages, and gives every block the score of a model that never saw its fold. */
export function crossTokenModel(
  pages: readonly TrainingPage[],
  tokensOf: (page: TrainingPage) => readonly Uint32Array[],
  folds: number,
  options: TokenModelOptions,
  withFinal: boolean,
): { scores: Float32Array; scoreOf: FoldScore; known: number; final: TokenModel | null } {
  const from = blockOffsets(pages);
  const domains = new Map<number, Set<string>>();
  for (const page of pages.filter((one) => one.trains))
    for (const list of tokensOf(page))
      for (const token of list) {
        const seen = domains.get(token);
        if (seen === undefined) domains.set(token, new Set([page.domain]));
        else if (seen.size < options.leastDomains) seen.add(page.domain);
      }
  const hashes = Uint32Array.from(
    [...domains].filter(([, seen]) => seen.size >= options.leastDomains).map(([token]) => token),
  ).sort();
  const number = new Map<number, number>();
  hashes.forEach((token, at) => {
    number.set(token, at);
  });
  const rows = numbered(pages, tokensOf, from, number);
  const total = from[pages.length];
  const label = new Float32Array(total);
  const weight = new Float32Array(total);
  const fold = new Uint8Array(total);
  const trains = new Uint8Array(total);
  let sum = 0;
  pages.forEach((page, p) => {
    trains.fill(page.trains ? 1 : 0, from[p], from[p + 1]);
    for (let b = 0; b < page.rows.size; b++) {
      label[from[p] + b] = page.label[b] >= 0.5 ? 1 : 0;
      weight[from[p] + b] = Math.sqrt(Math.min(page.weight[b], 0.2));
      fold[from[p] + b] = page.fold;
      sum += weight[from[p] + b];
    }
  });
  for (let at = 0; at < total; at++) weight[at] *= total / sum;
  const scores = new Float32Array(total);
  const full: LogLinearOptions = { ...options, vocabulary: hashes.length };
  const models: LogLinear[] = [];
  for (let k = 0; k < folds; k++) {
    const use = rowsWhere(total, (row) => fold[row] !== k && trains[row] === 1);
    const model = trainLogLinear(rows, use, label, weight, full);
    models.push(model);
    for (let row = 0; row < total; row++) if (fold[row] === k) scores[row] = logOdds(model, rows, row);
  }
  const final = withFinal
    ? {
        hashes,
        model: trainLogLinear(
          rows,
          rowsWhere(total, (row) => trains[row] === 1),
          label,
          weight,
          full,
        ),
      }
    : null;
  const scoreOf: FoldScore = (fold, tokens) => logOddsOf(models[fold], number, tokens);
  return { scores, scoreOf, known: hashes.length, final };
}

/** Log-odds of a set of hashes by a model over numbered ones. */
function logOddsOf(model: LogLinear, number: ReadonlyMap<number, number>, tokens: Uint32Array): number {
  let sum = 0;
  for (const token of tokens) {
    const id = number.get(token);
    if (id !== undefined) sum += model.weights[id];
  }
  return model.bias + sum / Math.sqrt(Math.max(1, tokens.length));
}

function numbered(
  pages: readonly TrainingPage[],
  tokensOf: (page: TrainingPage) => readonly Uint32Array[],
  offsets: Uint32Array,
  number: ReadonlyMap<number, number>,
): TokenRows {
  const from = new Uint32Array(offsets[pages.length] + 1);
  const sizes = new Uint32Array(offsets[pages.length]);
  const tokens: number[][] = [];
  let length = 0;
  let row = 0;
  for (const page of pages)
    for (const list of tokensOf(page)) {
      const own: number[] = [];
      for (const token of list) {
        const id = number.get(token);
        if (id !== undefined) own.push(id);
      }
      sizes[tokens.length] = list.length;
      tokens.push(own);
      length += own.length;
      from[++row] = length;
    }
  const flat = new Uint32Array(length);
  tokens.forEach((own, at) => {
    flat.set(own, from[at]);
  });
  return { from, tokens: flat, sizes };
}

function rowsWhere(total: number, wanted: (row: number) => boolean): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < total; row++) if (wanted(row)) rows.push(row);
  return Uint32Array.from(rows);
}

/** Log-odds of each page type by the class words of the page: one row a page, out of fold; and the final weights. */
export function crossPageTokens(
  pages: readonly TrainingPage[],
  folds: number,
  options: TokenModelOptions,
  withFinal: boolean,
): {
  scores: Float32Array;
  scoreOf: (fold: number, tokens: Uint32Array) => Float32Array;
  final: { hashes: Uint32Array; models: readonly LogLinear[] } | null;
} {
  const classes = PAGE_TYPES.length;
  const domains = new Map<number, Set<string>>();
  for (const page of pages.filter((one) => one.trains))
    for (const token of page.pageTokens) {
      const seen = domains.get(token);
      if (seen === undefined) domains.set(token, new Set([page.domain]));
      else seen.add(page.domain);
    }
  const most = pages.length * 0.85;
  const hashes = Uint32Array.from(
    [...domains].filter(([, seen]) => seen.size >= options.leastDomains && seen.size < most).map(([token]) => token),
  ).sort();
  const number = new Map<number, number>();
  hashes.forEach((token, at) => {
    number.set(token, at);
  });
  const from = new Uint32Array(pages.length + 1);
  const flat: number[] = [];
  pages.forEach((page, p) => {
    for (const token of page.pageTokens) {
      const id = number.get(token);
      if (id !== undefined) flat.push(id);
    }
    from[p + 1] = flat.length;
  });
  const sizes = Uint32Array.from(pages, (page) => page.pageTokens.length);
  const rows: TokenRows = { from, tokens: Uint32Array.from(flat), sizes };
  const weight = new Float32Array(pages.length).fill(1);
  const scores = new Float32Array(pages.length * classes);
  const full: LogLinearOptions = { ...options, vocabulary: hashes.length };
  const labelOf = (type: number): Float32Array => Float32Array.from(pages, (page) => (page.type === type ? 1 : 0));
  const canTeach = (row: number): boolean => pages[row].trains && pages[row].type >= 0;
  const byFold: LogLinear[][] = [];
  for (let type = 0; type < classes; type++) {
    const label = labelOf(type);
    for (let k = 0; k < folds; k++) {
      const use = rowsWhere(pages.length, (row) => pages[row].fold !== k && canTeach(row));
      const model = trainLogLinear(rows, use, label, weight, full);
      (byFold[k] ??= []).push(model);
      pages.forEach((page, p) => {
        if (page.fold === k) scores[p * classes + type] = logOdds(model, rows, p);
      });
    }
  }
  const scoreOf = (fold: number, tokens: Uint32Array): Float32Array =>
    Float32Array.from(byFold[fold], (model) => logOddsOf(model, number, tokens));
  if (!withFinal) return { scores, scoreOf, final: null };
  const all = rowsWhere(pages.length, canTeach);
  const models = PAGE_TYPES.map((_, type) => trainLogLinear(rows, all, labelOf(type), weight, full));
  return { scores, scoreOf, final: { hashes, models } };
}

/** Page type probabilities, out of fold, of pages and then of copies, which are trained on too; and the final model. */
export function crossPageType(
  pages: readonly TrainingPage[],
  tokenScores: Float32Array,
  copies: readonly CopyRows[],
  folds: number,
  options: BoostingOptions,
  withFinal: boolean,
): { types: Float32Array[]; accuracy: number; final: { model: Boosted; data: Binned } | null } {
  const classes = PAGE_TYPES.length;
  const width = PAGE_NAMES.length + classes;
  const both = [...pages, ...copies];
  const values = new Float32Array(both.length * width);
  both.forEach((page, p) => {
    values.set(page.page, p * width);
    const scores =
      p < pages.length ? tokenScores.subarray(p * classes, (p + 1) * classes) : copies[p - pages.length].typeScores;
    values.set(scores, p * width + PAGE_NAMES.length);
  });
  const all = rowsWhere(both.length, (row) => both[row].trains && both[row].type >= 0);
  const data = binFeatures(values, both.length, width, all);
  const label = Uint8Array.from(both, (page) => Math.max(0, page.type));
  const weight = Float32Array.from(both, (page) => page.share);
  const types: Float32Array[] = both.map(() => new Float32Array(classes));
  let right = 0;
  let known = 0;
  for (let k = 0; k < folds; k++) {
    const use = all.filter((row) => both[row].fold !== k);
    const predict = rowsWhere(both.length, (row) => both[row].fold === k);
    const { scores } = boostClasses(data, use, predict, label, classes, options, weight);
    for (const row of predict) {
      types[row] = softmax(scores.slice(row * classes, (row + 1) * classes));
      if (row >= pages.length || both[row].type < 0) continue;
      known++;
      if (types[row].indexOf(Math.max(...types[row])) === both[row].type) right++;
    }
  }
  const none = new Uint32Array(0);
  const final = withFinal
    ? { model: boostClasses(data, all, none, label, classes, options, weight).model, data }
    : null;
  return { types, accuracy: right / known, final };
}

/** The feature matrix of all pages, then of all copies, row-major. */
export function fullMatrix(
  pages: readonly TrainingPage[],
  classScores: Float32Array,
  wordScores: Float32Array,
  types: readonly Float32Array[],
  copies: readonly CopyRows[],
): Float32Array {
  const from = blockOffsets(pages);
  const stride = FEATURE_NAMES.length;
  const values = new Float32Array((from[pages.length] + rowsOfCopies(copies)) * stride);
  pages.forEach((page, p) => {
    const scores: PageScores = {
      page: page.page,
      types: types[p],
      classScore: classScores.subarray(from[p], from[p + 1]),
      wordScore: wordScores.subarray(from[p], from[p + 1]),
    };
    values.set(featureMatrix(page.rows, scores), from[p] * stride);
  });
  let row = from[pages.length];
  copies.forEach((copy, c) => {
    values.set(copy.matrix, row * stride);
    for (let at = 0; at < copy.label.length; at++, row++)
      values.set(types[pages.length + c], row * stride + FIRST_TYPE_COLUMN);
  });
  return values;
}

const FIRST_TYPE_COLUMN = FEATURE_NAMES.indexOf(`type.${PAGE_TYPES[0]}`);

function rowsOfCopies(copies: readonly CopyRows[]): number {
  return copies.reduce((sum, copy) => sum + copy.label.length, 0);
}

/** Block probabilities of pages, out of fold; trained on copies too. `types` are those of the pages, out of fold. */
export function crossBlocks(
  pages: readonly TrainingPage[],
  copies: readonly CopyRows[],
  data: Binned,
  types: readonly Float32Array[],
  folds: number,
  options: BoostingOptions,
  onFold: (fold: number) => void = () => {},
): Float32Array {
  const rows = blockOffsets(pages)[pages.length];
  const { label, weight, fold, trains } = blockTargets(pages, copies);
  const probability = new Float32Array(rows);
  for (let k = 0; k < folds; k++) {
    const use = rowsWhere(data.rows, (row) => fold[row] !== k && trains[row] === 1);
    const predict = rowsWhere(rows, (row) => fold[row] === k);
    const putBack = leanRows(data, pages, types, k);
    const { scores } = boost(data, use, predict, label, weight, options);
    putBack();
    for (const row of predict) probability[row] = 1 / (1 + Math.exp(-scores[row]));
    onFold(k);
  }
  const from = blockOffsets(pages);
  pages.forEach((page, p) => {
    const own = probability.subarray(from[p], from[p + 1]);
    contextRules(page.rows, applyArticlePrior(types[p], page.page), own);
  });
  return probability;
}

/** Labels, weights (mean 1), folds and whether they are learnt from of all blocks of pages, then of copies. */
export function blockTargets(
  pages: readonly TrainingPage[],
  copies: readonly CopyRows[],
): {
  label: Float32Array;
  weight: Float32Array;
  fold: Uint8Array;
  trains: Uint8Array;
} {
  const total = blockOffsets(pages)[pages.length] + rowsOfCopies(copies);
  const label = new Float32Array(total);
  const weight = new Float32Array(total);
  const fold = new Uint8Array(total);
  const trains = new Uint8Array(total);
  let sum = 0;
  let row = 0;
  for (const one of [...pages, ...copies]) {
    label.set(one.label, row);
    weight.set(one.weight, row);
    fold.fill(one.fold, row, row + one.label.length);
    trains.fill(one.trains ? 1 : 0, row, row + one.label.length);
    for (const own of one.weight) sum += own;
    row += one.label.length;
  }
  for (let at = 0; at < total; at++) weight[at] *= total / sum;
  return { label, weight, fold, trains };
}

export interface Scored {
  readonly page: TrainingPage;
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  readonly expected: number;
}

/** Decodes every page and scores it. */
export function decodeAll(pages: readonly TrainingPage[], probability: Float32Array, choice: DecodeChoice): Scored[] {
  const from = blockOffsets(pages);
  return pages.map((page, p) => {
    const { words, text, group } = page.rows;
    const own = probability.subarray(from[p], from[p + 1]);
    const { keep, expected } = decodeBlocks({ probability: own, words, text, group }, choice);
    return { page, expected, ...wordF1(page, keep) };
  });
}

/** Mean F1 overall and by page type. */
export function summary(scored: readonly Scored[]): string {
  const mean = (list: readonly Scored[], of: (one: Scored) => number): string =>
    (list.reduce((sum, one) => sum + of(one), 0) / Math.max(1, list.length)).toFixed(4);
  const parts = PAGE_TYPES.map((type, at) => {
    const own = scored.filter((one) => one.page.type === at);
    return `${type} ${mean(own, (one) => one.f1)}`;
  });
  return `F1 ${mean(scored, (one) => one.f1)} P ${mean(scored, (one) => one.precision)} R ${mean(scored, (one) => one.recall)} | ${parts.join(' ')}`;
}
