/** Tables as Markdown: pipe tables for each kind of cell, and the alternatives where a pipe table cannot express the table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content, Inline, TableCell, TableRow } from '../../document/document.js';
import { documentOf, paragraph } from '../documents.fixture.js';
import type { RenderOptions } from '../renderer.js';
import { markdown } from './markdown.js';

type CellContent = string | Content | readonly Content[];
const cellOf = (given: CellContent, more: Partial<TableCell> = {}): TableCell => {
  const content = typeof given === 'string' ? (given === '' ? [] : [paragraph(given)]) : [given].flat();
  return { head: false, align: null, columns: 1, rows: 1, content: content as readonly Content[], ...more };
};
const row = (...cells: (CellContent | TableCell)[]): TableRow => ({
  head: false,
  cells: cells.map((one) => (typeof one === 'object' && 'columns' in one ? one : cellOf(one as CellContent))),
});
const head = (...cells: (CellContent | TableCell)[]): TableRow => ({ ...row(...cells), head: true });
const table = (...rows: TableRow[]): Content => ({ type: 'table', caption: [], rows });
const text = (words: string): Inline => ({ type: 'text', text: words });
const math = (tex: string): Content => paragraph({ type: 'math', tex, text: '', display: false });
const code = (words: string): Content => ({ type: 'code', language: null, text: words });
const list = (ordered: boolean, start: number, ...items: Content[][]): Content => ({
  type: 'list',
  ordered,
  start,
  numbering: 'decimal',
  items,
});

/** The lines of a document of one piece of content. */
const linesOf = (content: Content, options: RenderOptions = {}): string[] =>
  markdown
    .render(documentOf([content]), { title: false, ...options })
    .trimEnd()
    .split('\n');

/** The row of one cell, in a table without HTML. */
const cell = (content: CellContent, options: RenderOptions = {}): string | undefined =>
  linesOf(table(head('h', 'i'), row(content, 'x')), options)[2];

const CELLS: readonly (readonly [what: string, content: CellContent, printed: string])[] = [
  ['empty', '', '|  | x |'],
  ['operators', '|', '| \\| | x |'],
  ['paragraphs', [paragraph('a'), paragraph('b')], '| a<br>b | x |'],
  ['a paragraph without text', [paragraph(' '), paragraph('b')], '| b | x |'],
  ['breaks', paragraph('a', { type: 'break' }, 'b'), '| a<br>b | x |'],
  ['line feeds and spaces', ' a\r\n b\u000b', '| a b | x |'],
  ['a list marker, which is text in a cell', '- a', '| - a | x |'],
  ['a heading', { type: 'heading', level: 3, inline: [text('a')] }, '| **a** | x |'],
  ['a line of code', code('a | b'), '| `a \\| b` | x |'],
  ['a bar after a backslash in code', code('a \\| b'), '| <code>a \\\\\\| b</code> | x |'],
  ['a backslash at the end', 'a\\', '| a\\\\ | x |'],
  ['bars in a formula', math('|a|'), '| $\\|a\\|$ | x |'],
  ['double bars in a formula', math('\\|a\\| \\\\| \\\\\\|'), '| $\\Vert a\\Vert  \\\\\\| \\\\\\Vert $ | x |'],
  [
    'a bar in an address',
    paragraph({ type: 'link', url: 'http://a.b/c|d', title: 'e|f', inline: [text('g')] }),
    '| [g](http://a.b/c\\|d "e\\|f") | x |',
  ],
];
for (const [what, content, printed] of CELLS) test(`a cell: ${what}`, () => assert.equal(cell(content), printed));

