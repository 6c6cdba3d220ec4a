import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ExtractOptions, type ExtractResult, extract } from '../../index.js';

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
