/** Shared by the sources of files: their inputs are read in order, so the position is their only state. */
import { access, constants } from 'node:fs/promises';
import { DEFAULT_LIMITS } from '@dehusk/html';
import { abortable, type Setting, text, wholeNumber } from '@dehusk/node';
import { type Source, type SourceContext, SourceError, type SourceEvent } from './source.js';

/** Standard input. It has no positions: it differs on every run and is read from the start. */
export const STANDARD_INPUT = '-';

/** The schema of a source's path. */
export function pathSchema(description: string): Setting<string> {
  return text(description, undefined, { minLength: 1 });
}

export const MAX_BYTES_SCHEMA = wholeNumber(
  'Largest page in bytes, unpacked.',
  1_024,
  2 ** 30,
  DEFAULT_LIMITS.maxBytes,
);

/**
 * Opens a source whose only state is its position.
 *
 * @param expected the input, for the message when it does not exist
 * @param read the events after a position (0: all)
 * @throws SourceError when the path cannot be read
 */
export async function openOrdered(
  kind: string,
  path: string,
  expected: string,
  { store }: SourceContext,
  read: (input: string, after: number) => AsyncIterable<SourceEvent>,
): Promise<Source> {
  if (path !== STANDARD_INPUT)
    await access(path, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new SourceError(`there is no ${expected} ${path}`);
      throw new SourceError(`${path} cannot be read, expected ${expected}: ${error}`);
    });
  const input = `${kind}:${path}`;
  return {
    input,
    async *items(signal) {
      yield* abortable(read(input, (await store.position(input)) ?? 0), signal);
    },
    settle: () => new Map(),
    close: async () => {},
  };
}
