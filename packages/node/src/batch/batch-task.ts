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
  /** The line was longer than the bound and was dropped; default no. */
  readonly tooLong?: boolean;
  /** Share of all inputs up to and with it, 0 to 1; left out where it is unknown, as with standard input. */
  readonly share?: number;
}

/** The share of an input up to a position in bytes, where it is known. */
type ShareAt = (position: number) => Pick<BatchTask, 'share'>;

const UNKNOWN_SHARE: ShareAt = () => ({});

/**
 * Tasks from JSON lines.
 *
 * @param maxLineBytes bound on one line
 */
export async function* lineTasks(
  input: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
  place: Pick<LineTask, 'folder'> = {},
  shareAt = UNKNOWN_SHARE,
): AsyncGenerator<BatchTask<LineTask>> {
  for await (const { bytes, number, tooLong, endsAt } of readLines(input, maxLineBytes))
    yield { task: { kind: 'line', bytes, number, ...place }, size: bytes.length, tooLong, ...shareAt(endsAt) };
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
  const isObject = isS3(path);
  const stats = isObject || path === '-' ? null : statSync(path);
  const folder = options.folder ?? (stats === null ? '.' : dirname(path));
  const archived = { counts: reading.warc, maxBlockBytes: options.maxBytes + MAX_HEAD_BYTES };
  if (stats?.isDirectory()) yield* folderTasks(path, options);
  else if (stats !== null && isPageName(path)) yield fileTask(path, 1, { ...options, folder: '.' }, 1, true);
  else if (stats !== null && isWarcFile(path)) {
    const shareAt: ShareAt = (end) => ({ share: end / stats.size });
    yield* pageTasks(path, readWarcPagesAhead(path, archived), reading, shareAt);
  } else if (path.endsWith('.parquet')) yield* isObject ? copiedTasks(path, folder) : parquetTasks(path, folder);
  else {
    const { kind, stream } = await sniffInput(path, isObject ? readObject(path) : undefined);
    if (kind === 'warc') {
      yield* pageTasks(path, readWarcPages(path, { ...archived, stream, canReopen: false }), reading);
      return;
    }
    const { bytes, shareAt } = measure(stream, stats?.size ?? 0);
    yield* lineTasks(bytes, options.maxBytes * LINE_BYTES_PER_PAGE_BYTE, { folder }, shareAt);
  }
}

/** The rows of a Parquet object of S3, which is copied: its index is at its end. */
async function* copiedTasks(address: string, folder: string): AsyncGenerator<BatchTask> {
  const copy = await mkdtemp(join(tmpdir(), 'dehusk-'));
  try {
    yield* parquetTasks(await downloadObject(address, copy), folder);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** The rows of a Parquet file. */
async function* parquetTasks(path: string, folder: string): AsyncGenerator<BatchTask> {
  let number = 0;
  for await (const { row, size, share } of readParquetRows(path))
    yield { task: { kind: 'row', row, number: ++number, folder }, size, share };
}

/** The pages of a WARC file. */
async function* pageTasks(
  path: string,
  pages: AsyncIterable<WarcPage | WarcPageFault>,
  reading: BatchReading,
  shareAt = UNKNOWN_SHARE,
): AsyncGenerator<BatchTask> {
  let number = 0;
  for await (const page of pages) {
    if (page.kind === 'fault') {
      reading.faults.set(page.reason, (reading.faults.get(page.reason) ?? 0) + 1);
      if (reading.examples.length < EXAMPLES)
        reading.examples.push(`${path}, byte ${page.offset}: ${page.reason}: ${page.detail}`);
      continue;
    }
    const { id, url, at, charset, transferEncoding, contentEncoding, body: bytes } = page;
    number++;
    yield {
      task: { kind: 'archived', id, url, at, charset, transferEncoding, contentEncoding, bytes, number },
      size: bytes.length,
      ...shareAt(page.nextOffset),
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
  const isStream = list === '-';
  const { bytes: text, shareAt } = measure(
    isStream ? process.stdin : createReadStream(list),
    isStream ? 0 : statSync(list).size,
  );
  for await (const { bytes, number, tooLong, endsAt } of readLines(text, MAX_PATH_BYTES))
    yield {
      ...fileTask(new TextDecoder().decode(bytes), number, options, shareAt(endsAt).share, true),
      tooLong,
    };
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
    ...(share === undefined ? {} : { share }),
  };
}

/**
 * Unpacks a stream and relates positions in it to the size of its file.
 *
 * @param stream the bytes of the file, packed or not
 * @param size that of the file; 0: unknown
 */
function measure(
  stream: AsyncIterable<Uint8Array>,
  size: number,
): { readonly bytes: AsyncIterable<Uint8Array>; readonly shareAt: ShareAt } {
  const read = { packed: 0, unpacked: 0 };
  const counted = async function* (source: AsyncIterable<Uint8Array>, as: keyof typeof read) {
    for await (const chunk of source) {
      read[as] += chunk.length;
      yield chunk;
    }
  };
  return {
    bytes: counted(unpacked(counted(stream, 'packed')), 'unpacked'),
    // An estimate when it is packed.
    shareAt: (position) => (size > 0 ? { share: Math.min(1, ((position / read.unpacked) * read.packed) / size) } : {}),
  };
}