const WITHOUT_HTML: readonly (readonly [what: string, content: CellContent, printed: string])[] = [
  ['paragraphs', [paragraph('a'), paragraph('b')], '| a b | x |'],
  [
    'a list',
    list(false, 1, [paragraph('a'), list(true, 3, [paragraph('b')])], [paragraph('c')]),
    '| - a 3. b - c | x |',
  ],
  ['code', code('if a:\n\n  b'), '| `if a:` `b` | x |'],
  ['a table', table(head('a', 'b'), row([paragraph('c'), paragraph('d')], '')), '| a \\| b c d \\| | x |'],
  ['a quote', { type: 'quote', content: [paragraph('a'), { type: 'rule' }, paragraph('b')] }, '| a b | x |'],
  [
    'definitions',
    { type: 'definitions', entries: [{ term: [text('a')], description: [paragraph('b')] }] },
    '| **a** b | x |',
  ],
];
for (const [what, content, printed] of WITHOUT_HTML)
  test(`a cell without HTML: ${what}`, () => assert.equal(cell(content, { htmlFallback: false }), printed));

const SPANS = table(
  head(cellOf('a', { rows: 2, head: true }), cellOf('b', { columns: 2, head: true })),
  head('c', 'd'),
  row('e', cellOf('f', { rows: 2 }), 'g'),
  row('h', 'i'),
);
test('spans leave the places behind them empty, where HTML is off', () =>
  assert.deepEqual(linesOf(SPANS, { htmlFallback: false }), [
    '| a | b |  |',
    '| --- | --- | --- |',
    '|  | c | d |',
    '| e | f | g |',
    '| h |  | i |',
  ]));

test('spans and blocks in cells are HTML', () => {
  assert.deepEqual(linesOf(SPANS).slice(0, 3), [
    '<table>',
    '<thead>',
    '<tr><th rowspan="2">a</th><th colspan="2">b</th></tr>',
  ]);
  for (const block of [list(false, 1, [paragraph('a')]), code('a\n\nb'), table(row('a', 'b'))]) {
    const lines = linesOf(table(head('h'), row(block)));
    assert.equal(lines[0], '<table>');
    assert.ok(!lines.includes(''), 'a blank line ends the table');
  }
});

test('a table without headings gets an empty row of them; rows shorter than the widest stay so', () =>
  assert.deepEqual(linesOf(table(row('a'), row('b', cellOf('c', { align: 'right' })))), [
    '|  |  |',
    '| --- | --: |',
    '| a |',
    '| b | c |',
  ]));

test('compact tables have no spaces; CommonMark has rows side by side', () => {
  const small = table(head('a', 'b'), row('', 'c'), row('', ''), row('d', 'e'));
  assert.deepEqual(linesOf(small, { tableStyle: 'compact' }), ['|a|b|', '|---|---|', '||c|', '|||', '|d|e|']);
  const plain: RenderOptions = { flavour: 'commonmark', htmlFallback: false };
  assert.deepEqual(linesOf(small, plain), ['a | b', '', 'c', '', 'd | e']);
  assert.deepEqual(linesOf(table(row('> a', paragraph('b', { type: 'break' }, '- c'))), plain), [
    '\\> a | b\\',
    '\\- c',
  ]);
});

test('captions are paragraphs before the table', () => {
  const captioned = { ...table(head('a', 'b'), row('c', 'd')), caption: [text('e')] } as Content;
  assert.deepEqual(linesOf(captioned).slice(0, 3), ['e', '', '| a | b |']);
});

test('tables in items and quotes', () => {
  const small = table(head('a', 'b'), row('c', 'd'));
  assert.deepEqual(linesOf(list(false, 1, [paragraph('x'), small])), [
    '- x',
    '',
    '  | a | b |',
    '  | --- | --- |',
    '  | c | d |',
  ]);
  assert.equal(linesOf({ type: 'quote', content: [small] })[0], '> | a | b |');
});

test('spans without measure take linear time', () => {
  const wide = { columns: 1_000_000_000, rows: Number.POSITIVE_INFINITY };
  const rows = Array.from({ length: 1_000 }, () => row(cellOf('a', wide), cellOf('b', { rows: 1_000_000 })));
  assert.equal(linesOf(table(...rows), { htmlFallback: false }).at(-1), '| a | b |');
});
