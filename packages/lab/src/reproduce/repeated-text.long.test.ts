import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetsRoot } from '../datasets/index.js';
import { countRepeatedText, countSentences, truncatedPercent } from './repeated-text.js';

test('the less boilerplate in an output, the more of it is unique', {
  skip: existsSync(join(datasetsRoot(), 'streams', 'lukem')) ? false : 'skipped: needs ../shared/data/streams/lukem',
}, async () => {
  const rows = await countRepeatedText(undefined, ['streams/lukem'], 40);
  const share = Object.fromEntries(rows.map(({ output, counts }) => [output, counts.unique / counts.sentences]));
  assert.deepEqual(Object.keys(share), ['everything', 'bte', 'justext-goldminer', 'goldminer', 'site', 'gold']);
  assert.ok(
    share.everything < share['justext-goldminer'] && share['justext-goldminer'] < share.site,
    JSON.stringify(share),
  );
  for (const { counts } of rows) {
    assert.ok(counts.unique <= counts.sentences);
    assert.ok(counts.uniqueCharacters <= counts.characters);
  }
});

test('GoldMiner’s Table IV counts', () => {
  const counts = countSentences(['One two. Three!\nOne two.', 'Menu\nOne  two.', 'Menu']);
  assert.deepEqual(counts, {
    sentences: 6,
    unique: 3,
    characters: 3 * 'One two.'.length + 'Three!'.length + 2 * 'Menu'.length,
    uniqueCharacters: 'One two.Three!Menu'.length,
    repeated: [
      ['One two.', 3],
      ['Menu', 2],
    ],
  });
  assert.equal(truncatedPercent(33_209, 60_682), 54); // as printed for origo.hu, BTE: 54.7 cut off
  assert.equal(truncatedPercent(0, 0), 0);
});
