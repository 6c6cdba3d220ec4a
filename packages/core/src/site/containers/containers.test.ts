import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, parse } from '@dehusk/html';
import { siteLearnerNamed } from '@dehusk/papers';
import { keptText } from '../../blocks/block.js';
import { NO_CONTEXT, withDefaults } from '../../extractors/extractor.js';
import type { SiteDecision, SitePage } from '../site-learner.js';
import { rankOf } from './containers.js';
import { addressShape, headingTargets, isListAddress } from './page-address.js';
import { recordOf } from './page-record.js';
import { elementsOf, templateNames } from './template.js';

const pageOf = (html: string): Page => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
};

test('addresses of lists', () => {
  const lists = [
    '',
    'tag/travel',
    'tag/travel/page/3/',
    '2010/05/',
    '2010/',
    'page/2',
    'category/news.html',
    'blog/',
    'questions',
  ];
  const named = ['page2/', 'blog/page3', 'search/label/travel', '2006_05_01_archive.html', 'archives/cat_film.html'];
  const others = [
    'a-story',
    '2010/05/a-story/',
    'category/news/a-story',
    'node/12',
    'blog/a-story',
    'archive/1',
    'questions/7/a-story',
  ];
  const numbers = ['node/1999', 'post/2010', 'stories/1850', '2056', '?p=2010', 'index.php?id=12', 'news?id=page'];
  const parameters = ['?paged=2', 'index.php', '?cat=3', '?m=200605', 'news?page=2'];
  for (const path of [...lists, ...named, ...parameters, 'index.php/Special:Pages', '2006/05/index.html'])
    assert.ok(isListAddress(new URL(path, 'https://e.com/')), path);
  for (const path of [...others, ...numbers]) assert.ok(!isListAddress(new URL(path, 'https://e.com/')), path);
});

test('the shape of an address: its segments except the last, and the last one’s kind', () => {
  assert.equal(addressShape('no address').length, 0);
  assert.deepEqual(addressShape('https://e.com/news/1'), addressShape('https://other.org/news/22?'));
});

test('headings that lead to other pages of the host, each once; the page itself and other hosts do not count', () => {
  const html = `<h1><a href="/own">Own</a></h1><h2><a href=/a>A</a></h2><a href="/b#c"><h3>B</h3></a><h2><a href=/a>again</a></h2>
    <h2><a href="https://other.org/x">X</a></h2><p><a href=/d>D</a></p><h4>no link</h4>`;
  assert.equal(headingTargets(pageOf(html), 'https://e.com/own').length, 2);
  assert.equal(headingTargets(pageOf(html), 'no address').length, 0);
});

test('an element’s name is the word that most pages use; selectors match outermost elements, by any of their words', () => {
  const names = new Map<number, string>();
  const records = Array.from({ length: 20 }, (_, at) =>
    recordOf(
      pageOf(
        `<div class="post post-${at} tag-${'ab'[at % 2]}"><div class=meta>By X</div><div class=text>One<div class=text>Two</div></div></div><div class=text>Three</div>`,
      ),
      'https://e.com/',
      { blocks: [], labels: { keep: new Uint8Array(0), why: [] } },
      names,
    ),
  );
  const template = templateNames(records, (hash) => names.get(hash) ?? '');
  const signs = Array.from(records[0].name, (one) => template.nameOf(one).text);
  assert.deepEqual(
    signs.filter((one) => one !== 'html' && one !== 'body'),
    ['div.post', 'div.meta', 'div.text', 'div.text', 'div.text'],
  );
  const held = (inner: string, outer: string | null): number[] =>
    elementsOf(records[0], { inner, outer }, template).map((row) => records[0].from[row]);
  assert.deepEqual(held('div.text', null), [1, 3]);
  assert.deepEqual(held('div.text', 'div.post'), [1]);
  assert.deepEqual(held('div.tag-a', null), [0]);
  assert.deepEqual(held('div.none', null), []);
});

test('a page’s chance to be sampled halves with each half-life of age', () => {
  const key = (at: number): string => `key ${at}`;
  const ranks = Array.from({ length: 4_000 }, (_, at) => ({
    age: at % 2,
    rank: rankOf(key(at), -(at % 2) * 30 * 86_400_000, { halfLifeDays: 30 }),
  })).sort((a, b) => b.rank - a.rank);
  const old = ranks.slice(0, 300).filter(({ age }) => age === 1).length;
  assert.ok(old > 70 && old < 130, `${old} of 300 are a half-life older`);
  assert.ok(Number.isFinite(rankOf('', 0, { halfLifeDays: 30 })));
});

const NOUNS = 'river stone winter market letter garden window bridge morning harbour village teacher'.split(' ');
const sentence = (seed: number): string =>
  Array.from(
    { length: 14 },
    (_, at) => `the ${NOUNS[(seed * 5 + at * 7) % 12]}${seed} of a ${NOUNS[(seed + at) % 12]}`,
  ).join(' and ');
const paragraphs = (seed: number): string =>
  Array.from({ length: 1 + (seed % 4) }, (_, at) => `<p>${sentence(seed * 10 + at)}.</p>`).join('');
