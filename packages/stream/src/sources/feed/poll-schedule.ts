/**
 * When to poll a feed again: about as often as it gets a new item, within bounds, and not before it allows it.
 *
 * The rate follows the recent past: with every poll the time and items counted before weigh less. The first poll estimates it
 * from the dates of the items.
 */
import type { FeedHints } from './read-feed.js';

export interface ScheduleOptions {
  /** Shortest and longest time between two polls of a feed, in milliseconds. */
  readonly minInterval: number;
  readonly maxInterval: number;
  /** Whether ttl, Cache-Control, skipHours and skipDays count. */
  readonly obeysHints: boolean;
}

/** Items of a feed in a time, both decayed. */
export interface FeedRate {
  readonly items: number;
  readonly milliseconds: number;
}

/** Weight of earlier counts at the next poll. */
const DECAY = 0.8;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The rate after a poll. @param elapsed milliseconds since the poll before */
export function rateAfter(rate: FeedRate, newItems: number, elapsed: number): FeedRate {
  return { items: rate.items * DECAY + newItems, milliseconds: rate.milliseconds * DECAY + elapsed };
}

/** The rate by the dates of a feed's items, until now. */
export function rateByDates(dates: readonly number[], now: number): FeedRate {
  const past = dates.filter((date) => date <= now);
  if (past.length < 2) return { items: 0, milliseconds: 0 };
  const oldest = past.reduce((least, date) => Math.min(least, date));
  // The oldest begins the time, so it is not counted.
  return { items: past.length - 1, milliseconds: now - oldest };
}

/** Milliseconds until the next poll, before hints: the mean time between two items, within the bounds. */
export function intervalOf(rate: FeedRate, { minInterval, maxInterval }: ScheduleOptions): number {
  if (rate.milliseconds === 0) return minInterval;
  return Math.min(maxInterval, Math.max(minInterval, rate.milliseconds / Math.max(rate.items, 1e-9)));
}

/** Milliseconds after failed polls: doubled for each one after the other. @param failures 1 for the first */
export function intervalAfterFailures(failures: number, { minInterval, maxInterval }: ScheduleOptions): number {
  return Math.min(maxInterval, minInterval * 2 ** Math.min(30, failures - 1));
}

/**
 * When to poll: after the interval, but not before ttl, max-age and Retry-After have passed, nor in hours and days that the
 * feed excludes. No hint delays by more than `maxInterval`, Retry-After by no more than a day.
 *
 * @param now milliseconds since 1970
 * @param maxAge milliseconds by Cache-Control, or null
 * @param retryAfter milliseconds the server asked to wait, or null
 */
export function nextPoll(
  now: number,
  interval: number,
  hints: FeedHints,
  maxAge: number | null,
  retryAfter: number | null,
  options: ScheduleOptions,
): number {
  const { maxInterval, obeysHints } = options;
  const wanted = obeysHints ? Math.min(maxInterval, Math.max((hints.ttl ?? 0) * 60_000, maxAge ?? 0)) : 0;
  let at = now + Math.max(interval, wanted, Math.min(DAY, retryAfter ?? 0));
  if (!obeysHints) return at;
  const latest = at + maxInterval;
  while (at < latest && isSkipped(at, hints)) at = Math.floor(at / HOUR) * HOUR + HOUR;
  return Math.min(at, latest);
}

function isSkipped(at: number, { skipHours, skipDays }: FeedHints): boolean {
  const date = new Date(at);
  return skipHours.includes(date.getUTCHours()) || skipDays.includes(date.getUTCDay());
}

/** The `max-age` of a Cache-Control header in milliseconds; null when there is none or copies must not be kept. */
export function maxAgeOf(headers: readonly (readonly [name: string, value: string])[]): number | null {
  const value = headers.find(([name]) => name.toLowerCase() === 'cache-control')?.[1].toLowerCase() ?? '';
  if (/\bno-(?:cache|store)\b/.test(value)) return null;
  const seconds = /\bmax-age\s*=\s*"?(\d{1,9})/.exec(value)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}
