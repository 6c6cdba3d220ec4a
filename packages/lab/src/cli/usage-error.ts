/** What the person at the keyboard got wrong: shown without a stack, exit code 2. */
export class UsageError extends Error {}

/** Runs a lookup whose RangeError or TypeError is about what was typed. */
export function asTyped<T>(look: () => T): T {
  try {
    return look();
  } catch (thrown) {
    if (thrown instanceof RangeError || thrown instanceof TypeError) throw new UsageError(thrown.message);
    throw thrown;
  }
}

/** A whole number from the command line, for commander's option parser. */
export function wholeNumber(smallest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < smallest)
      throw new UsageError(`got "${text}", expected a whole number of at least ${smallest}`);
    return value;
  };
}
