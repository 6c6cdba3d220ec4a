/**
 * Pages as readers find them in an input: not decoded yet, and small enough to be sent to a thread, which reads them.
 */
import { decodeBody } from '../warc/http-response.js';
import type { WarcPage, WarcPageFault } from '../warc/warc-pages.js';
import type { InputFault, ReadPage } from './input.js';
import { mediaTypeOf, readPageFile } from './page-file.js';
import {
  idOfLine,
  idOfRow,
  LINE_BYTES_PER_PAGE_BYTE,
  type PageRow,
  pageOfRow,
  type RowFiles,
  type RowId,
  type RowOptions,
  readPageRow,
} from './page-row.js';

/** Where a page is in its input. */
export interface PagePlace {
  /** For messages: path, address, or input and line. */
  readonly name: string;
  /** The id in its record: that of its input, its path below the input folder, its address or path as named; null if there is none. */
  readonly id: RowId;
  /** Path of its output in a folder of outputs: path below the input folder, file name, or host and path of an address. */
  readonly place: string;
  /**
   * Its input, as named, and its number there, from 1: the position a run resumes at. An input that ends early, or cannot be opened, has
   * the number of the last page before.
   */
  readonly input: string;
  readonly number: number;
}

/** A page in the form of its input. Bytes are fields of it, so that they are transferred between threads. */
export type FoundPage = PagePlace & {
  /** Line of the file, or page of the input, counted from 1: what a row of a batch says. */
  readonly line: number;
  /** About, in bytes. */
  readonly size: number;
  /** Share of the input up to and with it, 0 to 1; left out where it is unknown, as with standard input. */
  readonly share?: number;
  /** When the input was changed, milliseconds since 1970: the time of a page that has none itself. */
  readonly changedAt: number | null;
} & (
    | { readonly kind: 'line'; readonly bytes: Uint8Array; readonly tooLong: boolean; readonly files: RowFiles | null }
    | { readonly kind: 'row'; readonly row: Readonly<Record<string, unknown>>; readonly files: RowFiles | null }
    /** @property root folder that it may not leave, links included; null: a person named it */
    | { readonly kind: 'file'; readonly path: string; readonly root: string | null; readonly url: string | null }
    | (Omit<WarcPage, 'kind' | 'place' | 'offset' | 'nextOffset'> & { readonly kind: 'archived' })
    | (ReadPage & { readonly kind: 'read' })
    /** @property damage of an archive, at which no page is */
    | (InputFault & { readonly kind: 'failed'; readonly damage?: WarcPageFault })
  );

/** Reads a page. Never throws on what the page or the disk holds. */
export function readFound(found: FoundPage, options: RowOptions): PageRow {
  const { id } = found;
  const nothingElse = { pageType: null, timestamp: undefined, corrections: null, others: null };
  const failed = (reason: InputFault['reason'], detail: string, url: string | null = null): PageRow => ({
    ...{ ok: false, id, url, reason, detail, others: null },
  });
  switch (found.kind) {
    case 'line': {
      if (!found.tooLong) return readPageRow(new TextDecoder().decode(found.bytes), found.files, options);
      const most = options.maxBytes * LINE_BYTES_PER_PAGE_BYTE;
      return failed('bad-input', `the line is longer than the ${most} bytes allowed`);
    }
    case 'row':
      return pageOfRow(found.row, found.files, options);
    case 'file': {
      const { path, root, url } = found;
      const read = readPageFile(path, options.maxBytes, root);
      if (!read.ok) return failed(read.reason, read.detail, url);
      const page = { page: read.bytes, charset: null, mediaType: mediaTypeOf(path), title: null };
      return { ok: true, id, url, ...page, ...nothingElse };
    }
    case 'archived': {
      const { url, charset, mediaType } = found;
      const body = decodeBody(found, options.maxBytes);
      if (body.ok) return { ok: true, id, url, page: body.bytes, charset, mediaType, title: null, ...nothingElse };
      return failed(body.reason === 'too-large' ? 'too-large' : 'unreadable', `${body.reason}: ${body.detail}`, url);
    }
    case 'read': {
      const { url, page, charset, mediaType, title } = found;
      return { ok: true, id, url, page, charset, mediaType, title, ...nothingElse };
    }
    case 'failed':
      return failed(found.reason, found.detail, found.url ?? null);
  }
}

/** What is known of a page that no thread has read: no file is opened here. */
export function failedFound(
  found: FoundPage,
  reason: InputFault['reason'],
  detail: string,
  options: RowOptions,
): PageRow {
  const hasRow = found.kind === 'row' || (found.kind === 'line' && !found.tooLong);
  const row = hasRow ? readFound({ ...found, files: null }, options) : null;
  const { id, url = null, others = null } = row ?? { id: found.id, url: 'url' in found ? found.url : null };
  return { ok: false, id, url, reason, detail, others };
}

/** The id of a page, or null; the page is not read. Never throws. */
export function idOfFound(found: FoundPage, { names }: Pick<RowOptions, 'names'>): RowId {
  if (found.kind === 'line') return idOfLine(found.bytes, names?.id);
  return found.kind === 'row' ? idOfRow(found.row, names?.id) : found.id;
}
