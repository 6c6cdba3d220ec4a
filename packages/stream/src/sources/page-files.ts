/** Pages of JSON lines and of folders, as every command reads them. */
import { pathToFileURL } from 'node:url';
import { type Input, jsonLinesReader, PAGE_READERS, readPages, section } from '@dehusk/node';
import { MAX_BYTES_SCHEMA, openOrdered, pathSchema, STANDARD_INPUT } from './page-inputs.js';
import { type SourceContext, type SourceEvent, sourceFault, sourceKind } from './source.js';

const PAGE_INPUT = {
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

interface PageInputOptions {
  readonly path: string;
  readonly urlTemplate?: string;
  readonly root?: string;
  readonly maxBytes: number;
}

/**
 * A source of pages on disk. Positions are numbers of pages; when files are added to a folder, read it under another name, as a new input.
 *
 * @param path what its path is, for lists
 * @param expected what its path is, for messages
 * @param isRows read a file as JSON lines, whatever its name
 */
export function pageInputSource(name: string, summary: string, path: string, expected: string, isRows: boolean) {
  return sourceKind<PageInputOptions, 'path'>({
    name,
    summary,
    schema: section({ path: pathSchema(path), ...PAGE_INPUT }, ['path']),
    open: (options, context) =>
      openOrdered(name, options.path, expected, context, (input, after) =>
        readPageInput(options, input, context, after, isRows),
      ),
  });
}

/**
 * The pages after a position, which is a page's number in its input. A page without an address gets the `file:` address of its
 * input, which its own metadata may replace.
 */
async function* readPageInput(
  { path, urlTemplate, root, maxBytes }: PageInputOptions,
  input: string,
  context: SourceContext,
  after: number,
  isRows: boolean,
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
