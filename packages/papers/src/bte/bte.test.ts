import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import { NO_CONTEXT } from '@dehusk/core/extend';
import { decode, parse } from '@dehusk/html';
import { P1 } from '../worked-example.fixture.js';
import { type BteOptions, bte, bteParity, type SourceTokens, sourceSpan, sourceTokens } from './bte.js';

/** Paragraph markers in the output by tag name. Closing tags have none, since their names begin with a slash. */
const MARKERS: Readonly<Record<string, string>> = {
  ...marked('<p>', 'p div hr blockquote table'),
  ...marked('<h>', 'h1 h2 h3'),
  ...marked('<l>', 'li'),
};

function marked(marker: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, marker]));
}

/** The tokens [first, last] as the reference prints them: one paragraph a line, prefixed with `<p>`, `<h>` or `<l>`. */
function markedText(source: string, tokens: SourceTokens, first: number, last: number): string {
  const lines: string[] = [];
  let marker = '<p>';
  let line: string[] = [];
  const endLine = (): void => {
    if (line.length > 0) lines.push(`${marker} ${line.join(' ')}`);
    line = [];
  };
  for (let at = first; at <= last; at++) {
    const raw = source.slice(tokens.from[at], tokens.to[at]);
    if (tokens.isTag[at] === 0) line.push(raw.replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
    else {
      const name = /^<\s*([^\s>]*)/.exec(raw)?.[1].toLowerCase() ?? '';
      // A tag opens a paragraph only when the one before has words, so `<div><h2>` stays a plain paragraph.
      if (line.length === 0 || !Object.hasOwn(MARKERS, name)) continue;
      endLine();
      marker = MARKERS[name];
    }
  }
  endLine();
  return lines.join('\n');
}

const label = (html: string, extractor: Extractor<BteOptions> = bte, tagWeight = -1): LabelledBlocks => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return extractor.label(parsed.page, { tagWeight }, NO_CONTEXT);
};
const kept = ({ blocks, labels }: LabelledBlocks): string[] =>
  blocks.filter((_, at) => labels.keep[at] === 1).map((block) => block.text);
const spanOf = (source: string): string[] => {
  const tokens = sourceTokens(source);
  const span = sourceSpan(tokens, -1);
  return span === null
    ? []
    : tokens.from.slice(span.from, span.to + 1).map((from, at) => source.slice(from, tokens.to[span.from + at]));
};

test('the tokens of the source, as the reference reads it', () => {
  const read = (source: string): string[] => {
    const { from, to } = sourceTokens(source);
    return from.map((at, token) => source.slice(at, to[token]));
  };
  const cases: readonly [source: string, tokens: string[]][] = [
    ['', []],
    ['one two', ['one', 'two']],
    ['word<b>x</b>', ['word', '<b>', 'x', '</b>']],
    ['a < b', ['a', 'b']],
    ['<!-- x <b> y -->', ['<!-- x <b>', 'y', '-->']],
    ['a&nbsp;b &copy;&quot;', ['a', 'b', '&copy;&quot;']],
    ['x<body>y<BODY class=a>z</body>q</body>', ['z']],
    ['<script src=a>if (a<b) c</script>d<STYLE>e</STYLE>', ['<script src=a>', '</script>', 'd', '<STYLE>', '</STYLE>']],
    ['<script>never closed', ['<script>', 'never', 'closed']],
  ];
  for (const [source, tokens] of cases) assert.deepEqual(read(source), tokens, source);
});

test('the span has many words and few tags', () => {
  assert.deepEqual(spanOf('<a> w1 w2 <b> <c> w3 w4 w5 </c> </b> </a> w6 <d>'), [
    'w1',
    'w2',
    '<b>',
    '<c>',
    'w3',
    'w4',
    'w5',
  ]);
  assert.deepEqual(spanOf('w w <x> <y> w w'), ['w', 'w']);
  assert.deepEqual(spanOf('<x> <y>'), []);
});

