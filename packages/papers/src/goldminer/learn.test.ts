import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundariesIn } from './learn.js';

type Patterns = { start: number[]; end: number[] };

const A: Patterns = { start: [1, 2], end: [9] };
const B: Patterns = { start: [2], end: [8] };

const CASES: readonly [
  what: string,
  tokens: number[],
  pairs: Patterns[],
  cut: [number, number, number | null] | null,
][] = [
  ['start and end', [0, 1, 2, 5, 9], [A], [0, 1, 4]],
  ['the first start and the first end after it', [1, 2, 9, 1, 2, 9], [A], [0, 0, 2]],
  ['an end before the start is none', [9, 1, 2, 5], [A], [0, 1, null]],
  ['a start cut short by the end of the page', [5, 1], [A], null],
  ['half a start, then a whole one', [1, 1, 2, 9], [A], [0, 1, 3]],
  ['a complete second pair before an open first', [1, 2, 8], [A, B], [1, 1, 2]],
  ['the first of two open pairs', [1, 2], [A, B], [0, 0, null]],
  ['no pair', [1, 2, 9], [], null],
  ['no tags', [], [A], null],
];

for (const [what, tokens, pairs, cut] of CASES)
  test(`cut: ${what}`, () => {
    const expected = cut === null ? null : { pair: cut[0], from: cut[1], to: cut[2] };
    assert.deepEqual(boundariesIn(Uint32Array.from(tokens), pairs), expected);
  });
