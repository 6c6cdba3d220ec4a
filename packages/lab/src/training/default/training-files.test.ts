import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { FEATURE_NAMES } from '@dehusk/core/train';
import { writeFeatureTable } from './training-files.js';

test('feature table: a header and one row per block, plain or compressed', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-features-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const matrix = Float32Array.from({ length: 3 * FEATURE_NAMES.length }, (_, at) => at / 3);
  const pages = [
    {
      id: 'a',
      fold: 0,
      label: Float32Array.of(1, 0),
      weight: Float32Array.of(0.5, 0.25),
      words: Float32Array.of(7, 2),
    },
    { id: 'b', fold: 4, label: Float32Array.of(0.75), weight: Float32Array.of(1), words: Float32Array.of(9) },
  ].map(({ words, ...page }) => ({ ...page, rows: { words } }));
  await writeFeatureTable(join(folder, 'plain.csv'), pages, matrix);
  await writeFeatureTable(join(folder, 'small.csv.gz'), pages, matrix);
  const text = readFileSync(join(folder, 'plain.csv'), 'utf8');
  assert.equal(gunzipSync(readFileSync(join(folder, 'small.csv.gz'))).toString(), text);
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  assert.deepEqual(rows[0].slice(0, 7), ['page', 'fold', 'block', 'words', 'label', 'weight', FEATURE_NAMES[0]]);
  assert.deepEqual(rows[1].slice(0, 8), ['a', '0', '0', '7', '1', '0.5', '0', '0.333333']);
  assert.deepEqual(rows[3].slice(0, 6), ['b', '4', '0', '9', '0.75', '1']);
  assert.ok(rows.every((row) => row.length === rows[0].length));
  assert.equal(Number(rows[3].at(-1)), Number(((matrix.length - 1) / 3).toPrecision(6)));
});
