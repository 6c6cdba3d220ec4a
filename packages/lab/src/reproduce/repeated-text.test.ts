import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetsRoot } from '../datasets/index.js';
import { printRepeatedText, repeatedText } from './repeated-text.js';

test('the less boilerplate in an output, the more of it is unique', {
  skip: existsSync(join(datasetsRoot(), 'streams', 'lukem')) ? false : 'skipped: needs ../shared/data/streams/lukem',
}, async () => {
  const rows = await repeatedText(undefined, ['streams/lukem'], 40);
  const share = Object.fromEntries(rows.map(({ output, counts }) => [output, counts.unique / counts.sentences]));
  assert.deepEqual(Object.keys(share), ['everything', 'bte', 'justext-goldminer', 'goldminer', 'site', 'gold']);
  assert.ok(
    share.everything < share['justext-goldminer'] && share['justext-goldminer'] < share.site,
    JSON.stringify(share),
  );
  for (const { counts } of rows) {
    assert.ok(counts.once <= counts.unique && counts.unique <= counts.sentences);
    assert.ok(counts.onceCharacters <= counts.uniqueCharacters && counts.uniqueCharacters <= counts.characters);
  }
  assert.match(printRepeatedText(rows), /streams\/lukem +gold +\d/);
});
