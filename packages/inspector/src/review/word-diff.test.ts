import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordDiff, wordScores } from './word-diff.js';

for (const [first, second, expected] of [
  ['', '', []],
  ['a b c', 'a b c', [['both', 'a b c']]],
  [
    'a b c',
    'a c',
    [
      ['both', 'a'],
      ['first', ' b'],
      ['both', ' c'],
    ],
  ],
  [
    'a c',
    'a b c',
    [
      ['both', 'a'],
      ['second', ' b'],
      ['both', ' c'],
    ],
  ],
  [
    'x',
    'y',
    [
      ['first', 'x'],
      ['second', 'y'],
    ],
  ],
] as const)
  test(`difference of "${first}" and "${second}"`, () =>
    assert.deepEqual(
      wordDiff(first, second).map((part) => [part.in, part.text]),
      expected,
    ));

test('the parts of each side join to its text', () => {
  const first = 'One  two\nthree four, five.\n\nsix';
  const second = 'one two\nthree, five.\nsix seven\n';
  const parts = wordDiff(first, second);
  const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
  for (const [side, text] of [
    ['first', first],
    ['second', second],
  ] as const)
    assert.deepEqual(
      words(
        parts
          .filter((one) => one.in === 'both' || one.in === side)
          .map((one) => one.text)
          .join(' '),
      ),
      words(text),
    );
});

test('long texts are compared by lines', () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at} has five words\n`);
  const parts = wordDiff(lines.join(''), [...lines.slice(0, 100), 'new words\n', ...lines.slice(100)].join(''));
  assert.deepEqual(
    parts.filter((one) => one.in !== 'both').map((one) => [one.in, one.text]),
    [['second', 'new words\n']],
  );
});

for (const [output, gold, precision, recall] of [
  ['the cat sat', 'the cat sat', 1, 1],
  ['the the cat', 'the cat sat', 2 / 3, 2 / 3],
  ['', 'the cat', 0, 0],
  ['', '', 1, 1],
  ['more', '', 0, 0],
  ['Größe groß', 'GRÖSSE groß', 1 / 2, 1 / 2],
] as const)
  test(`words of "${output}" in "${gold}"`, () => {
    const scores = wordScores(output, gold);
    assert.deepEqual([scores.precision, scores.recall], [precision, recall]);
  });
