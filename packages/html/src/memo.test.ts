import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { dropColumns, memoized, memoizedColumns, withLazyFields } from './memo.js';
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

test('columns of a step are computed once until they are dropped, other values stay', () => {
  let calls = 0;
  const column = memoizedColumns((page: Page) => new Uint8Array(page.size).fill(++calls));
  const kept = memoized((page: Page) => ({ size: page.size }));
  const page = pageOf('<p>one');
  const [first, before] = [column(page), kept(page)];
  assert.equal(column(page), first);
  dropColumns(page);
  assert.notEqual(column(page), first);
  assert.deepEqual([calls, kept(page) === before], [2, true]);
});

test('lazy fields are computed once, when first read; copies hold their values', () => {
  let calls = 0;
  const record = (): { own: number; lazy: number } => withLazyFields({ own: 1 }, { lazy: () => ++calls });
  const one = record();
  assert.deepEqual([calls, one.own, one.lazy, one.lazy, calls], [0, 1, 1, 1, 1]);
  assert.deepEqual(
    [{ ...record() }, JSON.stringify(record()), structuredClone(record())],
    [{ own: 1, lazy: 2 }, '{"own":1,"lazy":3}', { own: 1, lazy: 4 }],
  );
  assert.equal(inspect(record()), '{ own: 1, lazy: 5 }');
  assert.equal(inspect(withLazyFields({ toJSON: () => 'its JSON' }, { lazy: () => ++calls })), 'its JSON');
});
