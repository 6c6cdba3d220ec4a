/** Tasks of a batch: lines of JSON, pages of WARC files, files of pages. */
import { createReadStream, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { isDamage } from '../input-error.js';
import { isWarcFile, sniffInput, unpacked } from '../readers/byte-input.js';
import { findPages, isPageName } from '../readers/folders.js';
import { LINE_BYTES_PER_PAGE_BYTE } from '../readers/page-row.js';
import { readParquetRows } from '../readers/parquet.js';
import { readLines } from '../readers/read-lines.js';
import { downloadObject, isS3, readObject } from '../s3/objects.js';
import { MAX_HEAD_BYTES } from '../warc/http-response.js';
import { readWarcPagesAhead } from '../warc/read-ahead.js';
import { noWarcCounts, readWarcPages, type WarcCounts, type WarcPage, type WarcPageFault } from '../warc/warc-pages.js';
import { isInShard, type Shard } from './each.js';

/** Where a page is in its input. */
interface TaskPlace {
  readonly number: number;
  /** Folder that the row's path is relative to; default: the batch's. */
  readonly folder?: string;
  /** A person named the path, which may lead anywhere. */
  readonly isNamed?: boolean;
  /** Name of the input. */
  readonly input?: string;
}

/** A line of JSON, which a worker parses. */
export interface LineTask extends TaskPlace {
  readonly kind: 'line';
  readonly bytes: Uint8Array;
}

/** The fields of a line that is no text. */
interface RowTask extends TaskPlace {
  readonly kind: 'row';
  readonly row: Readonly<Record<string, unknown>>;
}

/** A page of a WARC file, its HTTP codings not yet removed. */
export interface ArchivedTask
  extends TaskPlace,
    Pick<WarcPage, 'id' | 'url' | 'at' | 'charset' | 'transferEncoding' | 'contentEncoding'> {
  readonly kind: 'archived';
  readonly bytes: Uint8Array;
}

export type WorkerTask = LineTask | RowTask | ArchivedTask;

/** A task before it goes to a worker. */
export interface BatchTask<Task extends WorkerTask = WorkerTask> {
  readonly task: Task;
  /** Its size in bytes, about. */
  readonly size: number;
  /** The line was longer than the bound and was dropped. */
  readonly tooLong: boolean;
  /** Position in the input just after it, in bytes: of the unpacked stream for lines, of the file for archives. */
  readonly endsAt: number;
  /** Share of all inputs up to and with it, 0 to 1; left out where it is unknown, as with standard input. */
  readonly share?: number;
}

/**
 * Tasks from JSON lines.
 *
 * @param maxLineBytes bound on one line
 */
export async function* lineTasks(
  input: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
  folder?: string,
): AsyncGenerator<BatchTask<LineTask>> {
  for await (const { bytes, number, tooLong, endsAt } of readLines(input, maxLineBytes))
    yield {
      task: { kind: 'line', bytes, number, ...(folder === undefined ? {} : { folder }) },
      size: bytes.length,
      tooLong,
      endsAt,
    };
}

/** What was found while reading, for the summary. */
export interface BatchReading {
  /** Records of WARC files. */
  readonly warc: WarcCounts;
  /** Parts of WARC files that were skipped, by reason. */
  readonly faults: Map<string, number>;
  /** Messages of the first of them. */
  readonly examples: string[];
  /** Messages of other inputs that are damaged and were read up to there. */
  readonly cut: string[];
}

export function newBatchReading(): BatchReading {
  return { warc: noWarcCounts(), faults: new Map(), examples: [], cut: [] };
}

/** Longest path of a list; Linux allows 4,096 bytes. */
const MAX_PATH_BYTES = 65_536;
/** Faults listed in full; the rest are counted. */
const EXAMPLES = 5;

interface BatchFilesOptions {
  readonly maxBytes: number;
  /** Folder that lines' paths are relative to; default: that of each file. */
  readonly folder?: string;
  /** Field of a line that holds the path of a page; default `path`. */
  readonly pathField?: string;
  /** A file with paths of pages, one a line, read after the inputs; `-` is standard input. */
  readonly filesFrom?: string;
  /** Takes the pages of a shard, counted over all files. */
  readonly shard?: Shard;
}

/**
 * The pages of inputs one after the other: JSON lines, WARC, folders of pages, and single pages by their names; `-` is standard
 * input. Pages that are files have their path as id, below the folder if one was named.
 */
export async function* fileTasks(
  paths: readonly string[],
  options: BatchFilesOptions,
  reading: BatchReading,
): AsyncGenerator<BatchTask> {
  const { shard = { number: 1, count: 1 }, filesFrom } = options;
  const inputs = paths.map((path) => ({ name: path, open: () => tasksOf(path, options, reading) }));
  if (filesFrom !== undefined) inputs.push({ name: filesFrom, open: () => listedTasks(filesFrom, options) });
  let page = 0;
  for (const [before, { name, open }] of inputs.entries())
    try {
      for await (const { share, ...rest } of open()) {
        if (!isInShard(page++, shard)) continue;
        const task = { ...rest, task: { ...rest.task, input: name } };
        yield share === undefined ? task : { ...task, share: (before + share) / inputs.length };
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      reading.cut.push(`${name}: ${error.message}`);
    }
}

/** The tasks of one input, `share` being that of the input. */
async function* tasksOf(path: string, options: BatchFilesOptions, reading: BatchReading): AsyncGenerator<BatchTask> {
  if (isS3(path)) {
    yield* objectTasks(path, options, reading);
    return;
  }
  if (path !== '-' && statSync(path).isDirectory()) {
    yield* folderTasks(path, options);
    return;
  }
  const archived = { counts: reading.warc, maxBlockBytes: options.maxBytes + MAX_HEAD_BYTES };
  if (isPageName(path)) {
    yield fileTask(path, 1, { ...options, folder: '.' }, 1, true);
    return;
  }
  if (path !== '-' && isWarcFile(path)) {
    const size = statSync(path).size;
    for await (const task of pageTasks(path, readWarcPagesAhead(path, archived), reading))
      yield { ...task, share: task.endsAt / size };
    return;
  }
  const folder = options.folder ?? (path === '-' ? '.' : dirname(path));
  if (path.endsWith('.parquet')) {
    yield* parquetTasks(path, folder);
    return;
  }
  const { kind, stream } = await sniffInput(path);
  if (kind === 'lines') {
    const measured = measure(path, stream);
    for await (const task of lineTasks(measured.bytes, options.maxBytes * LINE_BYTES_PER_PAGE_BYTE, folder))
      yield { ...task, ...measured.shareAt(task.endsAt) };
    return;
  }
  yield* pageTasks(path, readWarcPages(path, { ...archived, stream, canReopen: false }), reading);
}

/** The tasks of an object of S3. Page and WARC files are distinguished as on disk; Parquet, whose index is at its end, is copied. */
async function* objectTasks(
  address: string,
  options: BatchFilesOptions,
  reading: BatchReading,
): AsyncGenerator<BatchTask> {
  const folder = options.folder ?? '.';
  if (address.endsWith('.parquet')) {
    const copy = await mkdtemp(join(tmpdir(), 'dehusk-'));
    try {
      yield* parquetTasks(await downloadObject(address, copy), folder);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
    return;
  }
  const { kind, stream } = await sniffInput(address, readObject(address));
  if (kind === 'lines') yield* lineTasks(unpacked(stream), options.maxBytes * LINE_BYTES_PER_PAGE_BYTE, folder);
  else {
    const maxBlockBytes = options.maxBytes + MAX_HEAD_BYTES;
    const pages = readWarcPages(address, { counts: reading.warc, maxBlockBytes, stream, canReopen: false });
    yield* pageTasks(address, pages, reading);
  }
}

/** The rows of a Parquet file. */
async function* parquetTasks(path: string, folder: string): AsyncGenerator<BatchTask> {
  let number = 0;
  for await (const { row, size, share } of readParquetRows(path))
    yield {
      task: { kind: 'row', row, number: ++number, folder },
      size,
      tooLong: false,
      endsAt: number,
      share,
    };
}

/** The pages of a WARC file. */
async function* pageTasks(
  path: string,
  pages: AsyncIterable<WarcPage | WarcPageFault>,
  reading: BatchReading,
): AsyncGenerator<BatchTask> {
  let number = 0;
  for await (const page of pages) {
    if (page.kind === 'fault') {
      reading.faults.set(page.reason, (reading.faults.get(page.reason) ?? 0) + 1);
      if (reading.examples.length < EXAMPLES)
        reading.examples.push(`${path}, byte ${page.offset}: ${page.reason}: ${page.detail}`);
      continue;
    }
    const { id, url, at, charset, transferEncoding, contentEncoding, body: bytes, nextOffset: endsAt } = page;
    number++;
    yield {
      task: { kind: 'archived', id, url, at, charset, transferEncoding, contentEncoding, bytes, number },
      size: bytes.length,
      tooLong: false,
      endsAt,
    };
  }
}

/** The pages of a folder, as rows that name them. */
async function* folderTasks(folder: string, options: BatchFilesOptions): AsyncGenerator<BatchTask> {
  let total = 0;
  for await (const _ of findPages(folder)) total++;
  let number = 0;
  for await (const path of findPages(folder))
    yield fileTask(relative(folder, path), ++number, { ...options, folder }, number / total, false);
}

/** The pages that a list names. */
async function* listedTasks(list: string, options: BatchFilesOptions): AsyncGenerator<BatchTask> {
  const measured = measure(list, list === '-' ? process.stdin : createReadStream(list));
  for await (const { bytes, number, tooLong, endsAt } of readLines(measured.bytes, MAX_PATH_BYTES)) {
    const { share } = measured.shareAt(endsAt);
    yield { ...fileTask(new TextDecoder().decode(bytes), number, options, share, true), tooLong, endsAt };
  }
}

/** A file that is a page, as a row that names it. */
function fileTask(
  path: string,
  number: number,
  { folder = '.', pathField = 'path' }: BatchFilesOptions,
  share: number | undefined,
  isNamed: boolean,
): BatchTask {
  return {
    task: { kind: 'row', row: { id: path, [pathField]: path }, number, folder, isNamed },
    size: path.length,
    tooLong: false,
    endsAt: number,
    ...(share === undefined ? {} : { share }),
  };
}

/**
 * Unpacks a stream and relates positions in it to the size of its file.
 *
 * @param stream the bytes of the file at `path`, packed or not
 */
function measure(path: string, stream: AsyncIterable<Uint8Array>) {
  const size = path === '-' ? 0 : statSync(path).size;
  const read = { packed: 0, unpacked: 0 };
  const counted = async function* (source: AsyncIterable<Uint8Array>, as: keyof typeof read) {
    for await (const chunk of source) {
      read[as] += chunk.length;
      yield chunk;
    }
  };
  return {
    bytes: counted(unpacked(counted(stream, 'packed')), 'unpacked'),
    /** The share of the file up to a position of the unpacked bytes; an estimate when it is packed. */
    shareAt: (position: number): { readonly share?: number } =>
      size > 0 ? { share: Math.min(1, ((position / read.unpacked) * read.packed) / size) } : {},
  };
}
