/**
 * Trains the naive-Bayes model of maximum subsequence segmentation on WCXB's development pages.
 *
 * A paragraph of the page is inside the article when at least half of its word trigrams are in the gold (paragraphs of one
 * or two words: when they are a line of it); a tag is inside when the words before and after it are. Vocabulary: the most
 * frequent words of the gold and the most frequent tags. Of the trigrams those are kept that say most (occurrences × |log-odds|).
 *
 * Figures are cross-validated over folds of sites; the shipped model is trained on all pages with the same settings. Nothing
 * is random: the same pages, the same bytes.
 */
import { keptText, NO_CONTEXT } from '@dehusk/core/extend';
import type { Page } from '@dehusk/html';
import { extractorNamed, maximumSubsequenceModels } from '@dehusk/papers';
import { allCases, type Case, pageOf } from '../datasets/dataset.js';
import { foldOf } from '../datasets/split.js';
import { aggregate } from '../metrics/metric.js';
import { wordMultiset } from '../metrics/word-multiset.js';
import { goldTrigrams, SMALL_CORPUS, smallModelModule, type TrainSmall } from './small-models.js';

const { labelWith, packModel, tokenNumbers, tokenString, trigramKey, unpackModel, vocabularyWords } =
  maximumSubsequenceModels;

const WORDS = 400;
const TAGS = 100;
/** Trigrams kept: what fits into a module of 120 kB. */
const TRIGRAMS = 28_000;
/** The usual half of a count. */
const ALPHA = 0.5;
const INSIDE_SHARE = 0.5;
const FOLDS = 5;

type LabelledPage = NonNullable<ReturnType<typeof labelled>>;

/** A page with its text nodes labelled by the gold, 1 inside the article; null when it cannot be parsed or has no gold. */
function labelled(gold: Case) {
  const page = pageOf(gold);
  if (page === null || gold.gold.trim() === '') return null;
  const shareOf = goldTrigrams(gold.gold);
  const isInside = new Uint8Array(page.size);
  const paragraphs = extractorNamed('bte');
  for (const block of paragraphs.label(page, paragraphs.defaults, NO_CONTEXT).blocks)
    if (shareOf(block.text) >= INSIDE_SHARE) isInside.fill(1, block.first, block.last + 1);
  return { gold, page, isInside };
}

/** The most frequent keys, ties by name. */
function mostFrequent(counts: ReadonlyMap<string, number>, size: number): string[] {
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, size)
    .map(([key]) => key);
}

/** Trains on pages; gives the sealed model. */
function train(pages: readonly LabelledPage[], corpusDigest: string): Uint8Array {
  const wordCounts = new Map<string, number>();
  const tagCounts = new Map<string, number>();
  for (const { gold, page } of pages) {
    // Each page speaks once, so that no long page fills the vocabulary.
    for (const word of new Set(vocabularyWords(gold.gold))) wordCounts.set(word, (wordCounts.get(word) ?? 0) + 1);
    for (const name of new Set(page.names.slice(2))) tagCounts.set(name, (tagCounts.get(name) ?? 0) + 1);
  }
  const vocabulary = { tags: mostFrequent(tagCounts, TAGS), words: mostFrequent(wordCounts, WORDS) };
  const numbers = tokenNumbers(vocabulary);
  const trigrams = [new Map<number, number>(), new Map<number, number>()];
  const holders = [new Float64Array(numbers.size), new Float64Array(numbers.size)];
  const totals = [0, 0];
  for (const { page, isInside } of pages) {
    const { size, token, inside, node, isWord } = tokenString(page, numbers);
    const labels = new Uint8Array(size);
    let before = 0;
    for (let at = 0; at < size; at++) {
      if (isWord[at] === 1) before = isInside[node[at]];
      labels[at] = before;
    }
    let after = 0;
    for (let at = size - 1; at >= 0; at--) {
      if (isWord[at] === 1) after = isInside[node[at]];
      labels[at] &= after;
    }
    for (let at = 0; at < size; at++) {
      const label = labels[at];
      const key = trigramKey(at > 0 ? token[at - 1] : 0, token[at], at + 1 < size ? token[at + 1] : 0);
      trigrams[label].set(key, (trigrams[label].get(key) ?? 0) + 1);
      holders[label][inside[at]]++;
      totals[label]++;
    }
  }
  const keys = new Set([...trigrams[0].keys(), ...trigrams[1].keys()]);
  const logOdds = (inCount: number, outCount: number, kinds: number): number =>
    Math.log((inCount + ALPHA) / (totals[1] + ALPHA * kinds)) -
    Math.log((outCount + ALPHA) / (totals[0] + ALPHA * kinds));
  const weighed: [key: number, odds: number, weight: number][] = [];
  for (const key of keys) {
    const [outCount, inCount] = [trigrams[0].get(key) ?? 0, trigrams[1].get(key) ?? 0];
    const odds = logOdds(inCount, outCount, keys.size);
    weighed.push([key, odds, (inCount + outCount) * Math.abs(odds)]);
  }
  weighed.sort((a, b) => b[2] - a[2] || a[0] - b[0]);
  const inside = Array.from(holders[0], (outCount, number) => logOdds(holders[1][number], outCount, numbers.size));
  return packModel(
    { ...vocabulary, prior: Math.log(totals[1] / totals[0]), corpus: SMALL_CORPUS, corpusDigest, pages: pages.length },
    inside,
    weighed.slice(0, TRIGRAMS).map(([key, odds]) => [key, odds]),
  );
}

