/** Reads pages as readers found them, in any thread. */
import { decodeBody } from '../warc/http-response.js';
import type { FoundPage, InputFault, RowId } from './input.js';
import { mediaTypeOf, readPageFile } from './page-file.js';
import {
  idOfLine,
  idOfRow,
  LINE_BYTES_PER_PAGE_BYTE,
  type PageRow,
  pageOfRow,
  type RowOptions,
  readPageRow,
} from './page-row.js';

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
      return failed(body.reason === 'too-large' ? 'too-large' : 'unreadable', body.detail, url);
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
