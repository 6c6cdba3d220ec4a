/**
 * Trains NCleaner's models on WCXB's development pages.
 *
 * A segment is clean when more than half of its word trigrams are in the page's gold (segments of one or two words: when
 * they are a line of it), else dirty. Counts of character n-grams of all clean and of all dirty segments are the models.
 *
 * Figures are made on half of the sites by models trained on the other half (a stable hash of the registrable domain);
 * the shipped models are then trained on all pages with the same settings. Nothing is random: the same pages, the same bytes.
 */
import { ncleanerModels, ncleanerSegments } from '@dehusk/papers';
import { allCases, type Case, type Dataset, pageOf } from '../datasets/dataset.js';
import { foldOf } from '../datasets/split.js';
import { aggregate, type Score } from '../metrics/metric.js';
import { wordMultiset } from '../metrics/word-multiset.js';
import { goldTrigrams, smallModelModule, type TrainSmall } from './small-models.js';

const { cleanMargin, characterCodes, emptyModel, learn, packModels, scoreTables, unpackModels } = ncleanerModels;

/** Longest n-gram. On the training half, 2 and 4 were no better. */
const N = 3;
/** Trigrams seen less often in all pages are left out; on half of the pages, half of it. Keeps each module below 200 kB. */
const MIN_COUNT = 20;
/** The program's default; not tuned. */
const SMOOTHING = 0.6;
/** Share of a segment's trigrams that has to be in the gold. */
const CLEAN_SHARE = 0.5;
const WORD = /[\p{L}\p{N}_]/u;

const MODES: readonly ncleanerModels.CharacterMode[] = ['standard', 'non-lexical'];

type LabelledPage = { readonly page: Case; readonly segments: readonly LabelledSegment[] };
type LabelledSegment = ReturnType<typeof labelSegments>[number];

/** Cuts a page into segments and says which are in its gold. */
function labelSegments(page: Case) {
  const parsed = pageOf(page);
  if (parsed === null) return [];
  const shareOf = goldTrigrams(page.gold);
  return ncleanerSegments(parsed).map(({ marked, text }) => ({
    marked,
    text,
    isClean: WORD.test(text) && shareOf(text) > CLEAN_SHARE,
  }));
}

/** Trains and packs the models of clean and dirty segments. */
function packedModels(
  dataset: Pick<Dataset, 'name' | 'sha256'>,
  pages: readonly LabelledPage[],
  mode: ncleanerModels.CharacterMode,
  minCount: number,
): Uint8Array {
  const [clean, dirty] = [emptyModel(N), emptyModel(N)];
  const segments = pages.flatMap((one) => one.segments);
  for (const { marked, isClean } of segments) learn(isClean ? clean : dirty, characterCodes(marked, mode));
  const cleanSegments = segments.filter((one) => one.isClean).length;
  const card = {
    ...{ mode, n: N, minCount, corpus: dataset.name, corpusDigest: dataset.sha256(), pages: pages.length },
    ...{ cleanSegments, dirtySegments: segments.length - cleanSegments },
  };
  return packModels(card, clean, dirty);
}

const metric = wordMultiset.create(wordMultiset.defaults);

/** Word-multiset F1 of what a rule keeps of the pages' segments. */
function scoreOf(pages: readonly LabelledPage[], keeps: (segment: LabelledSegment) => boolean): Score {
  const counts = pages.map(({ page, segments }) => {
    const kept = segments.filter(keeps).map((one) => one.text);
    return metric.count(page, kept.join('\n'));
  });
  return aggregate(metric, counts);
}

export const trainNcleaner: TrainSmall = async (dataset, report) => {
  const pages = (await allCases(dataset)).map((page) => ({ page, segments: labelSegments(page) }));
  const half = [0, 1].map((fold) => pages.filter(({ page }) => foldOf(page, 2) === fold));
  const show = (name: string, { score, precision, recall, pages: count }: Score): void =>
    report(
      `${name.padEnd(44)} F1 ${score.toFixed(4)}  P ${precision.toFixed(4)}  R ${recall.toFixed(4)}  ${count} pages`,
    );
  report('word-multiset, macro, held-out half, split by registrable domain');
  show(
    'everything kept',
    scoreOf(half[1], () => true),
  );
  show(
    'segments labelled from the gold',
    scoreOf(half[1], (one) => one.isClean),
  );
  const modules = MODES.map((mode) => {
    const packed = packedModels(dataset, half[0], mode, MIN_COUNT / 2);
    const tables = scoreTables(unpackModels(packed).shares, SMOOTHING);
    const byModel = ({ marked }: LabelledSegment): boolean => cleanMargin(tables, characterCodes(marked, mode)) >= 0;
    show(`${mode}, packed (${packed.length} bytes)`, scoreOf(half[1], byModel));
    return smallModelModule(
      `ncleaner/${mode}-model.ts`,
      `NCleaner's ${mode} models`,
      `${mode.toUpperCase().replace('-', '_')}_MODEL`,
      pages.length,
      dataset.sha256(),
      packedModels(dataset, pages, mode, MIN_COUNT),
    );
  });
  return { modules };
};
