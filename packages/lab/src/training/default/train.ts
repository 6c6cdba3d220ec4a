/**
 * `dehusk-lab train default`: reproduces the shipped weights, bit for bit, from WCXB's development part and the licensed sets.
 *
 * Steps: read and align the pages; token scores, page types and block probabilities out of fold (five folds by registrable
 * domain), which give the cross-validated figures and the calibration of confidence; then the same models on all pages.
 * The final block trees are trained on the scores out of fold, because a model scores its own training pages too well.
 */

import { PAGE_TYPES } from '@dehusk/core';
import { listFault } from '@dehusk/core/extend';
import { FEATURE_GROUPS, FEATURE_NAMES, FOCUS, type Model, PAGE_NAMES, type TokenWeights } from '@dehusk/core/train';
import type { Dataset } from '../../datasets/dataset.js';
import { type Boosted, type BoostingOptions, binFeatures, boost } from './boosting.js';
import { copiesOf } from './copies.js';
import { blockTargets, crossBlocks, crossPageType, decideAll, trainingMatrix } from './cross-validation.js';
import { calibrate, figuresBySet, mostConfident, pageTypeFigures, reliability, summary } from './figures.js';
import { encodeModel, forestOf } from './model-file.js';
import { readTrainingPages, type TrainingPage } from './pages.js';
import { type LogLinear, rowsWhere, trainBlockTokens, trainPageTokens } from './token-models.js';

/** Every number of the training run. */
const TRAINING = {
  folds: 5,
  seed: 1,
  classWords: { leastDomains: 5, epochs: 6, step: 0.1, penalty: 1e-6, seed: 1 },
  blockWords: { leastDomains: 8, epochs: 6, step: 0.1, penalty: 1e-6, seed: 1 },
  pageWords: { leastDomains: 12, epochs: 40, step: 0.1, penalty: 1e-3, seed: 1 },
  pageType: { trees: 80, depth: 3, rate: 0.08, rowShare: 0.7, featureShare: 0.4, leastWeight: 2, penalty: 2, seed: 1 },
  blocks: {
    trees: 260,
    depth: 5,
    rate: 0.06,
    rowShare: 0.35,
    featureShare: 0.15,
    leastWeight: 10,
    penalty: 5,
    seed: 5,
  },
  /** Copies of any page with augmented markup, and of articles with spliced blocks. */
  copies: { augmented: 1, spliced: 2, assembled: 1, rowShare: 0.4 },
  /** Most tokens kept in the file: class words, block words, page words per type. */
  classTokens: 4_000,
  blockTokens: 6_000,
  pageTokens: 600,
  /** Steps of the confidence calibration. */
  calibrationSteps: 10,
} as const;

/** Options of a training run. */
interface TrainingRequest {
  /** False stops at the cross-validated figures: no weights are made. */
  readonly ship?: boolean;
  /** Groups of features to leave out one at a time: a cross-validation each. */
  readonly ablate?: boolean;
  /** Feature groups that the trees may not split on. */
  readonly without?: readonly string[];
  /** Train one small forest, to compare with others like it in a third of the time. */
  readonly quick?: boolean;
  /** Seed of trees and copies; default {@link TRAINING.seed}. For the spread over seeds. */
  readonly seed?: number | undefined;
  /** Train on this share of the domains only, 0…1; all pages are scored. Default all. For the learning curve. */
  readonly share?: number | undefined;
  /** False trains without copies. */
  readonly copies?: boolean;
  /** Receives the features of the pages' blocks (row-major, then those of copies) before the trees are trained. */
  readonly onFeatures?: (pages: readonly TrainingPage[], matrix: Float32Array) => Promise<void>;
}

/** A quick forest has this share of the trees, at a rate as much higher. */
const QUICK_TREES = 0.3;

/**
 * Trains the models of the default extractor.
 * @param say receives each line of figures when its step ends
 * @returns the models trained on all pages and their file, null when only figures were asked for; the results out of fold, one row
 *   per page; and what the trees say of the same pages
 */