test('a small page: the menu goes, the footer stays, as in the reference', () => {
  const tokens = sourceTokens(P1);
  const span = sourceSpan(tokens, -1);
  assert.deepEqual([tokens.from.length, span?.from, span?.to], [117, 15, 115]);
  const text = markedText(P1, tokens, span?.from ?? 0, span?.to ?? 0).split('\n');
  assert.equal(text[0], '<p> Storm hits coast');
  assert.equal(text[3], '<l> Schools will remain closed until Thursday');
  assert.equal(text[text.length - 1], '<p> About us Terms of use &copy; 2020 The Daily');
  for (const extractor of [bte, bteParity]) {
    const texts = kept(label(P1, extractor));
    assert.equal(texts[0], 'Storm hits coast', extractor.name);
    assert.equal(texts[texts.length - 1], 'About us Terms of use © 2020 The Daily', extractor.name);
  }
});

test('a paragraph that the span cuts is split there', () => {
  const { blocks, labels } = label('<p>one two three four <i><b><u><s>x</s></u></b></i></p>');
  assert.deepEqual(
    blocks.map((block) => block.text),
    ['one two three four', 'x'],
  );
  assert.deepEqual([...labels.keep], [1, 0]);
  assert.deepEqual(labels.why, ['in the span of 4 words and 0 tags', 'outside the span']);
});

test('a heavier tag weight gives a shorter span', () => {
  const page = '<p>one two three</p><p>four five six seven</p>';
  assert.deepEqual(kept(label(page)), ['one two three', 'four five six seven']);
  assert.deepEqual(kept(label(page, bte, -3.25)), ['four five six seven']);
});

test('Chinese and Japanese: characters are words, so the text outweighs the menu', () => {
  const menu = (items: string[]): string => items.map((item) => `<li><a href=/>${item}</a></li>`).join('');
  const chinese = '昨天晚上下了一场大雨，港口里的船被风吹到了岸上。';
  const japanese = '昨夜の大雨で、港にあった船がすべて岸に打ち上げられた。';
  assert.deepEqual(kept(label(`<ul>${menu(['首页', '新闻', '体育'])}</ul><p>${chinese}</p>`)), [chinese]);
  assert.deepEqual(kept(label(`<ul>${menu(['家', '報', '球'])}</ul><p>${japanese}</p>`)), [japanese]);
});

test('pages without words keep nothing', () => {
  for (const html of ['', '<p></p>', '<script>a b c d</script>'])
    for (const extractor of [bte, bteParity]) assert.deepEqual(kept(label(html, extractor)), [], html);
});

const REFS = new URL('../../../../../shared/refs/bte-py/', import.meta.url);
const DATA = new URL('../../../../../shared/data/', import.meta.url);
test('the reference’s spans on the pages it was run on: at least 99.5 % of words', {
  skip: existsSync(REFS) ? false : 'skipped: needs ../shared/refs/bte-py',
}, () => {
  let words = 0;
  let equal = 0;
  for (const set of ['cleanportaleval', 'wcxb-dev'])
    for (const file of readdirSync(new URL(`${set}/`, REFS))) {
      const reference = JSON.parse(gunzipSync(readFileSync(new URL(`${set}/${file}`, REFS))).toString());
      const bytes = gunzipSync(readFileSync(new URL(`${set}/html/${reference.id}.html.gz`, DATA)));
      const { text: source } = decode(bytes);
      const tokens = sourceTokens(source);
      const span = sourceSpan(tokens, -1);
      const ours = span === null ? [] : markedText(source, tokens, span.from, span.to).split(/\s+/);
      const theirs: string[] = reference.text_head_list_par.split(/\s+/);
      const left = new Map<string, number>();
      for (const word of theirs) left.set(word, (left.get(word) ?? 0) + 1);
      let shared = 0;
      for (const word of ours) {
        const count = left.get(word) ?? 0;
        if (count === 0) continue;
        left.set(word, count - 1);
        shared++;
      }
      words += Math.max(ours.length, theirs.length);
      equal += shared;
    }
  assert.ok(equal / words >= 0.995, `${equal} of ${words} words are equal`);
});
