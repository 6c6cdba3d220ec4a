/**
 * Documents as Parquet, for DuckDB, Spark and data frames.
 *
 * A Parquet file is readable only once its footer is written, so rows are first staged as JSON lines in a hidden file. When
 * that is large or old enough, or the run ends, it becomes `documents-000001.parquet` in one step. After a crash the step
 * is repeated from the same lines.
 */

import { rename, unlink } from 'node:fs/promises';
import { jsonLine } from '@dehusk/html';
import { section } from '@dehusk/node';
import { type FileOptions, fileOptionsSchema, seriesLimits, stagedNames } from './file-options.js';
import { openFileSeries } from './file-series.js';
import { lineSink, stagedRows } from './line-sink.js';
import {
  type ColumnType,
  FIELD_COLUMNS,
  type FileRow,
  loadParquet,
  openParquetFile,
  type ParquetLibrary,
  timeOf,
} from './parquet-file.js';
import { type Sink, sinkKind } from './sink.js';

const DEFAULTS = {
  prefix: 'documents',
  /** Of staged JSON; the Parquet file has about a third. Converting it takes about two seconds. */
  maxMegabytes: 64,
  maxMinutes: 60,
  fsync: 'flush',
} as const;

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
async function columnsOf(rows: AsyncIterable<Readonly<Record<string, unknown>>>): Promise<Map<string, ColumnType>> {
  const columns = new Map<string, ColumnType | null>();
  for await (const row of rows)
    for (const [name, value] of Object.entries(row)) {
      const before = columns.get(name) ?? FIELD_COLUMNS[name] ?? null;
      columns.set(name, value === null ? before : widened(before, value));
    }
  return new Map([...columns].map(([name, type]) => [name, type ?? 'STRING']));
}

function widened(type: ColumnType | null, value: unknown): ColumnType {
  if (type !== null && fits(value, type)) return type;
  if (type !== null) return 'JSON';
  if (typeof value === 'string') return 'STRING';
  if (typeof value === 'number') return 'DOUBLE';
  return typeof value === 'boolean' ? 'BOOLEAN' : 'JSON';
}

function fits(value: unknown, type: ColumnType): boolean {
  switch (type) {
    case 'STRING':
      return typeof value === 'string';
    case 'INT32':
      return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
    case 'DOUBLE':
      return typeof value === 'number';
    case 'BOOLEAN':
      return typeof value === 'boolean';
    case 'TIMESTAMP':
      return timeOf(value) !== null;
    case 'JSON':
      return true;
  }
}

export const parquetSink = sinkKind<FileOptions, 'folder'>({
  name: 'parquet',
  summary: 'Parquet files with typed columns (needs the optional package hyparquet-writer).',
  wantsMarkdown: false,
  wantsRaw: false,
  schema: section(fileOptionsSchema(DEFAULTS), ['folder']),
  open,
});
