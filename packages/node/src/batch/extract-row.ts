/** The work of a thread of a batch: a page as it was found → a row of output. */
import type { ExtractResult, RenderOptions } from '@dehusk/core';
import { jsonLine } from '@dehusk/html';
import { extractWithLanguage } from '../extraction/extract-with-language.js';
import { filtered, type PageFilters } from '../extraction/filters.js';
import { type HostExtractOptions, withOverrides } from '../extraction/overrides.js';
import { failedFound, readFound } from '../readers/found-page.js';
import type { FoundPage } from '../readers/input.js';
import type { PageRow, RowOptions } from '../readers/page-row.js';
import { type RowOutcome, type RowReason, rowOfPage } from './fields.js';
import { type PresetChoice, presetRow } from './presets.js';

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
