/** Every format of a page is at most so much longer than the page, whatever the page repeats. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainPage } from '../explain.js';
import { extract } from '../extract.js';
import { FORMATS } from '../formats.js';

/** Characters of an output per character of the page: explanations and JSON of words of one letter are the longest. */
const MOST = 150;
const LONG = 'x'.repeat(7_900);
const WORDS = '<p>The keeper of the light wrote down every ship that passed the island.</p>';
const BASE = `<base href="https://a.example/${LONG}/">`;

const PAGES: readonly (readonly [name: string, html: string])[] = [
  ['a long base address before short links', `${BASE}${WORDS}${'<p>The <a href=x>word</a>'.repeat(3_000)}`],
  ['a long base address before images', `${BASE}${WORDS}${'<p>The <img src=x alt=y> word'.repeat(3_000)}`],
  [
    'a link with a long title around paragraphs',
    `${WORDS}<a href="https://a.example/${LONG}" title="${LONG}${LONG}">${'<p>a'.repeat(6_000)}`,
  ],
  ['a link that opens again in cells', `${WORDS}<a href=x title="${LONG}">${'a<table>'.repeat(900)}`],
  ['a mark with a long name around paragraphs', `${WORDS}<b id=${LONG} class=${LONG}>${'<p>a'.repeat(6_000)}`],
  ['a long abbreviation around paragraphs', `${WORDS}<abbr title="${LONG}${LONG}">${'<p>a'.repeat(6_000)}`],
  [
    'items below a long base address',
    `${BASE}${'<div class=item><h3><a href=i>The item</a></h3><img src=i.png><p>The words of one.</p></div>'.repeat(500)}`,
  ],
  ['words inside fifty quotes', `${WORDS}${'<blockquote>'.repeat(60)}${'<p>a'.repeat(6_000)}`],
  ['words inside fifty lists', `${WORDS}${'<ol start=999999999><li>'.repeat(60)}${'<p>a'.repeat(6_000)}`],
];

for (const [name, html] of PAGES)
  test(`${name}: every format is at most ${MOST} times as long as the page`, () => {
    for (const extractor of ['everything', 'dehusk']) {
      const url = 'https://b.example/page';
      const page = extract(html, { extractor, url, pageType: name.startsWith('items') ? 'listing' : null });
      for (const { name: format, print } of FORMATS) {
        const times = print(page).length / html.length;
        assert.ok(times <= MOST, `${format} of ${extractor}: ${times.toFixed(0)} times`);
      }
      const times = JSON.stringify(explainPage(page)).length / html.length;
      assert.ok(times <= MOST, `the explanation of ${extractor}: ${times.toFixed(0)} times`);
    }
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

test('a page of ordinary length keeps every link', () => {
  const { markdown } = extract(`${BASE}${WORDS}<p>${'The <a href=y>word</a> '.repeat(10)}`, {
    extractor: 'everything',
    url: 'https://b.example/',
  });
  assert.equal(markdown.split('/y)').length - 1, 10);
});
