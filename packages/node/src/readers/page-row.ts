import { resolve } from 'node:path';
import type { Correction, PageType } from '@dehusk/core';
import { checkedCorrections, EXTRACT_OPTIONS } from '@dehusk/core/extend';
import { checkOption } from '@dehusk/html';
import type { RawPage } from '../raw-page.js';
import { contentTypeOf, decodeBody } from '../warc/http-response.js';
import { withoutPassword } from '../without-password.js';
import type { FoundPage, InputFault, RowFiles, RowId } from './input.js';
import { mediaTypeOf, readPageFile } from './page-file.js';

/** A line may be longer than its page: JSON escapes and base64 add to it. Escaped text of two bytes a letter is the worst case. */
export const LINE_BYTES_PER_PAGE_BYTE = 3;

/** A page as it was found in its input, or the reason why there is none. */
export type PageRow =
  | (Omit<RawPage, 'at'> & {
      readonly ok: true;
      readonly title: string | null;
      /** The page's type by the row of its input, or null. */
      readonly pageType: PageType | null;
      /** The field `timestamp` as it is in the row. */
      readonly timestamp: unknown;
      /** Decisions of an editor on ranges of the page; null: nobody corrected it. Only site learners read them. */
      readonly corrections: readonly Correction[] | null;
      readonly others: RowOthers | null;
    })
  | {
      readonly ok: false;
      readonly id: RowId;
      readonly url: string | null;
      readonly reason: InputFault['reason'];
      readonly detail: string;
      readonly others: RowOthers | null;
    };

/** The fields of a row that say nothing of its page; null if they are not asked for. */
export type RowOthers = Readonly<Record<string, unknown>>;

/** How rows are read. */
export interface RowOptions {
  /** Bound on a page read from a file, in bytes. */
  readonly maxBytes: number;
  /** Fields that hold the page, its address and its id, with dots for fields in fields (`metadata.url`); default `html`, `url`, `id`. */
  readonly names?: FieldNames | undefined;
  /** Whether to return the other fields of the row; default false. */
  readonly keepsOthers?: boolean;
}

/** Names of a row's fields. */
export type FieldNames = Readonly<Record<'html' | 'url' | 'id', string>>;

const FIELD_NAMES_OF_ROWS: FieldNames = { html: 'html', url: 'url', id: 'id' };

/** Fields that are read besides those of {@link FieldNames}. */
const READ = ['htmlBase64', 'charset', 'contentType', 'pageType', 'corrections'];

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/**
 * Reads one line: `{"id", "url", "html" | "htmlBase64" | "path", "charset" | "contentType", "pageType", "corrections"}`. Only the page is required.
 * Never throws on a line.
 *
 * @param files null: a row has its page in itself, and no field of it is a path. Services read rows of strangers so
 */
export function readPageRow(line: string, files: RowFiles | null, options: RowOptions): PageRow {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch (error) {
    return bad(null, null, `not JSON: ${error instanceof Error ? error.message : error}`);
  }
  return pageOfRow(given, files, options);
}

/** As {@link readPageRow}, of a line that is parsed. */
function pageOfRow(given: unknown, files: RowFiles | null, options: RowOptions): PageRow {
  const { names = FIELD_NAMES_OF_ROWS } = options;
  const paths = files === null ? [] : [files.pathField];
  const pages = [names.html, 'htmlBase64', ...paths].map((name) => `"${name}"`).join(', ');
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return bad(null, null, `got ${kindOf(given)}, expected an object with "${names.id}" and one of ${pages}`);
  const row = given as Readonly<Record<string, unknown>>;
  const fields: Readonly<Record<string, unknown>> = {
    // Only the row's own fields: any name may be that of the path.
    __proto__: null,
    ...row,
    html: fieldOf(row, names.html),
    url: fieldOf(row, names.url),
    id: fieldOf(row, names.id),
  };
  const others = options.keepsOthers === true ? othersOf(row, [...READ, ...paths, ...Object.values(names)]) : null;
  const id = isId(fields.id) ? fields.id : null;
  const url = typeof fields.url === 'string' ? withoutPassword(fields.url) : null;
  const fault = (detail: string): PageRow => bad(id, url, detail, others);
  if (fields.id !== undefined && !isId(fields.id))
    return fault(`"${names.id}" is ${kindOf(fields.id)}, expected text or a number`);
  for (const name of ['url', 'html', 'htmlBase64', 'charset', 'contentType', ...paths])
    if (fields[name] !== undefined && fields[name] !== null && typeof fields[name] !== 'string')
      return fault(`"${names[name as keyof FieldNames] ?? name}" is ${kindOf(fields[name])}, expected text`);

  const pageType = (fields.pageType ?? null) as PageType | null;
  let corrections: readonly Correction[] | null = null;
  try {
    checkOption('"pageType"', pageType, EXTRACT_OPTIONS.pageType);
    if (fields.corrections != null) corrections = checkedCorrections(fields.corrections);
  } catch (error) {
    return fault((error as Error).message);
  }
  const text = (name: string): string | null => (fields[name] as string | null | undefined) ?? null;
  const declared = contentTypeOf(text('contentType'));
  const charset = text('charset') ?? declared.charset;
  const title = typeof fields.title === 'string' ? fields.title : null;
  const path = files === null ? null : text(files.pathField);
  const mediaType = declared.mediaType ?? (path === null ? null : mediaTypeOf(path));
  const known = {
    ...{ id, url, charset, mediaType, title, pageType, timestamp: fields.timestamp, corrections, others },
  };
  if (files !== null && path !== null) {
    const read = readPageFile(resolve(files.folder, path), options.maxBytes, files.root);
    return read.ok ? { ok: true, ...known, page: read.bytes } : { ...read, id, url, others };
  }
  const base64 = text('htmlBase64');
  if (base64 !== null) {
    const packed = base64.replace(/\s+/g, '');
    if (!BASE64.test(packed)) return fault('"htmlBase64" is not base64');
    return { ok: true, ...known, page: Buffer.from(packed, 'base64') };
  }
  const html = text('html');
  if (html !== null) return { ok: true, ...known, page: html };
  const found = Object.keys(row).join(', ') || 'no fields';
  return fault(`got ${found}; expected one of ${pages}`);
}

/** A field by its name, which may have dots: `metadata.url`. */
function fieldOf(row: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name];
  let value: unknown = row;
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}

/** A row without the fields that were read. */
function othersOf(row: Readonly<Record<string, unknown>>, read: readonly string[]): RowOthers {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !read.includes(name)));
}

/** The id of a line of input or output, or null; the page is not read. Never throws. @param name the field of the id */
export function idOfLine(bytes: Uint8Array, name = 'id'): RowId {
  try {
    return idOfRow(JSON.parse(new TextDecoder().decode(bytes)), name);
  } catch {
    return null;
  }
}

/** As {@link idOfLine}, of a line that is parsed. */
function idOfRow(row: unknown, name = 'id'): RowId {
  const id = typeof row === 'object' && row !== null ? fieldOf(row as Record<string, unknown>, name) : null;
  return isId(id) ? id : null;
}

function bad(id: RowId, url: string | null, detail: string, others: RowOthers | null = null): PageRow {
  return { ok: false, id, url, reason: 'bad-input', detail, others };
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

// Reads pages as readers found them, in any thread.

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
