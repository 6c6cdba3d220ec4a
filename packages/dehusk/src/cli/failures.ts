/** What a command can end in; which exit code that is stands in `main.ts` alone. */
export type CommandEnd = 'all-extracted' | 'some-without-text' | 'some-unreadable' | 'interrupted' | 'terminated';

/** The person asked for something that cannot be done: the message says what was got and what was expected. */
export class UsageError extends Error {}

/** An input or output of the whole command cannot be used. */
export class InputOutputError extends Error {}

/** Runs a check of the core that throws on wrong names and values, and turns that into a usage error. */
export function checked<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}
