import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classFinder, countKinds } from './removed-kinds.js';

type KindCounts = Parameters<typeof countKinds>[0];

test('the class of a block is that of most of its trigrams, or of an equal line', () => {
  const classOf = classFinder(
    '<2>the boats are back in the old harbour\n<5>i agree with the mayor\n<1>boats\n<4>boats',
    null,
  );
  const cases: readonly [text: string, own: number | null][] = [
    ['The boats are back in the old harbour', 2],
    ['… the boats are back, they say', 2],
    ['I agree with the mayor of this town', 5],
    ['Boats', 1],
    ['harbour', null],
    ['Sold out until next year', null],
  ];
  for (const [text, own] of cases) assert.equal(classOf(text), own, text);
});

test('words are counted by class and kind', () => {
  const counts: KindCounts = new Map();
  const block = (text: string) => ({
    first: 1,
    last: 1,
    nodes: [1],
    parent: 0,
    text,
    words: 9,
    linkWords: 0,
    linkChars: 0,
  });
  const blocks = [block('a b c'), block('d e'), block('f'), block('g')];
  countKinds(counts, { blocks }, [2, 5, 5, null], ['', 'comment', 'related', 'comment']);
  countKinds(counts, { blocks: [block('h i')] }, [5], ['comment']);
  assert.deepEqual(
    [...counts].map(([own, row]) => [own, [...row]]),
    [
      [2, [['', 3]]],
      [
        5,
        [
          ['comment', 4],
          ['related', 1],
        ],
      ],
    ],
  );
});
