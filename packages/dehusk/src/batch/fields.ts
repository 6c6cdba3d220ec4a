import type { ExtractResult, FieldName, RowFields as PageFields, Reason, RenderOptions, Warning } from '@dehusk/core';
import { checkFieldName, type KnownOfPage, rowOf } from '@dehusk/core/internal';
import type { FilteredPage, FilterReason } from '../extraction/filters.js';

/** Why a row of a batch has no text: the core's reasons, those of filters, and faults of reading and workers. */
export type RowReason = Reason | FilterReason | 'bad-input' | 'unreadable' | 'crashed';

/** A page of which nothing could be extracted. */
export interface FailedPage {
  readonly ok: false;
  readonly reason: RowReason;
  readonly detail: string;
}

/** The outcome of a line of input. */
export interface RowOutcome extends Omit<KnownOfPage, 'own'> {
  /** Line of the input, or page of the archive, counted from 1. */
  readonly line: number;
  /** Name of the input; null when the caller's own pages are extracted. */
  readonly input: string | null;
  readonly page: ExtractResult | FilteredPage | FailedPage;
}

/** The fields of an output row and their types: those of `docs/output.md`, and the input with the line in it. */
export interface RowFields extends Omit<PageFields, 'reason' | 'warnings'> {
  readonly reason: RowReason | null;
  readonly warnings: readonly Warning[];
  readonly line: number;
  readonly input: string | null;
}

/** Fields that only a batch has. */
const OWN_FIELDS = ['line', 'input'];

/** The default fields of a row; the format requested takes the place of `text`. */
export const DEFAULT_FIELDS = [
  'id',
  'url',
  'ok',
  'reason',
  'detail',
  'title',
  'author',
  'date',
  'siteName',
  'language',
  'pageType',
  'confidence',
  'excerpt',
  'text',
] as const satisfies readonly FieldName[];
export type DefaultFieldName = (typeof DEFAULT_FIELDS)[number];

/** @throws RangeError for a field that no row of a batch has, naming the intended one */
export function checkRowField(name: string): void {
  checkFieldName(name, OWN_FIELDS);
}

/** An output row as a line of JSON, fields in the order requested. A `bad-input` row also has its line. */
export function rowToJson(
  { line, input, page, ...known }: RowOutcome,
  fields: readonly string[],
  rendering: RenderOptions,
): string {
  const names = page.reason === 'bad-input' ? [...fields, 'line'] : fields;
  return JSON.stringify(rowOf(names, page, { ...known, own: { line, input } }, rendering));
}
