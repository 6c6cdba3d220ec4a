import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evaluation } from '../run/evaluate.js';
import { stackLabels } from './plots.js';
import { scoresCsv } from './scores.js';
import { markdownTable, percent, textTable } from './tables.js';

const score = (value: number) => ({ score: value, precision: value, recall: value, extras: {}, pages: 3 });
const pageScores = (values: readonly number[], site: string) =>
  values.map((value, at) => ({
    id: `${site}/${at}`,
    site,
    counts: [1, 2],
    score: value,
    precision: Number.NaN,
    recall: value,
    milliseconds: 1,
    reason: null,
  }));
const evaluation = (system: string, dataset: string, value: number, more: Partial<Evaluation> = {}): Evaluation => ({
  dataset,
  system,
  metric: 'word-multiset',
  contamination: null,
  signature: `word-multiset|data:${dataset}|by:${system}`,
  overall: score(value),
  groups: [
    { name: 'article', score: score(value) },
    { name: '<forum>', score: score(value / 2) },
  ],
  pages: pageScores([value], 'a'),
  failures: {},
  ...more,
});

test('CSV has a line a page, with names quoted where they must be', () => {
  const lines = scoresCsv([evaluation('a, "b"', 'village', 0.5)]).split('\r\n');
  assert.equal(lines[0], 'dataset,metric,extractor,id,score,precision,recall,milliseconds,reason');
  assert.equal(lines[1], 'village,word-multiset,"a, ""b""",a/0,0.5,,0.5,1,');
  assert.equal(lines.length, 3);
  assert.match(scoresCsv([evaluation('=1+1', '@village', 0.5)]), /\r\n'@village,word-multiset,'=1\+1,/);
});

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
