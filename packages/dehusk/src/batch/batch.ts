/**
 * Extracts a long stream of pages in worker threads, in input order and constant memory.
 *
 * At most a window of rows, bounded by number and bytes, is in flight. Rows are returned oldest first, so output order is input
 * order; a slow page delays only its window. The consumer sets the pace: lines are read only as rows are taken.
 */
import { availableParallelism } from 'node:os';
import { DEFAULT_EXTRACTOR, DEFAULT_LIMITS, PAGE_TYPES, type PageType, type RenderOptions } from '@dehusk/core';
import { checkChoice, extractorNamed, withDefaults } from '@dehusk/core/internal';
import { LINE_BYTES_PER_PAGE_BYTE, type RowId } from '../inputs/page-row.js';
import { type BatchTask, lineTasks, type WorkerTask } from './batch-task.js';
import { DEFAULT_FIELDS, type DefaultFieldName, type FieldName, fieldNamed, type RowFields } from './fields.js';
import { failedTask, idOfTask, type ProcessedLine, type RowWork } from './process-line.js';
import type { Progress } from './resume.js';
import { openWorkerPool } from './worker-pool.js';

export interface BatchOptions {
  /** Extractor, its options, language and limits, as for `extract()`. */
  readonly extraction?: RowWork['extraction'];
  /** Options of the formats; see `RenderOptions` of the core. */
  readonly rendering?: RenderOptions;
  /** Fields of an output row, in order; default {@link DEFAULT_FIELDS}. */
  readonly fields?: readonly string[];
  /** Worker threads; default: the machine's processor cores. */
  readonly threads?: number;
  /** Folder that relative paths start from; default: the current one. */
  readonly folder?: string;
  /** Field that holds a page's path; default `path`. */
  readonly pathField?: string;
  /** Progress of an earlier run, whose rows are skipped. Default: none. */
  readonly resume?: Progress;
  /** Heap of one worker in MiB; default `WORKER_MEGABYTES`. */
  readonly maxWorkerMegabytes?: number;
}

/** A page for a batch: a line of input as an object. One of `html`, `htmlBase64` and `path` is required. */
export interface BatchPage {
  readonly id?: RowId;
  readonly url?: string;
  readonly html?: string;
  readonly htmlBase64?: string;
  /** A file, plain or gzip, relative to {@link BatchOptions.folder}. */
  readonly path?: string;
  readonly charset?: string;
  readonly contentType?: string;
  /** The page's type, when it is known; overrides that of {@link BatchOptions.extraction}. */
  readonly pageType?: PageType;
}

/** An output row as an object with the fields requested. */
export type BatchRow<F extends FieldName = DefaultFieldName> = Pick<RowFields, F>;

/** The output to resume belongs to another input. */
export class ResumeMismatch extends Error {}

/** An output row. */
export interface BatchLine extends ProcessedLine {
  /** Position in the input just after this row's line, in bytes (of the unpacked stream; of the file for archives). */
  readonly endsAt: number;
}

/** Rows in flight per thread: enough that no thread waits while the oldest row is slow. */
const WINDOW_PER_THREAD = 8;
/** Input bytes in flight. */
const WINDOW_BYTES = 64 * 1024 * 1024;
/** CPU time a worker has beyond the core's own limit before it is ended, in milliseconds: reading, rendering. */
const GRACE_MILLISECONDS = 2_000;
/** Default heap of one worker in MiB: twenty times the largest real page seen (12 MB), columns and text included. */
export const WORKER_MEGABYTES = 1_024;

/**
 * Extracts pages in worker threads, in input order and constant memory: pages are taken from the iterable only as fast as rows
 * are taken from the result. Leaving the loop early ends the workers.
 *
 * @throws RangeError or TypeError, at the first row, for an unknown extractor, option or field
 */
export async function* batch<F extends FieldName = DefaultFieldName>(
  pages: AsyncIterable<BatchPage> | Iterable<BatchPage>,
  options: BatchOptions & { readonly fields?: readonly F[] } = {},
): AsyncGenerator<BatchRow<F>> {
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    for await (const page of pages) yield Buffer.from(`${JSON.stringify(page)}\n`);
  };
  for await (const row of batchLines(lines(), options)) yield JSON.parse(row.json) as BatchRow<F>;
}

