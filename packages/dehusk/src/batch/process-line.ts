import type { ExtractOptions, RenderOptions } from '@dehusk/core';
import { extractWithLanguage } from '../language/extract-with-language.js';
import { type RowOutcome, type RowReason, rowToJson } from './fields.js';
import { type PageRowOptions, readPageRow } from './page-row.js';

/** What every worker is told once: plain data, so that it can be posted. */
export interface RowWork {
  readonly row: PageRowOptions;
  readonly extraction: Omit<ExtractOptions, 'url' | 'httpCharset' | 'detectLanguage'>;
  readonly rendering: RenderOptions;
  readonly fields: readonly string[];
}

/** One line of input, done. */
export interface ProcessedLine {
  /** The output row as a line of JSON, without its end. */
  readonly json: string;
  readonly ok: boolean;
  readonly reason: RowReason | null;
  /** Size of the page in bytes (UTF-16 code units when it came as text). */
  readonly pageBytes: number;
}

/** Line of input → line of output. Never rejects: what goes wrong is the row's reason. */
export async function processLine(line: string, number: number, work: RowWork): Promise<ProcessedLine> {
  const row = readPageRow(line, work.row);
  if (!row.ok) return processed({ ...row, line: number, result: null }, 0, work);
  const { id, url } = row;
  try {
    const result = await extractWithLanguage(row.page, { ...work.extraction, url, httpCharset: row.charset });
    const { ok, reason, detail } = result;
    return processed({ id, url, line: number, ok, reason, detail, result }, row.page.length, work);
  } catch (error) {
    // Options were checked before the batch began, so this is a defect of ours; the other pages need not suffer from it.
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const outcome = { id, url, line: number, ok: false, reason: 'internal-error', detail, result: null } as const;
    return processed(outcome, row.page.length, work);
  }
}

/** The output of a row that ended outside a worker's hands: too long, timed out, or crashed with its worker. */
export function failedLine(
  line: string,
  number: number,
  reason: RowReason,
  detail: string,
  work: RowWork,
): ProcessedLine {
  // Only for the id and the address: with no path field to follow, no file is opened here.
  const row = readPageRow(line, { ...work.row, pathField: '' });
  return processed({ id: row.id, url: row.url, line: number, ok: false, reason, detail, result: null }, 0, work);
}

function processed(row: RowOutcome, pageBytes: number, work: RowWork): ProcessedLine {
  return { json: rowToJson(row, work.fields, work.rendering), ok: row.ok, reason: row.reason, pageBytes };
}
