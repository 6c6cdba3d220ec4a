import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { termMatcher } from './term-matcher.js';

/** The matched pieces of a text, with the terms. */
function found(terms: readonly string[], text: string, names: readonly string[] = []): string[] {
  const all = [
    ...terms.map((one) => ({ text: one, isName: false })),
    ...names.map((one) => ({ text: one, isName: true })),
  ];
  return termMatcher(all)(text).map(({ term, from, to }) => `${all[term].text}: ${text.slice(from, to)}`);
}

const CASES: readonly (readonly [what: string, terms: readonly string[], text: string, expected: readonly string[]])[] =
  [
    ['whole words only', ['ferry'], 'The ferry, ferryman and ferries.', ['ferry: ferry']],
    ['any case', ['Ferry'], 'FERRY ferry', ['Ferry: FERRY', 'Ferry: ferry']],
    [
      'phrases over spaces and hyphens',
      ['harbour council'],
      'harbour  council, Harbour-Council',
      ['harbour council: harbour  council', 'harbour council: Harbour-Council'],
    ],
    ['not over a line end', ['harbour council'], 'harbour\ncouncil', []],
    [
      'a phrase inside another',
      ['new york', 'york times', 'york'],
      'New York Times',
      ['new york: New York', 'york: York', 'york times: York Times'],
    ],
    ['after a false start', ['a b c', 'b d'], 'a b d', ['b d: b d']],
    ['one term does not overlap itself', ['la la'], 'la la la la', ['la la: la la', 'la la: la la']],
    ['sharp s in capitals', ['Straße'], 'STRASSE straße', ['Straße: STRASSE', 'Straße: straße']],
    ['final sigma', ['ΟΔΟΣ'], 'οδός οδος', ['ΟΔΟΣ: οδος']],
    ['composed and decomposed', ['café'], 'cafe\u0301', ['café: cafe\u0301']],
    ['wide letters', ['ABC'], 'ａｂｃ', ['ABC: ａｂｃ']],
    ['Cyrillic', ['паром'], 'Паром и паромщик', ['паром: Паром']],
    ['a soft hyphen', ['harbour'], 'har\u00adbour', ['harbour: har\u00adbour']],
    ['apostrophes of two kinds', ["O'Neill"], 'O’Neill', ["O'Neill: O’Neill"]],
    ['Chinese as a substring', ['东京'], '他在东京都工作', ['东京: 东京']],
    ['Thai as a substring, at whole letters with their marks', ['เรือ', 'เร'], 'ไปเรือเร็ว', ['เรือ: เรือ']],
    ['Japanese beside Latin', ['フェリー'], 'Auroraフェリー123', ['フェリー: フェリー']],
    ['digits', ['flight 370'], 'Flight 370 and flight 3700', ['flight 370: Flight 370']],
  ];

for (const [what, terms, text, expected] of CASES)
  test(`terms: ${what}`, () => assert.deepEqual(found(terms, text).sort(), [...expected].sort()));

test('names match as written and in capitals', () => {
  assert.deepEqual(found([], 'Rose, ROSE, rose and the RoSe', ['Rose']), ['Rose: Rose', 'Rose: ROSE']);
  assert.deepEqual(found([], 'IBM Ibm', ['IBM']), ['IBM: IBM']);
});

test('a term without a word is an error', () => {
  assert.throws(() => termMatcher([{ text: '—!', isName: false }]), RangeError);
});

test('law: the automaton finds what searching each term does', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'ab');
  const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(
      fc.uniqueArray(phrase, { minLength: 1, maxLength: 6 }),
      fc.array(word, { maxLength: 40 }),
      (terms, words) => {
        const text = words.join(' ');
        const expected = terms.flatMap((term) => {
          const hits: string[] = [];
          // A phrase between spaces, the next one after the end of the last.
          for (
            let at = ` ${text} `.indexOf(` ${term} `);
            at >= 0;
            at = ` ${text} `.indexOf(` ${term} `, at + term.length + 1)
          )
            hits.push(`${term}: ${term} ${at}`);
          return hits;
        });
        const all = terms.map((one) => ({ text: one, isName: false }));
        const got = termMatcher(all)(text).map(({ term, from }) => `${terms[term]}: ${terms[term]} ${from}`);
        assert.deepEqual(got.sort(), expected.sort());
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

test('a long text of one repeated word, with every prefix of it a term, ends', () => {
  const terms = Array.from({ length: 50 }, (_, at) => ({ text: 'a '.repeat(at + 1).trim(), isName: false }));
  const matches = termMatcher(terms)('a '.repeat(5_000));
  assert.equal(
    matches.length,
    Array.from({ length: 50 }, (_, at) => Math.floor(5_000 / (at + 1))).reduce((sum, one) => sum + one, 0),
  );
});
