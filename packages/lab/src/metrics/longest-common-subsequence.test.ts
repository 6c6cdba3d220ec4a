import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { longestCommonSubsequence } from './longest-common-subsequence.js';

/** The textbook table. */
function byTable(a: readonly number[], b: readonly number[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++)
      table[i][j] = a[i - 1] === b[j - 1] ? table[i - 1][j - 1] + 1 : Math.max(table[i - 1][j], table[i][j - 1]);
  return table[a.length][b.length];
}

const lengthOf = (a: readonly number[], b: readonly number[], letters: number): number =>
  longestCommonSubsequence(Int32Array.from(a), Int32Array.from(b), letters);

test('the length is that of the table, for few letters and many', () => {
  for (const letters of [1, 2, 3, 10, 30, 60, 1000]) {
    const list = fc.array(fc.integer({ min: 0, max: letters - 1 }), { maxLength: 200, size: 'max' });
    fc.assert(
      fc.property(list, list, (a, b) => {
        assert.equal(lengthOf(a, b, letters), byTable(a, b));
      }),
      { numRuns: 150 },
    );
  }
});

test('lengths around the words of the bit string', () => {
  for (const length of [29, 30, 31, 59, 60, 61, 90]) {
    const ones = new Array<number>(length).fill(1);
    assert.equal(lengthOf([0, ...ones, 2], [3, ...ones, 4], 5), length);
    const down = Array.from({ length }, (_, at) => length - at);
    const up = Array.from({ length }, (_, at) => at + 1);
    assert.equal(lengthOf(down, up, length + 1), 1);
  }
});

test('long lists of many rare and a few frequent letters', () => {
  let state = 7;
  const list = (length: number): number[] =>
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor(900 * (state / 2 ** 32) ** 4);
    });
  for (const [m, n] of [
    [1500, 1400],
    [700, 2100],
  ]) {
    const [a, b] = [list(m), list(n)];
    assert.equal(lengthOf(a, b, 900), byTable(a, b));
  }
});

test('nothing in common, nothing at all', () => {
  assert.equal(lengthOf([], [], 0), 0);
  assert.equal(lengthOf([], [0, 1], 2), 0);
  assert.equal(lengthOf([0, 0, 0], [1, 1], 2), 0);
});
