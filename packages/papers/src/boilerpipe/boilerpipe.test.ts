import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LabelledBlocks } from '@dehusk/core';
import { keptText, NO_CONTEXT, optionsOf, withDefaults } from '@dehusk/core/extend';
import type { Page } from '@dehusk/html';
import { parse } from '@dehusk/html';
import { P1 } from '../worked-example.fixture.js';
import { segmentTextBlocks } from './boilerpipe-blocks.js';
import { BOILERPIPE, ROWS, runRecipe } from './index.js';
import { type BlockFilter, labelNames } from './merged-block.js';

const ARTICLE = ROWS.article.recipe(optionsOf(ROWS.article.options).defaults);
const ARTICLE_OLDER = ROWS.articleOlder.recipe(optionsOf(ROWS.articleOlder.options).defaults);

const pageOf = (html: string): Page => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
};
const run = (name: string, html: string, options: Readonly<Record<string, unknown>> = {}): LabelledBlocks => {
  const extractor = BOILERPIPE.find((one) => one.name === name);
  assert.ok(extractor, name);
  return extractor.label(pageOf(html), withDefaults(extractor, options), NO_CONTEXT);
};
const kept = (name: string, html: string, options: Readonly<Record<string, unknown>> = {}): number[] =>
  [...run(name, html, options).labels.keep].flatMap((keep, at) => (keep === 1 ? [at] : []));
/** `words('a', 3)` is `a1 a2 a3`. */
const words = (letter: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${letter}${at + 1}`).join(' ');

/** Worked examples of the specification. What was kept of them was printed by the Java library. */
const P2 = `<html><head><title>Big title here | Site</title></head><body>
<div><ul><li><a>Nav one</a></li><li><a>Nav two</a></li></ul></div><div>Monday 3 May</div>
<div id=m><h1>Big title here</h1><div>by A B</div><p>${words('a', 40)}</p><p>${words('b', 50)}</p>
<div><a>${words('r', 20)}</a></div><p>${words('c', 160)}</p><ul><li>${words('l', 5)}</li></ul></div>
<div>12 comments</div><div><p>${words('k', 60)}</p></div><div>Foot</div></body></html>`;
const P3 = `<html><head><title>Big title here | Site</title></head><body>
<div>Big title here</div><div>x</div><div>y</div><div>z</div>
<div><p>${words('a', 40)}</p><p>${words('b', 50)}</p><ul><li>${words('l', 5)}</li></ul></div>
<div>x</div><div>y</div><div>z</div><div><p>${words('k', 120)}</p></div><div>x</div><div>y</div><div>z</div>
<div><div><p>${words('q', 30)}</p></div></div><div>Foot</div></body></html>`;

test('P1: what each extractor keeps', () => {
  const cases: readonly (readonly [string, readonly number[], Readonly<Record<string, unknown>>?])[] = [
    ['boilerpipe-article', [0, 1, 2, 3, 4, 5]],
    ['boilerpipe-article-1.2', [0, 1, 2, 3, 4, 5]],
    ['boilerpipe-article-sentences', [2, 3]],
    ['boilerpipe-default', [2, 3, 4, 5]],
    ['boilerpipe-largest', [0, 1, 2, 3, 4, 5]],
    ['boilerpipe-num-words', [1, 2, 3, 4, 5]],
    ['boilerpipe-canola', [2, 3]],
    ['min-words', [0, 1, 2, 3, 4, 8], { k: 5 }],
    ['everything', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ];
  for (const [name, expected, options] of cases) assert.deepEqual(kept(name, P1, options), expected, name);
});

test('P1: the reasons', () => {
  assert.deepEqual(run('boilerpipe-article', P1).labels.why, [
    'merged with content block 1',
    'num-words: 3 words after a block of links, next has 25 > 17',
    'num-words: 25 words > 16',
    'num-words: 27 words > 16',
    'num-words: 6 words, previous has 27 > 4',
    'num-words: 4 words, previous has 6 > 4',
    'num-words: 2 words between short blocks (4 ≤ 4 and 2 ≤ 15)',
    'num-words: 2 words between short blocks (2 ≤ 4 and 8 ≤ 15)',
    'num-words: link density .625 > .333',
  ]);
  assert.equal(run('boilerpipe-article-sentences', P1).labels.why[4], 'no clause of 5 words');
  assert.equal(run('min-words', P1).labels.why[7], '4 words < 10');
});

/** The resulting list: offsets, decision, words, level, labels. */
const left = (html: string, recipe: readonly BlockFilter[] = ARTICLE) =>
  runRecipe(segmentTextBlocks(pageOf(html)), recipe).blocks.map((one) => [
    `${one.from}-${one.to}`,
    one.content,
    one.words,
    one.tagLevel,
    labelNames(one.labels),
  ]);

test('P2: a block of links inside is swallowed, comments are cut off', () => {
  assert.deepEqual(left(P2), [['3-9', true, 281, 4, 'listItem h1 heading title']]);
  const [block] = runRecipe(segmentTextBlocks(pageOf(P2)), ARTICLE).blocks;
  assert.equal(block.linkDensity, Math.fround(20 / 281));
  const { why } = run('boilerpipe-article', P2).labels;
  assert.equal(why[7], 'merged with content block 8');
  assert.equal(why[11], 'after end of text (block 10)');
});

test('P3: one-word blocks beside long ones are kept, the title is restored', () => {
  assert.deepEqual(left(P3), [
    ['0-0', true, 3, 3, 'title mightBeContent'],
    ['2-15', true, 254, 3, 'listItem veryLikelyContent'],
  ]);
  assert.deepEqual(kept('boilerpipe-article', P3), [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  assert.equal(run('boilerpipe-article', P3).labels.why[0], 'title restored');
});

test('1.2 has no exceptions for headings at the end', () => {
  const html = `<title>t</title><div><p>${words('a', 60)}</p><h2>${words('h', 5)}</h2></div><div><a>foot</a></div>`;
  assert.deepEqual(kept('boilerpipe-article', html), [0]);
  assert.deepEqual(kept('boilerpipe-article-1.2', html), [0, 1]);
  assert.deepEqual(
    left(html, ARTICLE_OLDER).map(([span]) => span),
    ['0-1'],
  );
});

test('kept text is one line a block, in document order', () => {
  assert.equal(keptText(run('boilerpipe-default', P1)).split('\n').at(-1), 'Ferry services are suspended');
});

test('Chinese: the article is found only when words are segmented', () => {
  const sentence = '今天下午我们在图书馆看书，然后一起去公园散步，最后回家吃晚饭。';
  const html = `<title>新闻</title><div><a>首页</a> <a>体育</a></div><p>${sentence.repeat(4)}</p><p>${sentence.repeat(5)}</p><div><a>关于我们</a></div>`;
  assert.ok(kept('boilerpipe-article', html, { segmentWords: true }).includes(1));
  assert.ok(!kept('boilerpipe-article', html, { segmentWords: true }).includes(3));
  assert.equal(run('boilerpipe-article', html).blocks[1].words < 30, true);
  assert.equal(run('boilerpipe-article', html, { segmentWords: true }).blocks[1].words > 50, true);
});

test('every number is an option that changes the decision', () => {
  assert.deepEqual(kept('boilerpipe-num-words', P1, { maxPreviousFewWords: 3 }), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(kept('boilerpipe-article-sentences', P1, { minClauseWords: 20 }), []);
  assert.deepEqual(kept('boilerpipe-density', P1, { maxSparseDensity: 0 }), [1, 2, 3, 4, 5, 6, 7]);
});
