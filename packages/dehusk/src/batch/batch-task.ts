/** Tasks of a batch: lines of JSON and pages of WARC files. */
import { dirname } from 'node:path';
import { sniffInput, unpacked } from '../inputs/byte-input.js';
import { LINE_BYTES_PER_PAGE_BYTE } from '../inputs/page-row.js';
import { readLines } from '../inputs/read-lines.js';
import { MAX_HEAD_BYTES } from '../warc/http-response.js';
import type { WarcPage } from '../warc/warc-pages.js';
import { noWarcCounts, readWarcPages, type WarcCounts } from '../warc/warc-pages.js';

/** A line of JSON. */
export interface LineTask {
  readonly kind: 'line';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly number: number;
  /** Folder that the line's path is relative to; default: the batch's. */
  readonly folder?: string;
}

/** A page of a WARC file, its HTTP codings not yet removed. */
export interface ArchivedTask
  extends Pick<WarcPage, 'id' | 'url' | 'at' | 'charset' | 'transferEncoding' | 'contentEncoding'> {
  readonly kind: 'archived';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly number: number;
}

export type WorkerTask = LineTask | ArchivedTask;

/** A task before it goes to a worker. */
export interface BatchTask {
  readonly task: WorkerTask;
  /** The line was longer than the bound and was dropped. */
  readonly tooLong: boolean;
  /** Position in the input just after it, in bytes: of the unpacked stream for lines, of the file for archives. */
  readonly endsAt: number;
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
): AsyncGenerator<BatchTask> {
  for await (const { bytes, number, tooLong, endsAt } of readLines(input, maxLineBytes))
    yield { task: { kind: 'line', bytes, number, ...(folder === undefined ? {} : { folder }) }, tooLong, endsAt };
}

/** Progress of reading, for the progress bar and the summary. */
export interface BatchReading {
  /** Bytes of the files read so far, as stored. */
  bytes: number;
  /** Records of WARC files. */
  readonly warc: WarcCounts;
  /** Parts of WARC files that were skipped, by reason. */
  readonly faults: Map<string, number>;
  /** Messages of the first of them. */
  readonly examples: string[];
}

export function newBatchReading(): BatchReading {
  return { bytes: 0, warc: noWarcCounts(), faults: new Map(), examples: [] };
}

/** Faults listed in full; the rest are counted. */
const EXAMPLES = 5;

export interface BatchFilesOptions {
  readonly maxBytes: number;
  /** Folder that lines' paths are relative to; default: that of each file. */
  readonly folder?: string;
  /** Takes every `count`-th page, starting with the `number`-th, counted from 1 over all files. */
  readonly shard?: { readonly number: number; readonly count: number };
}

/** The pages of files one after the other, JSON lines or WARC; `-` is standard input. */
export async function* fileTasks(
  paths: readonly string[],
  options: BatchFilesOptions,
  reading: BatchReading,
): AsyncGenerator<BatchTask> {
  const { shard = { number: 1, count: 1 } } = options;
  let page = 0;
  for (const path of paths)
    for await (const task of tasksOf(path, options, reading)) if (page++ % shard.count === shard.number - 1) yield task;
}

async function* tasksOf(path: string, options: BatchFilesOptions, reading: BatchReading): AsyncGenerator<BatchTask> {
  const { kind, stream } = await sniffInput(path);
  if (kind === 'lines') {
    const folder = options.folder ?? (path === '-' ? '.' : dirname(path));
    yield* lineTasks(unpacked(counted(stream, reading)), options.maxBytes * LINE_BYTES_PER_PAGE_BYTE, folder);
    return;
  }
  let number = 0;
  const pages = readWarcPages(path, {
    counts: reading.warc,
    stream: counted(stream, reading),
    canReopen: path !== '-',
    maxBlockBytes: options.maxBytes + MAX_HEAD_BYTES,
  });
  for await (const page of pages) {
    if (page.kind === 'fault') {
      reading.faults.set(page.reason, (reading.faults.get(page.reason) ?? 0) + 1);
      if (reading.examples.length < EXAMPLES)
        reading.examples.push(`${path}, byte ${page.offset}: ${page.reason}: ${page.detail}`);
      continue;
    }
    const { id, url, at, charset, transferEncoding, contentEncoding, nextOffset: endsAt } = page;
    // A copy: posting a view to a thread would copy the buffer behind it.
    const bytes = new Uint8Array(page.body);
    number++;
    yield {
      task: { kind: 'archived', id, url, at, charset, transferEncoding, contentEncoding, bytes, number },
      tooLong: false,
      endsAt,
    };
  }
}

async function* counted(stream: AsyncIterable<Uint8Array>, reading: BatchReading): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    reading.bytes += chunk.length;
    yield chunk;
  }
}
