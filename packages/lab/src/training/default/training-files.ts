/** Files a training run writes: the weights module, the feature table, texts out of fold, and the reliability diagram. */

import { createHash } from 'node:crypto';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { PAGE_TYPES } from '@dehusk/core';
import { DEFAULT_WEIGHTS, FEATURE_GROUPS, FEATURE_NAMES, featureMatrix, type Model } from '@dehusk/core/train';
import { tokensOf } from '@dehusk/html';
import type { TopLevelSpec } from 'vega-lite';
import { drawSvg, FAINT, OURS } from '../../reports/draw.js';
import type { Scored } from './cross-validation.js';
import { reliability } from './figures.js';
import { alignedPage, type TrainingPage } from './pages.js';

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
  const axis = { type: 'quantitative' as const, scale: { domain: [0, 1] } };
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

const PAGES = new URL('../../../../core/fixtures/default/', import.meta.url);
/** The record, written with the weights. */
export const TRAINED_FEATURES = fileURLToPath(new URL('../../../fixtures/trained-features.json', import.meta.url));

/** Significant digits: other engines round logarithms otherwise. */
const HASHED_DIGITS = 4;
const HEX = 8;

/**
 * The features as they are now, and the digest of the weights in a module's source.
 *
 * Features that change after the shipped weights were trained make them useless without an error, because their names stay: a test
 * compares with the record.
 */
export function trainedFeatures(weights = DEFAULT_WEIGHTS) {
  const names = readdirSync(PAGES).filter((name) => name.endsWith('.html'));
  return { weights: digest([weights]), pages: Object.fromEntries(names.map((name) => [name, featuresOf(name)])) };
}

function featuresOf(name: string): Record<string, string> {
  const html = readFileSync(new URL(name, PAGES), 'utf8');
  const origin = { set: 'default', id: name, domain: name, share: 1, fold: 0, trains: true, type: -1 };
  const page = alignedPage(html, `https://example.org/${name}`, tokensOf(''), origin);
  if (page === null) throw new Error(`${name} cannot be parsed`);
  const { rows, classTokens, wordTokens, pageTokens } = page;
  // Some scores, so that what is computed from them is compared, too.
  const score = Float32Array.from({ length: rows.size }, (_, row) => ((row * 7) % 11) / 11);
  const types = Float32Array.from(PAGE_TYPES, (_, at) => at / 21);
  const matrix = featureMatrix(rows, { page: page.page, types, classScore: score, wordScore: score });
  const stride = FEATURE_NAMES.length;
  const groups = FEATURE_GROUPS.map(({ name: group, from, to }) => {
    const values: number[] = [];
    for (let row = 0; row < rows.size; row++) values.push(...matrix.subarray(row * stride + from, row * stride + to));
    return [group, digest(values.map((value) => value.toPrecision(HASHED_DIGITS)))];
  });
  return {
    source: digest([html]),
    blocks: digest([...rows.visible.blocks.text, ...rows.hiddenTexts.map(({ text }) => text)]),
    tokens: digest([...classTokens, ...wordTokens, pageTokens].map((tokens) => tokens.join())),
    ...Object.fromEntries(groups),
  };
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, HEX);
}
