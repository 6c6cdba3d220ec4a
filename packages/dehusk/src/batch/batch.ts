/**
 * A long stream of pages, by worker threads, in input order and constant memory.
 *
 * Lines are read only while there is room: at most a window of rows, and at most so many bytes, are on their way at once.
 * The oldest row is given out first, so output order is input order whatever the threads; a slow page holds back the
 * window and nothing more. Whoever reads the rows sets the pace: no row is read from, no line is read in.
 */
import { availableParallelism } from 'node:os';
import { DEFAULT_EXTRACTOR, DEFAULT_LIMITS, type RenderOptions } from '@dehusk/core';
import { extractorNamed, withDefaults } from '@dehusk/core/internal';
import { LINE_BYTES_PER_PAGE_BYTE, type RowId } from '../inputs/page-row.js';
import { type BatchTask, lineTasks, type WorkerTask } from './batch-task.js';
import { DEFAULT_FIELDS, fieldNamed } from './fields.js';
import { failedTask, idOfTask, type ProcessedLine, type RowWork } from './process-line.js';
import type { Progress } from './resume.js';
import { openWorkerPool } from './worker-pool.js';

export interface BatchOptions {
  /** Extractor, its options, language and limits, as for `extract()`. */
  readonly extraction?: RowWork['extraction'];
  /** What formats leave out; see `RenderOptions` of the core. */
  readonly rendering?: RenderOptions;
  /** Fields of an output row, in order; default {@link DEFAULT_FIELDS}. */
  readonly fields?: readonly string[];
  /** Worker threads; default: what the machine has. */
  readonly threads?: number;
  /** Folder that relative paths start from; default: the current one. */
  readonly folder?: string;
  /** Field that holds a page's path; default `path`. */
  readonly pathField?: string;
  /** How far an earlier run came: so many rows are left out at the start. Default: none. */
  readonly resume?: Progress;
  /** Heap of one worker in MiB; default `WORKER_MEGABYTES`. */
  readonly maxWorkerMegabytes?: number;
}

/** The output of an earlier run belongs to another input. */
export class ResumeMismatch extends Error {}

/** A row on its way out. */
export interface BatchLine extends ProcessedLine {
  /** Position in the input just after this row's line, in bytes (of the unpacked stream; of the file for archives). */
  readonly endsAt: number;
}

/** Rows on their way at once, for each thread: enough that no thread waits while the oldest row is slow. */
const WINDOW_PER_THREAD = 8;
/** Input bytes on their way at once. */
const WINDOW_BYTES = 64 * 1024 * 1024;
/** Time a worker has over the core's own limit before it is ended, in milliseconds: start, reading, rendering. */
const GRACE_MILLISECONDS = 2_000;
/** Default heap of one worker in MiB: twenty times the largest real page seen (12 MB), columns and text included. */
export const WORKER_MEGABYTES = 1_024;

/**
 * Runs a batch.
 *
 * @param input JSON lines as bytes, already unpacked
 * @returns one row a line, in input order; a line that cannot be read or extracted is a row with `ok` false and a reason
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

  const onTheWay: { readonly row: Promise<BatchLine>; readonly bytes: number }[] = [];
  let bytesOnTheWay = 0;
  const oldest = (): Promise<BatchLine> => {
    const { row, bytes } = onTheWay.shift() as (typeof onTheWay)[number];
    bytesOnTheWay -= bytes;
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
      onTheWay.push({ row: run(next), bytes: next.task.bytes.length });
      bytesOnTheWay += next.task.bytes.length;
      while (onTheWay.length >= threads * WINDOW_PER_THREAD || bytesOnTheWay > WINDOW_BYTES) yield await oldest();
    }
    while (onTheWay.length > 0) yield await oldest();
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
