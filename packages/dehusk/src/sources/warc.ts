/**
 * Pages from a WARC file, plain or gzip. Positions are bytes of the file as it lies there: where the next record begins, so
 * that a run goes on without reading what came before. (In a file whose records share one gzip member there is no such
 * place; it is read again from the member's start, and the pages have the same ids.)
 */
import { DEFAULT_LIMITS } from '@dehusk/core';
import { decodeBody } from '../warc/http-response.js';
import { readWarcPages } from '../warc/warc-pages.js';
import { checkReadable, orderedSource } from './ordered-source.js';
import type { SourceContext, SourceEvent, SourceKind } from './source.js';

export interface WarcSourceOptions {
  readonly path: string;
  /** Bound on one page in bytes, unpacked; default: the core's. */
  readonly maxBytes?: number;
}

async function* readEvents(
  { path, maxBytes = DEFAULT_LIMITS.maxBytes }: WarcSourceOptions,
  input: string,
  context: SourceContext,
  from: number,
): AsyncGenerator<SourceEvent> {
  for await (const page of readWarcPages(path, { from })) {
    const at = { where: `${path}@${page.offset}`, position: page.nextOffset };
    if (page.kind === 'fault') {
      yield { kind: 'fault', ...at, reason: page.reason, detail: page.detail };
      continue;
    }
    const body = decodeBody(page, maxBytes);
    if (!body.ok) {
      yield { kind: 'fault', ...at, reason: body.reason, detail: `${page.url}: ${body.detail}` };
      continue;
    }
    yield {
      kind: 'item',
      id: `${input}#${page.place}`,
      url: page.url,
      at: page.at ?? context.now(),
      seenAt: context.now(),
      title: null,
      content: { page: body.bytes, charset: page.charset, contentType: page.mediaType, redirects: [] },
      position: page.nextOffset,
      wantsLinks: false,
    };
  }
}

export const warcSource: SourceKind<WarcSourceOptions> = {
  name: 'warc',
  summary: 'HTML pages of a WARC file (.warc, .warc.gz, .warc.zst): responses, resources and revisits.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: {
      path: { type: 'string', minLength: 1, description: 'WARC file, plain, gzip or zstd.' },
      maxBytes: {
        type: 'integer',
        minimum: 1_024,
        maximum: 2 ** 30,
        default: DEFAULT_LIMITS.maxBytes,
        description: 'Largest page in bytes, unpacked.',
      },
    },
  },
  async open(options, context) {
    await checkReadable(options.path, 'WARC file');
    const input = `warc:${options.path}`;
    return orderedSource(input, context, (after) => readEvents(options, input, context, after));
  },
};
