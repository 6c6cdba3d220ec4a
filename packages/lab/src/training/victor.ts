/**
 * Trains Victor's conditional random field on WCXB's development pages.
 *
 * A block is content when at least half of its words are aligned with the gold. The weights maximise the log-likelihood of the labels,
 * each page weighing the same whatever its length up to a point, with a penalty on squares, by AdaGrad over the pages in a seeded
 * order. The same pages and seed make the same bytes.
 *
 * Figures are cross-validated over folds of sites; the shipped model is trained on all pages with the same settings.
 */

import { keptText } from '@dehusk/core/extend';
import { blockFacts } from '@dehusk/core/train';
import { tokensOf } from '@dehusk/html';
import { victorModels } from '@dehusk/papers';
import { allCases, type Case, pageOf } from '../datasets/dataset.js';
import { foldOf } from '../datasets/split.js';
import { aggregate } from '../metrics/metric.js';
import { wordMultiset } from '../metrics/word-multiset.js';
import { alignGold } from './default/pages.js';
import { seededRandom } from './default/seeded-random.js';
import { SMALL_CORPUS, smallModelModule, type TrainSmall } from './small-models.js';

const { chainFeatures, EDGE_KINDS, gradient, labelWith, MEASURES, packModel, stateScores, unpackModel, WEIGHTS } =
  victorModels;

const FOLDS = 5;
const EPOCHS = 12;
const RATE = 0.1;
/** Penalty on squared weights, per page. */
const PENALTY = 0.0005;
/** Blocks from which a longer page weighs no more. */
const FULL_PAGE = 300;
const CONTENT_SHARE = 0.5;
const SEED = 20_070_601;

type LabelledPage = NonNullable<ReturnType<typeof labelled>>;

/** A page with its blocks labelled by the gold; null when it cannot be parsed or has no gold. */
function labelled(gold: Case) {
  const page = pageOf(gold);
  if (page === null || gold.gold.trim() === '') return null;
  const facts = blockFacts(page);
  const labels = Uint8Array.from(alignGold(facts, tokensOf(gold.gold)), (share) => (share >= CONTENT_SHARE ? 1 : 0));
  return { gold, page, features: chainFeatures(facts), labels };
}

/** Trains on pages. */
function train(pages: readonly LabelledPage[], corpusDigest: string, seed: number): victorModels.ChainModel {
  const random = seededRandom(seed);
  const size = WEIGHTS + 4 * EDGE_KINDS;
  const weights = new Float64Array(size);
  const squares = new Float64Array(size).fill(1e-6);
  const slope = new Float64Array(size);
  const edges = slope.subarray(WEIGHTS);
  const transitions = weights.subarray(WEIGHTS);
  const order = pages.map((_, at) => at);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other], order[at]];
    }
    for (const at of order) {
      const { features, labels } = pages[at];
      const { places, words, wordsFrom, edge } = features;
      slope.fill(0);
      const own = gradient({ state: stateScores(features, weights), edge, transitions }, labels, edges);
      for (let b = 0; b < own.length; b++) {
        slope[0] += own[b];
        for (let place = b * MEASURES; place < (b + 1) * MEASURES; place++) slope[places[place]] += own[b];
        const each = own[b] / Math.sqrt(Math.max(1, wordsFrom[b + 1] - wordsFrom[b]));
        for (let word = wordsFrom[b]; word < wordsFrom[b + 1]; word++) slope[words[word]] += each;
      }
      const share = 1 / Math.max(own.length, FULL_PAGE);
      const rate = RATE * (1 - epoch / EPOCHS);
      for (let one = 0; one < size; one++) {
        const by = slope[one] * share - PENALTY * weights[one];
        if (by === 0) continue;
        squares[one] += by * by;
        weights[one] += (rate * by) / Math.sqrt(squares[one]);
      }
    }
  }
  return {
    card: { corpus: SMALL_CORPUS, corpusDigest, pages: pages.length },
    weights: Float32Array.from(weights.subarray(0, WEIGHTS)),
    transitions: Float32Array.from(transitions),
  };
}

/** Another seed makes another order of pages. */
export const trainVictor: TrainSmall = async (dataset, report, seed = SEED) => {
  const digest = dataset.sha256();
  const pages = (await allCases(dataset)).map(labelled).filter((page) => page !== null);
  report(`${pages.length} pages with gold`);
  const metric = wordMultiset.create(wordMultiset.defaults);
  const texts: Record<string, string> = {};
  const counts: (readonly number[])[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const isOut = ({ gold }: LabelledPage): boolean => foldOf(gold, FOLDS) === fold;
    const others = pages.filter((page) => !isOut(page));
    const model = unpackModel(packModel(train(others, digest, seed)));
    for (const { gold, page } of pages.filter(isOut)) {
      texts[gold.id] = keptText(labelWith(model, page, 0));
      counts.push(metric.count(gold, texts[gold.id]));
    }
    const { score, precision, recall } = aggregate(metric, counts);
    report(
      `after fold ${fold + 1} of ${FOLDS}: word F1 ${score.toFixed(4)} P ${precision.toFixed(4)} R ${recall.toFixed(4)}`,
    );
  }
  const bytes = packModel(train(pages, digest, seed));
  const what = 'The shipped weights of Victor';
  return { modules: [smallModelModule('victor/weights.ts', what, 'MODEL', pages.length, digest, bytes)], texts };
};
