import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burstAt } from './burst.js';
import type { WatchList } from './monitor-settings.js';

const LIST: WatchList = {
  name: 'a',
  terms: ['x'],
  names: [],
  sites: [],
  alert: 'burst',
  windowHours: 1,
  earlierWindows: 4,
  factor: 3,
  minimum: 2,
};

/** Counts by hour, newest last; null: no document at all in that hour. */
const judged = (counts: readonly (number | null)[], rule: Partial<WatchList> = {}) => {
  const at = (hour: number): number | null => counts[hour] ?? null;
  return burstAt(
    counts.length - 1,
    { ...LIST, ...rule },
    (hour) => at(hour) ?? 0,
    (hour) => (at(hour) === null ? 0 : 10),
  );
};

const CASES: readonly (readonly [
  what: string,
  counts: readonly (number | null)[],
  rule: Partial<WatchList>,
  documents: number | null,
  mean?: number,
])[] = [
  ['three times the mean', [1, 1, 1, 1, 3], {}, 3, 1],
  ['not quite three times', [1, 1, 1, 2, 3], {}, null],
  ['new, but below the minimum', [0, 0, 0, 0, 1], {}, null],
  ['new, at the minimum', [0, 0, 0, 0, 2], {}, 2, 0],
  ['no history', [9], {}, null],
  ['hours without documents are left out of the mean', [1, null, null, 1, 3], {}, 3, 1],
  ['more than half without documents', [null, null, null, 1, 9], {}, null],
  ['windows of two hours', [1, 0, 0, 1, 2, 2], { windowHours: 2, earlierWindows: 2, factor: 4 }, 4, 1],
];

for (const [what, counts, rule, documents, mean] of CASES)
  test(`burst: ${what}`, () => {
    const burst = judged(counts, rule);
    assert.deepEqual([burst?.documents ?? null, burst?.mean], [documents, mean]);
  });
