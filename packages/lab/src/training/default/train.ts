/**
 * `dehusk-lab train default`: the shipped weights again, bit for bit, from WCXB's development part.
 *
 * Steps: read and align the pages; out-of-fold token scores, page types and block probabilities (five folds by registrable
 * domain) and with them the cross-validated figures and the calibration of confidence; then the same models on all pages.
 * What the final block trees see in training are the out-of-fold scores, as the models' own scores on their training pages
 * would be too good to be true.
 */
import { encodeModel, FEATURE_NAMES, FOCUS, type Model, PAGE_NAMES, PAGE_TYPES } from '@dehusk/core/internal';
import type { Dataset } from '../../datasets/dataset.js';
import { binFeatures } from './binned-features.js';
import { type BoostingOptions, boost } from './boosting.js';
import { type CopyOptions, copiesOf } from './copies.js';
import { forestOf, importance, pruned } from './final-model.js';
import { ablations, mostConfident, reliability } from './judge.js';
import { pageTypeFigures } from './page-type-figures.js';
import { type TrainingPage, trainingPage } from './pages.js';
import {
  blockTargets,
  crossBlocks,
  crossPageTokens,
  crossPageType,
  crossTokenModel,
  decodeAll,
  fullMatrix,
  type Scored,
  summary,
  type TokenModelOptions,
} from './pipeline.js';

/** Every number of the training run. */
export const TRAINING = {
  folds: 5,
  seed: 1,
  classWords: { leastDomains: 5, epochs: 6, step: 0.1, penalty: 1e-6, seed: 1 } satisfies TokenModelOptions,
  blockWords: { leastDomains: 8, epochs: 6, step: 0.1, penalty: 1e-6, seed: 1 } satisfies TokenModelOptions,
  pageWords: { leastDomains: 12, epochs: 40, step: 0.1, penalty: 1e-3, seed: 1 } satisfies TokenModelOptions,
  pageType: {
    trees: 80,
    depth: 3,
    rate: 0.08,
    rowShare: 0.7,
    featureShare: 0.4,
    leastWeight: 2,
    penalty: 2,
    seed: 1,
  } satisfies BoostingOptions,
  blocks: {
    trees: 260,
    depth: 5,
    rate: 0.06,
    rowShare: 0.35,
    featureShare: 0.15,
    leastWeight: 10,
    penalty: 5,
    seed: 4,
  } satisfies BoostingOptions,
  /** Copies trained on beside the pages: in disguise (any page), grafted with pieces of others (articles). */
  copies: { disguised: 1, grafted: 2, rowShare: 0.4, seed: 1 } satisfies CopyOptions,
  /** Most tokens kept in the file: class words, block words, page words a type. */
  classTokens: 4_000,
  blockTokens: 6_000,
  pageTokens: 600,
  /** Steps of the confidence calibration. */
  calibrationSteps: 10,
} as const;

export interface TrainingResult {
  /** What ships: the models trained on all pages, and their file. Null when only figures were asked for. */
  readonly shipped: { readonly model: Model; readonly bytes: Uint8Array } | null;
  /** Out-of-fold results, a row a page. */
  readonly scored: readonly Scored[];
  /** Out-of-fold probabilities of the blocks, page after page in the order of `scored`. */
  readonly probability: Float32Array;
  readonly report: readonly string[];
}

/** Reads and aligns the pages of a dataset; all may be learnt from, or those of a share of the domains. */
export async function readTrainingPages(dataset: Dataset, folds: number, share = 1): Promise<TrainingPage[]> {
  const pages: TrainingPage[] = [];
  for await (const one of dataset.cases()) {
    const page = trainingPage(one, folds, share);
    if (page !== null) pages.push(page);
  }
  return pages;
}

/** What a training run is asked besides. */
export interface TrainingRequest {
  /** False stops at the cross-validated figures: no weights are made. */
  readonly ship?: boolean;
  /** Also train without each group of features. */
  readonly ablate?: boolean;
  /** Train one small forest: to compare with others like it in a tenth of the time. */
  readonly quick?: boolean;
  /** Seed of trees and copies; default {@link TRAINING.seed}. For the spread over seeds. */
  readonly seed?: number | undefined;
  /** Learn from this share of the domains only, 0…1; all pages are judged. Default all. For the learning curve. */
  readonly share?: number | undefined;
  /** False trains without copies. */
  readonly copies?: boolean;
  /** Told the features of the pages' blocks (row-major, then those of copies), before anything is learnt from them. */
  readonly onFeatures?: (pages: readonly TrainingPage[], matrix: Float32Array) => Promise<void>;
}

/** A quick forest has this share of the trees, at a rate as much higher. */
const QUICK_TREES = 0.3;

function quickened(options: BoostingOptions): BoostingOptions {
  return { ...options, trees: Math.round(options.trees * QUICK_TREES), rate: options.rate / QUICK_TREES };
}

