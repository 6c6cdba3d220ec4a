import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Extractor } from '@dehusk/core';
import { memoizedExtractor, NO_CONTEXT } from '@dehusk/core/extend';
import type { Page } from '@dehusk/html';
import { parse } from '@dehusk/html';
import { extractorNamed } from './extractors.js';

const pageOf = (html: string): Page => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
};

test('a memoized extractor labels each page once with the default options, and each time with others', () => {
  const bte = extractorNamed('bte');
  const asked: Page[] = [];
  const counting: Extractor = {
    ...bte,
    label(page, options, knowledge) {
      asked.push(page);
      return bte.label(page, options, knowledge);
    },
  };
  const once = memoizedExtractor(counting);
  const [first, second] = [pageOf('<p>one two three</p>'), pageOf('<p>four five</p>')];
  const labelled = once.label(first, once.defaults, NO_CONTEXT);
  assert.deepEqual(labelled, bte.label(first, bte.defaults, NO_CONTEXT));
  assert.equal(once.label(first, once.defaults, { ...NO_CONTEXT, language: 'en' }), labelled);
  assert.deepEqual(asked, [first]);
  once.label(second, once.defaults, NO_CONTEXT);
  assert.deepEqual(asked, [first, second]);
  once.label(first, { ...once.defaults, tagWeight: -2 }, NO_CONTEXT);
  assert.deepEqual(asked, [first, second, first]);
});
