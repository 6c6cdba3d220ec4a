/** Whether documents with a term come in a burst: many more in the last window than in the windows before it. */
import type { WatchList } from './monitor-settings.js';

/** A burst, as alerts report it. */
export interface Burst {
  /** The last window, in hours since 1970: [from, to). */
  readonly from: number;
  readonly to: number;
  /** Documents with the term in it. */
  readonly documents: number;
  /** Mean of the earlier windows. */
  readonly mean: number;
  /** Earlier windows with documents of any kind: only these count. */
  readonly windows: number;
}

/** Least share of the earlier windows in which documents came: less is no ground for a comparison. */
const LEAST_SEEN = 0.5;

/**
 * Judges the window that ends with an hour. Earlier windows without any document say nothing of the term (the monitor did not run, or
 * every site slept): they are left out. When they are more than half of the windows, there is no burst.
 *
 * @param withTerm documents with the term in an hour
 * @param all documents in an hour
 */
export function burstAt(
  hour: number,
  { windowHours, earlierWindows, factor, minimum }: WatchList,
  withTerm: (hour: number) => number,
  all: (hour: number) => number,
): Burst | null {
  const sum = (window: number, of: (hour: number) => number): number => {
    let total = 0;
    for (let at = 0; at < windowHours; at++) total += of(hour - window * windowHours - at);
    return total;
  };
  const documents = sum(0, withTerm);
  if (documents < minimum) return null;
  let windows = 0;
  let earlier = 0;
  for (let window = 1; window <= earlierWindows; window++) {
    if (sum(window, all) === 0) continue;
    windows++;
    earlier += sum(window, withTerm);
  }
  if (windows < earlierWindows * LEAST_SEEN) return null;
  const mean = earlier / windows;
  if (documents < factor * mean) return null;
  return { from: hour + 1 - windowHours, to: hour + 1, documents, mean, windows };
}
