/** No page makes an output many times as long as itself, whatever it repeats, refers to or nests; and no page makes the core throw. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractorNamed } from '@dehusk/papers';
import { explainPage } from '../explain.js';
import { extract } from '../extract.js';
import { FORMATS } from '../formats.js';
import type { RenderOptions } from '../render/renderer.js';

const everything = extractorNamed('everything');

/** Characters of an output: some, and so many for each character of the page. SECURITY.md states them. */
const most = (page: number): number => 2_000_000 + 32 * page;

const LONG = 'x'.repeat(7_900);
const SENTENCE = 'The keeper of the light wrote down every ship that passed the island, and nobody ever read it.';
const WORDS = `<p>${SENTENCE}</p>`;
const BASE = `<base href="https://a.example/${LONG}/">`;
const PARAGRAPHS = '<p>a'.repeat(10_000);
const BREAKS = `<p>${'a<br>'.repeat(10_000)}`;
const CODE = `<pre>${'a\n'.repeat(25_000)}</pre>`;
/** 40,000 characters of prose. */
const STORY = Array.from({ length: 1_000 }, (_, at) => `word${at} of the story of the sea number ${at}, `).join('');

const shell = (script: string): string => `<html><title>T</title><body><div id=root></div>${script}`;
const state = (value: unknown): string => shell(`<script type="application/json">${JSON.stringify(value)}</script>`);
const list = <T>(length: number, one: (at: number) => T): T[] => Array.from({ length }, (_, at) => one(at));
const flight = (element: string, count: number, text = STORY): string => {
  const rows = `1:T${text.length.toString(16)},${text}0:[${list(count, () => element).join(',')}]\n`;
  return shell(`<script>self.__next_f.push([1,${JSON.stringify(rows)}])</script>`);
};

