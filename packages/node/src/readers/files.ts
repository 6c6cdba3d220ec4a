/** Single pages: a file, plain or gzip, or standard input. */
import { basename } from 'node:path';
import { type PageReader, placeFor } from './input.js';
import { type PageBytes, readFilePage, unpack } from './page-file.js';
import { readStandardInput } from './standard-input.js';

export const fileReader: PageReader = {
  accepts: ({ input, stats }) => input.kind === 'standard-input' || stats?.isDirectory() === false,
  async *read({ input, name, stats, skip }, options) {
    if (skip > 0) return;
    const changedAt = stats?.mtimeMs ?? null;
    const place = placeFor(options, input.kind === 'path' ? basename(name) : 'stdin', changedAt);
    if (place === null) return;
    const from = { input: name, name, id: input.kind === 'path' ? name : null, place, number: 1 };
    if (input.kind === 'path') {
      yield readFilePage(from, changedAt ?? 0, options, null);
      return;
    }
    const read = await readPage(options.maxBytes);
    yield read.ok
      ? { ...from, ok: true, page: read.bytes, charset: null, mediaType: null, url: null, title: null, at: Date.now() }
      : { ...from, ...read };
  },
};

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
