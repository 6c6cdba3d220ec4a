/** The work of a thread of a batch: a page as it was found → a row of output. */
import type { ExtractResult, ExtractSuccess, FieldName, RenderOptions } from '@dehusk/core';
import { type FieldType, rowOf } from '@dehusk/core/extend';
import { jsonLine, rowNamed } from '@dehusk/html';
import { type DetectedLanguage, extractWithLanguage, languageOfText } from '../extraction/extract-with-language.js';
import { filtered, type PageFilters } from '../extraction/filters.js';
import { type HostExtractOptions, withOverrides } from '../extraction/overrides.js';
import type { FoundPage } from '../readers/input.js';
import { failedFound, type PageRow, type RowOptions, readFound } from '../readers/page-row.js';
import { type RowOutcome, type RowReason, rowOfPage, withOthers } from './fields.js';

const encoder = new TextEncoder();

/** Data every worker starts with. */
export interface RowWork {
  readonly row: RowOptions;
  readonly extraction: Omit<
    HostExtractOptions,
    'url' | 'httpCharset' | 'mediaType' | 'detectLanguage' | 'clock' | 'site'
  >;
  readonly rendering: RenderOptions;
  readonly filters: PageFilters;
  readonly fields: readonly string[];
  /** Layout of the rows of pages with text in place of `fields`; null: none. */
  readonly preset: PresetChoice | null;
  /** Whether a row is a line of JSON with its end, in UTF-8, or an object. */
  readonly asLines: boolean;
}

/** A row of output. */
export type RowObject = Readonly<Record<string, unknown>>;

/** A page that was worked on. */
export interface ExtractedRow<Row extends RowObject | Uint8Array = RowObject | Uint8Array> {
  readonly row: Row;
  readonly ok: boolean;
  readonly reason: RowReason | null;
  /** Size of the page in bytes (UTF-16 code units when it came as text). */
  readonly pageBytes: number;
}

/** A row that holds a page. */
type RowPage = Extract<PageRow, { readonly ok: true }>;

/** How the page of a row is extracted. */
export type RowExtraction = (row: RowPage, found: FoundPage) => Promise<ExtractResult>;

/** Extracts a page. Never rejects: a failure is the row's reason. @param extract default: each page by itself */
export async function extractRow(
  found: FoundPage,
  work: RowWork,
  extract: RowExtraction = (row) => extractAlone(row, work),
): Promise<ExtractedRow> {
  const row = readFound(found, work.row);
  const known = knownOf(found, row);
  if (!row.ok) return extracted({ ...known, page: row }, 0, work);
  const pageBytes = row.page.length;
  try {
    const page = await filtered(await extract(row, found), work.filters);
    if (work.preset === null || !page.ok) return extracted({ ...known, page }, pageBytes, work);
    const inLayout = await presetRow({ ...known, page }, work.preset, work.rendering);
    return { row: printed(inLayout, work), ok: true, reason: null, pageBytes };
  } catch (error) {
    // Options were checked before the batch began, so this is an internal error: reject this page and continue.
    const detail = error instanceof Error ? error.message : String(error);
    return extracted({ ...known, page: { ok: false, reason: 'internal-error', detail } }, pageBytes, work);
  }
}

function extractAlone({ page, url, charset, mediaType, pageType }: RowPage, { extraction }: RowWork) {
  return extractWithLanguage(page, {
    ...withOverrides({ ...extraction, url }),
    httpCharset: charset,
    mediaType,
    ...(pageType === null ? {} : { pageType }),
  });
}

/** The row of a page that no worker finished: timed out, or crashed with its worker. */
export function failedRow(
  found: FoundPage,
  reason: 'timeout' | 'crashed',
  detail: string,
  work: RowWork,
): ExtractedRow {
  const row = failedFound(found, 'unreadable', detail, work.row);
  return extracted({ ...knownOf(found, row), page: { ok: false, reason, detail } }, 0, work);
}

function knownOf(found: FoundPage, { id, url, others }: PageRow): Omit<RowOutcome, 'page'> {
  const at = found.kind === 'archived' ? found.at : null;
  // The pages of a caller have no input.
  return { id, url, at, others, line: found.line, input: found.input === '' ? null : found.input };
}

function extracted(outcome: RowOutcome, pageBytes: number, work: RowWork): ExtractedRow {
  const { ok, reason = null } = outcome.page;
  return { row: printed(rowOfPage(outcome, work.fields, work.rendering), work), ok, reason, pageBytes };
}

function printed(row: RowObject, { asLines }: RowWork): RowObject | Uint8Array {
  return asLines ? encoder.encode(`${jsonLine(row)}\n`) : row;
}

// Rows in the layouts that corpus tools read, in place of records. Only pages with text have such a row.

/** A page for a preset. */
interface PresetPage {
  /** The main content in the format asked for. */
  readonly text: string;
  /** The id in the input, else the address, else the line of the input. */
  readonly id: string;
  /** Fields of the record. */
  readonly record: ReturnType<typeof rowOf>;
  /** Of the text, not declared; null when the text is too short to decide. */
  readonly detected: DetectedLanguage | null;
  /** Name of the input file; null for none. */
  readonly input: string | null;
}

interface Preset {
  readonly name: string;
  /** The columns and their types, in order. */
  readonly columns: Readonly<Record<string, FieldType>>;
  row(page: PresetPage): Readonly<Record<string, unknown>>;
}

const METADATA = ['url', 'date', 'title', 'author', 'siteName', 'pageType', 'confidence'] as const;

/** As datatrove's JsonlReader reads it. */
const datatrove: Preset = {
  name: 'datatrove',
  columns: { text: 'text', id: 'text', metadata: 'json' },
  row: ({ text, id, record, detected }) => {
    const { url, date, ...rest } = Object.fromEntries(METADATA.map((name) => [name, record[name]]));
    return { text, id, metadata: { url, date, language: detected?.language ?? record.language, ...rest } };
  },
};

/** The columns of FineWeb that are known: not `dump` and `token_count`. */
const fineweb: Preset = {
  name: 'fineweb',
  columns: {
    text: 'text',
    id: 'text',
    url: 'text',
    date: 'text',
    file_path: 'text',
    language: 'text',
    language_score: 'number',
  },
  row: ({ text, id, record, detected, input }) => ({
    text,
    id,
    url: record.url,
    // As in FineWeb, the time of the crawl and not of the publication.
    date: record.at,
    file_path: input,
    language: detected?.language ?? record.language,
    language_score: detected?.score ?? null,
  }),
};

/** Every preset under its name. */
export const PRESETS: readonly Preset[] = [datatrove, fineweb];

/** A preset, and the format of its text. */
export interface PresetChoice {
  readonly name: string;
  readonly format: 'text' | 'markdown' | 'html' | 'tei' | 'xml';
}

/** @throws RangeError naming what was got and every name there is */
export function presetNamed(name: string): Preset {
  return rowNamed('preset', PRESETS, name);
}

/** A page with text in the layout of a preset. */
async function presetRow(
  outcome: RowOutcome & { readonly page: ExtractSuccess },
  { name, format }: PresetChoice,
  rendering: RenderOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const { page, line, input, others, ...known } = outcome;
  const fields: FieldName[] = [...METADATA, 'language', 'at', format];
  const record = rowOf(fields, page, known, rendering);
  const row = presetNamed(name).row({
    text: record[format] as string,
    id: String(known.id ?? record.url ?? line),
    record,
    detected: await languageOfText(page.text),
    input,
  });
  return withOthers(row, others);
}
