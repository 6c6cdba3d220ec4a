import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, parse } from '@dehusk/html';
import { extractorNamed, SITE_EXTRACTORS, siteLearnerNamed } from '@dehusk/papers';
import { keptText } from '../blocks/block.js';
import { NO_CONTEXT, withDefaults } from '../extractors/extractor.js';
import type { SiteKnowledge } from './site-learner.js';

const NOUNS = 'river stone winter market letter garden window bridge morning harbour village teacher'.split(' ');
/** A paragraph of its own for each seed, with stop words, so that page-level methods keep it. */
const text = (seed: number): string =>
  Array.from({ length: 12 }, (_, at) => {
    const noun = NOUNS[(seed * 5 + at * 7) % NOUNS.length];
    return `the ${noun}${seed} of the people was in a ${NOUNS[(seed + at) % NOUNS.length]}`;
  }).join(', and ');

const post = (seed: number): string =>
  `<div class="post post-${seed} tag-${seed % 3}"><h2>Story ${seed}</h2><div class="entry"><p>${text(seed)}.</p><p>${text(seed + 500)}.</p><p>Yes.</p></div></div>`;
const comment = (seed: number): string => `<div class="comment"><p>${text(seed + 9_000)}!</p></div>`;
const around = (middle: string): string =>
  `<html lang="en"><body><ul class="menu"><li><a href="/">Home</a></li><li><a href="/a">About</a></li></ul><div id="all">${middle}</div>
  <div class="promo"><p>${text(77_777)}.</p></div><div id="foot">All rights are reserved.</div></body></html>`;
const pageOf = (html: string): Page => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
};

const url = (n: number): string => `https://example.org/stories/${n}`;
/** What a site of 20 stories, every fifth with comments, and 3 lists of stories teaches. */
const models = Object.fromEntries(
  ['containers', 'urltree', 'goldminer'].map((name) => {
    const learner = siteLearnerNamed(name);
    const options = withDefaults(learner);
    const model = learner.empty(options);
    const observe = (html: string, at: string): void =>
      learner.observe(model, { page: pageOf(html), url: at, key: at, at: 0 }, options);
    for (let n = 0; n < 20; n++) observe(around(post(n) + (n % 5 === 0 ? comment(n) : '')), url(n));
    for (let n = 0; n < 3; n++)
      observe(around(post(50 + n) + post(60 + n) + post(70 + n)), `https://example.org/list/${n}`);
    return [name, model];
  }),
);
const knowledge = (n: number): SiteKnowledge => ({ url: url(n), key: url(n), at: 0, models });

const combined = SITE_EXTRACTORS.find(({ name }) => name === 'site');
assert.ok(combined);
const label = (html: string, site: SiteKnowledge | null) =>
  combined.label(pageOf(html), combined.defaults, { ...NO_CONTEXT, language: 'en', site });

test('a selector is learnt that holds the articles, without what changes from page to page', () => {
  const learner = siteLearnerNamed('containers');
  const [, first, ...rest] = learner.explain(models.containers);
  assert.deepEqual([first.what, first.value], ['main content', 'div.entry']);
  assert.deepEqual([first.support, first.of], [20, 20], 'lists are put aside');
  assert.ok(first.example?.startsWith('https://example.org/'));
  assert.ok(rest.every(({ value }) => !/tag-|comment|promo/.test(value)));
});

test('of a known site: the article, and nothing that the site repeats, though it reads like text', () => {
  const labelled = label(around(post(100)), knowledge(100));
  assert.equal(labelled.refused, undefined);
  const kept = keptText(labelled);
  assert.ok(kept.startsWith(`${text(100)}.\n${text(600)}.`), kept);
  for (const repeated of [text(77_777), 'Home', 'All rights']) assert.ok(!kept.includes(repeated), repeated);
});

test('a list of articles gives no text and says why; a page of an unknown template is read by the page level', () => {
  const list = label(around(post(200) + post(201)), { ...knowledge(200), url: 'https://example.org/list/200' });
  assert.equal(list.refused?.reason, 'no-pattern');
  assert.match(list.refused?.detail ?? '', /^site: list page: [a-z]/);
  assert.ok(!list.labels.keep.includes(1));
  const other = label(around(`<p>${text(300)}.</p>`), knowledge(300));
  assert.equal(other.refused, undefined);
  assert.ok(keptText(other).includes(text(300)));
});

test('before a site is known, only what is a list at any site is refused, and why is told', () => {
  const learner = siteLearnerNamed('containers');
  const first = { containers: learner.empty(withDefaults(learner)) };
  const list = around(`${post(200)}${post(201)}<a href="/tag/river/page/2">older</a>`);
  const of = (address: string): SiteKnowledge => ({ url: address, key: address, at: 0, models: first });
  const refused = label(list, of('https://example.org/tag/river')).refused;
  assert.equal(refused?.reason, 'no-pattern');
  assert.match(refused?.detail ?? '', /list page at any site: .*(?:further pages|address of a list)/);
  assert.equal(label(around(post(200)), of(url(200))).refused, undefined);
});

test('one sign makes no list of a page made like the articles; several do', () => {
  const site = { ...knowledge(200), url: 'https://example.org/tag/river' };
  const article = around(post(200)).replace('<body>', '<head><title>Story 200</title></head><body>');
  assert.equal(label(article, site).refused, undefined, 'its address alone');
  assert.equal(label(around(post(200) + post(201)), site).refused?.reason, 'no-pattern');
});

test('without knowledge of the site the answer is the page level’s, unchanged', () => {
  const html = around(post(100) + comment(100));
  const page = pageOf(html);
  const own = extractorNamed(combined.summary.split(',')[0]);
  const alone = own.label(page, own.defaults, { ...NO_CONTEXT, language: 'en' });
  for (const site of [null, { url: url(1), key: url(1), at: 0, models: {} }])
    assert.deepEqual(label(html, site), alone);
});

test('any of the sources may be missing', () => {
  const html = around(post(100));
  for (const missing of Object.keys(models)) {
    const { [missing]: _, ...others } = models;
    const kept = keptText(label(html, { ...knowledge(100), models: others }));
    assert.ok(kept.includes(text(100)) && kept.includes(text(600)), missing);
  }
});
