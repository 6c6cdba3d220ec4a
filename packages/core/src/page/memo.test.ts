import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoized } from './memo.js';
import type { Page } from './page.js';
import { parse } from './parse.js';

const pageOf = (html: string): Page => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
};

test('a memoized function runs once per page, a falsy result included; functions do not share values', () => {
  const calls: Page[] = [];
  const size = memoized((page: Page) => {
    calls.push(page);
    return page.size;
  });
  const zero = memoized(({ url }: Page) => {
    calls.push(first);
    return url === null ? 0 : 1;
  });
  const first = pageOf('<p>one');
  const second = pageOf('<p>two<p>three');
  assert.deepEqual([size(first), size(second), size(first)], [first.size, second.size, first.size]);
  assert.deepEqual(calls, [first, second]);
  assert.deepEqual([zero(first), zero(first)], [0, 0]);
  assert.equal(calls.length, 3);
});
