import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemNamed } from '../run/system.js';
import { bench } from './bench.js';
import { BASELINES } from './bench-process.js';

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/systems/${name}`, import.meta.url));
/** The limit is far beyond any page here, so that load stops nothing. */
const OPTIONS = { seed: 1, isInRow: false, pageLimit: 120_000 };
const page = (html: string) => ({ html, url: null, bytes: html.length });

for (const isInRow of [false, true])
  test(`every run has the bare parsers, ratios to the first of them, and peak memory${isInRow ? ', in a row' : ''}`, async () => {
    const pages = [1, 2, 3].map((size) => page(`<p>${'some words '.repeat(200 * size)}</p>`.repeat(20)));
    const seen: number[] = [];
    const rows = await bench([systemNamed(fixture('paragraphs.mjs'))], pages, {
      ...OPTIONS,
      isInRow,
      rounds: 2,
      warmUp: 1,
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
    assert.deepEqual(seen, [...Array(3 * 3 * rows.length + 1).keys()]);
  });

test('passes before the counted ones do not count', async () => {
  const misbehaves = systemNamed(fixture('misbehaves.mjs'));
  for (const [warmUp, failures] of [
    [0, 1],
    [1, 0],
  ]) {
    const rows = await bench([misbehaves], [page('[coldstart]')], { ...OPTIONS, rounds: 1, warmUp });
    assert.equal(rows[rows.length - 1].failures, failures);
  }
});

test('a subject that hangs is stopped with a reason; the others go on', async () => {
  const pages = [page('[throw]'), page('[never]'), page('fine')];
  const system = systemNamed(fixture('misbehaves.mjs'));
  const rows = await bench([system], pages, { ...OPTIONS, rounds: 1, warmUp: 0, pageLimit: 3_000 });
  const last = rows[rows.length - 1];
  assert.match(last.stopped ?? '', /3000 ms/);
  assert.ok(Number.isNaN(last.p50) && Number.isNaN(last.ratio));
  assert.equal(rows[0].stopped, null);
  await assert.rejects(bench([], []), RangeError);
});
