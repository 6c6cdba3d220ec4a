/**
 * The paper's stratified random writer: the number of words x of a block follows a mixture of two geometric distributions,
 *
 *     Pr(x) = w · (1 − s)^(x−1) · s + (1 − w) · (1 − l)^(x−1) · l
 *
 * of short text (navigation) and long text (articles), w being the share of short blocks. The simple random writer is one
 * geometric distribution.
 *
 * Steps: the relative frequencies of 1 to 100 words are fitted by least squares (Levenberg–Marquardt on the logits of the
 * parameters). R² is adjusted for k parameters: 1 − (1 − R²)(X − 1) / (X − k), and RMSE = √(SSE / (X − k)).
 *
 * Choices where the paper is silent: the range X = 100 (RMSE depends on it, so 200 and 300 are printed, too) and the pages:
 * the paper probably fitted its crawl of 254,000 pages; these are the 621 annotated ones.
 */
import { join } from 'node:path';
import { segmentTextBlocks, type TextBlock } from '@dehusk/papers';
import { type Case, pageOf } from '../../datasets/dataset.js';
import { type DatasetOptions, openDataset } from '../../datasets/index.js';
import { aggregate } from '../../metrics/metric.js';
import { wordMultiset } from '../../metrics/word-multiset.js';
import { writeLines } from '../../reports/draw.js';
import { fixed, percent, textTable } from '../../reports/tables.js';
import { sign } from '../../run/evaluate.js';
import { type Reproduction, signatures } from '../reproduction.js';
import { BLOCK_METRIC, readAnnotatedBlocks } from './annotated-blocks.js';

/** Parameters, each in (0, 1): one geometric `[p]`, or the mixture `[w, s, l]`. */
type Parameters = readonly number[];

/** The probability of x words and its derivatives by the parameters. */
interface MixtureModel {
  readonly start: Parameters;
  at(parameters: Parameters, x: number): { readonly value: number; readonly slopes: readonly number[] };
}

function geometric(p: number, x: number): { value: number; slope: number } {
  const value = (1 - p) ** (x - 1) * p;
  return { value, slope: value * (1 / p - (x - 1) / (1 - p)) };
}

export const ONE_WRITER: MixtureModel = {
  start: [0.3],
  at([p], x) {
    const { value, slope } = geometric(p, x);
    return { value, slopes: [slope] };
  },
};

export const MIXTURE: MixtureModel = {
  start: [0.75, 0.4, 0.05],
  at([w, s, l], x) {
    const short = geometric(s, x);
    const long = geometric(l, x);
    return {
      value: w * short.value + (1 - w) * long.value,
      slopes: [short.value - long.value, w * short.slope, (1 - w) * long.slope],
    };
  },
};

type Fit = ReturnType<typeof fitWriter>;

/** Relative frequencies of 1, 2, … `range` words among all blocks with a word. */
export function wordFrequencies(words: Uint32Array, range: number): number[] {
  const counts = new Array<number>(range).fill(0);
  let blocks = 0;
  for (const one of words) {
    if (one === 0) continue;
    blocks++;
    if (one <= range) counts[one - 1]++;
  }
  return counts.map((count) => count / blocks);
}

const MAX_STEPS = 500;

