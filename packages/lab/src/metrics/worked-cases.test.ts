import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Gold, NOTHING_KNOWN } from '../datasets/dataset.js';
import { matchedByWords } from './characters.js';
import { cleanevalTokens, countCleaneval, withMarkers } from './cleaneval.js';
import { metricNamed } from './index.js';
import { aggregate } from './metric.js';

const goldOf = (gold: string, more: Partial<Gold> = {}): Gold => ({ ...NOTHING_KNOWN, gold, ...more });

const near = (got: number | undefined, expected: number, what: string): void =>
  assert.ok(got !== undefined && Math.abs(got - expected) < 1e-9, `${what}: got ${got}, expected ${expected}`);

test('WCXB: word multisets, by hand', () => {
  const metric = metricNamed('word-multiset');
  // gold, output, P, R, F1
  const cases: readonly [string, string, number, number, number][] = [
    ['The cat sat on the mat.', 'the CAT sat', 1, 3 / 6, 2 / 3],
    ['a a a b', 'a b b b b', 2 / 5, 2 / 4, (2 * 0.4 * 0.5) / 0.9],
    ['one two', 'three four', 0, 0, 0],
    ['', '', 1, 1, 1],
    ['', 'anything', 0, 0, 0],
    ['anything', '', 0, 0, 0],
    ['…', '?!', 1, 1, 1], // no word in either
    ["don't stop", 'don t stop', 1, 1, 1], // ' is no word character
    ['snake_case 42', 'snake_case', 1, 1 / 2, 2 / 3],
    ['Ünïcödé ΑΒΓ', 'ünïcödé αβγ', 1, 1, 1],
  ];
  for (const [gold, output, precision, recall, f1] of cases) {
    const counts = metric.count(goldOf(gold), output);
    near(metric.precision?.(counts), precision, `P of ${gold} / ${output}`);
    near(metric.recall?.(counts), recall, `R of ${gold} / ${output}`);
    near(metric.score(counts), f1, `F1 of ${gold} / ${output}`);
  }
  // The benchmark's figure is the mean over pages.
  const rows = cases.map(([gold, output]) => metric.count(goldOf(gold), output));
  const total = aggregate(metric, rows);
  near(total.score, cases.reduce((sum, one) => sum + one[4], 0) / cases.length, 'mean F1');
  near(total.precision, cases.reduce((sum, one) => sum + one[2], 0) / cases.length, 'mean P');
  near(total.recall, cases.reduce((sum, one) => sum + one[3], 0) / cases.length, 'mean R');
});

