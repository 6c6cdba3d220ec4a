import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { joinTableRows } from './context-rules.js';
import { blockFacts } from './features/facts.js';
import { pageRows } from './features.js';

/** Probabilities after joining, a block each, from those given in the order of blocks. */
function joined(html: string, before: readonly number[]): number[] {
  const parsed = parse(`<body>${html}`);
  assert.ok(parsed.ok);
  const rows = pageRows(blockFacts(parsed.page));
  assert.equal(rows.visible.size, before.length);
  const probability = Float32Array.from(before);
  joinTableRows(rows, probability);
  return [...probability].map((value) => Number(value.toFixed(2)));
}
const long = 'a cell of many words that could stand by itself '.repeat(7);

const cases: readonly [name: string, html: string, before: number[], after: number[]][] = [
  [
    'a row of a table',
    '<table><tr><th>Height<td>28 cm<tr><th>Fuel<td>Oil</table>',
    [0, 0.9, 0.2, 0.4],
    [0.6, 0.6, 0.3, 0.3],
  ],
  [
    'a term with all that is said of it',
    '<dl><dt>Fuel<dd>Oil<dd>Wax<dt>Size<dd>One</dl>',
    [0, 0.3, 0.9, 1, 0],
    [0.4, 0.4, 0.4, 0.5, 0.5],
  ],
  ['terms in wrappers', '<dl><div><dt>Fuel<dd>Oil</div><div><dd>alone</div></dl>', [0, 1, 0.2], [0.5, 0.5, 0.2]],
  ['a cell in further elements', '<table><tr><td><p><b>Fuel</b></p><td><p>Oil</p></table>', [0, 1], [0.5, 0.5]],
  ['a row with much text is layout', `<table><tr><td>Menu<td>${long}</table>`, [0, 1], [0, 1]],
  [
    'the inner table’s rows',
    '<table><tr><td>Menu<td><table><tr><td>Fuel<td>Oil</table></table>',
    [0.1, 0, 1],
    [0.1, 0.5, 0.5],
  ],
  ['no table at all', '<p>Fuel<p>Oil', [0, 1], [0, 1]],
];
for (const [name, html, before, after] of cases)
  test(`table rows: ${name}`, () => assert.deepEqual(joined(html, before), after));
