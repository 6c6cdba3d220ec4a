/**
 * Page types and block probabilities out of fold: no page is scored by a model trained on its registrable domain. The final
 * models, which ship, are trained on the same rows.
 */

import { PAGE_TYPES } from '@dehusk/core';
import {
  applyArticlePrior,
  certainly,
  type DecodeChoice,
  decide,
  FEATURE_NAMES,
  featureMatrix,
  halfway,
  PAGE_NAMES,
  raiseDeclared,
} from '@dehusk/core/train';
import {
  addValues,
  type Binned,
  type Boosted,
  type BoostingOptions,
  binFeatures,
  binOf,
  boost,
  boostClasses,
  softmax,
} from './boosting.js';
import type { CopyRows } from './copies.js';
import { rowOffsets, type TrainingPage, wordF1 } from './pages.js';
import { rowsWhere } from './token-models.js';

const FIRST_TYPE_COLUMN = FEATURE_NAMES.indexOf(`type.${PAGE_TYPES[0]}`);

/** Page type probabilities out of fold, of the pages and then of the copies; both are trained on. */
export function crossPageType(
  pages: readonly TrainingPage[],
  tokenScores: Float32Array,
  copies: readonly CopyRows[],
  folds: number,
  options: BoostingOptions,
  withFinal: boolean,
): { readonly types: readonly Float32Array[]; readonly accuracy: number; readonly final: Boosted | null } {
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
      raiseDeclared(types[row], both[row].page);
      if (row >= pages.length || both[row].type < 0) continue;
      known++;
      if (types[row].indexOf(Math.max(...types[row])) === both[row].type) right++;
    }
  }
  const final = withFinal ? boostClasses(data, all, new Uint32Array(0), label, classes, options, weight).model : null;
  return { types, accuracy: right / known, final };
}

/** The feature matrix of all pages, then of all copies, row-major. */
export function trainingMatrix(
  pages: readonly TrainingPage[],
  classScores: Float32Array,
  wordScores: Float32Array,
  types: readonly Float32Array[],
  copies: readonly CopyRows[],
): Float32Array {
  const from = rowOffsets(pages);
  const stride = FEATURE_NAMES.length;
  const values = new Float32Array((from[pages.length] + rowsOfCopies(copies)) * stride);
  pages.forEach((page, p) => {
    const classScore = classScores.subarray(from[p], from[p + 1]);
    const wordScore = wordScores.subarray(from[p], from[p + 1]);
    values.set(featureMatrix(page.rows, { page: page.page, types: types[p], classScore, wordScore }), from[p] * stride);
  });
  let row = from[pages.length];
  copies.forEach((copy, c) => {
    values.set(copy.matrix, row * stride);
    for (let at = 0; at < copy.label.length; at++, row++)
      values.set(types[pages.length + c], row * stride + FIRST_TYPE_COLUMN);
  });
  return values;
}

function rowsOfCopies(copies: readonly CopyRows[]): number {
  return copies.reduce((sum, copy) => sum + copy.label.length, 0);
}

/**
 * What the trees of blocks are trained on: rows of all pages, then of all copies. The mean weight is 1; `trains` is 1 for rows that models
 * may be trained on.
 */
export function blockTargets(pages: readonly TrainingPage[], copies: readonly CopyRows[]) {
  const total = rowOffsets(pages)[pages.length] + rowsOfCopies(copies);
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

/**
 * Scores the blocks of all pages by models that were not trained on their domain.
 * @param types per page: type probabilities, out of fold
 * @returns probabilities of the blocks, and the page types that rules see: as predicted, and with the true type
 */
export function crossBlocks(
  pages: readonly TrainingPage[],
  targets: ReturnType<typeof blockTargets>,
  data: Binned,
  types: readonly Float32Array[],
  folds: number,
  options: BoostingOptions,
) {
  const from = rowOffsets(pages);
  const rows = from[pages.length];
  const { label, weight, fold, trains } = targets;
  const probability = new Float32Array(rows);
  const typed = new Float32Array(rows);
  const prior = pages.map((page, p) => applyArticlePrior(types[p], page.page));
  const known = pages.map((page, p) => (page.type < 0 ? prior[p] : certainly(PAGE_TYPES[page.type])));
  const given = known.map((own, p) => halfway(types[p], own));
  for (let k = 0; k < folds; k++) {
    const use = rowsWhere(data.rows, (row) => fold[row] !== k && trains[row] === 1);
    const predict = rowsWhere(rows, (row) => fold[row] === k);
    let restore = setTypes(data, pages, types, prior, k);
    const { scores, model } = boost(data, use, predict, label, weight, options);
    restore();
    for (const row of predict) probability[row] = 1 / (1 + Math.exp(-scores[row]));
    restore = setTypes(data, pages, types, given, k);
    for (const row of predict) scores[row] = model.start[0];
    for (const tree of model.trees) addValues(tree, data, predict, scores);
    restore();
    for (const row of predict) typed[row] = 1 / (1 + Math.exp(-scores[row]));
  }
  return { predicted: { probability, types: prior }, given: { probability: typed, types: known } };
}

/**
 * Sets the page types of a fold's rows, as the shipped extractor reads them; the trees are trained on the predicted ones. No tree
 * is trained on a fold while it is scored, so its rows can be changed meanwhile.
 * @param to per page: the new types
 * @returns restores the rows
 */
export function setTypes(
  data: Binned,
  pages: readonly TrainingPage[],
  types: readonly Float32Array[],
  to: readonly Float32Array[],
  fold: number,
): () => void {
  const changed: { at: number; to: number; bin: number }[] = [];
  let row = 0;
  pages.forEach((page, p) => {
    const from = row;
    row += page.rows.size;
    if (page.fold !== fold || row === from || to[p] === types[p]) return;
    to[p].forEach((chance, type) => {
      const column = FIRST_TYPE_COLUMN + type;
      const at = column * data.rows + from;
      changed.push({ at, to: at + page.rows.size, bin: data.bins[at] });
      data.bins.fill(binOf(data.edges[column], chance), at, at + page.rows.size);
    });
  });
  return () => {
    for (const { at, to: end, bin } of changed) data.bins.fill(bin, at, end);
  };
}

/** A page's result out of fold. */
export interface Scored extends ReturnType<typeof wordF1> {
  readonly page: TrainingPage;
  /** Per row: 1 when it is kept. */
  readonly keep: Uint8Array;
  /** Expected F1, from the decoder. */
  readonly expected: number;
}

/** Decides every page and scores it. */
export function decideAll(
  pages: readonly TrainingPage[],
  { probability, types }: ReturnType<typeof crossBlocks>['predicted'],
  choice: DecodeChoice,
  without?: ReadonlySet<string>,
): Scored[] {
  const from = rowOffsets(pages);
  return pages.map((page, p) => {
    const { keep, expected } = decide(page.rows, types[p], probability.subarray(from[p], from[p + 1]), choice, without);
    return { page, keep, expected, ...wordF1(page, keep) };
  });
}
