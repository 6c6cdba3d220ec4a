import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cut, table, widthOf, wrap } from './table.js';
import { columnsOf, painterFor, printable } from './terminal.js';

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

test('law: wrapping loses no letter, and no line is too wide', () =>
  fc.assert(
    fc.property(letters, fc.integer({ min: 2, max: 30 }), (text, columns) => {
      const lines = wrap(text, columns);
      assert.equal(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
      for (const line of lines) assert.ok(widthOf(line) <= columns, `${line} in ${columns}`);
    }),
  ));

test('law: no line of a table is wider than the terminal', () => {
  const column = fc.record(
    {
      title: letters,
      align: fc.constantFrom('left' as const, 'right' as const),
      most: fc.integer({ min: 1, max: 40 }),
      least: fc.integer({ min: 1, max: 20 }),
      leftOut: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: ['title'] },
  );
  const tables = fc
    .array(column, { minLength: 1, maxLength: 8 })
    .chain((heads) =>
      fc.tuple(
        fc.constant(heads),
        fc.array(fc.array(letters, { minLength: heads.length, maxLength: heads.length }), { maxLength: 5 }),
      ),
    );
  const last = fc.constantFrom('cut' as const, 'wrap' as const);
  fc.assert(
    fc.property(tables, fc.integer({ min: 4, max: 200 }), last, ([heads, rows], columns, last) => {
      const text = table(
        heads,
        rows.map((cells) => ({ cells })),
        { columns, last, paint: (_, text) => text },
      );
      for (const line of text.split('\n')) assert.ok(widthOf(line) <= columns, `${line} in ${columns}`);
    }),
  );
});

test('a narrow terminal: text is narrowed to its least width, then columns are left out by their rank', () => {
  const heads = [
    { title: 'site', least: 6 },
    { title: 'pages', align: 'right' as const },
    { title: 'rate', align: 'right' as const, leftOut: 1 },
    { title: 'model', leftOut: 2 },
  ];
  const rows = [{ cells: ['harbour.example', '12', '0.5/s', 'learnt from 12 pages'] }];
  for (const [columns, expected] of [
    [60, 'site             pages   rate  model\nharbour.example     12  0.5/s  learnt from 12 pages\n'],
    [45, 'site            pages   rate  model\nharbour.examp…     12  0.5/s  learnt from 12…\n'],
    [32, 'site             pages   rate\nharbour.example     12  0.5/s\n'],
    [14, 'site     pages\nharbou…     12\n'],
  ] as const)
    assert.equal(table(heads, rows, { columns, paint: (_, text) => text }), expected, `${columns} columns`);
});

test('control characters are escaped, in tables too', () => {
  assert.equal(printable('a\x1b[2Jb\nc\x9b1m\u202ed'), 'a\\x1b[2Jb\\x0ac\\x9b1m\\u202ed');
  assert.equal(printable('größe 梅干し \u200fسلام'), 'größe 梅干し \u200fسلام');
  const rows = [{ cells: ['\x1b]0;owned\x07'] }];
  assert.equal(table([{ title: 't' }], rows, { columns: 80, paint: (_, text) => text }), 't\n\\x1b]0;owned\\x07\n');
});

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
