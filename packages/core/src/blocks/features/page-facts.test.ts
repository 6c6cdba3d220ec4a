import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wordFinder } from './page-facts.js';
import { log1p } from './part.js';

test('words are found where a search for each finds them', () => {
  const lists = [['ab', 'abc', 'cab'], ['bb', 'ca'], ['zzz']];
  const find = wordFinder(lists);
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'z', 'é', '\0'), { maxLength: 30 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, (one) =>
      assert.deepEqual(
        find(one),
        lists.map((words) => (words.some((word) => one.includes(word)) ? 1 : 0)),
      ),
    ),
  );
});

test('the table of logarithms is the function', () => {
  for (const value of [0, 1, 2.5, 4095, 4096, 5000, 0.1, -0.5, 1e9, 2 ** 31, Number.POSITIVE_INFINITY])
    assert.equal(log1p(value), Math.log1p(value));
});
