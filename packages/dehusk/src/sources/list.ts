/**
 * A list of addresses, one a line, to be fetched in this order; blank lines and lines that begin with `#` are left out.
 *
 * Positions are line numbers. Standard input has none: what is piped in is another list each time, and is read whole.
 */
import { openBatchInput } from '../inputs/batch-input.js';
import { readLines } from '../inputs/read-lines.js';
import { checkReadable, orderedSource, STANDARD_INPUT } from './ordered-source.js';
import { MAX_LINK_LENGTH } from './page-links.js';
import type { SourceContext, SourceEvent, SourceKind } from './source.js';
import { webAddress } from './web-address.js';

export interface ListOptions {
  /** A file, also gzip, or `-` for standard input. */
  readonly path: string;
}

export const listSource: SourceKind<ListOptions> = {
  name: 'list',
  summary: 'Addresses from a file or standard input, one a line.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: {
      path: { type: 'string', minLength: 1, description: 'File of addresses, one a line; - is standard input.' },
    },
  },
  async open({ path }, context) {
    if (path !== STANDARD_INPUT) await checkReadable(path, 'list of addresses');
    const input = `list:${path}`;
    return orderedSource(input, context, (after) => readList(path, input, context, after));
  },
};

async function* readList(
  path: string,
  input: string,
  context: SourceContext,
  after: number,
): AsyncGenerator<SourceEvent> {
  const hasPosition = path !== STANDARD_INPUT;
  let number = 0;
  try {
    // Twice the longest address: room for the white space around it.
    for await (const line of readLines(openBatchInput(path).lines, 2 * MAX_LINK_LENGTH)) {
      number = line.number;
      if (hasPosition && number <= after) continue;
      const position = hasPosition ? number : null;
      const text = new TextDecoder().decode(line.bytes).trim();
      if (text.startsWith('#')) continue;
      const url = line.tooLong ? null : webAddress(text);
      if (url === null) {
        const got = line.tooLong ? 'a line too long for an address' : `"${text}"`;
        const detail = `got ${got}, expected http(s)://…`;
        yield { kind: 'fault', where: `${path}:${number}`, reason: 'bad-url', detail, position };
        continue;
      }
      url.hash = '';
      const seenAt = context.now();
      yield {
        kind: 'item',
        id: `${input}#${number}`,
        url: url.href,
        at: seenAt,
        seenAt,
        title: null,
        content: null,
        position,
        wantsLinks: false,
      };
    }
  } catch (error) {
    const position = hasPosition ? number + 1 : null;
    yield { kind: 'fault', where: `${path}:${number + 1}`, reason: 'unreadable', detail: String(error), position };
  }
}
