import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetsRoot } from '../datasets/index.js';
import { bteParity, JUSTEXT_ENGLISH, justextParity } from './page-level.js';

const root = datasetsRoot();
const skip = existsSync(join(root, '..', 'refs', 'justext-py'))
  ? false
  : 'skipped: needs ../shared/refs and ../shared/data';

test('jusText gives at least 99 % of words the class the Python program gives them', { skip }, () => {
  const { words, equal, causes } = justextParity('cleanportaleval', root);
  assert.ok(words > 80_000, `${words} words`);
  assert.ok(equal >= 0.99 * words, `${equal} of ${words} words: ${JSON.stringify(causes)}`);
});

test('BTE gives at least 99.5 % of the reference’s words', { skip }, () => {
  const { words, equal, causes } = bteParity('cleanportaleval', root);
  assert.ok(words > 50_000, `${words} words`);
  assert.ok(equal >= 0.995 * words, `${equal} of ${words} words: ${JSON.stringify(causes)}`);
});

test('the inferred list is whole words in lower case, each once', () => {
  assert.equal(new Set(JUSTEXT_ENGLISH).size, JUSTEXT_ENGLISH.length);
  for (const word of JUSTEXT_ENGLISH) assert.match(word, /^[^\sA-Z]+$/);
});
