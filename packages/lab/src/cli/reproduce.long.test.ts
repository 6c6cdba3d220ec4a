import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetNames } from '../datasets/index.js';
import { REPRODUCTIONS } from '../reproduce/index.js';
import { runLab } from './main.js';

/** Tables whose own long tests compute them. */
const OF_OWN_TESTS = ['goldminer', 'goldminer-tables', 'onion', 'streams', 'url-tree'];

test('every published table can be computed', {
  skip: datasetNames().length === 0 && 'skipped: needs ../shared/data',
}, async () => {
  const [start, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'dehusk-reproduce-'))];
  process.chdir(folder);
  try {
    let [out, err] = ['', ''];
    const output = {
      writeOut: (text: string) => void (out += text),
      writeErr: (text: string) => void (err += text),
    };
    if (process.env.NIGHTLY_TESTS === '1') {
      assert.equal(await runLab(['reproduce', 'all', '--quick'], output), 0, err);
      for (const { name } of REPRODUCTIONS) assert.match(out, new RegExp(`^${name}: \\d+ s$`, 'm'));
    }
    // Of the page streams one of each part.
    else
      for (const { name } of REPRODUCTIONS.filter((one) => !OF_OWN_TESTS.includes(one.name))) {
        out = '';
        assert.equal(await runLab(['reproduce', name, '--quick', '--sites', 'hopit,lizards'], output), 0, err);
        assert.match(out, /\d/);
      }
  } finally {
    process.chdir(start);
    rmSync(folder, { recursive: true });
  }
});
