/** Tables of a page: which hold data, and what their rows and cells are. Blocks with the word DROP are not kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { extractorNamed } from '@dehusk/papers';
import { cpuLimit } from '../../../html/dist/cpu-limit.fixture.js';
import { NO_CONTEXT, withDefaults } from '../extractors/extractor.js';
import { NO_METADATA } from '../metadata/metadata.js';
import { textOfContents } from '../render/content-text.js';
import { rendererNamed } from '../render/index.js';
import { assemble } from './assemble.js';
import { type Content, NO_STRUCTURE, type Table } from './document.js';

function contentOf(html: string): readonly Content[] {
  const parsed = parse(html, { limits: { maxMilliseconds: 60_000 } });
  assert.ok(parsed.ok);
  const everything = extractorNamed('everything');
  const { blocks, labels } = everything.label(parsed.page, withDefaults(everything), NO_CONTEXT);
  const keep = Uint8Array.from(blocks, (block) => (block.text.includes('DROP') ? 0 : 1));
  return assemble(parsed.page, { blocks, labels: { ...labels, keep } }, NO_METADATA).content;
}

const tableIn = (html: string): Table =>
  contentOf(html).find((one): one is Table => one.type === 'table') ?? assert.fail('no table');

const rowsOf = ({ rows }: Table): string[] =>
  rows.map(({ cells }) => cells.map(({ content }) => textOfContents(content)).join(','));

const long = 'word '.repeat(100);
/** Markup, and the rows of the data table in it; null when there is none. */
const TABLES: readonly (readonly [what: string, html: string, rows: readonly string[] | null])[] = [
  ['two columns and rows', '<table><tr><td>a<td>b<tr><td>c<td>d</table>', ['a,b', 'c,d']],
  ['a table that says it lays out', '<table role=presentation><tr><th>a<th>b<tr><td>c<td>d</table>', null],
  ['a table that says it holds no data', '<table datatable=0><tr><th>a<th>b<tr><td>c<td>d</table>', null],
  [
    'a table by its roles',
    '<div role=table><div role=rowgroup><div role=row><div role=columnheader>a</div><div role=columnheader>b</div></div></div><div role=row><div role=cell>c</div><div role=cell>d</div></div></div>',
    ['a,b', 'c,d'],
  ],
  ['one column', '<table><tr><td>a<tr><td>b</table>', null],
  ['one column with a heading', '<table><thead><tr><th>h</thead><tr><td>a<tr><td>b</table>', ['h', 'a', 'b']],
  ['one column with a heading and blocks', '<table><tr><th>h<tr><td><ul><li>a</ul></table>', null],
  ['a heading alone', '<table><tr><th>h</table>', null],
  ['one row', '<table><tr><td>a<td>b</table>', null],
  ['one row with headings', '<table><tr><th>h<td>b</table>', ['h,b']],
  ['lists in cells, with headings', '<table><tr><th>h<th>i<tr><td><ul><li>a</ul><td>b</table>', ['h,i', 'a,b']],
  [
    'lists in cells, with a head of plain cells',
    '<table><thead><tr><td>h<td>i</thead><tr><td><ul><li>a</ul><td>b</table>',
    ['h,i', 'a,b'],
  ],
  [
    'lists in cells, without headings',
    '<table><tr><td>a<td>b<tr><td><ul><li>c</ul><td>d<tr><td>e<td><p>f<p>g</table>',
    ['a,b', 'c,d', 'e,f\ng'],
  ],
  ['lists in cells of two rows', '<table><tr><td>a<td>b<tr><td><ul><li>c</ul><td>d</table>', null],
  ['a form in each row', `<table>${'<tr><td>a<td><form><button>b</button></form>'.repeat(3)}</table>`, null],
  ['rows without cells', `<table>${'<tr><td>a<td>b<tr>'.repeat(9)}</table>`, null],
  ['a row of images above a row of text', '<table><tr><td><img src=a><td><img src=b><tr><td>a<td>b</table>', null],
  ['long cells with blocks', `<table><tr><td>a<td>b<tr><td>c<td>d<tr><td><h2>e</h2>${long}<td>f</table>`, null],
  ['operators and empty cells', '<table><tr><th>a<th><tr><td>!<td>-<tr><td><td>1</table>', ['a,', '!,-', ',1']],
  [
    'an empty row of a table, and an empty row of headings',
    '<table><thead><tr><th><th></thead><tr><td>a<td>b<tr><td><td><tr><td>c<td>d</table>',
    [',', 'a,b', ',', 'c,d'],
  ],
  ['a row that separates', '<table><tr><th>a<th>b<tr><td colspan=2>&nbsp;<tr><td>c<td>d</table>', ['a,b', 'c,d']],
  ['rows that are not kept', '<table><tr><th>a<th>b<tr><td>DROP<td>DROP<tr><td>c<td>d</table>', ['a,b', 'c,d']],
  ['images alone', '<table><tr><th><img src=a><th><img src=b></table><p>x', [',']],
  [
    'a listing with line numbers',
    '<table><tr><th colspan=2>main.c<tr><td class=linenos><pre>1\n2</pre><td><pre>a\nb</pre></table>',
    null,
  ],
  ['a listing, numbers in an element', '<table><tr><td><pre class=lnt>1</pre><td><pre>a</pre></table>', null],
  ['a caption behind the rows', '<table><tr><td>a<td>b<tr><td>c<td>d<caption>e</caption></table>', ['a,b', 'c,d']],
  ['a caption between rows', '<table><tr><td>a<td>b</tr><caption>e</caption><tr><td>c<td>d</table>', null],
  [
    'a short table in a table with headings',
    '<table><tr><th>h<th>i<tr><td>a<td><table><tr><td>b<td>c<tr><td>d<td>e</table></table>',
    ['h,i', 'a,b\tc\nd\te'],
  ],
  [
    'a table that lays out in a table with headings',
    '<table><tr><th>h<th>i<tr><td>a<td><table><tr><td>b<td>c</table></table>',
    ['h,i', 'a,b\nc'],
  ],
  [
    'a table in a table without headings',
    '<table><tr><td>a<td>b<tr><td>x<td><table><tr><td>c<td>d<tr><td>e<td>f</table></table>',
    ['c,d', 'e,f'],
  ],
  [
    'a long table in a table with headings',
    `<table><tr><th>h<th>i<tr><td>a<td><table><tr><td>${long}<td>b<tr><td>c<td>d</table></table>`,
    [`${long.trim()},b`, 'c,d'],
  ],
];
for (const [what, html, rows] of TABLES)
  test(what, () => {
    const table = contentOf(html).find((one): one is Table => one.type === 'table');
    assert.deepEqual(table === undefined ? null : rowsOf(table), rows);
  });

