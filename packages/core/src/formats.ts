/** The formats of a page: a document in one of the renderers' formats, or its record as JSON or CSV. */

import { jsonLine, nearestName, rowNamed } from '@dehusk/html';
import { type Chunk, chunksOf } from './chunks/chunks.js';
import {
  type KnownOfPage,
  type PageRecord,
  RECORD_FIELDS,
  type RecordField,
  type RecordPage,
  recordWith,
} from './record.js';
import { RENDERERS } from './render/index.js';
import type { Renderer, RenderOptions } from './render/renderer.js';

/** A format that a page can be printed in. */
export interface Format extends Omit<Renderer, 'render'> {
  /** Whether a page without text is printed too: a record says why. */
  readonly printsFailures: boolean;
  /** What an output begins with, before its first page: the names of columns. Default nothing. */
  readonly head?: string;
  /**
   * Prints a page.
   *
   * @param known what only the caller knows; records have it
   * @throws TypeError or RangeError for an unknown option or value
   */
  print(page: RecordPage, options?: RenderOptions, known?: KnownOfPage): string;
}

interface RecordFormat extends Omit<Format, 'printsFailures' | 'head' | 'print'> {
  /** The fields unless others are asked for. */
  readonly fields: readonly FieldName[];
  head?(fields: readonly string[]): string;
  write(row: Readonly<Record<string, unknown>>): string;
}

function ofRecords({ fields: own, head, write, ...facts }: RecordFormat, fields: readonly string[] = own): Format {
  return {
    ...facts,
    printsFailures: true,
    ...(head && { head: head(fields) }),
    print: (page, options, known) => write(rowOf(fields, page, known, options)),
  };
}

const json: RecordFormat = {
  name: 'json',
  summary: 'JSON: the record of the page, its content as structure included; the schema is docs/output.schema.json.',
  mediaType: 'application/json',
  extension: 'json',
  fields: RECORD_FIELDS.map(({ name }) => name),
  write(row) {
    const line = JSON.stringify(row);
    // Around short words deep inside a page, white space would be nearly all of the output.
    const spaces = indentation(row, 1);
    const isReadable = spaces <= MAX_INDENTATION * line.length && spaces <= MAX_SPACES;
    return `${isReadable ? JSON.stringify(row, null, INDENT) : line}\n`;
  },
};

const INDENT = 2;
/** White space of indented JSON per character of it on one line. Real pages stay below 3. */
const MAX_INDENTATION = 4;
/** White space at most: nobody reads more. */
const MAX_SPACES = 1_000_000;

/** White space before the lines inside a value. */
function indentation(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const one of Object.values(value)) sum += INDENT * depth + indentation(one, depth + 1);
  return sum;
}

/** The fields of a record on one line: all but the structure. */
export const LINE_FIELDS: readonly RecordField[] = RECORD_FIELDS.map(({ name }) => name).filter(
  (name) => name !== 'content',
);

const jsonl: RecordFormat = {
  name: 'jsonl',
  summary: 'JSON Lines: the record of the page on one line, without the structure.',
  mediaType: 'application/jsonl',
  extension: 'jsonl',
  fields: LINE_FIELDS,
  write: (row) => `${jsonLine(row)}\n`,
};

/** Fields with one value, or with a list of texts. */
const COLUMNS = LINE_FIELDS.filter((name) => name !== 'posts' && name !== 'comments' && name !== 'items');

/** What spreadsheets begin a formula with, wide forms included. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * RFC 4180, except that a line feed ends a row, as in other files of lines, and that a text which a spreadsheet would run as a formula
 * begins with an apostrophe (OWASP, CSV injection).
 */
const csv: RecordFormat = {
  name: 'csv',
  summary: 'CSV: the record of the page as a row, without posts, comments, items and structure.',
  mediaType: 'text/csv',
  extension: 'csv',
  fields: COLUMNS,
  head: csvRow,
  write: (row) => csvRow(Object.values(row)),
};

function csvRow(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    if (typeof value === 'number') return csvCell(value);
    if (!Array.isArray(value)) return csvCell(String(value ?? ''));
    return csvCell(value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('; '));
  });
  return `${cells.join(',')}\n`;
}

