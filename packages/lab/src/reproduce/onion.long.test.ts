import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetsRoot } from '../datasets/index.js';
import { onionRows } from './onion.js';

const archive = join(datasetsRoot(), 'cleanportaleval', 'published-outputs.tar.xz');
const skip = !existsSync(archive)
  ? 'skipped: needs ../shared/data/cleanportaleval/published-outputs.tar.xz'
  : spawnSync('xz', ['--version']).error
    ? 'skipped: needs the program xz'
    : false;

test('Onion after jusText and GoldMiner on CleanPortalEval: precision up, recall down, as in Table III', {
  skip,
}, () => {
  const rows = onionRows(datasetsRoot(), ['cleanportaleval']);
  for (const system of ['justext', 'goldminer']) {
    const of = (filter: string) => {
      const row = rows.find((one) => one.system === system && one.filter === filter);
      assert.ok(row, `${system}, ${filter}`);
      return row;
    };
    const plain = of('none');
    for (const filter of [
      'onion, n 10, threshold 0.9, no smoothing',
      'onion, defaults, no smoothing',
      'onion, as published',
    ]) {
      const row = of(filter);
      assert.ok(row.score.recall < plain.score.recall, `${system}, ${filter}: recall ${row.score.recall}`);
      assert.ok(row.kept < plain.kept);
      if (system === 'justext') assert.ok(row.score.precision > plain.score.precision + 0.05, `${filter}: precision`);
    }
    // The published rows are the paper's: 91.16 and 97.77.
    assert.equal((100 * of('onion, as published').score.score).toFixed(2), system === 'justext' ? '91.16' : '97.77');
  }
});
