import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { growthExponent } from './page-growth.js';
import type { WorkGrowth } from './work-growth.fixture.js';

/** Largest exponent of executed source over page length: 1 is linear; a large table may be printed in a costlier way than a small one. */
const MOST = 1.15;

test('work grows no faster than the page: executions of every place of the source, for pages that grow in every way', async () => {
  // c8's coverage is read from the same counters, which the child resets.
  const { NODE_V8_COVERAGE: _, ...env } = process.env;
  const child = fork(new URL('./work-growth.fixture.js', import.meta.url), { env });
  const growths: WorkGrowth[] = [];
  child.on('message', (growth: WorkGrowth) => growths.push(growth));
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  assert.ok(growths.length > 0);
  for (const { subject, shape, points, grown } of growths) {
    assert.deepEqual(grown, [], `${subject} on ${shape}: places that ran too often`);
    const exponent = growthExponent(points);
    assert.ok(exponent <= MOST, `${subject} on ${shape}: exponent ${exponent.toFixed(3)}, expected ${MOST} at most`);
  }
});
