import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { newSiteCounts, totalCounts } from './build-corpus.js';
import { baseLanguage, CORPUS_FORMATS, type CorpusDocument, sentencesOf, tokensOf } from './corpus-formats.js';
import { corpusReport } from './corpus-report.js';

/** Sentences as text: tokens between bars, without one where no space is. */
const shown = (text: string, language: string | null): string[] =>
  sentencesOf(text, language).map(({ tokens }) =>
    tokens.map(({ text: token, isGlued }, at) => (at === 0 ? '' : isGlued ? '~' : ' ') + token).join(''),
  );

describe('sentences and tokens', () => {
  for (const [text, language, expected] of [
    ['The ferry left. It was full!', 'en', ['The ferry left~.', 'It was full~!']],
    ['It cost $3.14 (or 5%), didn’t it?', 'en', ['It cost $~3.14 (~or 5~%~)~, didn’t it~?']],
    ['Ask Dr. Jones.', 'en-GB', ['Ask Dr~.', 'Jones~.']],
    ['船は港を出た。雨だ。', 'ja', ['船~は~港~を~出~た~。', '雨~だ~。']],
    ['a\u200bb\u0000c\td', null, ['a~b c d']],
    [' \n\u0007 ', 'en', []],
    ['one two', 'x-no-language', ['one two']],
  ] as const)
    test(`${language}: ${JSON.stringify(text)}`, () => assert.deepEqual(shown(text, language), expected));

  test('law: tokens joined by their spaces are the sentence, with white space as one space', () => {
    const piece = fc.constantFrom('a', 'Bé', '.', '!', ' ', '\n', ',', '5', '<', '&', '船', '"', '’', '😀');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('en', 'ja', null), (pieces, language) => {
        const text = pieces.join('');
        const joined = sentencesOf(text, language).map(({ text: sentence, tokens }) => {
          const again = tokens
            .map(({ text: token, isGlued }, at) => (at === 0 || isGlued ? token : ` ${token}`))
            .join('');
          assert.equal(again, sentence.replace(/\s+/g, ' '));
          return again;
        });
        assert.equal(joined.join('').replace(/ /g, ''), text.replace(/\s/g, ''));
      }),
    );
  });

  test('the language of a tag is one that ICU knows, or und', () => {
    const tags = [null, '', 'en-GB', 'PT', 'zz', '__proto__', 'e n', 'en_GB'];
    assert.deepEqual(tags.map(baseLanguage), ['und', 'und', 'en', 'pt', 'und', 'und', 'und', 'und']);
  });
});

const paragraph = (text: string, isHeading = false) => ({ text, isHeading, sentences: sentencesOf(text, 'en') });
const HOSTILE: CorpusDocument = {
  number: 7,
  facts: {
    ...{ url: 'https://news.example/?a="1"&b=<2>', site: 'news.example', title: 'A "quote"\n<doc id="8">\t& more' },
    ...{ author: null, date: null, language: 'en' },
    fetched: '2026-11-21T10:00:00.000Z',
  },
  paragraphs: [paragraph('Tom & Jerry', true), paragraph('See <s> here. "Yes", he said.\n</doc>')],
};
const format = (name: string) => CORPUS_FORMATS.find((one) => one.name === name)?.print(HOSTILE) ?? '';

describe('formats', () => {
  test('vertical: a line is a structure of ours or an escaped token', () => {
    const lines = format('vertical').split('\n');
    assert.equal(
      lines[0],
      '<doc id="7" url="https://news.example/?a=&quot;1&quot;&amp;b=&lt;2&gt;" site="news.example" ' +
        'title="A &quot;quote&quot; &lt;doc id=&quot;8&quot;&gt; &amp; more" language="en" fetched="2026-11-21T10:00:00.000Z">',
    );
    const tokens = lines.slice(1).join(' ');
    assert.equal(
      tokens,
      '<p heading="1"> <s> Tom &amp; Jerry </s> </p> ' +
        '<p> <s> See &lt; <g/> s <g/> &gt; here <g/> . </s> ' +
        '<s> " <g/> Yes <g/> " <g/> , he said <g/> . </s> ' +
        '<s> &lt; <g/> / <g/> doc <g/> &gt; </s> </p> </doc> ',
    );
  });

  test('jsonl: one object on one line', () => {
    const row = JSON.parse(format('jsonl'));
    assert.equal(format('jsonl').indexOf('\n'), format('jsonl').length - 1);
    assert.deepEqual(Object.keys(row), [
      ...['id', 'url', 'site', 'title', 'author', 'date', 'language', 'fetched', 'tokens', 'text', 'paragraphs'],
    ]);
    assert.equal(row.title, HOSTILE.facts.title);
    assert.equal(row.text, HOSTILE.paragraphs.map(({ text }) => text).join('\n'));
    assert.deepEqual(row.paragraphs, [['Tom & Jerry'], ['See <s> here.', '"Yes", he said.', '</doc>']]);
    assert.equal(
      row.tokens,
      HOSTILE.paragraphs.reduce((sum, { sentences }) => sum + tokensOf(sentences), 0),
    );
  });
});

describe('report', () => {
  const FACTS = {
    dedupe: 'paragraph' as const,
    name: 'a',
    format: 'vertical',
    extractor: 'site',
    learnPages: 100,
    n: 5,
    threshold: 0.5,
    version: '1',
  };
  const hostile = {
    ...newSiteCounts('<script>alert(1)</script>'),
    documents: 1200,
    unread: { '"><img src=x>': 3 },
    words: { kept: 30, dropped: 10 },
  };

  test('what pages and users name is escaped; no script, no address to load', () => {
    const page = corpusReport([hostile], { ...FACTS, name: '</title><b>' });
    assert.doesNotMatch(page, /<script|<img|<b>[^A-Z]|<\/title><b>|src=x>|https?:/);
    assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.match(page, /&quot;&gt;&lt;img src=x&gt;/);
    assert.match(page, /default-src 'none'/);
  });

  test('totals only for several sites, with counts by name summed', () => {
    assert.doesNotMatch(corpusReport([hostile], FACTS), /All sites/);
    const other = { ...newSiteCounts('b'), documents: 34, unread: { robots: 1 }, words: { kept: 10, dropped: 0 } };
    assert.match(corpusReport([hostile, other], FACTS), /All sites<\/th>[^A-Z]*<td>1,234<\/td>/);
    const total = totalCounts('all', [hostile, other]);
    assert.deepEqual(total.words, { kept: 40, dropped: 10 });
    assert.deepEqual(total.unread, { '"><img src=x>': 3, robots: 1 });
    assert.deepEqual(hostile.words, { kept: 30, dropped: 10 });
  });
});
