/** A list of addresses to fetch in order, one per line. Blank lines and lines that begin with `#` are skipped. Positions are line numbers. */
import { openByteInput, readLines, section, withoutPassword } from '@dehusk/node';
import { openOrdered, pathSchema, STANDARD_INPUT } from './page-inputs.js';
import { MAX_LINK_LENGTH, pageAddress } from './page-links.js';
import { fetchedItem, type SourceContext, type SourceEvent, sourceFault, sourceKind } from './source.js';

interface ListOptions {
  /** A file, also gzip, or `-` for standard input. */
  readonly path: string;
}

export const listSource = sourceKind<ListOptions, 'path'>({
  name: 'list',
  summary: 'Addresses from a file or standard input, one per line.',
  schema: section({ path: pathSchema('File of addresses, one per line; - is standard input.') }, ['path']),
  open: ({ path }, context) =>
    openOrdered('list', path, 'list of addresses', context, (input, after) => readList(path, input, context, after)),
});

async function* readList(
  path: string,
  input: string,
  { now }: SourceContext,
  after: number,
): AsyncGenerator<SourceEvent> {
  const hasPosition = path !== STANDARD_INPUT;
  let number = 0;
  try {
    // Twice the longest address: allows for white space around it.
    for await (const line of readLines(openByteInput(path), 2 * MAX_LINK_LENGTH)) {
      number = line.number;
      if (hasPosition && number <= after) continue;
      const position = hasPosition ? number : null;
      const text = new TextDecoder().decode(line.bytes).trim();
      if (text.startsWith('#')) continue;
      const url = line.tooLong ? null : pageAddress(text);
      if (url !== null) yield { ...fetchedItem(`${input}#${number}`, url.href, now()), position };
      else {
        const got = line.tooLong ? 'a line too long for an address' : `"${withoutPassword(text)}"`;
        yield sourceFault(`${path}:${number}`, 'bad-url', `got ${got}, expected http(s)://…`, position);
      }
    }
  } catch (error) {
    // Without a position: the next line is read when the input is whole.
    yield sourceFault(`${path}:${number + 1}`, 'unreadable', String(error));
  }
}
