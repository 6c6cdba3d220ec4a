/**
 * Pages that could not be fetched for a reason that may pass (a server that restarts, a timeout), to be given again: so many
 * times, each after twice the pause of the one before. A page that still fails then is rejected like any other.
 */
import { wholeNumber } from '../json-schema.js';

export interface RetrySettings {
  /** Times a page is given again that could not be fetched for a reason that may pass. */
  readonly retries: number;
  /** Pause before the first time, in seconds; doubled each time. */
  readonly retryAfter: number;
}

export const DEFAULT_RETRIES: RetrySettings = {
  // After 15 and 45 seconds, beyond the fetcher's own retries within seconds: a server that restarts is back by then, and who
  // waits for the end of a crawl is not kept from it for long.
  retries: 2,
  retryAfter: 15,
};

/** The settings in a source's schema. */
export const RETRY_PROPERTIES: Readonly<Record<string, unknown>> = {
  retries: wholeNumber(
    'Times a page is given again that could not be fetched for a reason that may pass (5xx, timeout, reset …); then it is rejected.',
    0,
    20,
    DEFAULT_RETRIES.retries,
  ),
  retryAfter: {
    type: 'number',
    description: 'Pause before a page is given again, in seconds; doubled each time.',
    exclusiveMinimum: 0,
    maximum: 86_400,
    default: DEFAULT_RETRIES.retryAfter,
  },
};

export interface LaterTries<T> {
  /** Puts a page off that failed so many times (1 or more), from now (milliseconds since 1970). */
  add(page: T, failures: number, now: number): void;
  /** A page whose pause is over, or null. */
  takeDue(now: number): T | null;
  /** Milliseconds until the next one is due; infinite when none waits. */
  pause(now: number): number;
  readonly size: number;
}

/** @param retryAfter seconds before the first time */
export function retryQueue<T>({ retryAfter }: Pick<RetrySettings, 'retryAfter'>): LaterTries<T> {
  const waiting = new Map<T, number>();
  /** Nothing is due before; asked for with every page. */
  let first = Number.POSITIVE_INFINITY;
  return {
    add(page, failures, now) {
      const at = now + retryAfter * 1000 * 2 ** (failures - 1);
      waiting.set(page, at);
      first = Math.min(first, at);
    },
    takeDue(now) {
      if (now < first) return null;
      first = Number.POSITIVE_INFINITY;
      for (const [page, at] of waiting) {
        if (at <= now) {
          waiting.delete(page);
          first = now;
          return page;
        }
        first = Math.min(first, at);
      }
      return null;
    },
    pause: (now) => Math.max(0, first - now),
    get size() {
      return waiting.size;
    },
  };
}
