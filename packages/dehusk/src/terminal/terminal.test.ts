import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cut, table, widthOf, wrap } from './table.js';
import { columnsOf, painterFor } from './terminal.js';

const WIDTHS: readonly (readonly [text: string, columns: number])[] = [
  ['', 0],
  ['abc', 3],
  ['größe', 5],
  ['梅干し', 6],
  ['한글', 4],
  ['ｆｕｌｌ', 8],
  ['e\u0301', 1],
  ['\u200fسلام\u200e', 4],
  ['🍅', 2],
];
for (const [text, columns] of WIDTHS)
  test(`"${text}" takes ${columns} columns`, () => assert.equal(widthOf(text), columns));

const letters = fc.string({ unit: fc.constantFrom('a', 'ß', '梅', ' ', '🍅', '\u0301') });

test('law: a cut text fits, and a text that fits is not cut', () =>
  fc.assert(
    fc.property(letters, fc.integer({ min: 1, max: 30 }), (text, columns) => {
      const short = cut(text, columns);
      assert.ok(widthOf(short) <= columns, `${short} in ${columns}`);
      if (widthOf(text) <= columns) assert.equal(short, text);
    }),
  ));

test('law: wrapping loses no word, and no line of several words is too wide', () =>
  fc.assert(
    fc.property(letters, fc.integer({ min: 1, max: 30 }), (text, columns) => {
      const lines = wrap(text, columns);
      assert.equal(lines.join(' ').replace(/ +/g, ' ').trim(), text.replace(/ +/g, ' ').trim());
      for (const line of lines) assert.ok(widthOf(line) <= columns || !line.trim().includes(' '));
    }),
  ));

test('colour follows the terminal, NO_COLOR and FORCE_COLOR', () => {
  const painted = (isTTY: boolean, environment: NodeJS.ProcessEnv): boolean =>
    painterFor({ isTTY }, environment)('green', 'x') !== 'x';
  assert.deepEqual(
    [
      painted(true, {}),
      painted(false, {}),
      painted(true, { NO_COLOR: '1' }),
      painted(true, { TERM: 'dumb' }),
      painted(false, { FORCE_COLOR: '1' }),
      painted(false, { FORCE_COLOR: '0' }),
    ],
    [true, false, false, false, true, false],
  );
});

test('the width comes from the terminal, else from COLUMNS, else it is 120', () => {
  assert.deepEqual(
    [
      columnsOf({ columns: 80 }, { COLUMNS: '60' }),
      columnsOf({ columns: 0 }, { COLUMNS: '60' }),
      columnsOf({ columns: 0 }, {}),
    ],
    [80, 60, 120],
  );
});

test('a table aligns wide letters, cuts or wraps its last column', () => {
  const heads = [{ title: 'name' }, { title: 'n', align: 'right' as const }, { title: 'what' }];
  const rows = [{ cells: ['梅', '7', 'one two three four five'] }, { cells: ['abc', '10', 'x'] }];
  const plain = (_: string, text: string): string => text;
  assert.equal(
    table(heads, rows, { columns: 30, paint: plain }),
    'name   n  what\n梅     7  one two three four…\nabc   10  x\n',
  );
  assert.equal(
    table(heads, rows, { columns: 30, paint: plain, last: 'wrap' }),
    'name   n  what\n梅     7  one two three four\n          five\nabc   10  x\n',
  );
});
