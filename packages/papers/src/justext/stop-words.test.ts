import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords, fitLanguage, STOP_WORD_LANGUAGES, stopListFrom, stopListOf } from './stop-words.js';

test('there are lists for at least 58 languages, each with words of its own', () => {
  assert.ok(STOP_WORD_LANGUAGES.length >= 58);
  for (const language of STOP_WORD_LANGUAGES) {
    const words = stopListOf(language)?.words ?? new Set();
    assert.ok(words.size >= 25, `${language} has ${words.size}`);
    for (const word of words) assert.match(word, /^\S+$/, `${language}: ${word}`);
  }
});

test('a list unpacks to whole words', () => {
  for (const word of ['the', 'of', 'and', 'therefore']) assert.ok(stopListOf('en')?.words.has(word), word);
  for (const word of ['und', 'nicht', 'können']) assert.ok(stopListOf('de')?.words.has(word), word);
  assert.equal(stopListOf('xx'), null);
  assert.equal(stopListOf('toString'), null);
  assert.equal(stopListOf('nb'), stopListOf('no'));
});

const list = stopListFrom(['the', 'of', '的', '一个', 'これ', 'は']);
const counts: readonly [text: string, isBare: boolean, words: number, stopWords: number][] = [
  ['', true, 0, 0],
  ['   \n ', true, 0, 0],
  ['The king of Spain', true, 4, 2],
  ['(the) king', true, 2, 1],
  ['(the) king', false, 2, 0],
  ['“The” king — of', true, 4, 2],
  ['我的一个朋友', true, 6, 3],
  ['これはペンです', true, 7, 3],
  ['the iPhone 的 price', true, 4, 2],
  ['iPhone的', true, 2, 1],
];
for (const [text, isBare, words, stopWords] of counts)
  test(`words of ${JSON.stringify(text)}${isBare ? '' : ', punctuation attached'}`, () => {
    assert.deepEqual(countWords(text, list, isBare), { words, stopWords });
    assert.deepEqual(countWords(text, null, isBare), { words, stopWords: 0 });
  });

const samples: Readonly<Record<string, string>> = {
  en: 'When the rain had stopped we went down to the harbour and looked at what was left of the boats.',
  de: 'Als der Regen aufgehört hatte, gingen wir zum Hafen hinunter und sahen, was von den Booten noch da war.',
  fr: 'Quand la pluie a cessé, nous sommes descendus au port pour voir ce qui restait des bateaux de la ville.',
  pl: 'Kiedy deszcz ustał, poszliśmy do portu, żeby zobaczyć, co zostało z łodzi, które tam jeszcze były.',
  ru: 'Когда дождь кончился, мы пошли к гавани, чтобы посмотреть, что осталось от лодок, которые там были.',
  el: 'Όταν σταμάτησε η βροχή, πήγαμε στο λιμάνι για να δούμε τι είχε μείνει από τις βάρκες που ήταν εκεί.',
  zh: '雨停了以后，我们到港口去看那些船还剩下什么，因为大家都说它们已经不在了。',
  ja: '雨が止んだあと、私たちは港へ行って、まだ残っている船があるかどうかを見た。',
  ar: 'عندما توقف المطر ذهبنا إلى الميناء لنرى ما الذي بقي من القوارب التي كانت هناك.',
  hu: 'Amikor az eső elállt, lementünk a kikötőbe, hogy megnézzük, mi maradt azokból a csónakokból, amelyek ott voltak.',
};
for (const [language, text] of Object.entries(samples))
  test(`the list that fits best tells ${language}`, () => {
    assert.equal(fitLanguage(text)?.language, language);
  });

test('no list fits numbers', () => {
  assert.equal(fitLanguage('884 931 775'), null);
});