test('captions: before the rows, and a paragraph behind them', () => {
  const rows = '<tr><td>b<td>c<tr><td>d<td>e';
  const [one, two, after] = contentOf(
    `<table><caption>a</caption>${rows}</table><table>${rows}<caption>f</caption></table>`,
  );
  assert.ok(one?.type === 'table' && two?.type === 'table' && after?.type === 'paragraph');
  assert.deepEqual(
    [one.caption, two.caption, after.inline],
    [[{ type: 'text', text: 'a' }], [], [{ type: 'text', text: 'f' }]],
  );
});

/** Per row: `H` for a row of headings, then per cell `h` for a heading, its alignment and its spans. */
function shape({ rows }: Table): string[] {
  return rows.map(
    ({ head, cells }) =>
      (head ? 'H ' : '') +
      cells
        .map((cell) => {
          const spans = cell.columns > 1 || cell.rows > 1 ? `${cell.columns}x${cell.rows}` : '';
          return `${cell.head ? 'h' : 'd'}${cell.align?.[0] ?? ''}${spans}`;
        })
        .join(' '),
  );
}
const SHAPES: readonly (readonly [what: string, html: string, shape: readonly string[]])[] = [
  [
    'rows of headings begin the table',
    '<tr><th>a<th>b<tr><th>c<th>d<tr><td>e<td>f<tr><th>g<th>h',
    ['H h h', 'H h h', 'd d', 'h h'],
  ],
  ['row headings', '<tr><th>a<td>b<tr><th>c<td>d', ['h d', 'h d']],
  ['a head of plain cells', '<thead><tr><td>a<td>b</thead><tr><td>c<td>d', ['H h h', 'd d']],
  ['a first row of bold text', '<tr><td><b>a</b><td><p><strong>b<tr><td>c<td>d', ['H h h', 'd d']],
  ['a first row of headings', '<tr><td><h3>a</h3><td><h3>b</h3><tr><td>c<td>d<tr><td>e<td>f', ['H h h', 'd d', 'd d']],
  [
    'first rows of bold text',
    '<tr><td><b>a</b><td><tr><td><b>b</b><td><b>c</b><tr><td>d<td>e',
    ['H h h', 'H h h', 'd d'],
  ],
  ['bold text alone', '<tr><td><b>a</b><td><b>b</b><tr><td><b>c</b><td><b>d</b>', ['d d', 'd d']],
  ['a first row of bold and plain text', '<tr><td><b>a</b><td>b<tr><td>c<td>d', ['d d', 'd d']],
  [
    'alignment by style, attribute, class, row and column',
    '<col><col align=center><tr><td style="color:red;text-align:right">a<td>b<tr align=right><td>c<td class="x text-left">d',
    ['dr dc', 'dr dl'],
  ],
  ['alignment by class', '<tr><td class=has-text-align-center>a<td class=align-end>b<tr><td>c<td>d', ['dc dr', 'd d']],
  [
    'words that are no class of alignment',
    '<tr><td class="context-left copyright">a<td>b<tr><td>c<td>d',
    ['d d', 'd d'],
  ],
  ['spans', '<tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d', ['d1x2 d2x1', 'd d']],
  ['spans over columns that nothing divides', '<tr><td>a<td colspan=3>b<tr><td>c<td colspan=3>d', ['d d', 'd d']],
  ['spans beyond the table', '<tr><td>a<td rowspan=9 colspan=9>b<tr><td>c<tr><td>d', ['d d1x3', 'd', 'd']],
  ['a span over rows that are not kept', '<tr><td rowspan=2>a<td>b<tr><td>DROP<tr><td>c<td>d', ['d d', 'd d']],
  [
    'a span from a row that is not kept',
    '<tr><td>a<td>b<tr><td rowspan=2>DROP<td>DROP<tr><td>c',
    ['d d', 'd1x2 d', 'd'],
  ],
  ['spans that are none', '<tr><td rowspan=0 colspan=-1>a<td colspan=x>b<tr><td>c<td>d', ['d d', 'd d']],
];
for (const [what, html, expected] of SHAPES)
  test(what, () => assert.deepEqual(shape(tableIn(`<table>${html}</table>`)), expected));

