/**
 * Extracts a long stream of pages in worker threads, in input order and constant memory.
 *
 * The consumer sets the pace: lines are read only as rows are taken (`in-order.ts`).
 */
import { availableParallelism } from 'node:os';
import type { PageType, RenderOptions } from '@dehusk/core';
import { resolveOptions } from '@dehusk/core/extend';
import {
  CALLBACK,
  checkOptions,
  DEFAULT_LIMITS,
  FLAG,
  listOf,
  type OptionDomains,
  orNull,
  RECORD,
  STRING,
  whole,
} from '@dehusk/html';
import { FILTER_DOMAINS } from '../extraction/filters.js';
import { inOrder, WINDOW_PER_THREAD } from '../extraction/in-order.js';
import { checkHostOptions } from '../extraction/overrides.js';
import { GRACE_MILLISECONDS } from '../extraction/within-time.js';
import { WORKER_MEGABYTES, WorkerPool } from '../extraction/worker-pool.js';
import { defined } from '../json-schema.js';
import type { FoundPage, RowId } from '../readers/input.js';
import type { FieldNames } from '../readers/page-row.js';
import { idOfFound } from '../readers/page-row.js';
import {
  type ExtractedRow,
  extractRow,
  failedRow,
  type RowExtraction,
  type RowObject,
  type RowWork,
} from './extract-row.js';
import { checkRowField, DEFAULT_FIELDS, type DefaultFieldName, type RowFields } from './fields.js';
import type { Progress } from './resume.js';

export interface BatchOptions {
  /** Extractor, its options, selectors, language and limits, as for `extract()`, and overrides by host. */
  readonly extraction?: RowWork['extraction'];
  /** Options of the formats; see `RenderOptions` of the core. */
  readonly rendering?: RenderOptions;
  /** Pages to refuse by language, length and confidence; default none. */
  readonly filters?: RowWork['filters'];
  /** Fields of an output row, in order; default {@link DEFAULT_FIELDS}. */
  readonly fields?: readonly string[];
  /** Layout of the rows of pages with text, in place of `fields`; default none. Other rows keep `fields`. */
  readonly preset?: RowWork['preset'];
  /** Worker threads; default: the machine's processor cores. */
  readonly threads?: number;
  /** Folder that relative paths start from; default: the current one. */
  readonly folder?: string;
  /** Folder that paths may not leave, links included; default: the one that they start from. */
  readonly root?: string;
  /** Field that holds a page's path; default `path`. */
  readonly pathField?: string;
  /** Names of the fields of an input row; default `html`, `url`, `id`. */
  readonly names?: FieldNames;
  /** Whether a row keeps the other fields of its input row; default false. */
  readonly passthrough?: boolean;
  /** Progress of an earlier run, whose rows are skipped. Default: none. */
  readonly resume?: Progress;
  /** Heap of one worker in MiB; default `WORKER_MEGABYTES`. */
  readonly maxWorkerMegabytes?: number;
  /** Extracts a page in this thread, in place of the workers and {@link extraction}; default none. */
  readonly extract?: RowExtraction;
}

const OPTIONS: OptionDomains<BatchOptions> = {
  ...{ extraction: RECORD, rendering: RECORD, filters: RECORD, preset: orNull(RECORD), resume: RECORD, names: RECORD },
  ...{ fields: listOf(STRING), folder: STRING, root: orNull(STRING), pathField: STRING, passthrough: FLAG },
  ...{ threads: whole(1, 1_024), maxWorkerMegabytes: whole(1), extract: CALLBACK },
};
/** Options of an extraction that a row has, or that no worker can be sent. */
const SET_BY_ROWS = ['url', 'httpCharset', 'mediaType', 'detectLanguage', 'clock', 'site'] as const;

/** A page for a batch: a line of input as an object. One of `html`, `htmlBase64` and `path` is required. */
export interface BatchPage {
  readonly id?: RowId;
  readonly url?: string;
  readonly html?: string;
  readonly htmlBase64?: string;
  /** A file, plain or gzip, relative to {@link BatchOptions.folder} and inside of {@link BatchOptions.root}. */
  readonly path?: string;
  readonly charset?: string;
  readonly contentType?: string;
  /** The page's type, when it is known; overrides that of {@link BatchOptions.extraction}. */
  readonly pageType?: PageType;
}

/** An output row as an object with the fields requested. */
export type BatchRow<F extends keyof RowFields = DefaultFieldName> = Pick<RowFields, F>;

/** The output to resume belongs to another input. */
export class ResumeMismatch extends Error {}

/** A row, a line of JSON in UTF-8 or an object. */
export interface BatchOutput<Row extends RowObject | Uint8Array> extends ExtractedRow<Row> {
  /** Share of all inputs up to and with this row, 0 to 1; left out where it is unknown. */
  readonly share?: number;
}

