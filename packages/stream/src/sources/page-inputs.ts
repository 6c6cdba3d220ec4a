/** Shared by the sources of files: their inputs are read in order, so the position is their only state. */
import { access, constants } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { DEFAULT_LIMITS } from '@dehusk/html';
import {
  abortable,
  type Input,
  type JsonSchema,
  jsonLinesReader,
  PAGE_READERS,
  readPages,
  type Setting,
  text,
  wholeNumber,
} from '@dehusk/node';
import { type Source, type SourceContext, SourceError, type SourceEvent, sourceFault } from './source.js';

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

/** Their meaning is in {@link pageInputSchema}. */
export interface PageInputOptions {
  readonly path: string;
  readonly urlTemplate?: string;
  readonly root?: string;
  readonly maxBytes: number;
}

export function pageInputSchema(path: string): Readonly<Record<keyof PageInputOptions, JsonSchema>> {
  return {
    path: pathSchema(path),
    urlTemplate: {
      type: 'string',
      minLength: 1,
      description:
        'Address of a page from its file: {path} below the folder, or {name}. Default: the page names it (canonical, og:url).',
    },
    root: pathSchema(
      'Folder that paths and links in the input may not leave; default: the folder of the input. "/" allows every file.',
    ),
    maxBytes: MAX_BYTES_SCHEMA,
  };
}

/**
 * The pages after a position, which is a page's number in its input. A page without an address gets the `file:` address of its
 * input, which its own metadata may replace.
 *
 * @param isRows read a file as JSON lines, whatever its name
 */
export async function* readPageInput(
  { path, urlTemplate, root, maxBytes }: PageInputOptions,
  input: string,
  context: SourceContext,
  after: number,
  isRows = false,
): AsyncGenerator<SourceEvent> {
  const isStream = path === STANDARD_INPUT;
  const skip = async (): Promise<number> => (isStream ? 0 : after);
  const named: Input = isStream ? { kind: 'standard-input' } : { kind: 'path', path };
  const readers = isRows ? [jsonLinesReader] : PAGE_READERS;
  const reading = { maxBytes, urlTemplate: urlTemplate ?? null, skip, ...(root !== undefined && { root }) };
  let last = after;
  for await (const page of readPages([named], reading, readers)) {
    // The end of a damaged input repeats the number of the last page.
    const position = isStream || page.number <= last ? null : page.number;
    last = Math.max(last, page.number);
    if (!page.ok) {
      yield sourceFault(page.name, page.reason, page.detail, position);
      continue;
    }
    yield {
      kind: 'item',
      id: `${input}#${page.number}`,
      url: page.url ?? pathToFileURL(page.name).href,
      at: page.at,
      seenAt: context.now(),
      title: page.title,
      content: { page: page.page, charset: page.charset, mediaType: page.mediaType },
      position,
      wantsLinks: false,
    };
  }
}
