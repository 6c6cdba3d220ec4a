/**
 * The web pages in a WARC file: successful HTTP responses and resources that are HTML, and revisits of those in the same
 * file. Other records (requests, images, redirects) are counted and skipped.
 */
import { createReadStream } from 'node:fs';
import { checkOptions, FLAG, type OptionDomains, RECORD, whole } from '@dehusk/html';
import { defined } from '../json-schema.js';
import type { RawPage } from '../raw-page.js';
import { withoutPassword } from '../without-password.js';
import { type CodedBody, contentTypeOf, readHttpResponse } from './http-response.js';
import { readWarc, type WarcFault, type WarcReadOptions, type WarcRecord } from './read-warc.js';

/** A page as it is archived; `decodeBody` decodes its body. */
export interface WarcPage extends CodedBody, Omit<RawPage, 'page'> {
  readonly kind: 'page';
  /** WARC-Record-ID without its brackets; `place` when the record has none. */
  readonly id: string;
  /** Identifies the record within the file; the same on every reading. */
  readonly place: string;
  readonly url: string;
  /** As stored; valid as long as a record's block. */
  readonly body: Uint8Array;
  /** Positions as of a record. */
  readonly offset: number;
  readonly nextOffset: number;
}

export interface WarcPageFault extends Omit<WarcFault, 'reason'> {
  /**
   * Besides the reader's: `too-large`, a page's block exceeds the bound; `revisit-unresolved`, the page it repeats does not
   * precede it in this file; `bad-record`, a page without URL or HTTP status.
   */
  readonly reason: WarcFault['reason'] | 'too-large' | 'revisit-unresolved' | 'bad-record';
}

export const noWarcCounts = () => ({
  records: 0,
  pages: 0,
  /** Revisits among the pages. */
  revisits: 0,
  /** Records that are not pages. */
  passed: 0,
  faults: 0,
});

/** Running totals of a reading. */
export type WarcCounts = ReturnType<typeof noWarcCounts>;

export interface WarcPageOptions extends Pick<WarcReadOptions, 'from' | 'maxBlockBytes'> {
  /** Totals to add to. */
  readonly counts?: WarcCounts;
  /** The file's bytes from `from` on; default: read from the path. */
  readonly stream?: AsyncIterable<Uint8Array>;
  /** Whether `path` can be reopened for the pages of revisits; default true. Standard input cannot. */
  readonly canReopen?: boolean;
}

const OPTIONS: OptionDomains<WarcPageOptions> = {
  ...{ from: whole(0), maxBlockBytes: whole(0), counts: RECORD, stream: RECORD, canReopen: FLAG },
};
const HTML = new Set(['text/html', 'application/xhtml+xml']);
const OF_PAGES = new Set(['response', 'resource', 'revisit', 'conversion']);
/** Pages remembered for revisits: about 30 MB; a file of a gigabyte holds about half as many. */
const MAX_REMEMBERED = 100_000;
/** Compressed bytes read at once. */
const READ_BYTES = 2 ** 20;

/**
 * The pages of a file, in order. Content never throws.
 *
 * @throws the file system's error when the file cannot be opened
 */
export async function* readWarcPages(
  path: string,
  options: WarcPageOptions = {},
): AsyncGenerator<WarcPage | WarcPageFault> {
  checkOptions('readWarcPages', options, OPTIONS);
  const counts = options.counts ?? noWarcCounts();
  const originals = new Originals(path, options.from ?? 0);
  const { from = 0, maxBlockBytes } = options;
  const reading = { from, wants: (type: string) => OF_PAGES.has(type), ...defined({ maxBlockBytes }) };
  const input = options.stream ?? createReadStream(path, { start: from, highWaterMark: READ_BYTES });
  let [lastOffset, sameOffset] = [-1, 0];
  for await (const record of readWarc(input, reading)) {
    if (record.kind === 'fault') {
      counts.faults++;
      yield record;
      continue;
    }
    counts.records++;
    // Records in one gzip member share its offset.
    sameOffset = record.offset === lastOffset ? sameOffset + 1 : 0;
    lastOffset = record.offset;
    const place = sameOffset === 0 ? `${record.offset}` : `${record.offset}.${sameOffset}`;
    let page = OF_PAGES.has(record.type) ? pageOf(record, place) : null;
    if (page?.kind === 'page' && record.type === 'revisit') {
      const original = options.canReopen !== false ? await originals.of(record) : null;
      page =
        original === null
          ? faultOf(record, 'revisit-unresolved', `the page that ${page.url} repeats does not precede it in this file`)
          : { ...page, ...contentOf(original) };
      if (original !== null) counts.revisits++;
    } else if (page?.kind === 'page') originals.add(record, page.url);
    if (page === null) counts.passed++;
    else {
      if (page.kind === 'page') counts.pages++;
      else counts.faults++;
      yield page;
    }
  }
}

