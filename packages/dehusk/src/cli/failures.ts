import { painterFor, printable, printableLines } from '@dehusk/node';

/** How a command can end. `main.ts` maps these to exit codes. */
export type CommandEnd = 'all-extracted' | 'some-without-text' | 'some-unreadable' | 'interrupted' | 'terminated';

/** Wrong usage. The message states what was got and what was expected. */
export class UsageError extends Error {}

/** The command's input or output cannot be used. */
export class InputOutputError extends Error {}

/** Runs a check of the core and turns its errors about names and values into usage errors. */
export function checked<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

/** Writes lines to standard error, control characters escaped: pages, addresses and archives may have chosen a part of them. */
export function report(lines: string): void {
  process.stderr.write(printableLines(lines));
}

/** Writes to standard error why a page has no text. Pages choose names and details, so control characters are escaped. */
export function reportFailure(name: string, reason: string, detail: string): void {
  const paint = painterFor(process.stderr);
  process.stderr.write(`dehusk: ${printable(name)}: ${paint('red', reason)}: ${printable(detail)}\n`);
}