/** Trains everything; `say` is told each step as it ends. */
export async function trainDefault(
  dataset: Dataset,
  say: (line: string) => void,
  ask: TrainingRequest = {},
): Promise<TrainingResult> {
  const report: string[] = [];
  const tell = (line: string): void => {
    report.push(line);
    say(line);
  };
  const { folds } = TRAINING;
  const ship = ask.ship ?? true;
  const seed = ask.seed ?? TRAINING.seed;
  const pages = await readTrainingPages(dataset, folds, ask.share);
  const rows = pages.reduce((sum, page) => sum + page.rows.size, 0);
  tell(`${pages.length} pages, ${rows} rows, ${FEATURE_NAMES.length} features`);
  const classWords = crossTokenModel(pages, (page) => page.classTokens, folds, TRAINING.classWords, ship);
  const blockWords = crossTokenModel(pages, (page) => page.wordTokens, folds, TRAINING.blockWords, ship);
  const pageWords = crossPageTokens(pages, folds, TRAINING.pageWords, ship);
  const copies = copiesOf(
    pages,
    folds,
    { classWords: classWords.scoreOf, blockWords: blockWords.scoreOf, pageWords: pageWords.scoreOf },
    ask.copies === false ? { ...TRAINING.copies, disguised: 0, grafted: 0 } : { ...TRAINING.copies, seed },
  );
  tell(`${copies.length} copies, ${copies.reduce((sum, copy) => sum + copy.label.length, 0)} rows of theirs drawn`);
  const pageType = crossPageType(pages, pageWords.scores, copies, folds, TRAINING.pageType, ship);
  tell(
    `tokens: ${classWords.known} class words, ${blockWords.known} block words; page type accuracy ${pageType.accuracy.toFixed(3)} out of fold`,
  );
  for (const line of pageTypeFigures(pages.map(({ type }, at) => ({ type, told: pageType.types[at] }))))
    tell(`  ${line}`);
  const values = fullMatrix(pages, classWords.scores, blockWords.scores, pageType.types, copies);
  await ask.onFeatures?.(pages, values);
  const all = Uint32Array.from({ length: values.length / FEATURE_NAMES.length }, (_, row) => row);
  const data = binFeatures(values, all.length, FEATURE_NAMES.length, all);
  const recipe = ask.quick ? quickened(TRAINING.blocks) : TRAINING.blocks;
  const blockOptions = { ...recipe, seed: recipe.seed + seed - TRAINING.seed };
  const probability = crossBlocks(pages, copies, data, pageType.types, folds, blockOptions, (fold) =>
    say(`fold ${fold + 1} of ${folds}`),
  );
  const scored = decodeAll(pages, probability, FOCUS.balanced);
  for (const [focus, choice] of Object.entries(FOCUS))
    tell(`out of fold, ${focus}: ${summary(decodeAll(pages, probability, choice))}`);
  tell(`the 80 % most confident pages: F1 ${mostConfident(scored, 0.8).toFixed(4)}`);
  for (const row of reliability(scored))
    tell(`  expected ${row.expected.toFixed(2)} seen ${row.f1.toFixed(2)} on ${row.pages} pages`);
  if (ask.ablate)
    ablations(pages, copies, data, pageType.types, folds, blockOptions, FOCUS.balanced, (name, without) => {
      tell(`  ${name}: ${summary(without)}`);
    });
  if (!classWords.final || !blockWords.final || !pageWords.final || !pageType.final)
    return { shipped: null, scored, probability, report };
  const { label, weight } = blockTargets(pages, copies);
  const final = boost(data, all, new Uint32Array(0), label, weight, blockOptions);
  for (const { name, gain } of importance(final.model, FEATURE_NAMES).slice(0, 30))
    tell(`  ${name} ${gain.toFixed(0)}`);
  const { hashes, models } = pageWords.final;
  const model: Model = {
    origin: {
      corpus: dataset.name,
      corpusDigest: dataset.sha256(),
      licence: dataset.licence,
      seed,
      pages: pages.length,
    },
    classWords: pruned(classWords.final.hashes, classWords.final.model, TRAINING.classTokens),
    blockWords: pruned(blockWords.final.hashes, blockWords.final.model, TRAINING.blockTokens),
    pageWords: models.map((one) => pruned(hashes, one, TRAINING.pageTokens)),
    pageType: forestOf(pageType.final.model),
    blocks: forestOf(final.model),
    calibration: calibrate(scored, TRAINING.calibrationSteps),
  };
  const bytes = encodeModel(model);
  tell(`weights: ${bytes.length} bytes (${PAGE_NAMES.length + PAGE_TYPES.length} page features)`);
  return { shipped: { model, bytes }, scored, probability, report };
}

/**
 * Mean F1 seen at equal steps of expected F1: pages within one step to each side, weighted by nearness, made to rise.
 * Pages with empty gold count as they scored.
 */
export function calibrate(scored: readonly Scored[], steps: number): number[] {
  const points: number[] = [];
  for (let step = 0; step <= steps; step++) {
    const at = step / steps;
    let sum = at;
    let weight = 1;
    for (const { expected, f1 } of scored) {
      const near = 1 - Math.abs(expected - at) * steps;
      if (near <= 0) continue;
      sum += near * f1;
      weight += near;
    }
    points.push(Math.max(points.at(-1) ?? 0, Number((sum / weight).toFixed(4))));
  }
  return points;
}