const python = spawnSync('python3', ['-c', '']);
test('WCXB against Python’s \\w, lower and Counter on text of many scripts', {
  skip: python.error || python.status !== 0 ? 'skipped: needs python3' : false,
}, () => {
  const pieces = [
    'The',
    'cat',
    'CAT',
    'İstanbul',
    'ΣΑΣ',
    'straße',
    '猫です',
    'कि',
    'ไทย',
    'e\u0301',
    '½',
    'x²',
    '_',
    '-',
    '\u00a0',
    '\u200b',
    '٣',
    '🙂',
  ];
  const pairs = fc.sample(
    fc.tuple(
      ...[0, 1].map(() => fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((words) => words.join(' '))),
    ),
    { numRuns: 200, seed: 11 },
  );
  const script = `
import sys, json, re
from collections import Counter
for gold, out in json.load(sys.stdin):
    g, o = (re.findall(r'\\w+', t.lower()) for t in (gold, out))
    print(json.dumps([sum((Counter(g) & Counter(o)).values()), len(o), len(g)]))`;
  const run = spawnSync('python3', ['-c', script], { input: JSON.stringify(pairs), encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  for (const [at, line] of run.stdout.trim().split('\n').entries()) {
    const [gold, output] = pairs[at];
    const bag = JSON.parse(line) as number[];
    assert.deepEqual(metricNamed('word-multiset').count(goldOf(gold), output), bag, `${gold} / ${output}`);
  }
});

test('CleanEval: the cases run through the original', () => {
  assert.deepEqual(cleanevalTokens('URL: http://x\n\n<p>a b c d\n'), ['', '<p>', 'a', 'b', 'c', 'd', '']);
  const cases: readonly [string, string, number, number, number][] = [
    ['URL: http://x\n\n<p>a b c d\n', 'URL: http://x\n\n<h>T\n\n<p>a b x d e\n', 6, 1, 4],
    ['<p>a b c', '<p>c a b', 4, 1, 1],
    ['', '<p>a', 1, 0, 2],
    ['', '', 1, 0, 0],
  ];
  for (const [output, gold, tp, fp, fn] of cases)
    assert.deepEqual(countCleaneval(output, gold), [tp, fp, fn], JSON.stringify([output, gold]));
  const metric = metricNamed('cleaneval:markers=as-is');
  const counts = metric.count(goldOf('', { goldMarkup: cases[0][1] }), cases[0][0]);
  assert.deepEqual(
    [metric.score(counts), metric.precision?.(counts), metric.recall?.(counts)].map((value) =>
      (100 * (value ?? 0)).toFixed(2),
    ),
    ['70.59', '85.71', '60.00'],
  );
});

test('CleanEval: normalisation, rule by rule', () => {
  const tokens = (text: string): string => cleanevalTokens(text).join('·');
  const cases: readonly [what: string, text: string, expected: string][] = [
    ['a line that begins with URL goes, also within the text', 'a\nURLs are\nb', 'a·b'],
    ['blank lines before it go with it, the line before stays', 'a\n \n\n  URL x\nb', 'a·b'],
    ['URL within a line stays', 'the URL: x', 'the·URL:·x'],
    ['URL behind blanks at the very start', '  \t URL x', ''],
    ['the line break before it stays', 'a\n URL x', 'a·'],
    ['two such lines', 'URL a\nURL b\nc', '·c'],
    ['lower case stays', 'url: x', 'url:·x'],
    ['control bytes are blanks', 'a\u0001\u0002b', 'a·b'],
    ['markers stand alone, case kept', 'x<P>y<h>z', 'x·<P>·y·<h>·z'],
    ['a marker with more in it is a word', '<p class>', '<p·class>'],
    ['ends are not trimmed', ' a ', '·a·'],
    ['a no-break space in UTF-8 is no blank', 'a\u00c2\u00a0b', 'a\u00c2\u00a0b'],
  ];
  for (const [what, text, expected] of cases) assert.equal(tokens(text), expected, what);
  // 100,000 blank lines take no quadratic time.
  assert.equal(tokens(`a${'\n'.repeat(100_000)}b`), 'a·b');
});

test('CleanEval: plain text gets a marker per line', () => {
  assert.equal(withMarkers('one\n\n  two\n'), '<p>one\n\n<p>  two\n');
  assert.equal(withMarkers('<h>one\ntwo'), '<h>one\ntwo');
});

test('LCS of words: scripts without spaces count by character', () => {
  const metric = metricNamed('lcs-words');
  assert.deepEqual(metric.count(goldOf('a b c d'), 'b x d'), [2, 3, 4]);
  assert.deepEqual(metric.count(goldOf('今日は猫'), '今日も猫だ'), [3, 5, 4]);
  assert.deepEqual(metric.count(goldOf('กิน ok'), 'กิน ok'), [3, 3, 3]); // ก with its vowel sign, น, ok
  assert.deepEqual(metricNamed('lcs-words:tokeniser=spaces').count(goldOf('今日は猫'), '今日も猫だ'), [0, 1, 1]);
  // Longest stretches first are not a longest common subsequence.
  const [output, gold] = ['x y z a x b y c z d', 'a b c d x y z'];
  assert.equal(metric.count(goldOf(gold), output)[0], 4);
});

test('characters: exact, and by words on long texts', () => {
  const metric = metricNamed('characters');
  assert.deepEqual(metric.count(goldOf('abc  def'), ' abd ef'), [5, 6, 7]);
  assert.deepEqual(metric.count(goldOf('👩x'), '👩'), [1, 1, 2]);
  fc.assert(
    fc.property(
      ...([0, 1].map(() =>
        fc.array(fc.constantFrom('ab', 'b', 'abc', 'ca'), { maxLength: 20 }).map((words) => words.join(' ')),
      ) as [fc.Arbitrary<string>, fc.Arbitrary<string>]),
      (a, b) => {
        const [exact] = metric.count(goldOf(b), a);
        assert.ok(matchedByWords(a, b) <= exact);
      },
    ),
  );
  assert.equal(matchedByWords('one two three', 'zero one two four three'), 'one two'.length + 'three'.length);
  assert.deepEqual(metricNamed('characters:exactUpTo=0').count(goldOf('one two'), 'one two'), [7, 7, 7]);
});
