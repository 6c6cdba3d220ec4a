import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoff, retryAfter } from './failures.js';

const NOW = Date.UTC(2026, 0, 1);
const CASES: readonly (readonly [value: string | undefined, milliseconds: number | null])[] = [
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['999999999', 86_400_000],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['Thu, 01 Jan 2099 00:00:00 GMT', 86_400_000],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  [undefined, null],
];
for (const [value, milliseconds] of CASES)
  test(`Retry-After ${value ?? '(none)'} is ${milliseconds}`, () => assert.equal(retryAfter(value, NOW), milliseconds));

test('pauses double up to the maximum; at least half of each is fixed', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 9].map((retry) => backoff(retry, 1_000, 5_000, 1)),
    [1_000, 2_000, 4_000, 5_000, 5_000],
  );
  assert.equal(backoff(1, 1_000, 5_000, 0), 1_000);
});
