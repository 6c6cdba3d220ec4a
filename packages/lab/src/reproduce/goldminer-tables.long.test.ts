import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetsRoot } from '../datasets/index.js';
import { publishedOutputs, scoreGoldminerTables } from './goldminer.js';

const archive = join(datasetsRoot(), 'cleaneval', 'published-outputs.tar.xz');
const skip = !existsSync(archive)
  ? 'skipped: needs ../shared/data/cleaneval/published-outputs.tar.xz'
  : spawnSync('xz', ['--version']).error
    ? 'skipped: needs the program xz'
    : false;

test('all twelve rows of GoldMiner’s Tables II and III, to two decimals', { skip }, () => {
  const tables = scoreGoldminerTables(datasetsRoot());
  assert.deepEqual(
    tables.map((table) => table.rows.length),
    [6, 6],
  );
  for (const { title, rows } of tables)
    for (const { system, printed, published } of rows)
      assert.deepEqual(
        [published.score, published.precision, published.recall].map((value) => (100 * value).toFixed(2)),
        printed.map((value) => value.toFixed(2)),
        `${title}, ${system}: F P R`,
      );

  // The stricter columns: every system on the same pages, missing outputs counted.
  for (const { rows } of tables) {
    assert.equal(new Set(rows.map((row) => row.missingIsEmpty.pages)).size, 1);
    for (const row of rows) assert.ok(row.missingIsEmpty.recall <= row.published.recall + 1e-12);
  }
});

test('a missing archive is an error with its path', () => {
  assert.throws(() => publishedOutputs('/nowhere', 'cleaneval'), /is missing/);
});
