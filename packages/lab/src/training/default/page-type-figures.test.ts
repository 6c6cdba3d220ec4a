import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_TYPES } from '@dehusk/core/internal';
import { pageTypeFigures, type TypedPage } from './page-type-figures.js';

const page = (type: string, told: string, chance: number): TypedPage => ({
  type: PAGE_TYPES.indexOf(type as (typeof PAGE_TYPES)[number]),
  told: Float32Array.from(PAGE_TYPES, (name) => (name === told ? chance : (1 - chance) / (PAGE_TYPES.length - 1))),
});

test('page types: a row a true type with its recall, a column a type told with its precision, and reliability', () => {
  const lines = pageTypeFigures([
    page('article', 'article', 0.9),
    page('article', 'article', 0.9),
    page('article', 'listing', 0.5),
    page('forum', 'forum', 0.9),
    page('unheard of', 'forum', 0.9),
  ]);
  const cells = lines.map((line) => line.split(/\s{2,}/));
  assert.deepEqual(cells[0], ['true \\ told', ...PAGE_TYPES, 'recall']);
  assert.deepEqual(cells[1], ['article', '2', '0', '0', '0', '1', '0', '0', '0.67']);
  assert.deepEqual(cells[2], ['forum', '0', '1', '0', '0', '0', '0', '0', '1.00']);
  assert.deepEqual(cells[3], ['product', '0', '0', '0', '0', '0', '0', '0', '–']);
  assert.deepEqual(cells[8], ['precision', '1.00', '1.00', '–', '–', '0.00', '–', '–']);
  assert.deepEqual(lines.slice(9), [
    'probability 0.50 right 0.00 on 1 pages',
    'probability 0.90 right 1.00 on 3 pages',
  ]);
});
