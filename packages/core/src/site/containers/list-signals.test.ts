import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, parse } from '@dehusk/html';
import type { LabelledBlocks, PagePrediction } from '../../blocks/block.js';
import { blockList, contentBlocks } from '../../blocks/content-blocks.js';
import { LIST_SIGNALS, type ListSignal, listSignals } from './list-signals.js';

/** Every block is kept. */
const labelled = (page: Page, prediction?: PagePrediction): LabelledBlocks => {
  const blocks = blockList(contentBlocks(page));
  return {
    blocks,
    labels: { keep: new Uint8Array(blocks.length).fill(1), why: blocks.map(() => '') },
    ...(prediction && { prediction }),
  };
};
const judged = (pageType: string, pageTypeProbability: number): PagePrediction => ({
  pageType,
  pageTypeProbability,
  confidence: 1,
});

/** The signals of a page by name. */
function signsOf(html: string, url = 'https://e.com/x', judgement?: PagePrediction): ListSignal[] {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  const signs = listSignals(parsed.page, url, labelled(parsed.page, judgement));
  return LIST_SIGNALS.filter((_, bit) => (signs >> bit) & 1);
}

const TEXT = '<p>The old bridge over the river was closed in winter, and the market moved to the harbour for good.';

/** A signal, a page that has it, a similar page that does not. `null`: the page at `/x`. */
const CASES: readonly (readonly [
  sign: ListSignal,
  bears: readonly [html: string, url: string | null],
  not: readonly [html: string, url: string | null],
])[] = [
  ['address of a list', ['', 'https://e.com/tag/travel'], ['', 'https://e.com/travel']],
  [
    'links below its address',
    ['<a href="/news/a">a</a><a href="/news/b.html">b</a>', 'https://e.com/news/'],
    // Its feed, a picture, a page of its comments, one page below: none or not several.
    [
      '<a href="/news/feed/">f</a><a href="/news/x.jpg">p</a><a href="/news/comment-page-2/">c</a><a href="/news/a">a</a>',
      'https://e.com/news/',
    ],
  ],
  [
    'further pages',
    ['<a href="/news/page/2/">older</a>', 'https://e.com/news'],
    ['<a href="/other/page/2/">older</a>', 'https://e.com/news'],
  ],
  [
    'further pages',
    ['<a href="?page=3">3</a>', 'https://e.com/n?page=2'],
    ['<a href="?page=2">2</a>', 'https://e.com/n?page=2'],
  ],
  [
    'further pages',
    ['<link rel=next href="https://e.com/page/2/">', null],
    ['<link rel=next href="https://e.com/the-next-story/">', null],
  ],
  [
    'comments of other pages',
    ['<a href="/a#comments">2</a><a href="/b#respond">0</a>', null],
    ['<a href="/a#comment-12">Ann</a><a href="/b#comment-9">Bob</a><a href="/x#comments">here</a>', null],
  ],
  [
    'permanent links of other pages',
    ['<a rel=bookmark href=/a>a</a><a rel=bookmark href=/b>b</a>', null],
    ['<a rel=bookmark href=/a>a</a><a rel=bookmark href=https://other.org/b>b</a>', null],
  ],
  ['own permanent link', ['<a rel="bookmark" href="/x/">x</a>', null], ['<a rel="bookmark" href="/y">y</a>', null]],
  [
    'several entries',
    ['<article>a</article><div class="hentry">b</div>', null],
    ['<article>a<div class=hentry>inside</div></article>', null],
  ],
  [
    'several numbered entries',
    ['<div id=post-1></div><div class="big post-2"></div>', null],
    ['<div id=post-1 class="post-1"></div><li id=comment-2>', null],
  ],
  ['body of a list', ['<body class="rtl archive">', null], ['<body><div class="archive"></div>', null]],
  ['body of an article', ['<html class="page-node-type-page"><body>', null], ['<body class="nodes">', null]],
  [
    'kept from search engines',
    ['<meta name=robots content="NOINDEX,follow">', null],
    ['<meta name=robots content=all>', null],
  ],
  [
    'declared list',
    ['<script type="application/ld+json">{"@type":"CollectionPage","x":{"@type":"Article"}}</script>', null],
    ['<script>{"@type":"CollectionPage"}</script>', null],
  ],
  [
    'declared article',
    ['<script type="application/ld+json">{"@type": ["BlogPosting"]}</script>', null],
    ['<script type="application/ld+json">{"@type":"CollectionPage","x":{"@type":"Article"}}</script>', null],
  ],
  [
    'declared article',
    ['<meta property="article:published_time" content="2020-01-01">', null],
    ['<meta property="article:published_time" content="">', null],
  ],
  [
    'og:type article',
    ['<meta property="og:type" content="article">', null],
    ['<meta property="og:type" content="website">', null],
  ],
  [
    'title in the address',
    ['<title>The Café of the River – News</title>', 'https://e.com/2010/cafe-river-news.html'],
    ['<title>The Café of the River – News</title>', 'https://e.com/2010/bridges-of-stone'],
  ],
  [
    'title in the address',
    ['<title>A b c</title>', 'https://e.com/a-b-c'],
    ['<title>A b</title>', 'https://e.com/a-b'],
  ],
  [
    'comment form',
    ['<form><p><textarea></textarea></form>', null],
    ['<form><input name=q></form><textarea></textarea>', null],
  ],
  [
    'text below titles of other pages',
    [`<h1>News</h1><h2><a href="/a">A</a></h2>${TEXT}<h3>Part</h3>${TEXT}<h2>About us</h2><p>short`, null],
    // Its own address, the front page, a section of the page, and headings of other pages with little text.
    [
      `<h2><a href="/x">A</a></h2>${TEXT}<h2><a href="/">B</a></h2>${TEXT}<h2><a href="#c">C</a></h2>${TEXT}<h2><a href="/d">D</a></h2><p>short`,
      null,
    ],
  ],
  [
    'text below titles of other pages',
    [`<a href="?p=2"><h2>A</h2></a>${TEXT}`, null],
    [`<h2><a href="/story">A</a></h2>${TEXT}`, 'https://e.com/story/page/2'],
  ],
];

for (const [sign, bears, not] of CASES)
  test(`${sign}: ${bears[1] ?? bears[0]}`, () => {
    assert.ok(signsOf(bears[0], bears[1] ?? undefined).includes(sign), 'has it');
    assert.ok(!signsOf(not[0], not[1] ?? undefined).includes(sign), 'lacks it');
  });

test('the page level’s prediction is a signal', () => {
  assert.deepEqual(signsOf('', undefined, judged('collection', 0.2)), ['page level: list']);
  assert.deepEqual(signsOf('', undefined, judged('article', 0.6)), ['page level: article']);
  assert.deepEqual(signsOf('', undefined, judged('article', 0.59)), []);
  assert.deepEqual(signsOf(''), []);
});

test('every signal has a case; text that is no address has no signals of one', () => {
  const tried = new Set<ListSignal>([...CASES.map(([sign]) => sign), 'page level: list', 'page level: article']);
  assert.deepEqual([...LIST_SIGNALS].sort(), [...tried].sort());
  assert.ok(LIST_SIGNALS.length <= 30, 'bits of one number');
  assert.deepEqual(signsOf('<a rel=bookmark href="/a">a</a><a rel=bookmark href=%>b</a>', 'no address'), []);
  assert.deepEqual(signsOf('<a href="/%FF/a">a</a>', 'https://e.com/%FF/%'), []);
});
