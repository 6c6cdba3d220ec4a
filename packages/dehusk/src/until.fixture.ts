import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds, which is asked 6,000 times, 20 ms apart. Throws after that: a test fails rather than hangs. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 6_000; round++) {
    if (await condition()) return;
    await sleep(20);
  }
  throw new Error(`not reached: ${condition}`);
}
