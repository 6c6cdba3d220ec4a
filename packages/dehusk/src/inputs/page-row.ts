import { resolve } from 'node:path';
import { PAGE_TYPES, type PageType } from '@dehusk/core';
import { checkChoice } from '@dehusk/core/internal';
import { contentTypeOf } from '../warc/http-response.js';
import { mediaTypeOf, readPageFile } from './page-file.js';

/** A line may be longer than its page: JSON escapes and base64 add to it. Escaped text of two bytes a letter is the worst case. */
export const LINE_BYTES_PER_PAGE_BYTE = 3;

/** The page of a line of JSON, or the reason why there is none. */
export type PageRow =
  | {
      readonly ok: true;
      readonly id: RowId;
      readonly url: string | null;
      /** Bytes from a file or from base64; text from the `html` field. */
      readonly page: string | Uint8Array;
      /** Charset for bytes, as an HTTP header would name it, or null. */
      readonly charset: string | null;
      /** Media type by `contentType`, otherwise by the file's name; or null. */
      readonly mediaType: string | null;
      readonly title: string | null;
      /** The page's type by the row, or null. */
      readonly pageType: PageType | null;
      /** The field `timestamp` as it is in the row. */
      readonly timestamp: unknown;
    }
  | {
      readonly ok: false;
      readonly id: RowId;
      readonly url: string | null;
      readonly reason: 'bad-input' | 'unreadable' | 'too-large';
      readonly detail: string;
    };

/** A page's id in the input; null when it has none. */
export type RowId = string | number | null;

export interface PageRowOptions {
  /** Folder that relative paths start from. */
  readonly folder: string;
  /** Field that holds the path of a page's file; default `path`. Named `html`, it is a path and never the page itself. */
  readonly pathField: string;
  /** Bound on a page read from a file, in bytes. */
  readonly maxBytes: number;
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/**
 * Reads one line: `{"id", "url", "html" | "htmlBase64" | "path", "charset" | "contentType", "pageType"}`. Only the page is required.
 * Never throws on a line.
 */
export function readPageRow(line: string, options: PageRowOptions): PageRow {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch (error) {
    return bad(null, null, `not JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return bad(null, null, `got ${kindOf(row)}, expected an object with "id" and "html", "htmlBase64" or "path"`);
  const fields = row as Readonly<Record<string, unknown>>;
  const id = isId(fields.id) ? fields.id : null;
  const url = typeof fields.url === 'string' ? fields.url : null;
  if (fields.id !== undefined && !isId(fields.id))
    return bad(id, url, `"id" is ${kindOf(fields.id)}, expected text or a number`);
  for (const name of ['url', 'html', 'htmlBase64', 'charset', 'contentType', options.pathField])
    if (fields[name] !== undefined && fields[name] !== null && typeof fields[name] !== 'string')
      return bad(id, url, `"${name}" is ${kindOf(fields[name])}, expected text`);

  const { pageType = null } = fields;
  try {
    if (pageType !== null) checkChoice('"pageType"', PAGE_TYPES, pageType);
  } catch (error) {
    return bad(id, url, (error as Error).message);
  }
  const text = (name: string): string | null => (fields[name] as string | null | undefined) ?? null;
  const declared = contentTypeOf(text('contentType'));
  const charset = text('charset') ?? declared.charset;
  const title = typeof fields.title === 'string' ? fields.title : null;
  const path = text(options.pathField);
  const mediaType = declared.mediaType ?? (path === null ? null : mediaTypeOf(path));
  const known = { id, url, charset, mediaType, title, pageType, timestamp: fields.timestamp };
  if (path !== null) {
    const read = readPageFile(resolve(options.folder, path), options.maxBytes);
    return read.ok ? { ok: true, ...known, page: read.bytes } : { ...read, id, url };
  }
  const base64 = text('htmlBase64');
  if (base64 !== null) {
    const packed = base64.replace(/\s+/g, '');
    if (!BASE64.test(packed)) return bad(id, url, '"htmlBase64" is not base64');
    return { ok: true, ...known, page: Buffer.from(packed, 'base64') };
  }
  const html = text('html');
  if (html !== null) return { ok: true, ...known, page: html };
  const names = Object.keys(fields).join(', ') || 'no fields';
  return bad(id, url, `got ${names}; expected one of "html", "htmlBase64", "${options.pathField}"`);
}

/** The id of a line of input or output, or null; the page is not read. Never throws. */
export function idOfLine(bytes: Uint8Array): RowId {
  try {
    const row: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : null;
    return isId(id) ? id : null;
  } catch {
    return null;
  }
}

function bad(id: RowId, url: string | null, detail: string): PageRow {
  return { ok: false, id, url, reason: 'bad-input', detail };
}

function isId(value: unknown): value is RowId {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

function kindOf(value: unknown): string {
  return value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : typeof value;
}
