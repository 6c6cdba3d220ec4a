/** Pages that are at hand, from files and rows, as the events of a source. */
import { pathToFileURL } from 'node:url';
import { DEFAULT_LIMITS } from '@dehusk/core';
import { readSitePages } from '../inputs/site-pages.js';
import { STANDARD_INPUT } from './ordered-source.js';
import type { SourceContext, SourceEvent } from './source.js';

export interface PageInputOptions {
  /** File or folder. */
  readonly path: string;
  /** Makes the address of a page from a file: `{path}` is its path below the folder, `{name}` its name; default: the page says it. */
  readonly urlTemplate?: string;
  /** Bound on one page in bytes, unpacked; default: the core's. */
  readonly maxBytes?: number;
}

/** JSON Schema of {@link PageInputOptions}. @param path what the path is */
export function pageInputSchema(path: string): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: {
      path: { type: 'string', minLength: 1, description: path },
      urlTemplate: {
        type: 'string',
        minLength: 1,
        description:
          'Address of a page from a file: {path} is its path below the folder, {name} its name. Without it the page itself says its address (canonical, og:url).',
      },
      maxBytes: {
        type: 'integer',
        minimum: 1_024,
        maximum: 2 ** 30,
        default: DEFAULT_LIMITS.maxBytes,
        description: 'Largest page in bytes, unpacked.',
      },
    },
  };
}

/**
 * The pages after a position, which is a page's number in its input.
 *
 * A page without an address stands under the `file:` address of its input: the page itself may name another.
 *
 * @param isRows a file is JSON lines, whatever its name
 */
export async function* readPageInput(
  options: PageInputOptions,
  input: string,
  context: SourceContext,
  after: number,
  isRows = false,
): AsyncGenerator<SourceEvent> {
  const { path, urlTemplate = null, maxBytes = DEFAULT_LIMITS.maxBytes } = options;
  const isStream = path === STANDARD_INPUT;
  const skip = async (): Promise<number> => (isStream ? 0 : after);
  for await (const page of readSitePages([path], { maxBytes, urlTemplate, skip, isRows })) {
    const position = isStream ? null : page.number;
    if (!page.ok) {
      yield { kind: 'fault', where: page.name, reason: page.reason, detail: page.detail, position };
      continue;
    }
    yield {
      kind: 'item',
      id: `${input}#${page.number}`,
      url: page.url ?? pathToFileURL(page.name).href,
      at: page.at,
      seenAt: context.now(),
      title: page.title,
      content: { page: page.page, charset: page.charset, contentType: null, redirects: [] },
      position,
      wantsLinks: false,
    };
  }
}
