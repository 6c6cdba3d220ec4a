import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetsRoot } from '../datasets/index.js';
import { bteParity, justextParity } from './page-level.js';

const root = datasetsRoot();
const skip = existsSync(join(root, '..', 'refs', 'justext-py'))
  ? false
  : 'skipped: needs ../shared/refs and ../shared/data';

for (const [set, least] of [
  ['cleanportaleval', 80_000],
  ['wcxb-dev', 80_000],
] as const)
  test(`justext-parity gives at least 99 % of words the class of the Python program: ${set}`, { skip }, () => {
    const { words, equal, causes } = justextParity(set, root);
    assert.ok(words > least, `${words} words`);
    assert.ok(equal >= 0.99 * words, `${equal} of ${words} words: ${JSON.stringify(causes)}`);
  });

test('BTE gives at least 99.5 % of the reference’s words', { skip }, () => {
  const { words, equal, causes } = bteParity('cleanportaleval', root);
  assert.ok(words > 50_000, `${words} words`);
  assert.ok(equal >= 0.995 * words, `${equal} of ${words} words: ${JSON.stringify(causes)}`);
});