/** Fits a model to the frequencies of 1, 2, … words by least squares. */
export function fitWriter(frequencies: readonly number[], model: MixtureModel) {
  const errorsOf = (parameters: Parameters): number =>
    frequencies.reduce((sum, one, at) => sum + (one - model.at(parameters, at + 1).value) ** 2, 0);
  let parameters = model.start;
  let errors = errorsOf(parameters);
  let damping = 1e-3;
  for (let step = 0; step < MAX_STEPS && damping < 1e12; step++) {
    const k = parameters.length;
    const normal = Array.from({ length: k }, () => new Array<number>(k).fill(0));
    const towards = new Array<number>(k).fill(0);
    for (const [at, one] of frequencies.entries()) {
      const { value, slopes } = model.at(parameters, at + 1);
      const onLogits = slopes.map((slope, i) => slope * parameters[i] * (1 - parameters[i]));
      for (let i = 0; i < k; i++) {
        towards[i] += onLogits[i] * (one - value);
        for (let j = 0; j < k; j++) normal[i][j] += onLogits[i] * onLogits[j];
      }
    }
    for (let i = 0; i < k; i++) normal[i][i] *= 1 + damping;
    const move = solve(normal, towards);
    const next = parameters.map((one, i) => 1 / (1 + Math.exp(-(Math.log(one / (1 - one)) + move[i]))));
    const found = errorsOf(next);
    const isBetter = found < errors;
    damping *= isBetter ? 0.3 : 10;
    if (!isBetter) continue;
    const isDone = errors - found <= 1e-15 * errors;
    parameters = next;
    errors = found;
    if (isDone) break;
  }
  const [w, s, l] = parameters;
  if (parameters.length === 3 && s < l) parameters = [1 - w, l, s];
  const range = frequencies.length;
  const mean = frequencies.reduce((a, b) => a + b, 0) / range;
  const total = frequencies.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const free = range - parameters.length;
  const adjustedR2 = 1 - ((errors / total) * (range - 1)) / free;
  return { parameters, adjustedR2, rmse: Math.sqrt(errors / free) };
}

/** Solves a positive definite system by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]]);
  for (let pivot = 0; pivot < rows.length; pivot++)
    for (let row = pivot + 1; row < rows.length; row++) {
      const factor = rows[row][pivot] / rows[pivot][pivot];
      for (let at = pivot; at <= rows.length; at++) rows[row][at] -= factor * rows[pivot][at];
    }
  const solution = new Array<number>(rows.length).fill(0);
  for (let row = rows.length - 1; row >= 0; row--) {
    let rest = rows[row][rows.length];
    for (let at = row + 1; at < rows.length; at++) rest -= rows[row][at] * solution[at];
    solution[row] = rest / rows[row][row];
  }
  return solution;
}

/** The mixture printed in the paper. */
export const PRINTED: Parameters = [0.76, 0.3968, 0.0437];

/** The mean number of words of a block in the mixture. */
export function meanWords([w, s, l]: Parameters): number {
  return w / s + (1 - w) / l;
}

/** The probability that a block of x words is of the long component. */
export function longShare([w, s, l]: Parameters, x: number): number {
  const long = (1 - w) * geometric(l, x).value;
  return long / (long + w * geometric(s, x).value);
}

/** The first number of words at which a block is more likely long than short. */
function crossover(parameters: Parameters): number {
  let x = 1;
  while (x < 100 && longShare(parameters, x) < 0.5) x++;
  return x;
}

/** The paper's largest link density of content, and its single threshold of words. */
const MAX_LINK_DENSITY = 1 / 3;
const PAPER_WORDS = 11;
const SWEPT = Array.from({ length: 30 }, (_, at) => at + 1);
const FITTED_ON = 'daniel-a';

/**
 * Future work: a threshold of words for each language without annotation, the first number of words at which a block is more likely
 * long than short, beside the paper's and the best in hindsight. Word F1 of blocks from the threshold with few links.
 */
async function fittedThresholds(data: DatasetOptions): Promise<string> {
  const metric = wordMultiset.create(wordMultiset.defaults);
  const pages = new Map<string, { gold: Case; blocks: readonly TextBlock[] }[]>();
  for await (const gold of openDataset(FITTED_ON, data).cases()) {
    const page = pageOf(gold);
    const language = gold.language ?? 'und';
    if (page === null) continue;
    pages.set(language, [...(pages.get(language) ?? []), { gold, blocks: segmentTextBlocks(page).blocks }]);
  }
  const rows = [...pages].map(([language, own]) => {
    const f1 = (least: number): number => {
      const kept = ({ words, linkDensity }: TextBlock): boolean => words >= least && linkDensity <= MAX_LINK_DENSITY;
      const textOf = (blocks: readonly TextBlock[]): string =>
        blocks.flatMap((one) => (kept(one) ? one.text : [])).join('\n');
      const counts = own.map(({ gold, blocks }) => metric.count(gold, textOf(blocks)));
      return aggregate(metric, counts).score;
    };
    const words = Uint32Array.from(own.flatMap(({ blocks }) => blocks.map((block) => block.words)));
    const { parameters } = fitWriter(wordFrequencies(words, RANGES[0]), MIXTURE);
    const fitted = crossover(parameters);
    const best = SWEPT.reduce((before, one) => (f1(one) > f1(before) ? one : before));
    const figures = [fitted, PAPER_WORDS, best].flatMap((least) => [String(least), percent(f1(least))]);
    return [language, String(own.length), ...figures];
  });
  return textTable({ head: ['language', 'pages', 'fitted', 'F1', 'paper', 'F1', 'best', 'F1'], rows });
}

