/** Rows of a Parquet file, group by group. The reader is an optional package, loaded when it is first needed. */
import { basename } from 'node:path';
import { inputError } from './byte-input.js';

/** Rows read at once, at most: bounds the memory in files with large groups. */
const ROWS = 1_000;

/** A column of a Parquet file. */
export interface ParquetColumn {
  readonly name: string;
  /** The type as hyparquet names it: `BYTE_ARRAY`, `INT64` … */
  readonly type: string;
}

/** @throws Error with the code `EBADMSG` when the package is not installed */
async function loadReader() {
  try {
    return await import('hyparquet');
  } catch (error) {
    throw inputError(
      'Parquet input needs the optional package hyparquet, which is not installed: npm install hyparquet',
      error,
    );
  }
}

/** The top-level columns of a file, in order. */
export async function parquetColumns(path: string): Promise<ParquetColumn[]> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetSchema } = await loadReader();
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path));
  return parquetSchema(metadata).children.map(({ element }) => ({
    name: element.name,
    type: element.type ?? 'GROUP',
  }));
}

/**
 * The rows of a file as objects that JSON can hold: integers beyond 2⁵³ as text, times in ISO 8601, bytes as base64.
 *
 * @throws Error with the code `EBADMSG`, naming the file, for one that is not Parquet or is packed with a codec that is not supported
 */
export async function* readParquetRows(
  path: string,
): AsyncGenerator<{ readonly row: Readonly<Record<string, unknown>>; readonly share: number }> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await loadReader();
  try {
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    const total = Number(metadata.num_rows);
    for (let rowStart = 0; rowStart < total; rowStart += ROWS) {
      const rowEnd = Math.min(total, rowStart + ROWS);
      const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
      for (const [at, row] of rows.entries())
        yield { row: plain(row) as Readonly<Record<string, unknown>>, share: (rowStart + at + 1) / total };
    }
  } catch (error) {
    throw inputError(`${basename(path)} cannot be read as Parquet: ${(error as Error).message}`, error);
  }
}

/** A value that JSON can hold. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
