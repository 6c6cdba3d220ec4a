import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stackLabels } from './draw.js';
import { markdownTable, percent, textTable } from './tables.js';

test('tables line up in the terminal, wide characters included, and escape pipes in Markdown', () => {
  const table = {
    head: ['name', 'score'],
    rows: [
      ['日本', '1'],
      ['a|b', '22.5'],
    ],
  };
  assert.equal(textTable(table), 'name  score\n----  -----\n日本      1\na|b    22.5');
  assert.equal(markdownTable(table), '| name | score |\n|---|---:|\n| 日本 | 1 |\n| a\\|b | 22.5 |');
  assert.equal(percent(Number.NaN), '–');
  assert.equal(percent(0.98764, 2), '98.76');
});

test('names at the ends of lines are in the order of the ends, a line of text apart, inside the picture', () => {
  const cases: readonly (readonly [ends: readonly number[], places: readonly number[]])[] = [
    [[], []],
    [
      [40, 10],
      [40, 10],
    ],
    [
      [10, 12, 11],
      [10, 36, 23],
    ],
    [
      [299, 298],
      [300, 287],
    ],
  ];
  for (const [ends, places] of cases) assert.deepEqual(stackLabels(ends, 300), places);
});
