/** Pages of an archive, numbered together with those that cannot be read. */
import { MAX_HEAD_BYTES } from '../warc/http-response.js';
import type { WarcPage, WarcPageFault } from '../warc/warc-pages.js';
import { type FoundPage, type NamedInput, placeFor, type ReadOptions } from './input.js';

/** How the pages of a WARC file are read. */
export function warcOptionsOf({ maxBytes, counts }: ReadOptions) {
  return { maxBlockBytes: maxBytes + MAX_HEAD_BYTES, ...(counts && { counts }) };
}

/** The pages of an archive, which `pages` reads. */
export async function* archivedPages(
  { name: input, stats, skip }: NamedInput,
  pages: AsyncIterable<WarcPage | WarcPageFault>,
  options: ReadOptions,
): AsyncGenerator<FoundPage> {
  const changedAt = stats?.mtimeMs ?? null;
  let number = 0;
  let line = 0;
  for await (const page of pages) {
    if (page.kind === 'page') line++;
    if (++number <= skip) continue;
    const place = placeFor(options, `record-${number}`, changedAt);
    if (place === null) continue;
    const { offset, nextOffset } = page;
    const from = { input, name: `${input}@${offset}`, place, number, line, changedAt };
    if (page.kind === 'fault') {
      const reason = page.reason === 'too-large' ? 'too-large' : 'unreadable';
      const detail = `${page.reason}: ${page.detail}`;
      yield { ...from, id: null, size: 0, kind: 'failed', reason, detail, damage: page };
      continue;
    }
    const share = stats === null ? {} : { share: nextOffset / stats.size };
    const { id, url, at, charset, mediaType, body, transferEncoding, contentEncoding } = page;
    const content = { url, at, charset, mediaType, body, transferEncoding, contentEncoding };
    yield { ...from, id, size: body.length, ...share, kind: 'archived', ...content };
  }
}
