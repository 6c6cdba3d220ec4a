import type { RowId } from '../inputs/page-row.js';
import { type BatchOptions, batchLines } from './batch.js';
import type { RowReason } from './fields.js';

/** A page for a batch: what a line of input says, as an object. One of `html`, `htmlBase64` and `path` is required. */
export interface BatchPage {
  readonly id?: RowId;
  readonly url?: string;
  readonly html?: string;
  readonly htmlBase64?: string;
  /** A file, plain or gzip, from {@link BatchOptions.folder}. */
  readonly path?: string;
  readonly charset?: string;
  readonly contentType?: string;
}

/** An output row as an object; which fields it has beside these, {@link BatchOptions.fields} says. */
export interface BatchRow {
  readonly id: RowId;
  readonly ok: boolean;
  /** Why there is no text; null when `ok`. */
  readonly reason: RowReason | null;
  readonly [field: string]: unknown;
}

/**
 * Extracts pages by worker threads, in input order and constant memory: pages are taken from the iterable only as fast as
 * rows are taken from the result. Leaving the loop early ends the workers.
 *
 * @throws RangeError or TypeError, at the first row, for an unknown extractor, option or field
 */
export async function* batch(
  pages: AsyncIterable<BatchPage> | Iterable<BatchPage>,
  options: BatchOptions = {},
): AsyncGenerator<BatchRow> {
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    for await (const page of pages) yield Buffer.from(`${JSON.stringify(page)}\n`);
  };
  for await (const row of batchLines(lines(), options)) yield JSON.parse(row.json) as BatchRow;
}
