/** Files a training run writes: the weights module, the feature table, texts out of fold, and the reliability diagram. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { FEATURE_NAMES, type Model } from '@dehusk/core/train';
import type { TopLevelSpec } from 'vega-lite';
import { drawSvg, FAINT, OURS } from '../../reports/draw.js';
import type { Scored } from './cross-validation.js';
import { reliability } from './figures.js';
import type { TrainingPage } from './pages.js';

/** The source of the weights module: the model's bytes as base64. */
export function weightsModule(bytes: Uint8Array, { origin }: Model): string {
  return `// Made by \`dehusk-lab train default\` from ${origin.corpus} (${origin.licence}), ${origin.pages} pages. Do not edit.
/** The sealed weights of the default extractor, base64; see \`model.ts\` for the layout. */
export const DEFAULT_WEIGHTS =
  '${Buffer.from(bytes).toString('base64')}';
`;
}

/** Columns before the features. */
const OWN_COLUMNS = ['page', 'fold', 'block', 'words', 'label', 'weight'] as const;
/** Significant digits of a number. */
const DIGITS = 6;

type TableRows = Pick<TrainingPage, 'id' | 'fold' | 'label' | 'weight'> & {
  readonly rows: { readonly words: Float32Array };
};

/** Lines of CSV: a header, then the blocks of every page in the order of the matrix. */
function* featureTable(pages: Iterable<TableRows>, matrix: Float32Array): Generator<string> {
  yield `${[...OWN_COLUMNS, ...FEATURE_NAMES].join(',')}\n`;
  const stride = FEATURE_NAMES.length;
  const short = (value: number): number => Number(value.toPrecision(DIGITS));
  let at = 0;
  for (const { id, fold, label, weight, rows } of pages)
    for (let block = 0; block < label.length; block++, at += stride) {
      const cells = [id, fold, block, rows.words[block], short(label[block]), short(weight[block])];
      for (const value of matrix.subarray(at, at + stride)) cells.push(short(value));
      yield `${cells.join(',')}\n`;
    }
}

/** Writes what the block trees are trained on as CSV, one row per block; compressed when the name of the file ends in `.gz`. */
export async function writeFeatureTable(file: string, pages: Iterable<TableRows>, matrix: Float32Array): Promise<void> {
  const lines = Readable.from(featureTable(pages, matrix));
  const out = createWriteStream(file);
  await (file.endsWith('.gz') ? pipeline(lines, createGzip({ level: 1 }), out) : pipeline(lines, out));
}

/**
 * The text the default extractor keeps of each page when it was trained without the page's site: page id → the kept blocks,
 * one per line. `dehusk-lab … --stored dehusk=FILE` compares it with other systems page by page.
 */
export function outOfFoldTexts(scored: readonly Scored[]): Record<string, string> {
  return Object.fromEntries(
    scored.map(({ page: { id, rows }, keep }) => {
      const { visible, hiddenTexts } = rows;
      const texts = [...visible.blocks.text, ...hiddenTexts.map((one) => one.text)];
      return [id, texts.filter((_, row) => keep[row] === 1).join('\n')];
    }),
  );
}

/** An SVG of mean F1 against expected F1 in ten steps; the area of a point is its number of pages. Colours are inlined. */
export async function reliabilityPlot(scored: readonly Scored[]): Promise<string> {
  const axis: { type: 'quantitative'; scale: { domain: number[] } } = {
    type: 'quantitative',
    scale: { domain: [0, 1] },
  };
  const spec: TopLevelSpec = {
    width: 260,
    height: 260,
    layer: [
      {
        data: { values: [0, 1].map((at) => ({ expected: at, f1: at })) },
        mark: { type: 'line', strokeDash: [4, 3], stroke: FAINT },
        encoding: { x: { ...axis, field: 'expected' }, y: { ...axis, field: 'f1' } },
      },
      {
        data: { values: reliability(scored) },
        mark: { type: 'point', filled: true, fill: OURS, opacity: 1 },
        encoding: {
          x: { ...axis, field: 'expected', title: 'expected word F1' },
          y: { ...axis, field: 'f1', title: 'word F1 reached, mean of the pages' },
          size: { field: 'pages', type: 'quantitative', title: 'pages', scale: { range: [20, 400] }, legend: null },
        },
      },
    ],
  };
  return drawSvg(spec, 'Reliability of the confidence of the default extractor');
}