const PAGES: Readonly<Record<string, string>> = {
  // References in the state of a page.
  'records that share a text': state([
    { body: 1 },
    list(3_000, (at) => at + 4),
    'p',
    STORY,
    ...list(3_000, () => ({ type: 2, text: 3 })),
  ]),
  'a list of one text': state([{ body: 1 }, list(20_000, () => 2), STORY]),
  'a list of one text of HTML': state([{ body: 1 }, list(20_000, () => 2), `<p>${STORY}</p>`]),
  'a paragraph of one text': state([{ body: 1 }, { type: 2, children: 3 }, 'p', list(8_000, () => 4), STORY]),
  'records that share a key': state([
    { body: 1 },
    list(5_000, (at) => at + 4),
    LONG,
    STORY,
    ...list(5_000, () => ({ _2: 3 })),
  ]),
  'records that share their description': state([
    { body: 1 },
    list(3_000, (at) => at + 4),
    Object.fromEntries(list(3_000, (at) => [`key-${at}`, 3])),
    STORY,
    ...list(3_000, () => ({ fields: 2, text: 3 })),
  ]),
  'titles and texts': state([
    { items: 1 },
    list(3_000, (at) => at + 4),
    'x'.repeat(240),
    STORY,
    ...list(3_000, () => ({ title: 2, body: 3 })),
  ]),
  'texts that are JSON': state([{ body: 1 }, list(5_000, () => 2), JSON.stringify({ text: STORY })]),
  'rows of React': flight('"$1"', 20_000),
  'elements of React': flight('["$","p",null,{"children":"$1"}]', 4_000),
  'elements of React with HTML': flight('["$","div",null,{"dangerouslySetInnerHTML":{"__html":"$1"}}]', 3_000),
  'an element of React': flight(`["$","p",null,{"children":[${list(8_000, () => '"$1"').join(',')}]}]`, 1),
  'links of React': flight('["$","a",null,{"href":"$1","children":"a word"}]', 3_000, `https://a.example/${LONG}`),
  'a cache of Apollo': state({
    ROOT_QUERY: { a: list(8_000, () => ({ __ref: 'P:1' })) },
    'P:1': { type: 'p', text: STORY },
  }),
  'arguments of a function': shell(
    `<script>window.__NUXT__=(function(a){return {body:[${'a,'.repeat(20_000)}]}}(${JSON.stringify(STORY)}))</script>`,
  ),
  // Addresses and titles.
  'a long base address before links': `${BASE}${WORDS}${'<p>The <a href=x>word</a>'.repeat(3_000)}`,
  'a long base address before images': `${BASE}${WORDS}${'<p>word <img srcset="a 1x,b 2x" src=x alt=y>'.repeat(2_000)}`,
  'a long base address before media': `${BASE}${WORDS}${'<p>word <video src=x></video><audio src=y></audio>'.repeat(2_000)}`,
  'a long title of a link': `${WORDS}<a href="https://a.example/${LONG}" title="${LONG}">${PARAGRAPHS}`,
  'a link that opens again in cells': `${WORDS}<a href=x title="${LONG}">${'a<table>'.repeat(900)}`,
  'a long abbreviation': `${WORDS}<abbr title="${LONG}${LONG}">${PARAGRAPHS}`,
  'a mark with a long name': `${WORDS}<b id=${LONG} class=${LONG}>${PARAGRAPHS}`,
  'a long language of code': `${WORDS}<div class="language-${LONG}">${'<pre><code>a</code></pre>'.repeat(2_000)}</div>`,
  'a note that all refer to': `${WORDS}${'<p>word<sup><a href="#n">1</a></sup>'.repeat(3_000)}<ol class=footnotes><li id=n>${STORY}</ol>`,
  'a note with a long name': `${WORDS}${`<p>word<sup><a href="#${LONG}">1</a></sup>`.repeat(10)}<ol class=footnotes><li id=${LONG}>note</ol>`,
  'a label that all refer to': `${WORDS}<div id=l>${STORY}</div>${'<section aria-labelledby=l><p>word</section><img aria-labelledby=l src=x>'.repeat(1_000)}`,
  'a symbol that all use': `${WORDS}<svg><symbol id=s><text>${STORY}</text></symbol>${'<use href=#s>'.repeat(3_000)}</svg>`,
  'a slot that all show': `${WORDS}<x-a><template shadowrootmode=open>${'<slot name=a></slot>'.repeat(3_000)}</template><p slot=a>${STORY}</p></x-a>`,
  'a part that is streamed to many places': `${WORDS}${list(1_000, (at) => `<template id="B:${at}"></template>`).join('')}<div hidden id="S:0"><p>${STORY}</p></div>${list(1_000, (at) => `<script>$RC("B:${at}","S:0")</script>`).join('')}`,
  // Nesting.
  ...Object.fromEntries(
    Object.entries({
      quotes: '<blockquote>',
      lists: '<ul><li>',
      'numbered lists': '<ol start=999999999><li>',
      'quotes and lists': '<blockquote><ol start=999999999><li>',
      details: '<details><summary>s</summary>',
      definitions: '<dl><dt>s<dd>',
      figures: '<figure><figcaption>s</figcaption>',
      callouts: '<div class="admonition note"><p class=admonition-title>s</p>',
      sections: '<section><h2>s</h2>',
      marks: '<b><i><s><sub><mark><kbd>',
      tables: '<table><tr><th colspan=2>a<tr><td>',
    }).flatMap(([name, open], at) =>
      // Paragraphs in each, and one of the others by turns.
      Object.entries({ paragraphs: PARAGRAPHS, ...(at % 2 === 0 ? { breaks: BREAKS } : { code: CODE }) }).map(
        ([inside, html]) => [`${inside} in ${name}`, `${WORDS}${open.repeat(60)}${html}`],
      ),
    ),
  ),
  'a table in quotes': `${WORDS}${'<blockquote>'.repeat(60)}<table><tr><th>a${'<tr><td>b'.repeat(10_000)}`,
  // Tables.
  'cells over many columns': `${WORDS}<table><tr><th>a<th>b${'<tr><td colspan=1000>a<td>b'.repeat(900)}`,
  'cells over many rows': `${WORDS}<table><tr>${'<th rowspan=1000>a'.repeat(300)}${'<tr><td>b'.repeat(3_000)}`,
  'cells over many rows and columns': `${WORDS}<table><tr>${'<th rowspan=65534 colspan=1000>a'.repeat(100)}${'<tr><td>b'.repeat(5_000)}`,
  'a wide head above short rows': `${WORDS}<table><tr>${'<th>a'.repeat(6_000)}${'<tr><td>b'.repeat(3_000)}`,
  'a wide row below short ones': `${WORDS}<table>${'<tr><td>b'.repeat(3_000)}<tr>${'<td>a'.repeat(6_000)}`,
  'declared columns': `${WORDS}<table><colgroup>${'<col span=1000 align=right>'.repeat(100)}</colgroup><tr>${'<th>a'.repeat(3_000)}`,
  // Short pieces, formulas, characters that are escaped.
  'one word a paragraph': `${WORDS}${PARAGRAPHS}`,
  'one word an item': `${WORDS}<ul>${'<li>a'.repeat(15_000)}`,
  'one word a cell': `${WORDS}<table><tr><th>x${'<tr><td>a<td>b'.repeat(6_000)}`,
  'one word a mark': `${WORDS}<p>${'<b>a</b> '.repeat(10_000)}`,
  'one word between rules': `${WORDS}${'<hr>a'.repeat(12_000)}`,
  readings: `${WORDS}<p>${`<ruby>a<rt>${'y'.repeat(50)}</rt></ruby>`.repeat(1_000)}`,
  'nested formulas': `${WORDS}<p><math>${'<mfrac><mi>a</mi>'.repeat(900)}<mi>b</mi></math>`,
  'formulas with separators': `${WORDS}<p><math>${`<mfenced separators="${'::'.repeat(50)}"><mi>a</mi><mi>b</mi></mfenced>`.repeat(500)}</math>`,
  'characters that are escaped': `${WORDS}<p>${'*_`[<&"\u2028\ud800'.repeat(6_000)}`,
  // Records.
  'items below a long base address': `${BASE}${'<div class=item><h3><a href=i>The item</a></h3><img src=i.png><p>The words of one.</p></div>'.repeat(500)}`,
  'replies inside replies': `<body class=forum>${list(500, (at) => `<div class=comment id=p${at}><a class=author href=/u/${at}>User ${at}</a> <time datetime=2024-05-01T10:00:00Z>May 1</time><p>Reply ${at} of the words came late.</p>`).join('')}`,
  'properties that name one element': `${WORDS}<div id=a itemprop=articleBody>${STORY}</div>${'<div itemscope itemtype=https://schema.org/Comment itemref=a><p>word</div>'.repeat(1_000)}`,
};

const OPTIONS: readonly RenderOptions[] = [{ comments: true }, { htmlFallback: false }, { tableStyle: 'html' }];

for (const [name, html] of Object.entries(PAGES))
  test(`${name}: no output is many times as long as the page`, () => {
    const pageType = name.startsWith('items') ? 'listing' : name.startsWith('replies') ? 'forum' : null;
    const result = extract(html, { extractor: everything, url: 'https://b.example/page', pageType });
    for (const { name: format, print } of FORMATS)
      for (const options of format === 'markdown' ? OPTIONS : OPTIONS.slice(0, 1)) {
        const { length } = print(result, options);
        assert.ok(length <= most(html.length), `${format}: ${length} characters of a page of ${html.length}`);
      }
    const explained = JSON.stringify(explainPage(result)).length;
    assert.ok(explained <= 3_000_000 + 8 * html.length, `the explanation: ${explained} characters`);
  });

test('an output that ends early has a warning, the words before its end and no open element', () => {
  const words = (result: ReturnType<typeof extract>): string => result.text.replace(/\s+/g, ' ').trim();
  const open = '<ol start=999999999><li>';
  const html = `${WORDS}${open.repeat(60)}${'<p>a'.repeat(20_000)}<p>last`;
  const result = extract(html, { extractor: everything });
  assert.deepEqual(result.warnings, ['truncated']);
  assert.ok(result.text.startsWith(SENTENCE) && !result.text.includes('last'));
  assert.equal(result.html.split('<ol').length, result.html.split('</ol>').length);
  const whole = extract(html.replaceAll(open, ''), { extractor: everything });
  assert.deepEqual(whole.warnings, []);
  assert.ok(words(whole).startsWith(words(result)) && whole.text.trimEnd().endsWith('last'));
  const shared = extract(PAGES['an element of React'], { extractor: everything });
  assert.deepEqual(shared.warnings, ['hidden-text', 'truncated']);
});

test('without room for its address or title, a link or abbreviation leaves its words', () => {
  const paragraphs = '<p>The words of an article, which go on for a while, and it was good.'.repeat(500);
  const text = (opening: string): string => extract(opening + paragraphs, { extractor: everything }).text;
  for (const opening of [`<abbr title="${LONG}">`, `<a href="https://a.example/${LONG}">`])
    assert.equal(text(opening), text(''));
});

test('addresses of posts below a long base address', () => {
  const post = (at: number): string =>
    `<div class=comment id=c${at}><a class=author href=u>User ${at}</a> <time datetime=2024-05-01T10:00:00Z>May 1</time><p>The reply ${at} came late.</p></div>`;
  const html = `${BASE}<article>${WORDS.repeat(20)}</article>${Array.from({ length: 500 }, (_, at) => post(at)).join('')}`;
  const { comments } = extract(html, { url: 'https://b.example/page', pageType: 'article' }).document;
  const addresses = comments.map(({ url }) => url ?? '').filter((url) => url !== '');
  assert.ok(comments.length > 400 && addresses.length > 20, `${comments.length} posts, ${addresses.length} addresses`);
  assert.ok(addresses.join('').length <= 10 * html.length + 100_000);
});

test('pages of many short pieces and links are complete', () => {
  const complete = (html: string): string => {
    const { warnings, markdown } = extract(html, { extractor: everything, url: 'https://b.example/' });
    assert.deepEqual(warnings, []);
    return markdown;
  };
  const cells = `${WORDS}<table><tr><th>x<th>y</tr>${'<tr><td>1</td><td>2</td></tr>'.repeat(60_000)}</table><p>last`;
  const link = '<p><a href="/news/2026/11/25/a-common-address.html" title="A title">Words</a> of it';
  assert.ok(complete(cells).trimEnd().endsWith('last'));
  assert.equal(complete(link.repeat(3_000)).split('/news/').length - 1, 3_000);
  assert.ok(
    complete(`${WORDS}<ul>${'<li>a'.repeat(200_000)}<li>last</ul>`)
      .trimEnd()
      .endsWith('last'),
  );
  assert.equal(complete(`${BASE}${WORDS}<p>${'The <a href=y>word</a> '.repeat(10)}`).split('/y)').length - 1, 10);
});
