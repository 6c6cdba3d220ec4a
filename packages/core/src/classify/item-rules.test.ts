/** The item rules on small pages: which blocks they keep of a given choice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { blockFacts } from './features/facts.js';
import { pageRows } from './features.js';
import { completeItems, dropButtons, keepTopics } from './item-rules.js';

/**
 * Corrects a choice.
 *
 * @param choice per block: `+` when the decoder kept it, else `-`
 * @returns the first word of each block kept then
 */
function corrected(html: string, choice: string): string {
  const parsed = parse(html, {});
  assert.ok(parsed.ok);
  const rows = pageRows(blockFacts(parsed.page));
  const { size, blocks } = rows.visible;
  assert.equal(size, choice.length, `the page has blocks: ${blocks.text.join(' | ')}`);
  const keep = Uint8Array.from(choice, (one) => (one === '+' ? 1 : 0));
  const before = keep.slice();
  const changed: (string | undefined)[] = new Array(size);
  if (!keepTopics(rows, keep, changed)) {
    completeItems(rows, new Float32Array(size).fill(0.2), true, keep, changed);
    dropButtons(rows, keep, changed);
  }
  for (let b = 0; b < size; b++) assert.equal(changed[b] !== undefined, keep[b] !== before[b], `block ${b}`);
  return blocks.text
    .filter((_, b) => keep[b] === 1)
    .map((text) => text.split(' ')[0])
    .join(' ');
}

const CARDS = (end: string): string =>
  ['one', 'two', 'three', 'four']
    .map((name) => `<li class=card><h3>${name}</h3><p>about ${name}</p>${end}</li>`)
    .join('');

const CASES: readonly (readonly [what: string, html: string, choice: string, kept: string])[] = [
  ['titles of half of the items', `<ul>${CARDS('')}</ul>`, '+-+-----', 'one two three four'],
  ['a title of one item', `<ul>${CARDS('')}</ul>`, '+-------', 'one'],
  ['titles above kept texts', `<ul>${CARDS('')}</ul>`, '-+-+-+-+', 'one about two about three about four about'],
  [
    'a title that all items have',
    `<ul>${CARDS('').replace(/<h3>\w+/g, '<h3>new')}</ul>`,
    '-+-+-+-+',
    'about about about about',
  ],
  ['titles of two items', '<ul><li><h3>one</h3><p>a<li><h3>two</h3><p>b</ul>', '+---', 'one'],
  [
    'a text that is kept elsewhere',
    '<p>the same four words</p><ul><li><p>one</p>x<li><p>two</p>y<li><p>the same four words</p>z</ul>',
    '++-+---',
    'the one two',
  ],
  [
    'repeated buttons',
    `<ul>${CARDS('<button>Book now</button>')}</ul>`,
    '++++++++++++',
    'one about two about three about four about',
  ],
  ['links like buttons', `<p>text</p>${'<div><a class="btn big">Book now</a></div>'.repeat(2)}`, '+++', 'text'],
  ['one button', `<div>text</div><button>Book now</button>`, '++', 'text Book'],
  ['a repeated link', `<div><a>Book now</a></div><div><a>Book now</a></div>`, '++', 'Book Book'],
];

for (const [what, html, choice, kept] of CASES)
  test(`items: ${what}`, () => {
    assert.equal(corrected(html, choice), kept);
  });

const TITLES = [
  'A pump for a well',
  'Water in the cellar',
  'A tank of concrete',
  'The valve rattles again',
  'Rain barrels in winter',
];
const topics = (row: (title: string, at: number) => string): string =>
  `<table>${TITLES.map(row).join('')}</table><footer>Who is online`;
const ROW = (title: string, at: number): string =>
  `<tr><td>M<td><a href=/t/${at}>${title}</a><td><a class=username href=/u/${at}>user</a><td>${at + 3}<td>${at + 40}<td><time datetime=2024-10-0${at + 1}>today</time><td><button>Hide`;

test('topics: all of a row but buttons and letters is kept, nothing behind the list', () => {
  const kept = corrected(topics(ROW), `${'-------'.repeat(5)}+`);
  assert.equal(kept, TITLES.map((title, at) => `${title.split(' ')[0]} user ${at + 3} ${at + 40} today`).join(' '));
});

const NOT_TOPICS: readonly (readonly [what: string, row: (title: string, at: number) => string, blocks: number])[] = [
  [
    'no counts',
    (title, at) =>
      `<tr><td><a href=/t/${at}>${title}</a><td><a class=username href=/u/${at}>user</a><td><time>2 Oct 2024</time>`,
    3,
  ],
  [
    'prices',
    (title, at) =>
      `<tr><td><a href=/t/${at}>${title}</a><td><a class=username href=/u/${at}>user</a><td>$${at}<td>€${at}`,
    4,
  ],
  ['no names and dates', (title, at) => `<tr><td><a href=/t/${at}>${title}</a><td>${at}<td>${at}`, 3],
  ['no titles', (_, at) => `<tr><td>text<td><a class=username href=/u/${at}>user</a><td>${at}<td>${at}`, 4],
];

for (const [what, row, blocks] of NOT_TOPICS)
  test(`topics: rows with ${what} are none`, () => {
    assert.equal(corrected(topics(row), `${'-'.repeat(blocks * 5)}-`), '');
  });

test('topics: below an article they are left out', () => {
  const article =
    '<p>Running text of an article that goes on for a while. It has several sentences, as texts do.</p>'.repeat(4);
  assert.equal(corrected(article + topics(ROW), `++++${'-------'.repeat(5)}-`), 'Running Running Running Running');
});
