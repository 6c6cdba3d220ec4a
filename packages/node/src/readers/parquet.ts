/**
 * Rows of a Parquet file, group by group. The reader is an optional package, loaded when it is first needed. It fills arrays of the
 * length that a run of equal values declares, so it works in a process with a bounded heap: a thread that cannot get one large piece
 * of memory ends the process around it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { FileMetaData } from 'hyparquet';
import { downloadObject, isS3 } from '../s3/objects.js';
import { inputError } from './byte-input.js';
import type { PageReader } from './input.js';

/** Rows read at once, at most: bounds the memory in files with large groups. */
const ROWS = 1_000;

/** Heap of the process: what the values of a page, or of a column of nested groups, may take. */
const MAX_HEAP_MEGABYTES = 1_024;

/** Bounds of a file: hostile ones declare more than they have. */
const MAX_SCHEMA = 10_000;
const MAX_DEPTH = 64;
const MAX_PAGE_BYTES = 2 ** 29;
/** Snappy writes at most 64 bytes for three. */
const MAX_SNAPPY_RATIO = 22;

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

/** A row, its size in characters, and the share of the file up to and with it. */
interface ParquetRow {
  readonly row: Readonly<Record<string, unknown>>;
  readonly size: number;
  readonly share: number;
}

/** Rows that the process sends at once. */
export interface ParquetParcel {
  readonly rows: readonly ParquetRow[];
  /** Null: more rows follow. Empty: these are the last ones. Otherwise why the next row cannot be read. */
  readonly end: string | null;
}

/**
 * The rows of a file as objects that JSON can hold: integers beyond 2⁵³ as text, times in ISO 8601, bytes as base64.
 *
 * @throws Error with the code `EBADMSG`, naming the file, for one that is not Parquet, is packed with a codec that is not supported
 *   or needs too much memory
 */
export async function* readParquetRows(path: string): AsyncGenerator<ParquetRow> {
  await loadReader();
  const reader = fork(new URL('./parquet-process.js', import.meta.url), [path], {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`],
    // V8 writes a report on standard error when memory ends.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  try {
    for (;;) {
      const { rows, end } = await nextParcel(reader);
      yield* rows;
      if (end === '') return;
      if (end !== null) throw inputError(`${basename(path)} cannot be read as Parquet: ${end}`);
      reader.send('next');
    }
  } finally {
    reader.kill('SIGKILL');
  }
}

/** The rows of Parquet files. An object of S3 is copied: its index is at its end. */
export const parquetReader: PageReader = {
  accepts: ({ name, stats }) => stats?.isDirectory() !== true && name.endsWith('.parquet'),
  async *find({ name: input, stats, skip }, options) {
    const copy = isS3(input) ? await mkdtemp(join(tmpdir(), 'dehusk-')) : null;
    const { folder = copy === null ? dirname(input) : '.', pathField = 'path' } = options;
    const files = { folder, root: options.root ?? folder, pathField };
    let number = 0;
    try {
      const path = copy === null ? input : await downloadObject(input, copy);
      for await (const { row, size, share } of readParquetRows(path)) {
        if (++number <= skip) continue;
        const from = { input, name: `${input}:${number}`, id: null, place: `line-${number}`, number, line: number };
        yield { ...from, kind: 'row', row, files, size, share, changedAt: stats?.mtimeMs ?? null };
      }
    } finally {
      if (copy !== null) await rm(copy, { recursive: true, force: true });
    }
  },
};

/** What the process sends next: a reason to end when it has ended. Waits for the end once per parcel: one long wait would keep all parcels. */
async function nextParcel(reader: ChildProcess): Promise<ParquetParcel> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const message = once(reader, 'message', { signal }).then(([parcel]) => parcel as ParquetParcel);
  const exit = once(reader, 'exit', { signal }).then(([code, killedBy]) => ({
    rows: [],
    end: `its reader ended (${killedBy ?? code}), as it does when values take more than the ${MAX_HEAP_MEGABYTES} MB allowed`,
  }));
  try {
    return await Promise.race([message, exit]);
  } finally {
    waiting.abort();
    await Promise.allSettled([message, exit]);
  }
}

/** As {@link readParquetRows}, in this process; errors name no file. */
export async function* readParquetRowsHere(path: string): AsyncGenerator<ParquetRow> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema, snappyUncompress } =
    await loadReader();
  const compressors = {
    SNAPPY(packed: Uint8Array, length: number): Uint8Array {
      const most = Math.min(MAX_PAGE_BYTES, packed.length * MAX_SNAPPY_RATIO);
      if (!(length >= 0 && length <= most))
        throw new Error(`a page of ${packed.length} bytes declares ${length} unpacked, expected at most ${most}`);
      const page = new Uint8Array(length);
      snappyUncompress(packed, page);
      return page;
    },
  };
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const total = checkedRows(metadata);
  const { children } = parquetSchema(metadata);
  const flat = children.filter((child) => child.children.length === 0).map(({ element }) => element.name);
  for (let rowStart = 0; rowStart < total; rowStart += ROWS) {
    const rowEnd = Math.min(total, rowStart + ROWS);
    const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors });
    for (const [at, row] of rows.entries()) {
      // The reader returns null for a value that is null, and undefined after the last value.
      const short = flat.find((name) => row[name] === undefined);
      if (short !== undefined)
        throw new Error(`the column "${short}" ends after ${rowStart + at} rows, expected ${total}`);
      const held = plain(row) as Readonly<Record<string, unknown>>;
      yield { row: held, size: sizeOf(held), share: (rowStart + at + 1) / total };
    }
  }
}

/** The number of rows. @throws Error for a file whose groups have another number, and for a schema beyond the bounds */
function checkedRows({ num_rows, row_groups, schema }: FileMetaData): number {
  const counts = row_groups.map((group) => group.num_rows);
  const sum = counts.reduce((a, b) => a + b, 0n);
  if (sum !== num_rows || counts.some((count) => count < 0n))
    throw new Error(`its groups have ${sum} rows, expected ${num_rows} as the file declares`);
  if (schema.length > MAX_SCHEMA)
    throw new Error(`its schema has ${schema.length} elements, expected at most ${MAX_SCHEMA}`);
  /** Children left of each open group. */
  const open: number[] = [];
  for (const { num_children } of schema) {
    while (open.at(-1) === 0) open.pop();
    if (open.length > 0) open[open.length - 1]--;
    if (num_children) open.push(num_children);
    if (open.length > MAX_DEPTH) throw new Error(`its schema has more than ${MAX_DEPTH} levels`);
  }
  return Number(sum);
}

/** A value that JSON can hold. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

/** Characters that a value takes, about. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part), 0);
}
