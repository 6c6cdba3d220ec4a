import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_TYPES } from '@dehusk/core';
import { applyArticlePrior, FEATURE_NAMES, PAGE_NAMES } from '@dehusk/core/train';
import { binFeatures } from './boosting.js';
import { setTypes } from './cross-validation.js';
import type { TrainingPage } from './pages.js';

test('the article prior changes the types of the scored fold only, and is taken back', () => {
  const stride = FEATURE_NAMES.length;
  const article = FEATURE_NAMES.indexOf(`type.${PAGE_TYPES[0]}`);
  const pages = [0, 1, 0].map((fold, at) => ({
    fold,
    rows: { size: 2 },
    page: Float32Array.from(PAGE_NAMES, (name) => (name === 'page.named' && at === 2 ? 0.9 : 0)),
  })) as unknown as TrainingPage[];
  const even = Float32Array.from(PAGE_TYPES, () => 1 / PAGE_TYPES.length);
  const values = new Float32Array(6 * stride);
  for (let row = 0; row < 6; row++) values[row * stride + article] = [1 / 7, 1 / 7, 1 / 7, 1 / 7, 0.1, 0.9][row];
  const data = binFeatures(values, 6, stride, Uint32Array.from([0, 1, 2, 3, 4, 5]));
  const before = data.bins.slice();
  const columnOf = (bins: Uint8Array): number[] => [...bins.subarray(article * 6, article * 6 + 6)];
  const types = [even, even, even];
  const restore = setTypes(
    data,
    pages,
    types,
    types.map((own, p) => applyArticlePrior(own, pages[p].page)),
    0,
  );
  const [first, second, ...others] = columnOf(data.bins);
  assert.ok(first > columnOf(before)[0] && second === first, 'a page without class names gets the prior');
  assert.deepEqual(others, columnOf(before).slice(2), 'another fold, and a page with many class names, do not');
  restore();
  assert.deepEqual(data.bins, before);
});
