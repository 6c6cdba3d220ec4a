import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EXTRACTORS, SITE_EXTRACTORS } from '@dehusk/papers';
import { DATASET_RECORDS } from '../datasets/index.js';
import { PEERS } from '../peers/peers.js';
import { CONTAMINATIONS, contaminationOf, footnotes, markOf } from './evaluate.js';

const SYSTEMS = [...EXTRACTORS, ...SITE_EXTRACTORS, ...PEERS].map(({ name }) => name);
const DATASETS = Object.keys(DATASET_RECORDS);

for (const [system, dataset, signature, expected] of [
  ['dehusk', 'wcxb-dev', '', 'trained'],
  ['dehusk:precision=true', 'wcxb-dev', '|split:1/2:default by domain hash', 'trained'],
  ['maximum-subsequence', 'wcxb-dev', '', 'trained'],
  ['boilerpipe-canola', 'canola', '', 'trained'],
  ['boilerpipe-num-words', 'l3s-gn1', '', 'trained'],
  ['readability-jsdom', 'readability', '', 'gold'],
  ['dehusk', 'canola', '', 'tuned'],
  ['dehusk', 'canola', '|split:1/2:default by domain hash', null],
  ['dehusk', 'canola', '|split:0/2:default by domain hash', 'tuned'],
  ['site', 'streams/lukem', '|split:1/2:default by domain hash', 'tuned'],
  ['defuddle', 'wcxb-dev', '', null],
  ['bte', 'readability', '', null],
  ['dehusk', 'my-folder', '', null],
] as const)
  test(`${system} on ${dataset}${signature}: ${expected}`, () =>
    assert.equal(contaminationOf(system, dataset, signature), expected));

test('every mark is different, occurs for a system and a data set that exist, and has a footnote', () => {
  const found = DATASETS.flatMap((dataset) => SYSTEMS.map((system) => contaminationOf(system, dataset)));
  const kinds = Object.values(CONTAMINATIONS);
  assert.equal(new Set(kinds.map(({ mark }) => mark)).size, kinds.length);
  assert.deepEqual(
    footnotes(found).map((note) => note[0]),
    kinds.map(({ mark }) => mark),
  );
  assert.deepEqual(footnotes([null]), []);
});

const document = (name: string): string => fileURLToPath(new URL(`../../../../${name}`, import.meta.url));
/** Names of README.md that differ from the lab's. */
const NAMES: Readonly<Record<string, string>> = {
  'Readability (jsdom)': 'readability-jsdom',
  'Readability (linkedom)': 'readability-linkedom',
  'Postlight Parser': 'postlight',
  Defuddle: 'defuddle',
};

for (const [name, minFigures] of [
  ['README.md', 40],
  ['docs/scores.md', 200],
] as const)
  test(`every figure of ${name} by system and data set has its mark`, { skip: !existsSync(document(name)) }, () => {
    let datasets: string[] = [];
    let figures = 0;
    for (const line of readFileSync(document(name), 'utf8').split('\n')) {
      const [first, ...cells] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('**', ''));
      if (first === undefined) datasets = [];
      else if (cells[0]?.startsWith('wcxb-dev')) datasets = cells.map((cell) => cell.replace(/ \(\d+\)$/, ''));
      else if (DATASETS.includes(datasets[0]) && !first.startsWith('-'))
        for (const [at, cell] of cells.entries()) {
          if (!DATASETS.includes(datasets[at])) continue;
          const mark = markOf(contaminationOf(NAMES[first] ?? first, datasets[at]));
          assert.match(cell, new RegExp(`^[\\d.]+${mark}$`), `${first} on ${datasets[at]}`);
          figures++;
        }
    }
    assert.ok(figures >= minFigures, `${figures} figures`);
  });
