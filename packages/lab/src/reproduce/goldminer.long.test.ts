import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetsRoot } from '../datasets/index.js';
import { goldminerOn } from './goldminer.js';

const missing = existsSync(join(datasetsRoot(), 'cleanportaleval'))
  ? false
  : 'skipped: needs ../shared/data/cleanportaleval';

test('GoldMiner on CleanPortalEval: the paper’s figure, in any order of the pages', { skip: missing }, async () => {
  const result = await goldminerOn('cleanportaleval', undefined, 2);
  const scoreOf = (name: string): number =>
    result.scores.find(({ extractor, isSpelling }) => extractor === name && isSpelling)?.score.score ?? 0;
  const variants = ['goldminer-paper', 'goldminer-paper with plan B', 'goldminer'].map(scoreOf);
  assert.deepEqual(
    variants.map((score) => (100 * score).toFixed(2)),
    ['95.42', '98.15', '98.35'],
  );
  assert.equal(result.sameOrders, 2);
  assert.equal(result.learnt.length, 4);
  assert.equal(result.rejected, 2);
  const patterns = result.learnt.flatMap(({ facts }) => facts.filter(({ what }) => what.endsWith('pattern')));
  assert.ok(patterns.some(({ value }) => value === '<!-- / story-body -->'));
});