const LARGE: readonly (readonly [what: string, html: string])[] = [
  ['10,000 rows of ten columns', `<table>${`<tr>${'<td>a'.repeat(10)}`.repeat(10_000)}</table>`],
  ['10,000 rows below a cell that spans them', `<table><tr><td rowspan=65534>a<td>b${'<tr><td>c'.repeat(10_000)}`],
  ['10,000 rows that each span all below', `<table>${'<tr><td rowspan=65534>a<td>b'.repeat(10_000)}`],
  ['10,000 cells of a thousand columns', `<table>${'<tr><td colspan=1000>a<td>b'.repeat(10_000)}`],
  ['100,000 columns declared', `<table>${'<col span=1000>'.repeat(100)}<tr><td>a<td>b<tr><td>c<td>d`],
  ['5,000 tables, each in a cell of another', '<table><tr><th>a<td>'.repeat(5_000)],
];
/** In a process that runs other tests, too: several times what a linear reader takes, a tenth of what a quadratic one does. */
const MAX_SECONDS = 8;
for (const [what, html] of LARGE)
  test(`${what}: linear time`, () => {
    const withinLimit = cpuLimit(MAX_SECONDS);
    rendererNamed('markdown').render({ url: null, metadata: NO_METADATA, content: contentOf(html), ...NO_STRUCTURE });
    withinLimit();
  });
