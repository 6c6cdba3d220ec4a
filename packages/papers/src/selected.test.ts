import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ExtractOptions, extract, siteReader, toMarkdown } from '@dehusk/core';
import { EXTRACTORS, extractorNamed } from './extractors.js';
import { SITE_EXTRACTORS, siteExtractorNamed } from './site-extractors.js';

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const prose = (topic: string, count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `The ${topic} of day ${at} was read aloud by the keeper, who wrote it down.`,
  ).join(' ');

const PAGE = `<html lang="en"><head><title>Weir</title></head><body>
<nav class="menu"><a href="/">Home</a> <a href="/tides">Tides</a></nav>
<main><h1>The weir</h1><figure class="lead"><img src="weir.jpg" alt="Weir"><figcaption>The weir in May</figcaption></figure>
<p>${prose('water', 4)}</p><div class="box">Subscribe to the weir letter, it is free and <b>short</b>.</div><p>${prose('wind', 4)}</p>
<img class="map" src="map.png" alt="Map"><p class="mixed">${prose('level', 2)} <span class="inline">Advertisement between sentences.</span> ${prose('tide', 2)}</p></main>
<aside class="note"><p>A note beside the story.</p></aside><footer>© Weir</footer></body></html>`;

const markdown = (options: ExtractOptions): string =>
  toMarkdown(PAGE, { language: 'en', rendering: { title: false }, ...options });
const plain = markdown({});

test('without selectors, or with empty lists of them, nothing changes', () => {
  const none = { contentSelector: [], includeSelector: [], excludeSelector: [] };
  assert.equal(markdown(none), plain);
  assert.deepEqual(extract(PAGE, none).labelled, extract(PAGE).labelled);
});

