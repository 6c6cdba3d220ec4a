/** Extracts pages in worker threads: a page that hangs or kills its thread costs that page alone. */
import { WorkerPool } from '@dehusk/node';
import { isOurs, type PageInput, type SystemOutput, type SystemSpec } from './system.js';

export interface PoolOptions {
  readonly concurrency: number;
  /** Milliseconds of CPU time that a page may take; without any, ten times as long by the clock. */
  readonly pageLimit: number;
  /** Pages after which a worker is replaced. */
  readonly pagesPerWorker: number;
  /** Heap of one worker in MB; a worker that needs more dies, and its page counts as `crash`. */
  readonly heapLimit: number;
}

/** Limit 15 s: three times the slowest page that any peer finished in the development sets. */
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

/** A page with the system that reads it: a thread of ours serves one after another. Each run opens its system again: some learn. */
export interface SystemPage {
  readonly run: number;
  readonly spec: SystemSpec;
  readonly page: PageInput;
}

/** `unusable`: why the system cannot be opened. */
export type SystemAnswer = { readonly unusable: string } | (SystemOutput & { readonly milliseconds: number });

let runs = 0;

type SystemPool = WorkerPool<SystemPage, SystemAnswer>;

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
  const run = ++runs;
  let next = 0;
  const slot = async (): Promise<void> => {
    let pool = isOurs(spec) ? takeIdle(options) : openPool(options);
    let done = 0;
    try {
      while (next < batches.length) {
        for (const page of batches[next++]) {
          onOutput(await extractOne(pool, { run, spec }, page));
          done++;
        }
        if (done < options.pagesPerWorker) continue;
        await pool.close();
        pool = openPool(options);
        done = 0;
      }
    } catch (thrown) {
      next = batches.length;
      throw thrown;
    } finally {
      if (isOurs(spec)) idle.push({ pool, key: keyOf(options) });
      else await pool.close();
    }
  };
  const slots = Array.from({ length: Math.min(options.concurrency, batches.length) }, slot);
  for (const one of await Promise.allSettled(slots)) if (one.status === 'rejected') throw one.reason;
}

/**
 * Threads between two runs. Our extractors are pure functions over the same parser, so they reuse warm threads; other systems, whose
 * packages may keep state or patch built-ins, never share one.
 */
const idle: { readonly pool: SystemPool; readonly key: string }[] = [];

const keyOf = ({ heapLimit, pageLimit }: PoolOptions): string => `${heapLimit} ${pageLimit}`;

function takeIdle(options: PoolOptions): SystemPool {
  const at = idle.findIndex(({ key }) => key === keyOf(options));
  return at < 0 ? openPool(options) : idle.splice(at, 1)[0].pool;
}

function openPool({ heapLimit, pageLimit }: PoolOptions): SystemPool {
  const file = new URL('./worker.js', import.meta.url);
  return new WorkerPool({ file, workerData: null, threads: 1, maxMegabytes: heapLimit, maxMilliseconds: pageLimit });
}

/** Ends the threads that wait for a next run; until then the process stays. */
export async function closeIdleWorkers(): Promise<void> {
  await Promise.all(idle.splice(0).map(({ pool }) => pool.close()));
}

async function extractOne(
  pool: SystemPool,
  about: Omit<SystemPage, 'page'>,
  { read, ...page }: SystemTask,
): Promise<PageOutput> {
  const started = performance.now();
  const end = await pool.run({ ...about, page: { ...page, html: read() } });
  if (!end.ok) {
    const reason = end.reason === 'timeout' ? 'timeout' : 'crash';
    return { id: page.id, text: '', reason, detail: end.detail, milliseconds: performance.now() - started };
  }
  if ('unusable' in end.value)
    throw new Error(`the extractor ${about.spec.name} cannot be opened: ${end.value.unusable}`);
  return { id: page.id, ...end.value };
}
