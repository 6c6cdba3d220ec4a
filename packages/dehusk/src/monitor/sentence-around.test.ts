import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceAround } from './sentence-around.js';

const CASES: readonly (readonly [
  what: string,
  text: string,
  hit: string,
  language: string | null,
  expected: string,
])[] = [
  ['the middle one', 'The sea is calm. The ferry is late. Nobody waits.', 'ferry', 'en', 'The [ferry] is late.'],
  ['the first of a line', 'Headline\nThe ferry is late. Nobody waits.', 'The', 'en', '[The] ferry is late.'],
  ['the last of a line', 'It rains. The ferry is late\nNext line.', 'late', 'en', 'The ferry is [late]'],
  ['a decimal point is no end', 'It costs 3.5 million. Yes.', '5', 'en', 'It costs 3.[5] million.'],
  ['Japanese', '雨です。船は遅い。誰もいない。', '船', 'ja', '[船]は遅い。'],
  [
    'a hit over two sentences',
    'He sold it to Yahoo! News came later. Then.',
    'Yahoo! News',
    'en',
    'He sold it to [Yahoo! News] came later.',
  ],
  ['a language that is none', 'One. The ferry.', 'ferry', 'x-$$', 'The [ferry].'],
  ['no language', 'One. The ferry.', 'ferry', null, 'The [ferry].'],
];

for (const [what, text, hit, language, expected] of CASES)
  test(`the sentence: ${what}`, () => {
    const from = text.indexOf(hit);
    const got = sentenceAround(text, from, from + hit.length, language);
    assert.equal(
      `${got.text.slice(0, got.from)}[${got.text.slice(got.from, got.to)}]${got.text.slice(got.to)}`,
      expected,
    );
  });

test('an endless sentence is cut at both sides, and never inside a surrogate pair', () => {
  const text = `${'😀'.repeat(5_000)}x${'😀'.repeat(5_000)}`;
  for (const [shift, place] of [
    ['', 10_000],
    ['y', 10_001],
  ] as const) {
    const got = sentenceAround(shift + text, place, place + 1, null);
    assert.match(got.text, /^…😀+x😀+…$/u);
    assert.equal(got.text.slice(got.from, got.to), 'x');
    assert.ok(got.text.length < 1_000);
  }
});
