/**
 * Trains NCleaner's models on WCXB's development pages.
 *
 * A segment is clean when more than half of its word trigrams are in the page's gold (segments of one or two words: when
 * they are a line of it), else dirty. Counts of character n-grams of all clean and of all dirty segments are the models.
 *
 * Figures are made on half of the sites by models trained on the other half (a stable hash of the registrable domain);
 * the shipped models are then trained on all pages with the same settings. Nothing is random: the same pages, the same bytes.
 *
 * Run: `node packages/lab/dist/training/ncleaner.js` prints the figures; with `--write` it also writes the models into the package of papers.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decode, parse } from '@dehusk/html';
import { ncleanerModels, ncleanerSegments } from '@dehusk/papers';
import { allCases, type Case, type Dataset } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { foldOf } from '../datasets/split.js';
import { aggregate, type Score } from '../metrics/metric.js';
import { tokeniserNamed } from '../metrics/tokens.js';
import { wordMultiset } from '../metrics/word-multiset.js';

const { cleanMargin, characterCodes, emptyModel, learn, packModels, scoreTables, sharesOf, unpackModels } =
  ncleanerModels;

/** The only corpus whose licence lets weights ship. */
const CORPUS = 'wcxb-dev';
/** Longest n-gram. On the training half, 2 and 4 are no better (see the figures this command prints). */
const N = 3;
/** Trigrams seen less often in all pages are left out; on half of the pages, half of it. Keeps each module below 200 kB. */
const MIN_COUNT = 20;
/** The program's default; not tuned. */
const SMOOTHING = 0.6;
/** Share of a segment's trigrams that has to be in the gold. */
const CLEAN_SHARE = 0.5;

const MODES: readonly ncleanerModels.CharacterMode[] = ['standard', 'non-lexical'];

interface LabelledSegment {
  readonly marked: string;
  readonly text: string;
  readonly isClean: boolean;
}

interface LabelledPage {
  readonly page: Case;
  readonly segments: readonly LabelledSegment[];
}

const words = tokeniserNamed('python-words-lower');

/** Cuts a page into segments and says which are in its gold. */
function labelSegments(page: Case): LabelledSegment[] {
  const parsed = parse(decode(page.html(), { httpCharset: page.charset }).text);
  if (!parsed.ok) return [];
  const trigrams = new Set<string>();
  const gold = words.tokens(page.gold);
  for (let at = 2; at < gold.length; at++) trigrams.add(`${gold[at - 2]} ${gold[at - 1]} ${gold[at]}`);
  const lines = new Set(page.gold.split('\n').map((line) => words.tokens(line).join(' ')));
  return ncleanerSegments(parsed.page).map(({ marked, text }) => {
    const own = words.tokens(text);
    let found = 0;
    for (let at = 2; at < own.length; at++) if (trigrams.has(`${own[at - 2]} ${own[at - 1]} ${own[at]}`)) found++;
    const isClean =
      own.length < 3 ? own.length > 0 && lines.has(own.join(' ')) : found / (own.length - 2) > CLEAN_SHARE;
    return { marked, text, isClean };
  });
}

function train(pages: readonly LabelledPage[], mode: ncleanerModels.CharacterMode, n: number) {
  const clean = emptyModel(n);
  const dirty = emptyModel(n);
  for (const { segments } of pages)
    for (const { marked, isClean } of segments) learn(isClean ? clean : dirty, characterCodes(marked, mode));
  return { clean, dirty };
}

/** Packs models trained on these pages. */
function packedModels(
  dataset: Pick<Dataset, 'name' | 'sha256'>,
  pages: readonly LabelledPage[],
  mode: ncleanerModels.CharacterMode,
  minCount: number,
): Uint8Array {
  const { clean, dirty } = train(pages, mode, N);
  const segments = pages.flatMap((one) => one.segments);
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

const byModel =
  (tables: ncleanerModels.ScoreTables, mode: ncleanerModels.CharacterMode, bias = 0) =>
  ({ marked }: LabelledSegment): boolean =>
    cleanMargin(tables, characterCodes(marked, mode)) >= bias;

function printFigures(dataset: Dataset, pages: readonly LabelledPage[]): void {
  const half = [0, 1].map((fold) => pages.filter(({ page }) => foldOf(page, 2) === fold));
  // Choices (n) are looked at inside the training half only: its own two halves by another split.
  const inner = [0, 1].map((fold) => half[0].filter(({ page }) => foldOf(page, 2, 'inner') === fold));
  const show = (name: string, { score, precision, recall, pages: count }: Score): void =>
    console.log(
      `${name.padEnd(58)} F1 ${score.toFixed(4)}  P ${precision.toFixed(4)}  R ${recall.toFixed(4)}  ${count} pages`,
    );
  console.log(
    `word-multiset, macro, ${dataset.name} sha256 ${dataset.sha256().slice(0, 12)}, split by registrable domain`,
  );
  show(
    'held-out half: everything kept',
    scoreOf(half[1], () => true),
  );
  show(
    'held-out half: segments labelled from the gold',
    scoreOf(half[1], (one) => one.isClean),
  );
  for (const mode of MODES) {
    for (const n of mode === 'standard' ? [2, 3] : [2, 3, 4]) {
      const { clean, dirty } = train(inner[0], mode, n);
      const tables = scoreTables({ clean: sharesOf(clean), dirty: sharesOf(dirty) }, SMOOTHING);
      show(`inside the training half: ${mode}, n = ${n}`, scoreOf(inner[1], byModel(tables, mode)));
    }
    const { clean, dirty } = train(half[0], mode, N);
    const full = scoreTables({ clean: sharesOf(clean), dirty: sharesOf(dirty) }, SMOOTHING);
    show(`held-out half: ${mode}, nothing pruned`, scoreOf(half[1], byModel(full, mode)));
    const packed = packedModels(dataset, half[0], mode, MIN_COUNT / 2);
    const tables = scoreTables(unpackModels(packed).shares, SMOOTHING);
    show(`held-out half: ${mode}, packed (${packed.length} bytes)`, scoreOf(half[1], byModel(tables, mode)));
    for (const bias of [-0.1, -0.05, 0.05, 0.1])
      show(`held-out half: ${mode}, packed, bias ${bias}`, scoreOf(half[1], byModel(tables, mode, bias)));
  }
}

function write(dataset: Dataset, pages: readonly LabelledPage[], mode: ncleanerModels.CharacterMode): void {
  const packed = packedModels(dataset, pages, mode, MIN_COUNT);
  const base64 = Buffer.from(packed).toString('base64');
  const name = `${mode.toUpperCase().replace('-', '_')}_MODEL`;
  const path = fileURLToPath(new URL(`../../../papers/src/ncleaner/${mode}-model.ts`, import.meta.url));
  const text = `/**
 * NCleaner's ${mode} models, packed (see \`language-model.ts\`). Generated by the lab: \`node packages/lab/dist/training/ncleaner.js --write\`.
 * Trained on ${pages.length} pages of ${dataset.name} (WCXB, M. Foley, CC-BY-4.0; gold sha256 ${dataset.sha256()}).
 */
export const ${name} =
  '${base64}';
`;
  writeFileSync(path, text);
  console.log(`${path}: ${text.length} bytes`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dataset = openDataset(CORPUS);
  const pages = (await allCases(dataset)).map((page) => ({ page, segments: labelSegments(page) }));
  printFigures(dataset, pages);
  if (process.argv.includes('--write')) for (const mode of MODES) write(dataset, pages, mode);
}
