import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuLimit } from '../cpu-limit.fixture.js';
import { segmentsOf } from './characters.js';

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

test('a long text has the segments that the segmenter finds in it', () => {
  for (const part of [
    'The ferry left at 3.14 (or so). ',
    'Wörter—und 👩‍👩‍👧 mehr! ',
    'ภาษาไทยง่ายนิดเดียว. ',
    '这是一个句子。',
  ])
    for (const segmenter of [WORDS, SENTENCES]) {
      const text = part.repeat(Math.ceil(20_000 / part.length));
      assert.deepEqual(
        Array.from(segmentsOf(segmenter, text), ({ segment }) => segment),
        Array.from(segmenter.segment(text), ({ segment }) => segment),
      );
    }
});

test('an endless sentence is cut between characters, and nothing is lost', () => {
  for (const text of ['w'.repeat(50_000), `w${'👍🏽\u200d'.repeat(9_000)}`, '\ud800'.repeat(20_000), '']) {
    const found = Array.from(segmentsOf(SENTENCES, text), ({ segment }) => segment);
    assert.equal(found.join(''), text);
    for (const one of found.slice(1)) assert.doesNotMatch(one, /^[\udc00-\udfff]/);
  }
});

test('many short words take linear time', () => {
  // In one piece, a minute on a fast machine.
  const withinLimit = cpuLimit(20);
  let found = 0;
  for (const _ of segmentsOf(WORDS, 'A. '.repeat(100_000))) found++;
  withinLimit();
  assert.equal(found, 300_000);
});
