/** What the block trees learn from, as a table other tools read: one row a block, out-of-fold scores and types included. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { FEATURE_NAMES } from '@dehusk/core/internal';
import type { TrainingPage } from './pages.js';

/** Columns before the features. */
const OWN_COLUMNS = ['page', 'fold', 'block', 'words', 'label', 'weight'] as const;
/** Significant digits of a number. */
const DIGITS = 6;

/** Lines of CSV: the header, then the blocks of every page in the order of the matrix. */
export function* featureTable(
  pages: Iterable<
    Pick<TrainingPage, 'id' | 'fold' | 'label' | 'weight'> & { readonly rows: { readonly words: Float32Array } }
  >,
  matrix: Float32Array,
): Generator<string> {
  yield `${[...OWN_COLUMNS, ...FEATURE_NAMES].join(',')}\n`;
  const stride = FEATURE_NAMES.length;
  let at = 0;
  for (const { id, fold, label, weight, rows } of pages)
    for (let block = 0; block < label.length; block++, at += stride) {
      const cells = [id, fold, block, rows.words[block], short(label[block]), short(weight[block])];
      for (const value of matrix.subarray(at, at + stride)) cells.push(short(value));
      yield `${cells.join(',')}\n`;
    }
}

function short(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/** Writes {@link featureTable} to a file, compressed when its name ends in `.gz`. Throws when the file cannot be written. */
export async function writeFeatureTable(
  file: string,
  pages: Parameters<typeof featureTable>[0],
  matrix: Float32Array,
): Promise<void> {
  const lines = Readable.from(featureTable(pages, matrix));
  const out = createWriteStream(file);
  await (file.endsWith('.gz') ? pipeline(lines, createGzip({ level: 1 }), out) : pipeline(lines, out));
}
