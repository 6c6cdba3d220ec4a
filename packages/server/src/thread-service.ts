/** The service over a bounded pool of worker threads: a page that hangs or kills its thread ends alone. */
import { DEFAULT_LIMITS, type Limits } from '@dehusk/html';
import {
  DEFAULT_FIELDS,
  failedRow,
  GRACE_MILLISECONDS,
  inOrder,
  LINE_BYTES_PER_PAGE_BYTE,
  type Line,
  lineFound,
  type RowWork,
  readLines,
  WORKER_MEGABYTES,
  WorkerPool,
} from '@dehusk/node';
import type { Store } from '@dehusk/stream';
import type { RequestWork } from './page-work.js';

import type { ServerAnswer, ServerTask } from './server-worker.js';
import type { Answer, Busy, ExtractionService, GivenExtraction, NoText } from './service.js';
import { openSiteService } from './site-service.js';
import type { SiteWork } from './site-work.js';

export interface ThreadServiceOptions {
  /** Worker threads. */
  readonly threads: number;
  /** Pages that may wait for a thread; a page more is `busy`. */
  readonly queue: number;
  /** Bounds on one page. */
  readonly limits?: Partial<Limits>;
  /** Keeps models of sites; the service closes it. Default: none are kept. */
  readonly store?: Store;
  /** Heap of one worker in MiB; default `WORKER_MEGABYTES`. */
  readonly maxWorkerMegabytes?: number;
}

/** For clients; what the worker said may have paths of the server. */
const CRASHED =
  'its worker ended: the page takes more memory than the server allows, or it is a mistake of the program';

/** Lines of one batch in flight per thread. */
const BATCH_WINDOW = 2;
/** Batches at once per thread. */
const BATCHES_PER_THREAD = 4;

/** Opens the service. Threads start with their first page. */
export function openThreadService(options: ThreadServiceOptions): ExtractionService {
  const { threads, queue } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const pool = new WorkerPool<ServerTask, ServerAnswer>({
    file: new URL('./server-worker.js', import.meta.url),
    threads,
    maxMilliseconds: limits.maxMilliseconds + GRACE_MILLISECONDS,
    maxMegabytes: options.maxWorkerMegabytes ?? WORKER_MEGABYTES,
    workerData: { limits },
  });
  let accepted = 0;
  let batches = 0;

  async function work(task: RequestWork | SiteWork, signal?: AbortSignal): Promise<ServerAnswer | Busy> {
    if (accepted >= threads + queue) return { kind: 'busy' };
    accepted++;
    try {
      const end = await pool.run(task, signal);
      if (end.ok) return end.value;
      return { kind: 'no-text', reason: end.reason === 'crashed' ? 'internal-error' : end.reason, detail: end.detail };
    } finally {
      accepted--;
    }
  }

  /** Only work with sites ends as `site-done`. */
  const answer = (task: RequestWork, signal?: AbortSignal): Promise<Answer> => work(task, signal) as Promise<Answer>;
  const sites =
    options.store === undefined
      ? null
      : openSiteService(
          options.store,
          (task) => work(task) as Promise<Exclude<ServerAnswer | Busy, { kind: 'done' }>>,
          threads + queue,
        );

  function rowWork(extraction: GivenExtraction, fields: readonly string[] | null): RowWork {
    return {
      row: { maxBytes: limits.maxBytes },
      extraction: { ...extraction, limits },
      rendering: {},
      filters: {},
      fields: fields ?? DEFAULT_FIELDS,
      preset: null,
      asLines: true,
    };
  }

  async function* rows(lines: AsyncIterable<Uint8Array>, work: RowWork): AsyncGenerator<Uint8Array> {
    const run = async (line: Line): Promise<Uint8Array> => {
      const page = { input: '', name: `line ${line.number}`, id: null, place: '', ...lineFound(line, null, null) };
      const found = { ...page, number: line.number };
      const end = await pool.run({ ...found, kind: 'batch', work }, undefined, true);
      if (end.ok && end.value.kind === 'done') return end.value.bytes;
      const { reason, detail } = end.ok ? (end.value as NoText) : end;
      const isLate = reason === 'timeout';
      return failedRow(found, isLate ? reason : 'crashed', isLate ? detail : CRASHED, work).row as Uint8Array;
    };
    const read = readLines(lines, limits.maxBytes * LINE_BYTES_PER_PAGE_BYTE);
    try {
      yield* inOrder(read, run, { maxItems: threads * BATCH_WINDOW, bytesOf: ({ bytes }) => bytes.length });
    } finally {
      batches--;
    }
  }

  return {
    extract: (page, extraction, output, signal) => answer({ kind: 'page', ...page, extraction, output }, signal),
    explain: (page, extraction, signal) => answer({ kind: 'page', ...page, extraction, output: null }, signal),
    batch(lines, extraction, fields) {
      if (batches >= threads * BATCHES_PER_THREAD) return null;
      batches++;
      return rows(lines, rowWork(extraction, fields));
    },
    sites,
    get load() {
      const working = Math.min(accepted, threads);
      return { working, waiting: accepted - working, queue, threads };
    },
    async close() {
      // First, because the sites wait for their work.
      await pool.close();
      await sites?.close();
    },
  };
}
