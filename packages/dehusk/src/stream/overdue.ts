/**
 * When a silent worker is given up.
 *
 * Observation: on a machine that does much else, a page of one second is not done after twelve by the clock. What counts is
 * the time it was worked on; Node tells that of the whole process only, which is shared evenly among the workers that have
 * work. A worker that hangs without using the processor is given up all the same, later.
 */

/** Silence by the clock, in multiples of the limit, after which it no longer matters how little was worked. */
const MAX_BY_THE_CLOCK = 5;

/**
 * @param silence milliseconds by the clock since the worker was last heard
 * @param worked milliseconds of processor time since then that are its share of the process
 * @param limit milliseconds it may be silent
 */
export function isOverdue(silence: number, worked: number, limit: number): boolean {
  return silence >= limit && (worked >= limit || silence >= MAX_BY_THE_CLOCK * limit);
}
