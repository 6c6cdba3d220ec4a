/** Longest time a timer takes, in milliseconds (2^31 − 1, rounded down): whoever waits longer looks again then. */
const LONGEST = 2_000_000_000;

/**
 * Resolves when it is woken, or after a time.
 *
 * @param milliseconds infinite: only when woken
 * @param give is handed what wakes
 */
export function waitWithTimeout(milliseconds: number, give: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = milliseconds < Number.POSITIVE_INFINITY ? setTimeout(resolve, Math.min(milliseconds, LONGEST)) : null;
    give(() => {
      if (timer !== null) clearTimeout(timer);
      resolve();
    });
  });
}
