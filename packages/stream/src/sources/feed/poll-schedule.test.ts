import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type FeedRate,
  intervalAfterFailures,
  intervalOf,
  maxAgeOf,
  nextPoll,
  rateAfter,
  rateByDates,
  type ScheduleOptions,
} from './feed-state.js';
import type { FeedHints } from './read-feed.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OPTIONS: ScheduleOptions = { minInterval: 5 * MINUTE, maxInterval: 6 * HOUR, obeysHints: true };
const NONE: FeedHints = { ttl: null, skipHours: [], skipDays: [] };
const EMPTY: FeedRate = { items: 0, milliseconds: 0 };
/** A Saturday. */
const NOON = Date.UTC(2026, 10, 21, 12);

test('the interval goes to the time between two items, from either side', () => {
  for (const gap of [20 * MINUTE, 2 * HOUR]) {
    let rate = EMPTY;
    let interval = intervalOf(rate, OPTIONS);
    let owed = 0;
    for (let poll = 0; poll < 60; poll++) {
      owed += interval / gap;
      rate = rateAfter(rate, Math.floor(owed), interval);
      owed -= Math.floor(owed);
      interval = intervalOf(rate, OPTIONS);
    }
    assert.ok(interval > gap / 2 && interval < gap * 2, `${interval / MINUTE} min for an item every ${gap / MINUTE}`);
  }
});

test('always within the bounds: a silent feed rests, a busy one does not run', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1_000), fc.nat(HOUR))), (polls) => {
      const rate = polls.reduce((sum, [items, elapsed]) => rateAfter(sum, items, elapsed), EMPTY);
      const interval = intervalOf(rate, OPTIONS);
      return interval >= OPTIONS.minInterval && interval <= OPTIONS.maxInterval;
    }),
  );
  assert.equal(intervalOf({ items: 0, milliseconds: 1 }, OPTIONS), OPTIONS.maxInterval);
});

test('a new feed starts with the dates of its items', () => {
  const dates = [0, 1, 2, 3, 4].map((hours) => NOON - hours * HOUR);
  assert.equal(intervalOf(rateByDates(dates, NOON), OPTIONS), HOUR);
  assert.equal(intervalOf(rateByDates([NOON - 90 * 24 * HOUR, NOON - 91 * 24 * HOUR], NOON), OPTIONS), 6 * HOUR);
  assert.equal(intervalOf(rateByDates([NOON + HOUR], NOON), OPTIONS), OPTIONS.minInterval);
});

const HINTS: readonly (readonly [
  what: string,
  hints: Partial<FeedHints>,
  maxAge: number | null,
  retryAfter: number | null,
  wait: number,
])[] = [
  ['none', {}, null, null, 10 * MINUTE],
  ['ttl', { ttl: 45 }, null, null, 45 * MINUTE],
  ['a ttl beyond the longest interval', { ttl: 60 * 24 * 365 }, null, null, 6 * HOUR],
  ['max-age', {}, 30 * MINUTE, null, 30 * MINUTE],
  ['Retry-After counts beyond the longest interval', {}, null, 10 * HOUR, 10 * HOUR],
  ['…up to a day', {}, null, 1_000 * HOUR, 24 * HOUR],
  ['hours to skip', { skipHours: [12, 13] }, null, null, 2 * HOUR],
  [
    'all hours to skip: the longest interval later',
    { skipHours: Array.from({ length: 24 }, (_, hour) => hour) },
    null,
    null,
    6 * HOUR + 10 * MINUTE,
  ],
  ['days to skip', { skipDays: [6] }, null, null, 6 * HOUR + 10 * MINUTE],
];
for (const [what, hints, maxAge, retryAfter, wait] of HINTS)
  test(`next poll by hints: ${what}`, () =>
    assert.equal(nextPoll(NOON, 10 * MINUTE, { ...NONE, ...hints }, maxAge, retryAfter, OPTIONS) - NOON, wait));

test('hints count for nothing when they are not obeyed, but for Retry-After', () => {
  const deaf = { ...OPTIONS, obeysHints: false };
  assert.equal(nextPoll(NOON, MINUTE, { ...NONE, ttl: 90 }, HOUR, null, deaf) - NOON, MINUTE);
  assert.equal(nextPoll(NOON, MINUTE, NONE, null, HOUR, deaf) - NOON, HOUR);
});

test('failures double the wait', () => {
  assert.deepEqual(
    [1, 2, 3, 50].map((failures) => intervalAfterFailures(failures, OPTIONS) / MINUTE),
    [5, 10, 20, 360],
  );
});

test('max-age of Cache-Control', () => {
  for (const [value, age] of [
    ['public, max-age=60', 60_000],
    ['MAX-AGE="5"', 5_000],
    ['no-cache, max-age=60', null],
    ['private', null],
  ] as const)
    assert.equal(maxAgeOf([['Cache-Control', value]]), age, value);
});
