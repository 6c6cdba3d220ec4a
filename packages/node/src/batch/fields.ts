import type { ExtractResult, FieldName, KnownOfPage, PageFields, RenderOptions, Warning } from '@dehusk/core';
import { checkFieldName, rowOf } from '@dehusk/core/extend';
import type { Reason } from '@dehusk/html';
import type { FilteredPage, FilterReason, WithoutText } from '../extraction/filters.js';
import type { InputFault } from '../readers/input.js';
import type { RowOthers } from '../readers/page-row.js';

/** Why a row of a batch has no text: the core's reasons, those of filters, and faults of reading and workers. */
export type RowReason = Reason | FilterReason | InputFault['reason'] | 'crashed';

/** A page of which nothing could be extracted. */
export type FailedPage = WithoutText<RowReason>;

/** The outcome of a line of input. */
export interface RowOutcome extends Omit<KnownOfPage, 'own'> {
  /** Line of the input, or page of the archive, counted from 1. */
  readonly line: number;
  /** Name of the input; null when the caller's own pages are extracted. */
  readonly input: string | null;
  /** Other fields of the input row, which the output row keeps; null: none are kept. */
  readonly others: RowOthers | null;
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

/** The default fields of a row; the format requested is one more. */
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

/** A row and the other fields of its input row, after its own. A name that both have is the row's own. */
export function withOthers<R extends object>(row: R, others: RowOthers | null): R {
  return others === null ? row : { ...row, ...others, ...row };
}

/** An output row, fields in the order requested. */
export function rowOfPage(
  { line, input, page, others, ...known }: RowOutcome,
  fields: readonly string[],
  rendering: RenderOptions,
): Readonly<Record<string, unknown>> {
  return withOthers(rowOf(fields, page, { ...known, own: { line, input } }, rendering), others);
}
