import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ExtractOptions, type ExtractResult, extract } from '../index.js';

const SENTENCES = [
  'The harbour master counts the boats every evening and writes their number into the book by the door, as his father did before him.',
  'Fishermen came back before noon, because the wind had turned and the waves outside the bay were higher than the forecast had said.',
  'Nobody on the quay could remember a winter in which the ice had held for so long, and the ferry stayed at its pier for nine weeks.',
];
/** About 75 words of one article. */
const text = (n: number): string => SENTENCES.map((one) => `<p>In case ${n}: ${one}</p>`).join('');
const TITLE = 'Harbour master counts boats';
const own = (h = 'h1'): string =>
  `<article class="story"><${h}>${TITLE}</${h}><time>2026-03-03</time>${text(1)}</article>`;
const other = (title: string, sign = '<time>2026-03-02</time>', h = 'h1', n = 2): string =>
  `<article class="story"><${h}>${title}</${h}>${sign}${text(n)}</article>`;
const NEXT = 'Ferry stays at its pier';
const read = (body: string, options: ExtractOptions = {}): ExtractResult =>
  extract(`<html lang=en><title>${TITLE} | Harbour Post</title><body>${body}`, {
    url: 'https://example.org/boats',
    ...options,
  });
const kept = ({ text: all }: ExtractResult): number[] => [1, 2].filter((n) => all.includes(`In case ${n}:`));

const CASES: readonly (readonly [what: string, body: string, kept: readonly number[]])[] = [
  ['the same level and a date', own() + other(NEXT), [1]],
  ['an author', own() + other(NEXT, '<p class="byline">By Ada Rowe</p>'), [1]],
  ['an address', own() + other(NEXT, '').replace('<article', '<article data-url="/ferry"'), [1]],
  ['headlines of the second level', own('h2') + other(NEXT, undefined, 'h2'), [1]],
  ['neither date nor author', own() + other(NEXT, ''), [1, 2]],
  ['a headline of a lower level', own() + other(NEXT, undefined, 'h2'), [1, 2]],
  ['a headline that answers the first', own() + other(`Re: ${TITLE}`), [1, 2]],
  [
    'another element on the second level',
    own('h2') + other(NEXT, undefined, 'h2').replaceAll('article', 'section'),
    [1, 2],
  ],
  ['no article of the page’s own', `<h1>${TITLE}</h1>${other(NEXT)}`, [2]],
];
/** Texts of 75 words each. */
const texts = (...numbers: readonly number[]): string => numbers.map(text).join('');
const date = '<time datetime="2026-03-02">2 March 2026</time>';
const by = '<p class="byline">By <a rel="author" href="/staff/j">Jake Sand</a></p>';
const head = (title: string, h = 'h1'): string =>
  `<div class="summary"><${h} class="headline">${title}</${h}>${by}</div>`;
const book = (n: number, tag: string, h = 'h1'): string =>
  `<${tag} class="book"><${h}>The book of case ${n} and others</${h}><p class="author">Ada Rowe</p>${date}${text(n)}</${tag}>`;

/** Pages on which everything belongs to the page: nothing is set aside. The text numbers are those that must stay. */
const WHOLE: (readonly [what: string, body: string, stays: readonly number[]])[] = [];
for (const h of ['h1', 'h2']) {
  const teaser = head('First: mayor will not leave the council', h);
  const around = [
    ['apart from its text', (inner: string) => `${head(TITLE, h)}<div class="story">${inner}</div>`],
    ['in one element with its text', (inner: string) => `<article>${head(TITLE, h)}${inner}</article>`],
    ['beside its text', (inner: string) => `<div class="story"><${h}>${TITLE}</${h}>${by}${date}${inner}</div>`],
    [
      'in an element for each',
      (inner: string) => `<article><header>${head(TITLE, h)}</header><div class="body">${inner}</div></article>`,
    ],
  ] as const;
  for (const [place, story] of around) {
    const own = `${h}, the headline ${place}`;
    for (const [kind, box] of [
      ['an aside', `<aside class="box">${teaser}</aside>`],
      [
        'a div with a date',
        `<div class="summary"><${h} class="headline"><a href="/other">Mayor will not leave the council</a></${h}>${date}</div>`,
      ],
      ['an article element', `<article class="story">${teaser}<p>Two lines of it.</p></article>`],
      [
        'a promo with an author',
        `<section data-url="/promo"><${h}>Read the letter of the harbour</${h}>${by}<p>Every Friday in your inbox.</p></section>`,
      ],
    ] as const) {
      WHOLE.push([`${own}: ${kind} in the text`, story(texts(1) + box + texts(2, 3, 4)), [1, 2, 3, 4]]);
      WHOLE.push([`${own}: ${kind} early and late`, story(texts(1) + box + texts(2) + box + texts(3)), [1, 2, 3]]);
      WHOLE.push([`${own}: ${kind} as the last element`, story(texts(1, 2) + box), [1, 2]]);
      WHOLE.push([`${own}: ${kind} behind it`, `${story(texts(1, 2))}${box}`, [1, 2]]);
    }
  }
  for (const tag of ['article', 'section', 'div', 'li']) {
    const list = [2, 3, 4, 5, 6].map((n) => book(n, tag, h)).join('');
    WHOLE.push([
      `${h}: books as ${tag}`,
      `<main><${h}>${TITLE}</${h}>${by}${text(1)}${list}</main>`,
      [1, 2, 3, 4, 5, 6],
    ]);
  }
  const flat = [2, 3, 4, 5, 6]
    .map((n) => `<${h}>The book of case ${n}</${h}><p class="author">Ada Rowe</p>${text(n)}`)
    .join('');
  WHOLE.push([
    `${h}: books side by side`,
    `<main><${h}>${TITLE}</${h}>${by}${text(1)}${flat}</main>`,
    [1, 2, 3, 4, 5, 6],
  ]);
}
test('what is inside the section of the headline stays', () => {
  for (const [what, body, stays] of WHOLE) {
    const result = read(body, { allArticles: true });
    assert.deepEqual(
      result.document.items.map(({ title }) => title),
      [],
      what,
    );
    for (const n of stays) assert.ok(result.text.includes(`In case ${n}:`), `${what}: text ${n}`);
  }
});
test('the first of several books that the title names with others is no article apart', () => {
  const html = `<title>The book of case 1 and four more books to read before the winter comes</title><body><main>${[1, 2, 3, 4, 5].map((n) => book(n, 'article')).join('')}`;
  const result = extract(html, { url: 'https://example.org/books', allArticles: true });
  for (let n = 1; n <= 5; n++) assert.ok(result.text.includes(`In case ${n}:`), `text ${n}`);
});

for (const [what, body, expected] of CASES)
  test(`with ${what} below, what is kept: ${expected.join(' and ')}`, () =>
    assert.deepEqual(kept(read(body)), expected));

test('other articles are items when asked for', () => {
  const body =
    own() + other(`<a href="/ferry">${NEXT}</a>`) + other('Ice on the bay for nine weeks', undefined, undefined, 3);
  assert.deepEqual(read(body).document.items, []);
  const result = read(body, { allArticles: true });
  assert.deepEqual(kept(result), [1]);
  assert.deepEqual(
    result.document.items.map(({ title, url, date }) => [title, url, date]),
    [
      [NEXT, 'https://example.org/ferry', '2026-03-02'],
      ['Ice on the bay for nine weeks', null, '2026-03-02'],
    ],
  );
  for (const [at, { content }] of result.document.items.entries())
    assert.match(JSON.stringify(content), new RegExp(`In case ${at + 2}:.*nine weeks`));
});
