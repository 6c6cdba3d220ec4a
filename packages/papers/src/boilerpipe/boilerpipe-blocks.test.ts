import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, type Page, parse, textOf } from '@dehusk/html';
import fc from 'fast-check';
import { P1 } from '../worked-example.fixture.js';
import { ELEMENT_LABELS, segmentTextBlocks, type TextBlock } from './boilerpipe-blocks.js';

const page = (html: string): Page => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
};
const cut = (html: string) => segmentTextBlocks(page(html));
const texts = (html: string): string =>
  cut(html)
    .blocks.map((block) => block.text)
    .join(' / ');
const LETTERS: Readonly<Record<number, string>> = { 1: 'LI', 2: 'H1', 4: 'H2', 8: 'H3', 16: 'HEADING' };
const labelled = ({ labels }: TextBlock): string =>
  Object.values(ELEMENT_LABELS)
    .filter((bit) => (labels & bit) !== 0)
    .map((bit) => LETTERS[bit])
    .join();

test('worked example P1: every column of every block', () => {
  const { title, blocks } = cut(P1);
  assert.equal(title, 'Storm hits coast | The Daily');
  assert.deepEqual(
    blocks.map((one) => [
      one.text.slice(0, 22),
      one.words,
      one.linkWords,
      one.wrappedLines,
      one.textDensity,
      one.linkDensity,
      one.tagLevel,
      labelled(one),
    ]),
    [
      ['Home | World | Sport', 3, 3, 1, 3, 1, 3, ''],
      ['Storm hits coast', 3, 0, 1, 3, 0, 4, 'H1,HEADING'],
      ['A powerful storm hit t', 25, 0, 1, 13, 0, 4, ''],
      ['Emergency crews worked', 27, 2, 2, 12.5, Math.fround(2 / 27), 4, ''],
      ['Schools will remain cl', 6, 0, 1, 6, 0, 5, 'LI'],
      ['Ferry services are sus', 4, 0, 1, 4, 0, 5, 'LI'],
      ['Short note.', 2, 0, 1, 2, 0, 4, ''],
      ['12 comments', 2, 0, 1, 2, 0, 3, ''],
      ['About us Terms of use ', 8, 5, 1, 8, 0.625, 4, ''],
    ],
  );
  assert.equal(blocks[8].text, 'About us Terms of use © 2020 The Daily');
  assert.deepEqual(
    blocks.map((one) => one.offset),
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
  );
});

test('inline formatting joins, everything else parts; links and abbreviations put a space', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['<p>fo<b>o</b>b<i>a</i>r</p>', 'foobar'],
    ['<p>x<a>y</a>z</p>', 'x y z'],
    ['<p>x <a> y </a> z</p>', 'x y z'],
    ['<p>an<abbr>HTML</abbr>page</p>', 'an HTML page'],
    ['one<br>two<img>three<small>four</small>five<label>six</label>', 'one / two / three / four / five / six'],
    ['<p>a</p> <p> </p><p>b</p>', 'a / b'],
    ['a<script>x</script>b<style>y</style>c<noscript>z</noscript>d', 'a / b / c / d'],
    ['<select><option>no</option></select><textarea>kept</textarea><button>too</button>', 'kept / too'],
    ['a<iframe><p>fallback</p></iframe>b', 'a / b'],
    ['<p>line\n\tbreak  kept</p>', 'line  break  kept'],
    ['<p>|</p><p>\u00a0</p>', '| / \u00a0'],
    ['<svg><title>shape</title></svg>', 'shape'],
  ];
  for (const [html, expected] of cases) assert.equal(texts(html), expected, html);
});

test('Q1: the first block has the level of the title text', () => {
  assert.equal(cut('<title>t</title>text').blocks[0].tagLevel, 3);
  assert.equal(cut('text').blocks[0].tagLevel, 2);
  assert.deepEqual(
    cut('<title>t</title>text<p>more').blocks.map((one) => one.tagLevel),
    [3, 3],
  );
});

test('Q2: text before a heading or list item has its labels too', () => {
  assert.deepEqual(cut('<div>intro <h2>Head</h2></div>').blocks.map(labelled), ['H2,HEADING', 'H2,HEADING']);
  assert.deepEqual(cut('<ul>before <li>item</ul>after').blocks.map(labelled), ['LI', 'LI', '']);
  assert.deepEqual(cut('<h4>four</h4><h3>three</h3>').blocks.map(labelled), ['', 'H3,HEADING']);
});

test('Q3: a block of symbols has no words', () => {
  const [block] = cut('<p>|</p>').blocks;
  assert.deepEqual([block.text, block.words, block.linkDensity, block.textDensity], ['|', 0, 0, 0]);
});

test('Q4: plain text is a body, a frameset and nothing are not', () => {
  assert.equal(texts('plain text'), 'plain text');
  assert.equal(texts('<frameset><frame></frameset>'), '');
  assert.equal(texts(''), '');
});

test('titles: the last one in the head with text', () => {
  assert.equal(cut('<title> a </title>x').title, 'a');
  assert.equal(cut('<title>a</title><title>b</title><title> </title>x').title, 'b');
  assert.equal(cut('<title></title>x').title, null);
  assert.equal(cut('x<svg><title>not of the page</title></svg>').title, null);
});

test('links: nested ones count once, and what follows the outer one is not linked', () => {
  const nested = cut('<a>a<table><tr><td><a>b</a> c</td></tr></table>d</a> e<p>f').blocks;
  assert.deepEqual(
    nested.map((one) => [one.text, one.words, one.linkWords]).filter(([text]) => text === 'f'),
    [['f', 1, 0]],
  );
  for (const block of nested) assert.ok(block.linkWords <= block.words);
  assert.equal(cut('<p>one <a>two</a> three').blocks[0].linkChars, 3);
  assert.equal(
    cut('<a>first<p>second</p>third</a>').blocks.every((one) => one.linkDensity === 1),
    true,
  );
});

test('a third of the words linked is more than .333333', () => {
  assert.ok(cut('<p><a>a</a> b c').blocks[0].linkDensity > 0.333333);
});

test('invariant: blocks tell where their text stands', () => {
  const tag = fc.constantFrom('p', 'div', 'b', 'a', 'span', 'li', 'h2', 'table', 'td', 'abbr', 'script', 'br');
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const parsed = page(pieces.join(''));
      let before = 0;
      for (const block of segmentTextBlocks(parsed).blocks) {
        assert.ok(block.first > before && block.last >= block.first);
        assert.ok(block.parent < block.first && parsed.end[block.parent] > block.last);
        let text = '';
        for (let node = block.first; node <= block.last; node++)
          if (nameOf(parsed, node) === '#text') text += textOf(parsed, node);
        assert.equal(squeeze(block.text), squeeze(text));
        before = block.last;
      }
    }),
  );
});

/** Without white space, control characters and the spaces put at links. */
function squeeze(text: string): string {
  return text.replace(/[\s\x00-\x20]+/g, '');
}
