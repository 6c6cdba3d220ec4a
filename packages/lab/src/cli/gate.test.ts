import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DATASET_RECORDS, datasetNames } from '../datasets/index.js';
import { STRUCTURE_METRICS } from '../metrics/structure/figures.js';
import { judge, moveFloor, readGate } from './gate.js';
import { runLab } from './main.js';

type Floor = Parameters<typeof judge>[0];

const floor: Floor = {
  dataset: 'village',
  sha256: 'aa',
  limit: null,
  extractor: 'bte',
  metric: 'word-multiset',
  floor: 0.8,
  lowered: [],
};

test('a score passes at its floor and fails below it, and other gold never passes', () => {
  assert.equal(judge(floor, { sha256: 'aa', score: 0.8 }), null);
  assert.match(judge(floor, { sha256: 'aa', score: 0.7999 }) ?? '', /below the floor by 0\.0001/);
  assert.match(judge(floor, { sha256: 'bb', score: 0.99 }) ?? '', /other gold/);
});

test('a floor rises freely and falls only with a reason, which is recorded', () => {
  assert.equal(moveFloor(floor, { sha256: 'aa', score: 0.91239 }).floor, 0.9123);
  for (const reason of [undefined, '', '  '])
    assert.throws(() => moveFloor(floor, { sha256: 'aa', score: 0.5 }, reason), /would fall .*give --reason/);
  const lowered = moveFloor(floor, { sha256: 'bb', score: 0.5 }, 'gold of page 3 corrected');
  assert.deepEqual(lowered.lowered, [{ from: 0.8, to: 0.5, reason: 'gold of page 3 corrected' }]);
  assert.equal(lowered.sha256, 'bb');
  const again = moveFloor(lowered, { sha256: 'bb', score: 0.4 }, 'again');
  assert.equal(again.lowered.length, 2, 'earlier records stay');
});

test('a measurement reaches the floor set from it', () => {
  for (const score of [0.123456789, 0.9999999, 1, 0])
    assert.equal(judge(moveFloor({ ...floor, floor: 0 }, { sha256: 'aa', score }), { sha256: 'aa', score }), null);
});

test('a gate file with a wrong floor is refused by entry', () => {
  assert.deepEqual(readGate(JSON.stringify({ floors: [floor] }), 'gate.json'), [floor]);
  assert.throws(() => readGate('{"floors":[{"dataset":"x","floor":2}]}', 'gate.json'), /floor 1 got/);
});

const FLOORS = readGate(readFileSync(new URL('../../gate.json', import.meta.url), 'utf8'), 'gate.json');

test('every dataset and every metric of structure has a floor for the default extractor', () => {
  const own = FLOORS.filter(({ extractor }) => extractor === 'dehusk');
  const datasets = new Set(own.flatMap(({ dataset }) => [dataset, dataset.split('/')[0]]));
  assert.deepEqual(
    Object.keys(DATASET_RECORDS).filter((name) => !datasets.has(name)),
    [],
  );
  const metrics = new Set(own.map(({ metric }) => metric));
  assert.deepEqual(
    STRUCTURE_METRICS.map(({ name }) => name).filter((name) => !metrics.has(name)),
    [],
  );
});

test('no score is below its floor', {
  skip:
    process.env.LONG_TESTS !== '1'
      ? 'a long test'
      : datasetNames().length === 0
        ? 'skipped: needs ../shared/data'
        : false,
}, async () => {
  let out = '';
  const write = (text: string): void => {
    out += text;
  };
  const code = await runLab(['gate', '--no-cache', '--page-limit', '300000'], { writeOut: write, writeErr: write });
  assert.equal(code, 0, out);
  assert.match(out, /all \d+ floors reached/);
});
