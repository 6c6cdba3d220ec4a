import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetsRoot } from '../datasets/index.js';
import { goldminerOn, printGoldminer } from './goldminer.js';

const missing = existsSync(join(datasetsRoot(), 'cleanportaleval'))
  ? false
  : 'skipped: needs ../shared/data/cleanportaleval';

test('GoldMiner on CleanPortalEval: the paper’s figure, in any order of the pages', { skip: missing }, async () => {
  const result = await goldminerOn('cleanportaleval', undefined, 2);
  const [{ score }] = result.scores;
  assert.ok(score.score >= 0.98, `F ${score.score}`);
  assert.equal(result.sameOrders, 2);
  assert.equal(result.sitesWithPattern, 4);
  const patterns = result.facts.flatMap(({ facts }) => facts.filter(({ what }) => what.endsWith('pattern')));
  assert.ok(patterns.some(({ value }) => value === '<!-- / story-body -->'));
  assert.match(printGoldminer([result]), /cleanportaleval: 4 of 4 sites with a pattern, 2 pages refused as no article/);
});