export async function trainDefault(
  datasets: readonly Dataset[],
  say: (line: string) => void,
  request: TrainingRequest = {},
) {
  const { folds } = TRAINING;
  const ship = request.ship ?? true;
  const seed = request.seed ?? TRAINING.seed;
  const pages: TrainingPage[] = [];
  for (const dataset of datasets) pages.push(...(await readTrainingPages(dataset, folds, request.share)));
  const rows = pages.reduce((sum, page) => sum + page.rows.size, 0);
  say(`${pages.length} pages, ${rows} rows, ${FEATURE_NAMES.length} features`);
  const classWords = trainBlockTokens(pages, (page) => page.classTokens, folds, TRAINING.classWords, ship);
  const blockWords = trainBlockTokens(pages, (page) => page.wordTokens, folds, TRAINING.blockWords, ship);
  const pageWords = trainPageTokens(pages, folds, TRAINING.pageWords, ship);
  const scores = { classWords: classWords.scoreOf, blockWords: blockWords.scoreOf, pageWords: pageWords.scoreOf };
  const copies = request.copies === false ? [] : copiesOf(pages, folds, scores, { ...TRAINING.copies, seed });
  say(`${copies.length} copies, ${copies.reduce((sum, copy) => sum + copy.label.length, 0)} of their rows sampled`);
  const pageType = crossPageType(pages, pageWords.scores, copies, folds, TRAINING.pageType, ship);
  say(
    `tokens: ${classWords.hashes.length} class words, ${blockWords.hashes.length} block words; page type accuracy ${pageType.accuracy.toFixed(3)} out of fold`,
  );
  for (const line of pageTypeFigures(pages.map(({ type }, at) => ({ type, predicted: pageType.types[at] }))))
    say(`  ${line}`);
  say(`refused as lists when asked for articles: ${listFaults(pages, pageType.types)}`);

  const matrix = trainingMatrix(pages, classWords.scores, blockWords.scores, pageType.types, copies);
  await request.onFeatures?.(pages, matrix);
  const targets = blockTargets(pages, copies);
  const all = rowsWhere(targets.trains.length, (row) => targets.trains[row] === 1);
  const data = binFeatures(matrix, targets.trains.length, FEATURE_NAMES.length, all);
  const { blocks } = TRAINING;
  const options = {
    ...{ ...blocks, seed: blocks.seed + seed - TRAINING.seed },
    ...(request.quick && { trees: Math.round(blocks.trees * QUICK_TREES), rate: blocks.rate / QUICK_TREES }),
  };
  const without = (groups: readonly string[]): BoostingOptions => ({ ...options, allowed: columnsWithout(groups) });
  const crossBy = (by: BoostingOptions) => crossBlocks(pages, targets, data, pageType.types, folds, by);
  const { predicted, given } = crossBy(without(request.without ?? []));
  const scored = decideAll(pages, predicted, FOCUS.balanced);
  for (const [focus, choice] of Object.entries(FOCUS))
    say(`out of fold, ${focus}: ${summary(decideAll(pages, predicted, choice))}`);
  say(`out of fold, page type given: ${summary(decideAll(pages, given, FOCUS.balanced))}`);
  for (const line of figuresBySet(scored)) say(line);
  say(`the 80 % most confident pages: F1 ${mostConfident(scored, 0.8).toFixed(4)}`);
  for (const { expected, f1, pages: count } of reliability(scored))
    say(`  expected ${expected.toFixed(2)} reached ${f1.toFixed(2)} on ${count} pages`);
  if (request.ablate)
    for (const { name } of FEATURE_GROUPS) {
      const left = [...(request.without ?? []), name];
      const figures = summary(decideAll(pages, crossBy(without(left)).predicted, FOCUS.balanced));
      say(`  without ${left.join(', ')}: ${figures}`);
    }

  if (!classWords.final || !blockWords.final || !pageWords.final || !pageType.final)
    return { shipped: null, scored, predicted };
  const final = boost(data, all, new Uint32Array(0), targets.label, targets.weight, options).model;
  for (const { name, gain } of importance(final, FEATURE_NAMES).slice(0, 30)) say(`  ${name} ${gain.toFixed(0)}`);
  const model: Model = {
    origin: {
      corpus: datasets.map(({ name }) => name).join(', '),
      corpusDigest: datasets.map((dataset) => dataset.sha256()).join(' '),
      licence: 'CC-BY-4.0, and the permissive licences that NOTICE names',
      seed,
      pages: pages.filter(({ trains }) => trains).length,
    },
    classWords: pruned(classWords.hashes, classWords.final, TRAINING.classTokens),
    blockWords: pruned(blockWords.hashes, blockWords.final, TRAINING.blockTokens),
    pageWords: pageWords.final.map((one) => pruned(pageWords.hashes, one, TRAINING.pageTokens)),
    pageType: forestOf(pageType.final),
    blocks: forestOf(final),
    calibration: calibrate(scored, TRAINING.calibrationSteps),
  };
  const bytes = encodeModel(model);
  say(`weights: ${bytes.length} bytes (${PAGE_NAMES.length + PAGE_TYPES.length} page features)`);
  return { shipped: { model, bytes }, scored, predicted };
}

/** Per type: the pages that are refused as lists with the option `pageType: 'article'`, by types out of fold. */
function listFaults(pages: readonly TrainingPage[], types: readonly Float32Array[]): string {
  const isRefused = pages.map(({ rows }, at) => {
    const own = Object.fromEntries(PAGE_TYPES.map((name, type) => [name, types[at][type]]));
    return listFault(rows.visible.page, own) !== null;
  });
  return PAGE_TYPES.map((name, type) => {
    const own = isRefused.filter((_, at) => pages[at].type === type);
    return `${own.filter(Boolean).length} of ${own.length} ${name}`;
  }).join(', ');
}

/** The columns outside the feature groups that are left out. */
function columnsWithout(groups: readonly string[]): number[] {
  const left = FEATURE_GROUPS.filter(({ name }) => groups.includes(name));
  return FEATURE_NAMES.map((_, at) => at).filter((at) => !left.some(({ from, to }) => at >= from && at < to));
}

/** The largest weights; ties are broken by hash, so that the file is the same on every machine. */
function pruned(hashes: Uint32Array, model: LogLinear, most: number): TokenWeights {
  const kept = Array.from({ length: hashes.length }, (_, at) => at)
    .sort((x, y) => Math.abs(model.weights[y]) - Math.abs(model.weights[x]) || hashes[x] - hashes[y])
    .slice(0, most)
    .sort((x, y) => hashes[x] - hashes[y]);
  return {
    bias: model.bias,
    hashes: Uint32Array.from(kept, (at) => hashes[at]),
    weights: Float32Array.from(kept, (at) => model.weights[at]),
    scale: 1,
  };
}

/** Total gain of each feature over a forest's trees, largest first. */
function importance({ trees }: Boosted, names: readonly string[]): { name: string; gain: number }[] {
  const gains = new Float64Array(names.length);
  for (const tree of trees)
    for (let node = 0; node < tree.feature.length; node++)
      if (tree.feature[node] >= 0) gains[tree.feature[node]] += tree.gain[node];
  return names.map((name, at) => ({ name, gain: gains[at] })).sort((x, y) => y.gain - x.gain);
}