type Setting = readonly [name: string, text: (page: Page, model: maximumSubsequenceModels.TrigramModel) => string];
const SETTINGS: readonly (readonly [name: string, options: maximumSubsequenceModels.MaximumSubsequenceOptions])[] = [
  ['as shipped', { bias: 0.2, cleans: true }],
  ['without cleaning', { bias: 0.2, cleans: false }],
  ['bias 0, the paper’s', { bias: 0, cleans: true }],
  ['bias 0.1', { bias: 0.1, cleans: true }],
  ['bias 0.3', { bias: 0.3, cleans: true }],
];

/** Word F1 of models trained on the other folds, by setting. */
function crossValidate(pages: readonly LabelledPage[], digest: string): string[] {
  const metric = wordMultiset.create(wordMultiset.defaults);
  const settings: readonly Setting[] = [
    ...SETTINGS.map(([name, options]): Setting => [name, (page, model) => keptText(labelWith(model, page, options))]),
    ...['maximum-subsequence-rules', 'bte'].map((name): Setting => {
      const extractor = extractorNamed(name);
      return [name, (page) => keptText(extractor.label(page, extractor.defaults, NO_CONTEXT))];
    }),
  ];
  const counts = settings.map(() => [] as (readonly number[])[]);
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = pages.filter(({ gold }) => foldOf(gold, FOLDS) !== fold);
    const model = unpackModel(train(others, digest));
    for (const { gold, page } of pages)
      if (foldOf(gold, FOLDS) === fold)
        settings.forEach(([, label], at) => {
          counts[at].push(metric.count(gold, label(page, model)));
        });
  }
  return settings.map(([name], at) => {
    const { score, precision, recall } = aggregate(metric, counts[at]);
    return `${name.padEnd(28)} P ${precision.toFixed(3)} R ${recall.toFixed(3)} F1 ${score.toFixed(3)}`;
  });
}

export const trainMaximumSubsequence: TrainSmall = async (dataset, report) => {
  const digest = dataset.sha256();
  const pages = (await allCases(dataset)).map(labelled).filter((page) => page !== null);
  report(`${pages.length} pages with gold; ${FOLDS} folds by site, word F1:`);
  for (const line of crossValidate(pages, digest)) report(`  ${line}`);
  const what = 'The shipped model of maximum subsequence segmentation';
  const bytes = train(pages, digest);
  return { modules: [smallModelModule('maximum-subsequence/weights.ts', what, 'MODEL', pages.length, digest, bytes)] };
};
