/** What inputs that are read from front to back have in common: the position tells all, outcomes change nothing else. */
import { access, constants } from 'node:fs/promises';
import { abortable } from '../fetch/abort.js';
import { type Source, type SourceContext, SourceError, type SourceEvent } from './source.js';

/** Standard input. */
export const STANDARD_INPUT = '-';

/**
 * A source whose place is its position.
 *
 * @param read the events after a position (0: all)
 */
export function orderedSource(
  input: string,
  context: SourceContext,
  read: (after: number) => AsyncIterable<SourceEvent>,
): Source {
  return {
    input,
    async *items(signal) {
      yield* abortable(read((await context.store.position(input)) ?? 0), signal);
    },
    settle: () => new Map(),
    close: async () => {},
  };
}

/** @throws SourceError when there is nothing to read at a path */
export async function checkReadable(path: string, expected: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new SourceError(
      isMissing ? `there is no ${expected} ${path}` : `${path} cannot be read, expected ${expected}: ${error}`,
    );
  }
}