const cases: readonly (readonly [
  what: string,
  options: ExtractOptions,
  has: readonly RegExp[],
  lacks: readonly RegExp[],
])[] = [
  ['content alone', { contentSelector: '.note, .menu' }, [/A note beside/, /\[Tides\]/], [/weir/, /water/, /!\[/]],
  ['content with its first image', { contentSelector: 'figure' }, [/!\[Weir\]/, /in May/], [/water/, /!\[Map\]/]],
  [
    'content without excluded text',
    { contentSelector: 'main', excludeSelector: '.box' },
    [/water/, /!\[Map\]/],
    [/Subscribe/],
  ],
  ['several selectors', { contentSelector: ['h1', '.note'] }, [/# The weir/, /A note/], [/water/]],
  ['included text', { includeSelector: 'aside' }, [/water/, /A note beside/], [/©/]],
  ['excluded text inside a paragraph', { excludeSelector: '.inline' }, [/level/, /tide/], [/between sentences/]],
  ['excluded images', { excludeSelector: 'img' }, [/water/], [/!\[/]],
  ['exclusion wins', { includeSelector: 'aside', excludeSelector: 'aside p' }, [/water/], [/A note/]],
  ['content and included text', { contentSelector: 'h1', includeSelector: 'footer' }, [/The weir/, /©/], [/water/]],
];
for (const [what, options, has, lacks] of cases)
  test(`selectors decide: ${what}`, () => {
    const text = markdown(options);
    for (const pattern of has) assert.match(text, pattern);
    for (const pattern of lacks) assert.doesNotMatch(text, pattern);
  });

test('every decided block names the selector, and other blocks keep the reason of the extractor', () => {
  const { blocks, labels } = extract(PAGE, { includeSelector: 'aside', excludeSelector: ['.box', '.inline'] }).labelled;
  const why = (word: RegExp): string => labels.why[blocks.findIndex(({ text }) => word.test(text))];
  assert.equal(why(/A note/), 'selector: aside');
  assert.equal(why(/Subscribe/), 'selector: not .box');
  assert.equal(why(/between sentences/), 'selector: not .inline');
  assert.match(why(/wind/), /^probability /);
  const outside = extract(PAGE, { contentSelector: 'main' });
  assert.equal(outside.labelled.labels.why[0], 'selector: outside');
  assert.equal(outside.confidence, 1);
});

for (const extractor of EXTRACTORS) {
  const { name } = extractor;
  test(`content is exactly the text of the elements, whatever the extractor: ${name}`, () => {
    const options: ExtractOptions = {
      extractor,
      contentSelector: 'main',
      excludeSelector: '.box',
      language: 'en',
    };
    const result = extract(PAGE, options);
    assert.equal(result.text, extract(PAGE, { ...options, extractor: extractorNamed('dehusk') }).text);
    const { blocks } = result.labelled;
    for (let at = 1; at < blocks.length; at++)
      assert.ok(blocks[at].first > blocks[at - 1].last, `blocks ${at} overlap`);
  });
  test(`other text is the extractor's: ${name}`, () => {
    const words = (options: ExtractOptions): string[] =>
      wordsOf(extract(PAGE, { extractor, language: 'en', ...options }).text).sort();
    assert.deepEqual(words({ excludeSelector: 'footer' }), words({ excludeSelector: ['footer', '.unknown'] }));
    const own = words({ excludeSelector: 'aside' });
    const note = wordsOf('A note beside the story.');
    assert.deepEqual(words({ includeSelector: 'aside' }), [...own, ...note].sort());
  });
}

test('a site extractor keeps selected content on a page that its site refuses', () => {
  const post = (at: number): string =>
    `<html><head><title>Post ${at}</title></head><body><ul><li><a href="/">Home</a></li></ul><div class="c${at % 1}"><h1>Post ${at}</h1><p>${prose(`boat ${at}`, 5)}</p></div></body></html>`;
  const list = `<html><head><title>Posts</title></head><body><ul><li><a href="/">Home</a></li></ul>${Array.from({ length: 20 }, (_, at) => `<div><a href="/p/${at}">Post ${at}</a></div>`).join('')}<p id="about">About this site.</p></body></html>`;
  for (const { name } of SITE_EXTRACTORS) {
    const site = siteReader({ extractor: siteExtractorNamed(name) });
    for (let at = 0; at < 25; at++) site.learn(post(at), { url: `https://example.org/p/${at}`, at });
    const result = site.read(list, { url: 'https://example.org/', contentSelector: '#about', at: 30 });
    assert.equal(result.text.trim(), 'About this site.', `${name}: ${result.detail}`);
  }
});

for (const [what, options, detail] of [
  ['no match', { contentSelector: ['.story', '#main'] }, 'no element matches contentSelector: .story, #main'],
  ['no text', { contentSelector: '.map' }, 'the elements that contentSelector matches have no text to keep: .map'],
  [
    'all excluded',
    { contentSelector: 'h1', excludeSelector: 'main' },
    'the elements that contentSelector matches have no text to keep: h1',
  ],
] as const)
  test(`content that is not there is a failure, not the extractor's text: ${what}`, () => {
    const result = extract(PAGE, options);
    assert.deepEqual([result.ok, result.reason, result.detail], [false, 'no-content', detail]);
  });

test('a page that waits for scripts is reported as such, not as a missing match', () => {
  const shell =
    '<html><body><p>Loading</p><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/main.js"></script></body></html>';
  assert.equal(extract(shell, { contentSelector: 'article' }).reason, 'needs-javascript');
});

test('excluded comments and items are in no field', () => {
  const comment = (name: string, at: number): string =>
    `<li class="comment ${name}"><span class="author">${name}</span> <time datetime="2024-05-0${at}">May ${at}</time><p>${prose(name, 2)}</p></li>`;
  const names = ['Ada', 'Bert', 'Cleo', 'Dora'];
  const page = PAGE.replace(
    '<footer>',
    `<section id="comments"><h2>Comments</h2><ol>${names.map((name, at) => comment(name, at + 1)).join('')}</ol></section><footer>`,
  );
  const authors = (options: ExtractOptions): unknown[] =>
    extract(page, { pageType: 'article', ...options }).document.comments.map(({ author }) => author);
  assert.deepEqual(authors({}), names);
  assert.deepEqual(authors({ excludeSelector: '.Bert' }), ['Ada', 'Cleo', 'Dora']);
  assert.deepEqual(authors({ contentSelector: 'main' }), names);
  assert.deepEqual(authors({ excludeSelector: '#comments' }), []);

  const card = (at: number): string =>
    `<li class="card c${at}"><a href="/b/${at}">Boat number ${at}</a><img src="${at}.jpg"><p>A fine wooden boat for ${at} people.</p><b>€ ${at}9,00</b></li>`;
  const shop = `<html><body><h1>Boats</h1><ul id="grid">${[1, 2, 3, 4, 5, 6].map(card).join('')}</ul></body></html>`;
  const titles = (options: ExtractOptions): unknown[] =>
    extract(shop, { pageType: 'collection', ...options }).document.items.map(({ title }) => title);
  assert.equal(titles({}).length, 6);
  assert.deepEqual(titles({ excludeSelector: '.c2, .c3' }), [
    'Boat number 1',
    'Boat number 4',
    'Boat number 5',
    'Boat number 6',
  ]);
});

test('a selector that is not valid is an error on every page', () => {
  for (const page of [PAGE, ''])
    assert.throws(() => extract(page, { excludeSelector: ['.a', 'p >'] }), {
      name: 'TypeError',
      message: /^excludeSelector got "p >", expected a CSS selector: .* at position 3$/,
    });
});