/**
 * Extracts pages in worker threads, in input order and constant memory: pages are taken from the iterable only as fast as rows
 * are taken from the result. Leaving the loop early ends the workers.
 *
 * @throws RangeError or TypeError, at the first row, for an unknown extractor, option or field
 */
export async function* batch<F extends keyof RowFields = DefaultFieldName>(
  pages: AsyncIterable<BatchPage> | Iterable<BatchPage>,
  options: Omit<BatchOptions, 'preset'> & { readonly fields?: readonly F[] } = {},
): AsyncGenerator<BatchRow<F>> {
  const { folder = '.', root, pathField = 'path' } = options;
  const files = { folder, root: root ?? folder, pathField };
  const found = async function* (): AsyncGenerator<FoundPage> {
    let number = 0;
    for await (const page of pages) {
      const from = { input: '', name: `page ${++number}`, id: null, place: '', number, line: number, changedAt: null };
      const size = page?.html?.length ?? page?.htmlBase64?.length ?? 0;
      yield { ...from, size, kind: 'row', row: page as RowObject, files };
    }
  };
  for await (const { row } of batchRows(found(), options)) yield row as unknown as BatchRow<F>;
}

/**
 * Runs a batch whose rows are objects.
 *
 * @returns a row for every page, in input order; `ok` is false, with a reason, when the page cannot be read or extracted
 * @throws RangeError or TypeError, before anything is read, for an unknown extractor, option or field
 */
export function batchRows(pages: AsyncIterable<FoundPage>, options: BatchOptions = {}) {
  return runBatch(pages, options, false) as AsyncGenerator<BatchOutput<RowObject>>;
}

/** As {@link batchRows}, with rows as lines of JSON. */
export function batchLines(pages: AsyncIterable<FoundPage>, options: BatchOptions = {}) {
  return runBatch(pages, options, true) as AsyncGenerator<BatchOutput<Uint8Array>>;
}

async function* runBatch(pages: AsyncIterable<FoundPage>, options: BatchOptions, asLines: boolean) {
  const extraction = options.extraction ?? {};
  const fields = options.fields ?? DEFAULT_FIELDS;
  checkOptions('batch', options, OPTIONS);
  checkHostOptions('extraction', extraction, SET_BY_ROWS);
  resolveOptions('rendering', options.rendering ?? {});
  checkOptions('filters', options.filters ?? {}, FILTER_DOMAINS);
  for (const name of fields) checkRowField(name);

  const limits = { ...DEFAULT_LIMITS, ...extraction.limits };
  const { names, passthrough = false } = options;
  const work: RowWork = {
    row: { maxBytes: limits.maxBytes, names, keepsOthers: passthrough },
    extraction,
    rendering: options.rendering ?? {},
    filters: options.filters ?? {},
    preset: options.preset ?? null,
    fields,
    asLines,
  };
  const rest = afterResumed(pages, { names }, options.resume);
  const threads = options.threads ?? availableParallelism();
  const pool =
    options.extract !== undefined
      ? null
      : new WorkerPool<FoundPage, ExtractedRow>({
          file: new URL('./worker.js', import.meta.url),
          threads,
          maxMilliseconds: limits.maxMilliseconds + GRACE_MILLISECONDS,
          maxMegabytes: options.maxWorkerMegabytes ?? WORKER_MEGABYTES,
          workerData: work,
        });
  const rowOf = async (found: FoundPage): Promise<ExtractedRow> => {
    if (pool === null) return extractRow(found, work, options.extract);
    const end = await pool.run(found);
    return end.ok ? end.value : failedRow(found, end.reason === 'aborted' ? 'crashed' : end.reason, end.detail, work);
  };

  try {
    yield* inOrder(rest, async (found) => ({ ...(await rowOf(found)), ...defined({ share: found.share }) }), {
      maxItems: pool === null ? 1 : threads * WINDOW_PER_THREAD,
      bytesOf: ({ size }) => size,
    });
  } finally {
    await pool?.close();
  }
}

/** The pages that an earlier run has not done. @throws ResumeMismatch when its output belongs to another input */
async function* afterResumed(
  pages: AsyncIterable<FoundPage>,
  options: Parameters<typeof idOfFound>[1],
  { rows, lastId }: Progress = { rows: 0, lastId: null },
): AsyncGenerator<FoundPage> {
  let skipped = 0;
  for await (const next of pages) {
    if (skipped === rows) yield next;
    else if (++skipped === rows) {
      const got = idOfFound(next, options);
      if (got !== lastId)
        throw new ResumeMismatch(
          `row ${rows} of the output has the id ${JSON.stringify(lastId)}, of the input ${JSON.stringify(got)}: it is the output of another input`,
        );
    }
  }
  if (skipped < rows)
    throw new ResumeMismatch(
      `the output goes up to row ${rows}, the input only to ${skipped}: it is the output of another input`,
    );
}
