/** Single pages: a file, plain or gzip, or standard input. */
import { basename } from 'node:path';
import { type PageReader, placeFor } from './input.js';
import { fileFound, type PageBytes, unpack } from './page-file.js';
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