/** A number or text as a cell of CSV: quoted where needed, and no formula. */
function csvCell(value: number | string): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const chunks: Format = {
  name: 'chunks',
  summary: 'JSON Lines for retrieval: a chunk of the text on each line, with its headings, ranges and address.',
  mediaType: 'application/x-ndjson',
  extension: 'chunks.jsonl',
  printsFailures: false,
  print({ ok, document }, options = {}, { id = null } = {}) {
    if (!ok || document === undefined) return '';
    const { title } = document.metadata;
    const lines = chunksOf(document, options).map((chunk) => `${jsonLine({ page: id, title, ...chunk })}\n`);
    return lines.join('');
  },
};

const RECORD_FORMATS = [json, jsonl, csv];

/** Every format under its name. */
export const FORMATS: readonly Format[] = [
  ...RENDERERS.map(rendered),
  ...RECORD_FORMATS.map((one) => ofRecords(one)),
  chunks,
];

function rendered({ render, ...renderer }: Renderer): Format {
  return {
    ...renderer,
    printsFailures: false,
    print: ({ ok, document }, options) => (ok && document !== undefined ? render(document, options) : ''),
  };
}

/**
 * The format of a name.
 *
 * @param fields of records, in place of all that `json`, `jsonl` and `csv` print; see {@link FIELD_NAMES}
 * @throws RangeError naming what was got and every name there is
 */
export function formatNamed(name: string, fields?: readonly string[]): Format {
  if (fields === undefined) return rowNamed('format', FORMATS, name);
  for (const one of fields) checkFieldName(one);
  return ofRecords(rowNamed('format with fields', RECORD_FORMATS, name), fields);
}

/** The formats that are fields too. A record has them on request only. */
const FORMAT_FIELDS = ['markdown', 'html', 'tei', 'xml'] as const;
type FormatField = (typeof FORMAT_FIELDS)[number];

/** A field of a row: one of the record, or the page in a format (empty text, or no chunks, if there is none). */
export type FieldName = RecordField | FormatField | 'chunks';
export type PageFields = PageRecord & Readonly<Record<FormatField, string>> & { readonly chunks: readonly Chunk[] };

/** Names of all fields of a row, those of the record first. */
export const FIELD_NAMES: readonly FieldName[] = [...RECORD_FIELDS.map(({ name }) => name), ...FORMAT_FIELDS, 'chunks'];

/** Names that other tools or other parts of the API use. */
const OTHER_NAMES: Readonly<Record<string, FieldName>> = {
  ...{ byline: 'author', publishedTime: 'date', lang: 'language', dir: 'direction' },
  ...{ description: 'excerpt', textContent: 'text' },
};

/** The field meant by a name that is none: what other tools call so, or the nearest name; null when none is near. */
export function intendedField(name: string, known: readonly string[] = FIELD_NAMES): string | null {
  return Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : nearestName(name, known);
}

/**
 * Checks the name of a field.
 *
 * @param own names of the caller's own fields
 * @throws RangeError with the name, all there are and the intended one
 */
export function checkFieldName(name: string, own: readonly string[] = []): void {
  const known: readonly string[] = [...FIELD_NAMES, ...own];
  if (known.includes(name)) return;
  const intended = intendedField(name, known);
  const hint = intended === null ? '' : `; did you mean "${intended}"?`;
  throw new RangeError(`no field is named "${name}" (there are: ${known.join(', ')})${hint}`);
}

/** The fields named of a page, in that order: of the record, the formats, or the caller's own. Other names are left out. */
export function rowOf(
  names: readonly string[],
  page: RecordPage,
  known: KnownOfPage = {},
  options: RenderOptions = {},
): Partial<PageFields> {
  const inRecord = RECORD_FIELDS.map(({ name }) => name).filter((name) => names.includes(name));
  const values = new Map<string, unknown>(
    Object.entries({ ...known.own, ...recordWith(inRecord, page, known, options) }),
  );
  for (const name of FORMAT_FIELDS)
    if (names.includes(name)) values.set(name, formatNamed(name).print(page, options, known));
  if (names.includes('chunks'))
    values.set('chunks', page.ok && page.document !== undefined ? chunksOf(page.document, options) : []);
  return Object.fromEntries(names.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : [])));
}
