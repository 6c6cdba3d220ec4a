/**
 * Pages to fetch again because they failed for a temporary reason (a server restarts, a timeout): a limited number of times,
 * each after twice the pause before. A page that still fails is rejected.
 */
import { number, type SettingsOf, wholeNumber } from '@dehusk/node';

/**
 * Retries after 15 and 45 seconds, beyond the fetcher's own within seconds: a server that restarts is back by then, and the end
 * of a crawl is not delayed for long.
 */
export const RETRY_DEFAULTS = { retries: 2, retryAfter: 15 };

export const RETRY_PROPERTIES = {
  retries: wholeNumber(
    'Retries of a page after a temporary failure; then it is rejected.',
    0,
    20,
    RETRY_DEFAULTS.retries,
  ),
  retryAfter: number(
    'Pause before the first retry of a page, in seconds; doubles each time.',
    { exclusiveMinimum: 0, maximum: 86_400 },
    RETRY_DEFAULTS.retryAfter,
  ),
};

type RetrySettings = SettingsOf<typeof RETRY_PROPERTIES>;

/** @param retryAfter seconds before the first retry */
export function retryQueue<T>({ retryAfter }: Pick<RetrySettings, 'retryAfter'>) {
  const waiting = new Map<T, number>();
  /** Nothing is due before this; makes the frequent check cheap. */
  let first = Number.POSITIVE_INFINITY;
  return {
    /** Adds a page. @param failures 1 or more @param now milliseconds since 1970 */
    add(page: T, failures: number, now: number): void {
      const at = now + retryAfter * 1000 * 2 ** (failures - 1);
      waiting.set(page, at);
      first = Math.min(first, at);
    },
    /** Removes and returns a page whose pause is over, or null. */
    takeDue(now: number): T | null {
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
    /** Milliseconds until the next page is due; infinite when the queue is empty. */
    pause: (now: number): number => Math.max(0, first - now),
    get size(): number {
      return waiting.size;
    },
  };
}
