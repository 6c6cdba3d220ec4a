import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LINE_COLUMNS, measureWords, tokenise } from './boilerpipe-words.js';

test('tokens end at white space and between words and signs, glue aside', () => {
  // The first five lines were printed by the Java library.
  const cases: readonly (readonly [string, string])[] = [
    [
      "don't stop—now 100% (yes) a_b http://x.com/a?b=1 $5 C++ e-mail",
      "don't|stop|—|now|100|%|(yes)|a_b|http://x.com/a?b|=|1|$5|C|++|e-mail",
    ],
    ['日本語 テスト。', '日本語|テスト|。'],
    ['50°C 3.14 foo…bar', '50|°|C|3.14|foo|…|bar'],
    ["naïve café's", "naïve|café's"],
    ['...', '...'],
    ['', ''],
    ['   ', ''],
    ['cafe\u0301 \u0301x', 'cafe\u0301|\u0301|x'],
    ['a\u2063b', 'a|b'],
    ['½ Ⅷ', '½|Ⅷ'],
    ['no\u00a0break', 'no|\u00a0|break'],
    ['𝐀bold 👍', '𝐀bold|👍'],
  ];
  for (const [text, expected] of cases) assert.equal(tokenise(text).join('|'), expected, text);
});

test('words have a letter or a number; only words fill lines', () => {
  assert.deepEqual(measureWords('| *** — …'), { words: 0, linkWords: 0, wrappedWords: 0, wrappedLines: 1 });
  assert.equal(measureWords('½ Ⅷ 五 ٣ _').words, 4);
  // A word of 80 letters fills a line and does not complete it; behind another word it starts the next line.
  const exactly = 'x'.repeat(LINE_COLUMNS);
  assert.equal(measureWords(exactly).wrappedLines, 1);
  assert.deepEqual(measureWords(`ab ${exactly}`), { words: 2, linkWords: 0, wrappedWords: 1, wrappedLines: 1 });
  // 20 words of 3 letters and their spaces are 79 columns: one more makes 83.
  assert.deepEqual(measureWords('abc '.repeat(20)), { words: 20, linkWords: 0, wrappedWords: 20, wrappedLines: 1 });
  assert.deepEqual(measureWords('abc '.repeat(21)), { words: 21, linkWords: 0, wrappedWords: 20, wrappedLines: 1 });
  assert.deepEqual(measureWords('abc '.repeat(41)), { words: 41, linkWords: 0, wrappedWords: 40, wrappedLines: 2 });
  assert.deepEqual(measureWords('w'.repeat(91)), { words: 1, linkWords: 0, wrappedWords: 1, wrappedLines: 1 });
});

test('link words are those between the edges of links', () => {
  const text = 'one two three four';
  assert.equal(measureWords(text, false, [4, ~8]).linkWords, 1);
  assert.equal(measureWords(text, true, [~4]).linkWords, 1);
  assert.equal(measureWords(text, true).linkWords, 4);
  assert.equal(measureWords(text, false, [8]).linkWords, 2);
});

test('words of scripts without spaces are found on request', () => {
  const text = '我喜欢在图书馆看书。Hello 世界';
  assert.equal(measureWords(text).words, 3);
  const found = measureWords(text, false, [], true).words;
  assert.ok(found >= 7 && found <= 10, `${found} words`);
  assert.equal(measureWords('plain English words', false, [], true).words, 3);
});

test('invariant: tokens hold all text but separators, in order; words on lines are never more than words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      assert.equal(tokenise(text).join(''), text.replace(/[ \u2063]/gu, ''));
      const { words, wrappedWords, wrappedLines } = measureWords(text);
      assert.ok(wrappedWords <= words && wrappedLines >= 1);
    }),
  );
});
