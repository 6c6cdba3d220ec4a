import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthOf } from './replay.js';

type ReplayMoment = Parameters<typeof growthOf>[0][number];

/** Readings every 1,000 documents. */
const readings = (anonymous: readonly (number | null)[]): ReplayMoment[] =>
  anonymous.map((megabytes, at) => ({ committed: 1_000 * (at + 1), resident: 0, anonymous: megabytes }));

test('the growth of a replay is the slope of its second half, in MB per 10,000 documents', () => {
  assert.equal(growthOf(readings([100, 900, 50, 700, 200, 200, 200, 200])), 0);
  const growth = growthOf(readings([0, 0, 0, 0, 200, 203, 202, 205]));
  // Least squares over 200, 203, 202, 205 at 0, 1, 2, 3: 7 / 5 per 1,000 documents.
  assert.ok(growth !== null && Math.abs(growth - 14) < 1e-9, String(growth));
});

test('no growth is reported without two readings', () => {
  assert.equal(growthOf(readings([100])), null);
  assert.equal(growthOf(readings([1, 1, 1, null])), null);
});
