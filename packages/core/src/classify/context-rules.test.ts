import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import fc from 'fast-check';
import { PAGE_TYPES } from '../blocks/block.js';
import { dropPassages } from './context-rules.js';
import { judge } from './decide.js';
import { blockFacts } from './features/facts.js';
import { type PageRows, pageRows } from './features.js';

const rowsOf = (html: string): PageRows => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return pageRows(blockFacts(parsed.page));
};

/** Types of a page that is an article by this chance, and else a listing. */
const typesOf = (article: number): Float32Array =>
  Float32Array.from(PAGE_TYPES, (name) => (name === 'article' ? article : name === 'listing' ? 1 - article : 0));

/**
 * What the rules make of a page whose blocks end in their probability (`… a sentence. .9`): the probabilities after them, in
 * tenths.
 */
function looked(html: string, article = 0.9): string {
  const rows = rowsOf(html);
  const texts = [...rows.visible.blocks.text, ...rows.hiddenTexts.map(({ text }) => text)];
  const probability = Float32Array.from(texts, (text) => Number(text.match(/\.\d+$/)?.[0] ?? 0.05));
  return [...judge(rows, typesOf(article), probability).probability]
    .map((chance) => chance.toFixed(1).replace(/^0/, ''))
    .join(' ');
}

const sentence = (chance: string): string =>
  `Then the boats came in from the islands with the evening tide, one behind the other, and everyone went down to see them. ${chance}`;
const BODY = `<div id=body>${Array(4)
  .fill(0)
  .map((_, at) => `<p>${at} ${sentence('.9')}</p>`)
  .join('')}</div>`;
const teasers = (inner: string): string => `<ul>${Array(4).fill(`<li>${inner}</li>`).join('')}</ul>`;
const TEASER = '<h3><a href=/x>A heading .6</a></h3><p>One sentence of it. .6</p>';

const CASES: [name: string, html: string, article: number, after: string][] = [
  [
    'teasers beside a sure body are doubted',
    `<nav></nav>${BODY}${teasers(TEASER)}`,
    0.9,
    `.9 .9 .9 .9${' .0'.repeat(8)}`,
  ],
  [
    '… and beside a notice of two sentences',
    `<nav></nav><div id=body>${['.9', '.9'].map((chance) => `<p>${sentence(chance)}</p>`).join('')}</div>${teasers(TEASER)}`,
    0.9,
    `.9 .9${' .0'.repeat(8)}`,
  ],
  [
    '… not on a page that is hardly an article',
    `<nav></nav>${BODY}${teasers(TEASER)}`,
    0.2,
    `.9 .9 .9 .9${' .6'.repeat(8)}`,
  ],
  [
    '… nor items without links',
    `<nav></nav>${BODY}${teasers('<p>One sentence of it. .6</p>')}`,
    0.9,
    `.9 .9 .9 .9${' .6'.repeat(4)}`,
  ],
  [
    '… nor the other items of the list that the body is one of',
    `<nav></nav><ul><li>${BODY}<a href=/x></a></li>${`<li>${TEASER}</li>`.repeat(4)}</ul>`,
    0.9,
    `.9 .9 .9 .9${' .6'.repeat(8)}`,
  ],
  [
    'a page without a template has nothing to leave out',
    '<!doctype html><h1>A heading .2</h1><p>Some twenty words, so that this is a page at all, and not only a line that somebody forgot somewhere. .5</p>',
    0.9,
    '.7 .9',
  ],
  [
    '… and in a fragment it is sure',
    '<h1 class=a>A heading .2</h1><p>Some twenty words, so that this is a page at all, and not only a line that somebody forgot somewhere. .5</p>',
    0.9,
    '1.0 1.0',
  ],
  [
    '… with navigation it may',
    '<nav></nav><h1>A heading .2</h1><p>Some twenty words, so that this is a page at all, and not only a line that somebody forgot somewhere. .5</p>',
    0.9,
    '.2 .5',
  ],
  [
    '… or with classes',
    '<!doctype html><h1 class=a>A heading .2</h1><p>Some twenty words, so that this is a page at all, and not only a line that somebody forgot somewhere. .5</p>',
    0.9,
    '.2 .5',
  ],
];
for (const [name, html, article, after] of CASES) test(name, () => assert.equal(looked(html, article), after));

test('law: probabilities stay within 0…1, on any page', () => {
  const block = fc.tuple(
    fc.constantFrom('p', 'li', 'h2', 'pre', 'div'),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.integer({ min: 1, max: 40 }),
  );
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), fc.double({ min: 0, max: 1, noNaN: true }), (blocks, article) => {
      const rows = rowsOf(
        `<div>${blocks.map(([tag, , words]) => `<${tag}>${'word '.repeat(words)}<a href=x>.</a></${tag}>`).join('')}</div>`,
      );
      const probability = Float32Array.from({ length: rows.size }, (_, b) => blocks[b % blocks.length]?.[1] ?? 1);
      const after = judge(rows, typesOf(article), probability).probability;
      for (const chance of after) assert.ok(chance >= 0 && chance <= 1, `${chance}`);
    }),
    { seed: 7, numRuns: 100 },
  );
});

const LINE = 'Nobody in the village remembers what the old miller was paid for the barley he ground.';
const LONG = `<p>The wheel was taken down in the fifties, when a dynamo in the next valley made it useless. ${LINE} His books are in the archive.</p>`;
const REPEATS: readonly (readonly [what: string, html: string, dropped: string])[] = [
  ['a sentence as a quotation', `${LONG}<blockquote>${LINE}</blockquote>${LONG.replaceAll('the', 'a')}`, '1'],
  ['… before its text', `<aside><p>${LINE}</p></aside>${LONG}`, '0'],
  ['… that the text does not have', `${LONG}<blockquote>Somebody ${LINE}</blockquote>`, ''],
  ['… of five words', `${LONG}<blockquote>Nobody in the village remembers</blockquote>`, ''],
  ['… beside its text', `${LONG}<p>${LINE}</p>`, ''],
  ['… as a heading', `<h2>${LINE}</h2>${LONG}`, ''],
  ['… in a cell', `${LONG}<table><tr><td>${LINE}</table>`, ''],
  ['… that readers cannot see', `<blockquote style="display:none">${LINE}</blockquote>${LONG}`, ''],
  ['… most of the text', `<p>${LINE} So it is.</p><blockquote>${LINE}</blockquote>`, ''],
  ['a copy for small screens', `<div class=l>${LONG}</div><div class=s>${LONG}</div>`, '1'],
  ['… with other texts beside it', `<div>${LONG}</div><div><h3>Letter</h3>${LONG}</div>`, ''],
  ['… that readers cannot see', `<div hidden>${LONG}</div><div>${LONG}</div>`, ''],
  ['a refrain', LONG + LONG, ''],
];
for (const [what, html, dropped] of REPEATS)
  test(`passages: ${what}`, () => {
    const { visible } = rowsOf(`<body>${html}</body>`);
    const keep = new Uint8Array(visible.size).fill(1);
    dropPassages(visible, keep, []);
    const found = Array.from(keep, (one, b) => (one === 0 ? b : '')).join('');
    assert.equal(found, dropped, visible.blocks.text.join(' | '));
  });
