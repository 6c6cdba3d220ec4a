import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until a condition holds, which is asked for up to two minutes. Throws after that: a test fails rather than hangs.
 *
 * @param every milliseconds between two questions; small for states that pass quickly
 */
export async function until(condition: () => boolean | Promise<boolean>, every = 20): Promise<void> {
  for (let round = 0; round < 120_000 / every; round++) {
    if (await condition()) return;
    await sleep(every);
  }
  throw new Error(`not reached: ${condition}`);
}
