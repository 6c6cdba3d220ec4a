import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { NOTHING_KNOWN } from '../datasets/dataset.js';
import { datasetsRoot, openDataset } from '../datasets/index.js';
import { scoreDecisionTrees } from './decision-trees.js';

/** How far a tree's accuracy may lie from the published code's, in points of a hundred. */
const WITHIN = 0.5;

test('both published trees on L3S-GN1’s annotated blocks, weighted by words', {
  skip: existsSync(join(datasetsRoot(), 'l3s-gn1')) ? false : 'skipped: needs ../shared/data/l3s-gn1',
}, async () => {
  const result = await scoreDecisionTrees(openDataset('l3s-gn1').cases());
  assert.equal(result.pages, 621);
  for (const { what, reference, figures } of result.rows.slice(0, 2))
    assert.ok(
      Math.abs(100 * (figures.accuracy - reference)) <= WITHIN,
      `${what}: got ${(100 * figures.accuracy).toFixed(2)}, expected ${100 * reference} ± ${WITHIN}`,
    );
});

test('a block is of the class of most of its words', async () => {
  const html = `<body><p><span class="x-nc-sel2">${'word '.repeat(30)}</span><span class="x-nc-sel0">menu</span></p>
    <p><span class="x-nc-sel0"><span class="x-nc-sel5">one two three</span> four</span> five</p><p>nobody said</p></body>`;
  const bytes = Buffer.from(html);
  const result = await scoreDecisionTrees([
    { ...NOTHING_KNOWN, id: 'a', gold: '', html: () => bytes, annotated: () => bytes },
    { ...NOTHING_KNOWN, id: 'without annotation', gold: '', html: () => bytes },
  ]);
  assert.equal(result.pages, 1);
  assert.deepEqual(result.words, [2, 0, 31, 0, 0, 5]);
});
