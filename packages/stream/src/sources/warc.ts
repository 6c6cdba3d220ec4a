/**
 * Pages from a WARC file, plain, gzip or zstd. Positions are bytes of the file, where the next record begins, so that a run
 * continues without reading what came before. (When records share a gzip member, reading restarts at the member, and the
 * pages have the same ids.)
 */
import { decodeBody, readWarcPagesAhead, section } from '@dehusk/node';
import { MAX_BYTES_SCHEMA, openOrdered, pathSchema } from './page-inputs.js';
import { type SourceContext, type SourceEvent, sourceFault, sourceKind } from './source.js';

interface WarcSourceOptions {
  readonly path: string;
  readonly maxBytes: number;
}

export const warcSource = sourceKind<WarcSourceOptions, 'path'>({
  name: 'warc',
  summary: 'HTML pages of a WARC file (.warc, .warc.gz, .warc.zst): responses, resources and revisits.',
  schema: section({ path: pathSchema('WARC file, plain, gzip or zstd.'), maxBytes: MAX_BYTES_SCHEMA }, ['path']),
  open: (options, context) =>
    openOrdered('warc', options.path, 'WARC file', context, (input, from) => readEvents(options, input, context, from)),
});

async function* readEvents(
  { path, maxBytes }: WarcSourceOptions,
  input: string,
  { now }: SourceContext,
  from: number,
): AsyncGenerator<SourceEvent> {
  for await (const page of readWarcPagesAhead(path, { from })) {
    const where = `${path}@${page.offset}`;
    const position = page.nextOffset;
    if (page.kind === 'fault') {
      yield sourceFault(where, page.reason, page.detail, position);
      continue;
    }
    const body = decodeBody(page, maxBytes);
    if (!body.ok) {
      yield sourceFault(where, body.reason, `${page.url}: ${body.detail}`, position);
      continue;
    }
    yield {
      kind: 'item',
      id: `${input}#${page.place}`,
      url: page.url,
      at: page.at ?? now(),
      seenAt: now(),
      title: null,
      content: { page: body.bytes, charset: page.charset, mediaType: page.mediaType },
      position,
      wantsLinks: false,
    };
  }
}
