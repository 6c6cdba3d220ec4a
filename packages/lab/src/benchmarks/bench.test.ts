import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { seededRandom } from 'dehusk/demo';
import { systemNamed } from '../run/system.js';
import { bench } from './bench.js';
import { BASELINES } from './subject.js';

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/systems/${name}`, import.meta.url));
const page = (html: string) => ({ html, url: null, bytes: html.length });

test('every run has the bare parsers, ratios to the first of them, and a peak of memory for each', async () => {
  const pages = [1, 2, 3].map((size) => page(`<p>${'some words '.repeat(200 * size)}</p>`.repeat(20)));
  const seen: number[] = [];
  const rows = await bench([systemNamed(fixture('paragraphs.mjs'))], pages, {
    seed: 7,
    rounds: 2,
    warmUp: 1,
    pageLimit: 5_000,
    onProgress: (done) => seen.push(done),
  });
  assert.deepEqual(
    rows.map(({ name, isBaseline }) => [name, isBaseline]),
    [...BASELINES.map(({ name }) => [name, true]), ['paragraphs', false]],
  );
  assert.equal(rows[0].ratio, 1);
  for (const row of rows) {
    assert.ok(row.ratio > 0 && row.pagesPerSecond > 0 && row.megabytesPerSecond > 0, JSON.stringify(row));
    assert.ok(row.p50 <= row.p95 && row.p95 <= row.p99);
    assert.ok(row.peakMegabytes > 20, 'Node itself needs more');
    assert.equal(row.failures, 0);
  }
  assert.deepEqual(seen, [...Array(10).keys()]);
});

test('passes before the counted ones do not count', async () => {
  const misbehaves = systemNamed(fixture('misbehaves.mjs'));
  const options = { seed: 1, rounds: 1, pageLimit: 5_000 };
  const slow = await bench([misbehaves], [page('[coldstart]')], { ...options, warmUp: 0 });
  const warm = await bench([misbehaves], [page('[coldstart]')], { ...options, warmUp: 1 });
  assert.ok(slow[slow.length - 1].p50 >= 300);
  assert.ok(warm[warm.length - 1].p50 < 250);
});

test('a subject that hangs is stopped and says so; throwing pages are counted; the others go on', async () => {
  const pages = [page('[throw]'), page('[hang]'), page('fine')];
  const rows = await bench([systemNamed(fixture('misbehaves.mjs'))], pages, {
    seed: 1,
    rounds: 1,
    warmUp: 0,
    pageLimit: 1_000,
  });
  const last = rows[rows.length - 1];
  assert.match(last.stopped ?? '', /1000 ms/);
  assert.ok(Number.isNaN(last.p50) && Number.isNaN(last.ratio));
  assert.equal(rows[0].stopped, null);
  await assert.rejects(bench([], []), RangeError);
});

test('a seed gives the same order again, and every item once', () => {
  const items = [...Array(50).keys()];
  const order = seededRandom(3).shuffled(items);
  assert.deepEqual(seededRandom(3).shuffled(items), order);
  assert.notDeepEqual(seededRandom(4).shuffled(items), order);
  assert.deepEqual(
    [...order].sort((a, b) => a - b),
    items,
  );
  const random = seededRandom(1).next;
  let sum = 0;
  for (let at = 0; at < 10_000; at++) sum += random();
  assert.ok(Math.abs(sum / 10_000 - 0.5) < 0.02);
});
