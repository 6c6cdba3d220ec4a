/** Pages of a WARC file, numbered together with those that cannot be read. */
import { decodeBody } from '../warc/http-response.js';
import { readWarcPagesAhead } from '../warc/read-ahead.js';
import { isWarcFile } from './byte-input.js';
import { type PageReader, placeFor } from './input.js';

export const warcReader: PageReader = {
  accepts: ({ name, stats }) => stats?.isDirectory() === false && isWarcFile(name),
  async *read({ name: input, stats, skip }, options) {
    let number = 0;
    for await (const record of readWarcPagesAhead(input)) {
      if (++number <= skip) continue;
      const place = placeFor(options, `record-${number}`, stats?.mtimeMs ?? null);
      if (place === null) continue;
      const id = record.kind === 'page' ? record.id : null;
      const from = { input, name: `${input}@${record.offset}`, id, place, number };
      const read = record.kind === 'fault' ? { ok: false as const, ...record } : decodeBody(record, options.maxBytes);
      if (read.ok && record.kind === 'page') {
        const { charset, mediaType, url, at } = record;
        const time = at ?? stats?.mtimeMs ?? 0;
        yield { ...from, ok: true, page: read.bytes, charset, mediaType, url, title: null, at: time };
      } else if (!read.ok) {
        const reason = read.reason === 'too-large' ? 'too-large' : 'unreadable';
        yield { ...from, ok: false, reason, detail: `${read.reason}: ${read.detail}` };
      }
    }
  },
};
