import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/core/internal';
import type { Evaluation } from '../run/evaluate.js';
import { placeLabels, stackLabels } from './plots.js';
import { learningCurve, reportHtml } from './report.js';
import { readScoresJson, scoresCsv, scoresJson } from './scores.js';
import type { BenchRow } from './speed.js';
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
  isStream: false,
  overall: score(value),
  groups: [
    { name: 'article', score: score(value) },
    { name: '<forum>', score: score(value / 2) },
  ],
  pages: pageScores([value], 'a'),
  failures: {},
  ...more,
});
const row = (name: string, ratio: number): BenchRow => ({
  name,
  isBaseline: ratio === 1,
  ratio,
  pagesPerSecond: 10,
  megabytesPerSecond: 1,
  p50: 1,
  p95: 2,
  p99: 3,
  peakMegabytes: 100,
  failures: 0,
  stopped: null,
});
const input = {
  title: 'A <report> & more',
  evaluations: [
    evaluation('ours', 'village', 0.9),
    evaluation('<script>alert(1)</script>', 'village', 0.8),
    evaluation('ours', 'stream', 0.7, { isStream: true, groups: [], pages: pageScores([0, 0.5, 1], 'a') }),
    evaluation('<script>alert(1)</script>', 'stream', 0.6, {
      isStream: true,
      groups: [],
      pages: pageScores([1, 1, 1], 'b'),
    }),
  ],
  bench: [row('htmlparser2 tokens', 1), row('ours', 4), row('stopped', Number.NaN)],
  curves: [
    { title: 'Own lines', x: 'x', y: 'y', series: [{ name: 'one', points: [[0, 1] as const, [1, 2] as const] }] },
  ],
  ours: new Set(['ours']),
};

test('the report is one self-contained, well-formed file: no address is fetched, no name becomes markup', async () => {
  const html = await reportHtml(input);
  assert.doesNotMatch(html, /<script|<link|<img|<iframe|@import/i);
  assert.doesNotMatch(html, /(?:src|href|xmlns)\s*=|url\(\s*['"]?(?:https?:)?\/\//i);
  assert.doesNotMatch(html, /https?:\/\//);
  assert.match(html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  assert.match(html, /<title>A &lt;report&gt; &amp; more<\/title>/);
  // Every element that is opened is closed, as an XML reader would ask, void elements and the doctype aside.
  const open: string[] = [];
  for (const [tag, closing, name, selfClosing] of html.matchAll(/<(\/?)([a-z][\w:-]*)\b[^<>]*?(\/?)>/gi)) {
    if (/^(meta|br|hr)$/i.test(name) || selfClosing) continue;
    if (closing) assert.equal(open.pop(), name, `unexpected ${tag}`);
    else open.push(name);
  }
  assert.deepEqual(open, []);
  const parsed = parse(html);
  assert.ok(parsed.ok);
});

test('the report has a scatter and bars for a dataset, a learning curve for a stream, speed, own lines, signatures', async () => {
  const html = await reportHtml(input);
  const labels = [...html.matchAll(/<svg role="img" aria-label="([^"]*)"/g)].map(([, label]) => label);
  assert.deepEqual(labels, [
    'Speed against accuracy: word-multiset',
    'Precision against recall: village, word-multiset',
    'Scores by group: village, word-multiset',
    'Precision against recall: stream, word-multiset',
    'Learning curves: stream, word-multiset',
    'Own lines',
  ]);
  for (const { signature } of input.evaluations)
    assert.ok(html.includes(signature.replace(/</g, '&lt;').replace(/>/g, '&gt;')));
  assert.match(html, /prefers-color-scheme: dark/);
  assert.match(html, /fill="var\(--ours\)"/);
});

test('the learning curve is the cumulative mean per site, averaged over the sites that go so far', () => {
  const pages = [...pageScores([0, 1, 1, 1], 'a'), ...pageScores([1, 1], 'b'), ...pageScores([1], 'c')];
  const { points } = learningCurve(evaluation('x', 'stream', 0, { pages }));
  // Half of three sites is two: the curve ends where the second-longest ends.
  assert.deepEqual(points, [
    [1, (100 * (0 + 1 + 1)) / 3],
    [2, (100 * (0.5 + 1)) / 2],
  ]);
  assert.deepEqual(learningCurve(evaluation('x', 'stream', 0, { pages: [] })).points, []);
});

test('no name lies on another name, however close the points', () => {
  const points = Array.from({ length: 12 }, (_, at) => ({
    x: 100 + (at % 3),
    y: 150 + (at % 4),
    name: `system ${at}`,
  }));
  const places = placeLabels(points, 500, 400);
  for (let a = 0; a < places.length; a++)
    for (let b = a + 1; b < places.length; b++)
      if (places[a].align === places[b].align) assert.ok(Math.abs(places[a].y - places[b].y) >= 13, `${a} on ${b}`);
});

test('scores survive writing and reading, undefined figures included; another file is refused', () => {
  const read = readScoresJson(scoresJson(input.evaluations), 'scores.json');
  assert.deepEqual(read, input.evaluations);
  assert.throws(() => readScoresJson('{"format":"other"}', 'x.json'), /x\.json: got format other/);
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

test('names at the ends of lines stand in the order of the ends, a line of text apart, inside the picture', () => {
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
