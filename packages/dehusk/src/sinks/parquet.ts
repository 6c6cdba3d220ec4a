/**
 * Documents as Parquet, for DuckDB, Spark and data frames: typed columns, Snappy, row groups of bounded size.
 *
 * A Parquet file is only readable once its footer is written, so rows are first gathered as JSON lines in a hidden file;
 * when that is large or old enough, or the run ends, it becomes `documents-000001.parquet` in one step. After a crash the
 * step is done again from the same lines.
 *
 * The writer is an optional package, loaded when a sink is opened.
 */
import { open as openFile, rename, unlink } from 'node:fs/promises';
import type * as HyparquetWriter from 'hyparquet-writer';
import { type FileOptions, fileOptionsSchema, gatheredNames, seriesLimits } from './file-options.js';
import { openFileSeries } from './file-series.js';
import { lineSink } from './line-sink.js';
import { type ColumnType, columnsOf, valueFor } from './parquet-columns.js';
import { type Sink, SinkError, type SinkKind } from './sink.js';
import { stagedRows } from './staged-rows.js';

const DEFAULTS = {
  prefix: 'documents',
  /** Of gathered JSON; packed it is about a third. Converting as much takes about two seconds. */
  maxMegabytes: 64,
  maxMinutes: 60,
  fsync: 'flush',
} as const;

/** A row group ends with this many rows or characters of gathered JSON: the memory a conversion takes, and what a reader skips by. */
const GROUP_ROWS = 10_000;
const GROUP_CHARACTERS = 16 * 2 ** 20;

type Row = Readonly<Record<string, unknown>>;

async function open(given: FileOptions, mark: Uint8Array | undefined): Promise<Sink> {
  const options = { ...DEFAULTS, ...given };
  const library = await loadWriter();
  const series = await openFileSeries(
    {
      ...seriesLimits(options),
      names: gatheredNames(options.prefix, '.parquet'),
      finishesAtEnd: true,
      async finish(gathered, finished) {
        await convert(library, gathered, `${finished}.new`, options.fsync === 'flush');
        await rename(`${finished}.new`, finished);
        await unlink(gathered);
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
  gathered: string,
  path: string,
  toDisk: boolean,
): Promise<void> {
  const columns = await columnsOf(stagedRows<Row>(gathered));
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
  for await (const row of stagedRows<Row>(gathered)) {
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

export const parquetSink: SinkKind<FileOptions> = {
  name: 'parquet',
  summary: 'Parquet files with typed columns, each written whole (needs the optional package hyparquet-writer).',
  wantsMarkdown: false,
  wantsRaw: false,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['folder'],
    properties: fileOptionsSchema(DEFAULTS),
  },
  open,
};
