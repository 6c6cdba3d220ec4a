/** Single pages: a file, plain or gzip, or standard input. */
import { basename } from 'node:path';
import type { PagePlace } from './found-page.js';
import { addressFrom, type PageReader, placeFor, type ReadOptions } from './input.js';
import { type PageBytes, unpack } from './page-file.js';
import { readStandardInput } from './standard-input.js';

export const fileReader: PageReader = {
  accepts: ({ input, stats }) => input.kind === 'standard-input' || stats?.isDirectory() === false,
  async *find({ input, name, stats, skip }, options) {
    if (skip > 0) return;
    const changedAt = stats?.mtimeMs ?? null;
    const place = placeFor(options, input.kind === 'path' ? basename(name) : 'stdin', changedAt);
    if (place === null) return;
    const from = { input: name, name, id: input.kind === 'path' ? name : null, place, number: 1 };
    if (input.kind === 'path') {
      yield fileFound(from, changedAt, options, null, 1);
      return;
    }
    const read = await readPage(options.maxBytes);
    const found = { ...from, line: 1, size: 0, changedAt };
    yield read.ok
      ? {
          ...found,
          kind: 'read',
          page: read.bytes,
          charset: null,
          mediaType: null,
          url: null,
          title: null,
          at: Date.now(),
        }
      : { ...found, kind: 'failed', reason: read.reason, detail: read.detail };
  },
};

/** A file that is a page. @param root folder that it may not leave, links included; null: a person named it */
export function fileFound(
  from: PagePlace,
  changedAt: number | null,
  { urlTemplate = null }: Pick<ReadOptions, 'urlTemplate'>,
  root: string | null,
  share?: number,
) {
  const url = urlTemplate === null ? null : addressFrom(urlTemplate, from.place);
  const known = { line: from.number, size: from.name.length, changedAt, ...(share !== undefined && { share }) };
  return { ...from, ...known, kind: 'file', path: from.name, root, url } as const;
}

async function readPage(maxBytes: number): Promise<PageBytes> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of readStandardInput('a page')) {
    length += chunk.length;
    if (length > maxBytes)
      return { ok: false, reason: 'too-large', detail: `standard input has more than the ${maxBytes} bytes allowed` };
    chunks.push(chunk);
  }
  return unpack(Buffer.concat(chunks), 'standard input', maxBytes);
}
