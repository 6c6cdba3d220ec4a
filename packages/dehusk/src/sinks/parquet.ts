/**
 * Documents as Parquet, for DuckDB, Spark and data frames: typed columns, Snappy, row groups of bounded size.
 *
 * A Parquet file is readable only once its footer is written, so rows are first staged as JSON lines in a hidden file. When
 * that is large or old enough, or the run ends, it becomes `documents-000001.parquet` in one step. After a crash the step
 * is repeated from the same lines.
 *
 * The writer is an optional package, loaded when a sink is opened.
 */
import { open as openFile, rename, unlink } from 'node:fs/promises';
import { type FieldType, RECORD_FIELDS } from '@dehusk/core/internal';
import type * as HyparquetWriter from 'hyparquet-writer';
import { section } from '../json-schema.js';
import { type FileOptions, fileOptionsSchema, seriesLimits, stagedNames } from './file-options.js';
import { openFileSeries } from './file-series.js';
import { lineSink, stagedRows } from './line-sink.js';
import { type Sink, SinkError, type SinkKind } from './sink.js';

const DEFAULTS = {
  prefix: 'documents',
  /** Of staged JSON; the Parquet file has about a third. Converting it takes about two seconds. */
  maxMegabytes: 64,
  maxMinutes: 60,
  fsync: 'flush',
} as const;

/** A row group ends after this many rows or characters: bounds the conversion's memory, and is the unit readers skip. */
const GROUP_ROWS = 10_000;
const GROUP_CHARACTERS = 16 * 2 ** 20;

type Row = Readonly<Record<string, unknown>>;

async function open(given: FileOptions, mark: Uint8Array | undefined): Promise<Sink> {
  const options = { ...DEFAULTS, ...given };
  const library = await loadWriter();
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
    mark,
  );
  return lineSink(series, ({ row }) => JSON.stringify(row));
}

async function loadWriter(): Promise<typeof HyparquetWriter> {
  try {
    return await import('hyparquet-writer');
  } catch (error) {
    throw new SinkError(
      'the sink "parquet" needs the optional package hyparquet-writer, which is not installed: npm install hyparquet-writer',
      { cause: error },
    );
  }
}

async function convert(
  { ParquetWriter, fileWriter, schemaFromColumnData }: typeof HyparquetWriter,
  staged: string,
  path: string,
  toDisk: boolean,
): Promise<void> {
  const columns = await columnsOf(stagedRows<Row>(staged));
  const columnData = (rows: readonly Row[]) =>
    [...columns].map(([name, type]: readonly [string, ColumnType]) => ({
      name,
      type,
      nullable: true,
      data: rows.map((row) => valueFor(row[name], type)),
    }));
  const writer = fileWriter(path);
  const parquet = new ParquetWriter({
    writer,
    schema: schemaFromColumnData({ columnData: columnData([]) }),
    createdBy: 'dehusk',
  });
  let rows: Row[] = [];
  let characters = 0;
  const endGroup = async (): Promise<void> => {
    await parquet.write({ columnData: columnData(rows), rowGroupSize: rows.length });
    rows = [];
    characters = 0;
  };
  for await (const row of stagedRows<Row>(staged)) {
    rows.push(row);
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 8;
    if (rows.length >= GROUP_ROWS || characters >= GROUP_CHARACTERS) await endGroup();
  }
  if (rows.length > 0) await endGroup();
  await parquet.finish();
  if (!toDisk) return;
  const file = await openFile(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Column types by their names in hyparquet-writer. */
type ColumnType = 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP' | 'JSON';

const COLUMN_TYPES: Readonly<Record<FieldType, ColumnType>> = {
  text: 'STRING',
  integer: 'INT32',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
  json: 'JSON',
};

/** Fields with a fixed type: a column of nulls must not change it. */
const KNOWN: Readonly<Record<string, ColumnType>> = {
  ...Object.fromEntries(RECORD_FIELDS.map(({ name, type }) => [name, COLUMN_TYPES[type]])),
  line: 'INT32',
  revision: 'INT32',
};

/** Columns in order of first appearance. A field without a fixed type gets the narrowest that holds all its values. */
async function columnsOf(rows: AsyncIterable<Readonly<Record<string, unknown>>>): Promise<Map<string, ColumnType>> {
  const columns = new Map<string, ColumnType | null>();
  for await (const row of rows)
    for (const [name, value] of Object.entries(row)) {
      const before = columns.get(name) ?? KNOWN[name] ?? null;
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

/** A value as the writer expects it. */
function valueFor(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null;
  return type === 'TIMESTAMP' ? timeOf(value) : value;
}

/** A time in milliseconds since 1970 or ISO 8601; null for other values. */
function timeOf(value: unknown): Date | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time;
}

export const parquetSink: SinkKind<FileOptions> = {
  name: 'parquet',
  summary: 'Parquet files with typed columns (needs the optional package hyparquet-writer).',
  wantsMarkdown: false,
  wantsRaw: false,
  schema: section(fileOptionsSchema(DEFAULTS), ['folder']),
  open,
};