/**
 * Runs a batch.
 *
 * @param input JSON lines as bytes, already unpacked
 * @returns a row for every line, in input order; `ok` is false, with a reason, when the line cannot be read or extracted
 * @throws RangeError or TypeError, before anything is read, for an unknown extractor, option or field
 */
export function batchLines(input: AsyncIterable<Uint8Array>, options: BatchOptions = {}): AsyncGenerator<BatchLine> {
  const { maxBytes } = { ...DEFAULT_LIMITS, ...options.extraction?.limits };
  return batchTasks(lineTasks(input, maxBytes * LINE_BYTES_PER_PAGE_BYTE), options);
}

/** Runs a batch over tasks of any kind; otherwise as {@link batchLines}. */
export async function* batchTasks(
  tasks: AsyncIterable<BatchTask>,
  options: BatchOptions = {},
): AsyncGenerator<BatchLine> {
  const extraction = options.extraction ?? {};
  const fields = options.fields ?? DEFAULT_FIELDS;
  withDefaults(extractorNamed(extraction.extractor ?? DEFAULT_EXTRACTOR), extraction.options);
  if (extraction.pageType) checkChoice('pageType', PAGE_TYPES, extraction.pageType);
  for (const name of fields) fieldNamed(name);

  const limits = { ...DEFAULT_LIMITS, ...extraction.limits };
  const work: RowWork = {
    row: { folder: options.folder ?? '.', pathField: options.pathField ?? 'path', maxBytes: limits.maxBytes },
    extraction,
    rendering: options.rendering ?? {},
    fields,
  };
  const threads = options.threads ?? availableParallelism();
  const pool = openWorkerPool<WorkerTask, ProcessedLine>({
    file: new URL('./worker.js', import.meta.url),
    threads,
    maxMilliseconds: limits.maxMilliseconds + GRACE_MILLISECONDS,
    maxMegabytes: options.maxWorkerMegabytes ?? WORKER_MEGABYTES,
    workerData: work,
  });
  const run = async ({ task, tooLong, endsAt }: BatchTask): Promise<BatchLine> => {
    const fail = (reason: 'bad-input' | 'timeout' | 'crashed', detail: string): BatchLine => ({
      ...failedTask(task, reason, detail, work),
      endsAt,
    });
    if (tooLong)
      return fail(
        'bad-input',
        `the line is longer than the ${limits.maxBytes * LINE_BYTES_PER_PAGE_BYTE} bytes allowed`,
      );
    const end = await pool.run(task);
    return end.ok ? { ...end.value, endsAt } : fail(end.reason, end.detail);
  };

  const inFlight: { readonly row: Promise<BatchLine>; readonly bytes: number }[] = [];
  let bytesInFlight = 0;
  const oldest = (): Promise<BatchLine> => {
    const { row, bytes } = inFlight.shift() as (typeof inFlight)[number];
    bytesInFlight -= bytes;
    return row;
  };
  try {
    let skipped = 0;
    const { rows: toSkip, lastId } = options.resume ?? { rows: 0, lastId: null };
    for await (const next of tasks) {
      if (skipped < toSkip) {
        skipped++;
        if (skipped === toSkip) checkResumed(idOfTask(next.task), lastId, toSkip);
        continue;
      }
      inFlight.push({ row: run(next), bytes: next.task.bytes.length });
      bytesInFlight += next.task.bytes.length;
      while (inFlight.length >= threads * WINDOW_PER_THREAD || bytesInFlight > WINDOW_BYTES) yield await oldest();
    }
    while (inFlight.length > 0) yield await oldest();
    if (skipped < toSkip)
      throw new ResumeMismatch(
        `the output has ${toSkip} rows, the input only ${skipped}: it is the output of another input`,
      );
  } finally {
    await pool.close();
  }
}

function checkResumed(got: RowId, expected: RowId, row: number): void {
  if (got !== expected)
    throw new ResumeMismatch(
      `row ${row} of the output has the id ${JSON.stringify(expected)}, of the input ${JSON.stringify(got)}: it is the output of another input`,
    );
}
