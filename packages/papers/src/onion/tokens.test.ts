import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashToHex } from '@dehusk/html';
import fc from 'fast-check';
import { appendTokens, tokenHashes } from './tokens.js';

/** The hashes of a text's tokens, one string each. */
const hashes = (text: string): string[] => {
  const into = tokenHashes();
  appendTokens(into, text);
  return Array.from({ length: into.length }, (_, at) => hashToHex(into.high[at], into.low[at]));
};
/** The hashes of texts that are one token each. */
const ofEach = (tokens: readonly string[]): string[] =>
  tokens.map((token) => {
    const [hash, ...others] = hashes(token);
    assert.equal(others.length, 0, token);
    return hash;
  });

const CASES: readonly (readonly [why: string, text: string, tokens: readonly string[]])[] = [
  ['nothing', '', []],
  ['only punctuation', ' … — !', []],
  ['case and punctuation do not matter', 'Hello, WORLD!', ['hello', 'world']],
  ['digits part from letters', 'B2B in 2026', ['b', '2', 'b', 'in', '2026']],
  ['apostrophes part', "don't", ['don', 't']],
  ['accents stay', 'ÉTÉ à', ['été', 'à']],
  ['a final sigma is a sigma', 'ΟΔΟΣ οδός', ['οδοσ', 'οδόσ']],
  ['vowel signs of India join their letters', 'हिन्दी भाषा', ['हिन्दी', 'भाषा']],
  ['a mark alone is nothing', ' ́ a', ['a']],
  ['Chinese: a character is a token', '中文網頁2026年', ['中', '文', '網', '頁', '2026', '年']],
  ['Japanese: kana too, the length mark as well', 'カード', ['カ', '\u30fc', 'ド']],
  ['Thai: a letter with its marks is a token', 'ที่นี่', ['ที่', 'นี่']],
  ['Korean writes spaces', '한국어 문장', ['한국어', '문장']],
  ['Arabic', 'مرحبا بالعالم', ['مرحبا', 'بالعالم']],
  ['Latin next to Chinese', 'HTML網', ['html', '網']],
  ['lone surrogates separate', 'a\ud800b', ['a', 'b']],
  ['emoji separate', 'a😀b', ['a', 'b']],
];
for (const [why, text, tokens] of CASES) test(`tokens: ${why}`, () => assert.deepEqual(hashes(text), ofEach(tokens)));

test('tokens beyond the first plane fold and split too', () => {
  assert.deepEqual(hashes('𐐀𐐁'), hashes('𐐨𐐩'), 'Deseret has two cases');
  assert.equal(hashes('𠀀𠀁').length, 2, 'Han of extension B');
});

test('invariant: case, spacing and punctuation between words change no hash', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), fc.constantFrom(' ', ', ', '\n\t', ' — '), (words, between) => {
      assert.deepEqual(hashes(words.join(between).toUpperCase()), ofEach(words));
    }),
  );
});

test('a hundred thousand different words have different hashes, and their low bits are even', () => {
  const into = tokenHashes();
  const fills = new Uint32Array(64);
  const seen = new Set<string>();
  for (let word = 0; word < 100_000; word++)
    appendTokens(
      into,
      word.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]),
    );
  for (let at = 0; at < into.length; at++) {
    seen.add(hashToHex(into.high[at], into.low[at]));
    fills[into.high[at] & 63]++;
  }
  assert.equal(seen.size, 100_000);
  // 100,000 over 64 bins: 1,562.5 each with a deviation of 39; six deviations are room enough.
  for (const fill of fills) assert.ok(Math.abs(fill - 1562.5) < 240, `a bin holds ${fill}`);
});