/** The page in a record, or null. A revisit's body must be looked up. */
function pageOf(record: WarcRecord, place: string): WarcPage | WarcPageFault | null {
  const { headers, block, offset, nextOffset } = record;
  const isRevisit = record.type === 'revisit';
  const own = headers.get('content-type') ?? null;
  const isHttp = own === null ? record.type === 'response' : /^application\/http/i.test(own);
  const http = isHttp || isRevisit ? readHttpResponse(block) : null;
  if (isHttp && http === null && !isRevisit)
    return record.length === 0
      ? null
      : faultOf(record, 'bad-record', 'the block does not begin with an HTTP status line');
  if (http !== null && (http.status < 200 || http.status > 299) && !(isRevisit && http.status === 304)) return null;
  const contentType = http === null ? (isHttp || isRevisit ? null : own) : (http.headers.get('content-type') ?? null);
  const { mediaType, charset } = contentTypeOf(contentType);
  const body = http === null ? block : http.body;
  const contentEncoding = http?.headers.get('content-encoding') ?? null;
  if (mediaType === null ? !isRevisit && (contentEncoding !== null || !looksLikeHtml(body)) : !HTML.has(mediaType))
    return null;
  // wget writes the URL in brackets.
  const url = withoutPassword((headers.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1'));
  if (url === '') return faultOf(record, 'bad-record', 'the record has no WARC-Target-URI');
  if (block.length < record.length)
    return faultOf(record, 'too-large', `the record of ${url} has ${record.length} bytes, kept are ${block.length}`);
  const date = Date.parse(headers.get('warc-date') ?? '');
  return {
    kind: 'page',
    id: (headers.get('warc-record-id') ?? '').replace(/^<(.*)>$/, '$1') || place,
    place,
    url,
    at: Number.isNaN(date) ? null : date,
    mediaType,
    charset,
    body,
    transferEncoding: http?.headers.get('transfer-encoding') ?? null,
    contentEncoding,
    offset,
    nextOffset,
  };
}

/** The fields of a page that its revisits share. */
function contentOf({ body, mediaType, charset, transferEncoding, contentEncoding }: WarcPage) {
  return { body, mediaType, charset, transferEncoding, contentEncoding };
}

/** Whether a body without a content type begins like HTML. */
function looksLikeHtml(body: Uint8Array): boolean {
  return /<(?:!doctype\s+html|html|head|body|title|meta|script|p|div)\b/i.test(
    Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 1024)).toString('latin1'),
  );
}

function faultOf({ offset, nextOffset }: WarcRecord, reason: WarcPageFault['reason'], detail: string): WarcPageFault {
  return { kind: 'fault', reason, detail, offset, nextOffset };
}

/** Positions of a file's pages, by every name a revisit can use for them. */
class Originals {
  private readonly offsets = new Map<string, { readonly offset: number; readonly id: string }>();
  private readonly path: string;
  /** Bytes at the start of the file that were not read yet, because reading began after them. */
  private unread: number;

  constructor(path: string, from: number) {
    this.path = path;
    this.unread = from;
  }

  add(record: WarcRecord, url: string): void {
    const id = record.headers.get('warc-record-id') ?? '';
    const digest = record.headers.get('warc-payload-digest');
    for (const name of [id, digest, `${url} ${record.headers.get('warc-date')}`])
      if (name) this.offsets.set(name, { offset: record.offset, id });
    while (this.offsets.size > MAX_REMEMBERED * 3) this.offsets.delete(this.offsets.keys().next().value as string);
  }

  /** The page a revisit repeats, read from the file. */
  async of(revisit: WarcRecord): Promise<WarcPage | null> {
    const { headers } = revisit;
    const url = headers.get('warc-refers-to-target-uri') ?? headers.get('warc-target-uri');
    const names = [
      headers.get('warc-refers-to'),
      headers.get('warc-payload-digest'),
      `${url} ${headers.get('warc-refers-to-date')}`,
    ];
    const find = () => names.map((name) => this.offsets.get(name ?? '')).find((one) => one !== undefined);
    let known = find();
    if (known === undefined && this.unread > 0) {
      await this.readStart();
      known = find();
    }
    if (known === undefined) return null;
    const { offset } = known;
    for await (const record of readWarc(createReadStream(this.path, { start: offset }), { from: offset })) {
      // Among records that share a member only the first can be found.
      if (record.kind === 'fault' || (record.headers.get('warc-record-id') ?? '') !== known.id) return null;
      const page = pageOf(record, '');
      return page?.kind === 'page' ? page : null;
    }
    return null;
  }

  private async readStart(): Promise<void> {
    const end = this.unread;
    this.unread = 0;
    const input = createReadStream(this.path, { end: end - 1, highWaterMark: READ_BYTES });
    for await (const record of readWarc(input, { wants: (type) => OF_PAGES.has(type) })) {
      if (record.kind === 'fault' || record.type === 'revisit' || !OF_PAGES.has(record.type)) continue;
      const page = pageOf(record, '');
      if (page?.kind === 'page') this.add(record, page.url);
    }
  }
}
