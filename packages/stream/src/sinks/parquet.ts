/**
 * Documents as Parquet, for DuckDB, Spark and data frames.
 *
 * A Parquet file is readable only once its footer is written, so rows are first staged as JSON lines in a hidden file. When
 * that is large or old enough, or the run ends, it becomes `documents-000001.parquet` in one step. After a crash the step
 * is repeated from the same lines.
 */

import { open as openFile, rename, unlink } from 'node:fs/promises';
import { type FieldType, RECORD_FIELDS } from '@dehusk/core/extend';
import { jsonLine } from '@dehusk/html';
import { section } from '@dehusk/node';
import type * as HyparquetWriter from 'hyparquet-writer';
import {
  type FileOptions,
  fileOptionsSchema,
  lineSink,
  openFileSeries,
  seriesLimits,
  stagedNames,
  stagedRows,
} from './file-series.js';
import { type Sink, SinkError, sinkKind } from './sink.js';

/** Of staged JSON; the Parquet file has about a third. Converting it takes about two seconds. */
const MAX_MEGABYTES = 64;
const MAX_MINUTES = 60;

async function open(options: FileOptions, checkpoint: Uint8Array | undefined): Promise<Sink> {
  const library = await loadParquet();
  const series = await openFileSeries(
    {
      ...seriesLimits(options),
      names: stagedNames(options.prefix, '.parquet'),
      finishesAtEnd: true,
      async finish(staged, finished) {
        await convert(library, staged, `${finished}.new`, options.fsync === 'flush');
        await rename(`${finished}.new`, finished);
        await unlink(staged);
      },
    },
    checkpoint,
  );
  return lineSink(series, ({ row }) => jsonLine(row));
}

async function convert(library: ParquetLibrary, staged: string, path: string, toDisk: boolean): Promise<void> {
  const file = openParquetFile(library, path, await columnsOf(stagedRows<FileRow>(staged)));
  for await (const row of stagedRows<FileRow>(staged)) await file.write(row);
  await file.finish(toDisk);
}

/** Columns in order of first appearance. A field without a fixed type gets the narrowest that holds all its values. */
async function columnsOf(rows: AsyncIterable<FileRow>): Promise<Map<string, ColumnType>> {
  const columns = new Map<string, ColumnType | undefined>();
  for await (const row of rows)
    for (const [name, value] of Object.entries(row)) {
      const before = columns.get(name) ?? FIELD_COLUMNS[name];
      const candidates = before ? [before] : (['STRING', 'DOUBLE', 'BOOLEAN'] as const);
      columns.set(name, value === null ? before : (candidates.find((type) => FITS[type](value)) ?? 'JSON'));
    }
  return new Map([...columns].map(([name, type]) => [name, type ?? 'STRING']));
}

const FITS: Readonly<Record<ColumnType, (value: unknown) => boolean>> = {
  STRING: (value) => typeof value === 'string',
  INT32: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  DOUBLE: (value) => typeof value === 'number',
  BOOLEAN: (value) => typeof value === 'boolean',
  TIMESTAMP: (value) => timeOf(value) !== null,
  JSON: () => true,
};

export const parquetSink = sinkKind<FileOptions, 'folder'>({
  name: 'parquet',
  summary: 'Parquet files with typed columns (needs the optional package hyparquet-writer).',
  schema: section(fileOptionsSchema('documents', MAX_MEGABYTES, MAX_MINUTES), ['folder']),
  open,
});

// A Parquet file, row by row: typed columns, Snappy, row groups of bounded size. The writer is an optional package, loaded when it
// is first needed.

type ParquetLibrary = typeof HyparquetWriter;
type FileRow = Readonly<Record<string, unknown>>;

/** Column types by their names in hyparquet-writer. */
export type ColumnType = 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP' | 'JSON';

/** The column of each type of field. */
export const COLUMN_TYPES: Readonly<Record<FieldType, ColumnType>> = {
  text: 'STRING',
  integer: 'INT32',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
  json: 'JSON',
};

/** Columns of the fields of rows with a fixed type: a column of nulls must not change it. */
export const FIELD_COLUMNS: Readonly<Record<string, ColumnType>> = {
  ...Object.fromEntries(RECORD_FIELDS.map(({ name, type }) => [name, COLUMN_TYPES[type]])),
  chunks: 'JSON',
  line: 'INT32',
  revision: 'INT32',
};

/** A row group ends after this many rows or characters: bounds the memory, and is the unit readers skip. */
const GROUP_ROWS = 10_000;
const GROUP_CHARACTERS = 16 * 2 ** 20;

/** @throws SinkError when the package is not installed */
export async function loadParquet(): Promise<ParquetLibrary> {
  try {
    return await import('hyparquet-writer');
  } catch (error) {
    throw new SinkError(
      'Parquet needs the optional package hyparquet-writer, which is not installed: npm install hyparquet-writer',
      { cause: error },
    );
  }
}

/** Opens a new file. @param columns in order */
export function openParquetFile(
  { ParquetWriter, fileWriter, schemaFromColumnData }: ParquetLibrary,
  path: string,
  columns: ReadonlyMap<string, ColumnType>,
) {
  const columnData = (rows: readonly FileRow[]) =>
    [...columns].map(([name, type]) => ({
      name,
      type,
      nullable: true,
      data: rows.map((row) => valueFor(row[name], type)),
    }));
  const parquet = new ParquetWriter({
    writer: fileWriter(path),
    schema: schemaFromColumnData({ columnData: columnData([]) }),
    createdBy: 'dehusk',
  });
  let rows: FileRow[] = [];
  let characters = 0;
  const endGroup = async (): Promise<void> => {
    await parquet.write({ columnData: columnData(rows), rowGroupSize: rows.length });
    rows = [];
    characters = 0;
  };
  return {
    /** Adds a row. Fields without a column are left out. */
    async write(row: FileRow): Promise<void> {
      rows.push(row);
      for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 8;
      if (rows.length >= GROUP_ROWS || characters >= GROUP_CHARACTERS) await endGroup();
    },
    /** Writes the footer, without which the file cannot be read. @param toDisk also waits until the file is on disk */
    async finish(toDisk: boolean): Promise<void> {
      if (rows.length > 0) await endGroup();
      await parquet.finish();
      if (!toDisk) return;
      const file = await openFile(path, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}

/** A value as the writer expects it. */
function valueFor(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null;
  // An id may be a number.
  if (type === 'STRING') return String(value);
  return type === 'TIMESTAMP' ? timeOf(value) : value;
}

/** A time in milliseconds since 1970 or ISO 8601; null for other values. */
function timeOf(value: unknown): Date | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time;
}
