/**
 * Runs one system over many pages in worker threads.
 *
 * A synchronous extractor that hangs can only be stopped from outside, hence threads and a wall-clock limit. A worker that
 * exceeds the limit is terminated and its page counts as `timeout`; a worker that dies (out of memory, `process.exit`)
 * counts as `crash`. Workers are also replaced every few hundred pages because DOM libraries leak memory.
 *
 * Tinypool, which `dehusk batch` uses, does not fit: the pages of a site must reach the same thread in order, each with its
 * own limit, and a thread must be replaceable after a number of pages.
 */
import { Worker } from 'node:worker_threads';
import { nextMessage } from './next-message.js';
import { isOurs, type PageInput, type SystemOutput, type SystemSpec } from './system.js';

export interface PoolOptions {
  readonly concurrency: number;
  /** Wall-clock milliseconds a page may take. */
  readonly pageLimit: number;
  /** Pages after which a worker is replaced. */
  readonly pagesPerWorker: number;
  /** Heap of one worker in MB; a worker that needs more dies, and its page counts as `crash`. */
  readonly heapLimit: number;
}

/** Limit 15 s: three times the slowest page that any peer finished in the development sets on two shared cores. */
export const DEFAULT_POOL: Omit<PoolOptions, 'concurrency'> = {
  pageLimit: 15_000,
  pagesPerWorker: 200,
  heapLimit: 2_048,
};

/** Pages that may depend on those before them: one worker extracts them in order. */
export type PageBatch = readonly SystemTask[];

/** A page that is read when its turn comes, so that a long list costs no memory. */
interface SystemTask extends Omit<PageInput, 'html'> {
  read(): Uint8Array;
}

export interface PageOutput extends SystemOutput {
  readonly id: string;
  /** Wall-clock milliseconds of this page in its worker; for `timeout` and `crash`, until the worker's end. */
  readonly milliseconds: number;
}

export type ToSystemWorker =
  | { readonly type: 'open'; readonly spec: SystemSpec }
  | { readonly type: 'page'; readonly page: PageInput };

export type FromSystemWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'unusable'; readonly detail: string }
  | ({ readonly type: 'done'; readonly milliseconds: number } & SystemOutput);

/** Milliseconds to open a system, which may import a large DOM library. */
const OPENING_LIMIT = 60_000;

/**
 * Extracts every page, batches in no particular order of completion.
 *
 * @param batches one page each where pages are independent. The models of a worker that ends within a batch are lost
 * @param onOutput called once per page
 * @throws Error when the system cannot be opened at all, or a page cannot be read
 */
export async function extractPages(
  spec: SystemSpec,
  batches: readonly PageBatch[],
  options: PoolOptions,
  onOutput: (output: PageOutput) => void,
): Promise<void> {
  let next = 0;
  let failed = false;
  const workerSlot = async (): Promise<void> => {
    let worker: Worker | null = null;
    let done = 0;
    const end = async (): Promise<void> => {
      await worker?.terminate();
      worker = null;
      done = 0;
    };
    try {
      while (next < batches.length && !failed) {
        for (const page of batches[next++]) {
          worker ??= await openWorker(spec, options);
          const output = await extractOne(worker, page, options.pageLimit);
          onOutput(output);
          done++;
          if (output.reason === 'timeout' || output.reason === 'crash') await end();
        }
        if (done >= options.pagesPerWorker) await end();
      }
    } catch (thrown) {
      failed = true;
      throw thrown;
    } finally {
      if (worker !== null) await releaseWorker(worker, spec, options);
    }
  };
  const slots = Array.from({ length: Math.min(options.concurrency, batches.length) }, workerSlot);
  for (const one of await Promise.allSettled(slots)) if (one.status === 'rejected') throw one.reason;
}

/**
 * Workers between two runs. Our extractors are pure functions over the same parser, so they reuse warm threads; other
 * systems, whose packages may keep state or patch built-ins, never share one.
 */
const idle: { readonly worker: Worker; readonly heapLimit: number }[] = [];

/** Keeps a worker for our next extractor, or ends it. */
async function releaseWorker(worker: Worker, spec: SystemSpec, { heapLimit }: PoolOptions): Promise<void> {
  if (!isOurs(spec)) {
    await worker.terminate();
    return;
  }
  // An idle thread must not keep the process alive.
  worker.unref();
  idle.push({ worker, heapLimit });
}

async function openWorker(spec: SystemSpec, { heapLimit }: PoolOptions): Promise<Worker> {
  const at = isOurs(spec) ? idle.findIndex((one) => one.heapLimit === heapLimit) : -1;
  const worker = at < 0 ? startWorker(heapLimit) : idle.splice(at, 1)[0].worker;
  worker.ref();
  const pending = nextMessage<FromSystemWorker>(worker, OPENING_LIMIT);
  worker.postMessage({ type: 'open', spec } satisfies ToSystemWorker);
  const answer = await pending;
  if (answer.type === 'ready') return worker;
  await worker.terminate();
  throw new Error(`the extractor ${spec.name} cannot be opened: ${answer.detail}`);
}

function startWorker(heapLimit: number): Worker {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapLimit },
  });
  // An error event without a listener would end the process.
  worker.on('error', () => {});
  return worker;
}

async function extractOne(worker: Worker, page: SystemTask, pageLimit: number): Promise<PageOutput> {
  const { id, url, charset } = page;
  const html = page.read();
  const started = performance.now();
  const pending = nextMessage<FromSystemWorker>(worker, pageLimit);
  worker.postMessage({ type: 'page', page: { id, url, charset, html } } satisfies ToSystemWorker);
  const answer = await pending;
  if (answer.type === 'done') {
    const { text, reason, detail, milliseconds } = answer;
    return { id, text, reason, detail, milliseconds };
  }
  const reason = answer.type === 'late' ? 'timeout' : 'crash';
  const detail = 'detail' in answer ? answer.detail : answer.type;
  return { id, text: '', reason, detail, milliseconds: performance.now() - started };
}