const RANGES = [100, 200, 300];
/** Words up to which the plot is drawn. */
const DRAWN = 40;

export const randomWriter: Reproduction = {
  name: 'random-writer',
  summary: 'WSDM 2010: the stratified random writer fitted to the words per block of L3S-GN1; --out FOLDER draws',
  async run(data, { out }) {
    const dataset = openDataset('l3s-gn1', data);
    const { pages, words, classes } = await readAnnotatedBlocks(dataset.cases());
    const fits = RANGES.map((range) => {
      const frequencies = wordFrequencies(words, range);
      return { range, frequencies, one: fitWriter(frequencies, ONE_WRITER), two: fitWriter(frequencies, MIXTURE) };
    });
    const cells = ({ parameters, adjustedR2, rmse }: Fit): string[] => {
      const [w, s, l] = parameters.length === 3 ? parameters : [Number.NaN, parameters[0], Number.NaN];
      return [w, s, l, adjustedR2, rmse].map((value) => fixed(value, 4));
    };
    const rows = [
      ['one writer, printed', '', '–', '–', '–', '.967', '.0046'],
      ...fits.map(({ range, one }) => ['one writer, ours', String(range), ...cells(one)]),
      ['mixture, printed', '', ...PRINTED.map((value) => fixed(value, 4)), '.988', '.0027'],
      ...fits.map(({ range, two }) => ['mixture, ours', String(range), ...cells(two)]),
    ];
    const head = ['model', 'X', 'w', 's (or p)', 'l', 'adjusted R²', 'RMSE'];
    const [{ two, one, frequencies }] = fits;
    if (out !== undefined) {
      const points = (of: (x: number) => number) =>
        Array.from({ length: DRAWN }, (_, at) => [at + 1, 100 * of(at + 1)] as const);
      const series = [
        { name: 'L3S-GN1', points: points((x) => frequencies[x - 1]) },
        { name: 'one writer', points: points((x) => ONE_WRITER.at(one.parameters, x).value) },
        { name: 'mixture', points: points((x) => MIXTURE.at(two.parameters, x).value) },
        { name: 'mixture, printed', points: points((x) => MIXTURE.at(PRINTED, x).value) },
      ];
      const titles = { x: 'words of a block', y: 'share of blocks, %', isFromZero: true };
      await writeLines(join(out, 'random-writer.svg'), series, titles, 'Words per block and the random writer');
    }
    const boilerplate = classes.filter((kind, row) => kind === 0 && words[row] > 0).length;
    const blocks = words.filter((one) => one > 0).length;
    return [
      `L3S-GN1, ${pages} pages, ${blocks} blocks with words; X: fitted from 1 to X words`,
      textTable({ head, rows }),
      `mean words of the mixture: ${fixed(meanWords(two.parameters), 2)} (printed parameters: ${fixed(meanWords(PRINTED), 2)})`,
      `a block is rather long than short from ${crossover(two.parameters)} words (printed parameters: ${crossover(PRINTED)})`,
      `short blocks ${percent(two.parameters[0])} % (printed: 76); blocks annotated as boilerplate ${percent(boilerplate / blocks)} % (printed: 79)`,
      `\n${FITTED_ON}: thresholds of words by language, fitted without annotation`,
      await fittedThresholds(data),
      signatures([sign({ ...BLOCK_METRIC, options: { fit: 'least-squares' } }, dataset, pages, 'random-writer')]),
    ].join('\n');
  },
};
