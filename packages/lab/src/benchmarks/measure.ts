/**
 * Starts a stopwatch of CPU time, all threads of the process included: other programs disturb it less than the clock.
 *
 * @returns the milliseconds since the start
 */
export function cpuTimer(): () => number {
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  };
}

/** CPU milliseconds of an action, garbage collection included. */
export function cpuMilliseconds(act: () => void): number {
  const elapsed = cpuTimer();
  act();
  return elapsed();
}

/**
 * A number from the command line.
 *
 * @param at index after the program's path
 * @throws RangeError when it is not a whole number of at least `least`
 */
export function numberArgument(at: number, name: string, otherwise: number, least = 1): number {
  const text = process.argv[2 + at];
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new RangeError(`${name} got "${text}", expected a whole number of at least ${least}`);
  return value;
}
