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
  const [{ score }] = result.scores;
  assert.ok(score.score >= 0.98, `F ${score.score}`);
  assert.equal(result.sameOrders, 2);
  assert.equal(result.learnt.length, 4);
  assert.equal(result.rejected, 2);
  const patterns = result.learnt.flatMap(({ facts }) => facts.filter(({ what }) => what.endsWith('pattern')));
  assert.ok(patterns.some(({ value }) => value === '<!-- / story-body -->'));
});