/** A theme with headline, by-line and tags inside the container, a phrase that some articles share, and comments below. */
const oldTheme = (seed: number): string =>
  `<body><ul id=nav><li><a href=/>Home</a><li><a href=/about>About us</a></ul><div class=entry><h1>Story of the ${NOUNS[seed % 12]}${seed}</h1>
  <div class=meta>Written by ${NOUNS[(seed * 3) % 12]} on day ${seed} of the year</div>${paragraphs(seed)}${seed % 12 === 0 ? '<p>As every year, the gates open at noon.</p>' : ''}
  <div class=tags>Tags: <a href=/t/${seed}>${NOUNS[seed % 12]}${seed}</a></div></div><div class=thread>${`<div class=note><p>${sentence(seed + 4_000)}?</p></div>`.repeat(seed % 3)}</div><p class=foot>All rights are reserved here.</p></body>`;
const newTheme = (seed: number): string =>
  `<body class=two><nav><a href=/>Home</a></nav><main><article><div class=story>${paragraphs(seed)}</div><div class=share>Share this with all your friends, please</div></article></main></body>`;

const learner = siteLearnerNamed('containers');
const options = withDefaults(learner);
const sitePage = (html: string, seed: number): SitePage => ({
  page: pageOf(html),
  url: `https://e.com/stories/a-story-with-a-long-name-${seed}`,
  key: `key ${seed}`,
  at: seed * 86_400_000,
});
const modelOf = (pages: readonly SitePage[]): unknown => {
  const model = learner.empty(options);
  for (const page of pages) learner.observe(model, page, options);
  return model;
};
const kept = (decision: SiteDecision): string => {
  assert.ok(decision.ok, decision.ok ? '' : decision.detail);
  return keptText(decision.labelled);
};
const expected = (seed: number): string =>
  Array.from({ length: 1 + (seed % 4) }, (_, at) => `${sentence(seed * 10 + at)}.`).join('\n');

test('headline, by-line, tags, comments and repeated text are removed; a phrase that some articles share stays', () => {
  const model = modelOf(Array.from({ length: 30 }, (_, seed) => sitePage(oldTheme(seed), seed)));
  for (const seed of [41, 42, 43, 44])
    assert.equal(kept(learner.label(model, sitePage(oldTheme(seed), seed), options, NO_CONTEXT)), expected(seed));
  assert.ok(
    kept(learner.label(model, sitePage(oldTheme(48), 48), options, NO_CONTEXT)).includes('the gates open at noon'),
  );
  const facts = learner.explain(model).map(({ what, value }) => `${what}: ${value}`);
  assert.ok(facts.includes('main content: div.entry'), facts.join('\n'));
  assert.ok(
    facts.some((one) => /^taken out: (?:field|dull): div\.entry > div\.meta$/.test(one)),
    facts.join('\n'),
  );
});

test('a new theme gets a container once enough pages are known; the old theme keeps its own', () => {
  const old = Array.from({ length: 30 }, (_, seed) => sitePage(oldTheme(seed), seed));
  const few = modelOf([...old, sitePage(newTheme(50), 50)]);
  const unknown = learner.label(few, sitePage(newTheme(51), 51), options, NO_CONTEXT);
  assert.ok(!unknown.ok && unknown.reason === 'unseen-site', 'neither a list nor a known article');
  const both = modelOf([...old, ...Array.from({ length: 9 }, (_, at) => sitePage(newTheme(50 + at), 50 + at))]);
  assert.equal(kept(learner.label(both, sitePage(newTheme(70), 70), options, NO_CONTEXT)), expected(70));
  assert.equal(kept(learner.label(both, sitePage(oldTheme(71), 71), options, NO_CONTEXT)), expected(71));
});

/** A page without ids and classes: cells, fonts and line breaks; comments are text directly in the article's cell. */
const tableLayout = (seed: number): string =>
  `<body><table width=100%><tr><td width=150><a href=/>Home</a><br><a href=/about>About us</a></td><td>
  <b>Story of the ${NOUNS[seed % 12]}${seed}</b><br><br>${Array.from({ length: 3 + (seed % 3) }, (_, at) => `<font size=3>${sentence(seed * 10 + at)}.</font><br><br>`).join('')}
  <font size=2>Read our letter every morning of the week, for free and before breakfast.</font><br><br>
  <hr><b>Comments</b><br><br>${Array.from({ length: 1 + (seed % 4) }, (_, at) => `<i>${NOUNS[(seed + at) % 12]}${at}</i>: no, not ${NOUNS[(seed * 3 + at) % 12]}<br><br>`).join('')}</td>
  <td width=180><a href=/s/${seed}>The ${NOUNS[(seed * 7) % 12]} of ${seed}</a></td></tr></table></body>`;

test('a page laid out with tables: its cell is the container, and direct text behind the article is dropped', () => {
  const model = modelOf(Array.from({ length: 30 }, (_, seed) => sitePage(tableLayout(seed), seed)));
  const facts = learner.explain(model).map(({ what, value }) => `${what}: ${value}`);
  assert.ok(facts.includes('main content: td:nth-child(2)'), facts.join('\n'));
  assert.ok(facts.includes('taken out: repeated: td:nth-child(2) > font[size="2"]'), facts.join('\n'));
  for (const seed of [41, 42]) {
    const text = kept(learner.label(model, sitePage(tableLayout(seed), seed), options, NO_CONTEXT));
    for (let at = 0; at < 3 + (seed % 3); at++) assert.ok(text.includes(sentence(seed * 10 + at)));
    assert.doesNotMatch(text, /no, not|Read our letter|About us/);
  }
});
