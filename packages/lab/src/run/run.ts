/**
 * Selects pages of a dataset and runs one system over them: stored outputs first, the rest through worker threads.
 *
 * A sample is the pages with the smallest hashes of their ids: the same on every machine, and a smaller sample is part of a
 * larger one, so that stored outputs serve both.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hostParts } from '@dehusk/core/extend';
import { WorkerPool } from '@dehusk/node';
import type { Case, Dataset } from '../datasets/dataset.js';
import { foldOf } from '../datasets/split.js';
import { isOurs, type PageInput, type System, type SystemOutput, type SystemSpec } from './system.js';

export interface CaseSelection {
  /** At most this many pages, sampled by hash of the id; null takes all. */
  readonly limit: number | null;
  /** In page streams: only articles, only index pages, or (null) both. */
  readonly kind: 'article' | 'index' | null;
  /** Only the sites of one fold, by a hash of the domain; null takes all. */
  readonly split: { readonly fold: number; readonly folds: number; readonly salt?: string } | null;
}

export const EVERYTHING: CaseSelection = { limit: null, kind: null, split: null };

/** The chosen pages, in the dataset's order. */
export function select(cases: readonly Case[], selection: CaseSelection): readonly Case[] {
  const { kind, limit, split } = selection;
  const ofKind = cases.filter(
    (one) =>
      (kind === null || one.kind === null || one.kind === kind) &&
      (split === null || foldOf(one, split.folds, split.salt ?? '') === split.fold),
  );
  if (limit === null || limit >= ofKind.length) return ofKind;
  const ranked = ofKind.map(({ id }) => ({ id, rank: createHash('sha256').update(id).digest('hex') }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const chosen = new Set(ranked.slice(0, limit).map(({ id }) => id));
  return ofKind.filter(({ id }) => chosen.has(id));
}

/** The selection for signatures; empty when every page of the dataset was scored. */
export function describeSelection(selection: CaseSelection, cases: readonly Case[], all: number): string {
  const chosen = cases.length;
  if (chosen === all) return '';
  const kind = selection.kind === null || cases.every((one) => one.kind === null) ? '' : `|kind:${selection.kind}`;
  const split =
    selection.split === null
      ? ''
      : `|split:${selection.split.fold}/${selection.split.folds}${selection.split.salt ? `:${selection.split.salt}` : ''} by domain hash`;
  const sampled = selection.limit !== null && chosen === selection.limit ? `|sample:${chosen}/${all} by id hash` : '';
  return `${kind}${split}${sampled}`;
}

interface SystemRunOptions extends PoolOptions {
  /** Folder of the stored outputs; null stores none. */
  readonly cacheFolder: string | null;
  /** Called with the number of pages done so far, stored ones included. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Outputs of all given pages, in their order. A system that learns sites reads the given pages of each domain in that order and no
 * others.
 * @throws Error when the system cannot be opened or a page's file is missing
 */
export async function runSystem(
  dataset: Dataset,
  cases: readonly Case[],
  system: System,
  options: SystemRunOptions,
): Promise<readonly PageOutput[]> {
  // Stored outputs are a file already.
  const cache =
    options.cacheFolder === null || system.spec.kind === 'stored'
      ? null
      : outputCache(options.cacheFolder, { name: dataset.name, sha256: dataset.sha256() }, keyedByPages(system, cases));
  const outputs = cache?.read(options.pageLimit) ?? new Map<string, PageOutput>();
  // Models are not stored: all pages of a domain are read again when one is missing.
  const batches = batchesOf(cases, system).filter((batch) => batch.some(({ id }) => !outputs.has(id)));
  let done = cases.length - batches.reduce((sum, batch) => sum + batch.length, 0);
  options.onProgress?.(done);
  await extractPages(system.spec, batches, options, (output) => {
    outputs.set(output.id, output);
    cache?.add(output, options.pageLimit);
    options.onProgress?.(++done);
  });
  return cases.map(({ id }) => {
    const output = outputs.get(id);
    if (output === undefined) throw new Error(`no output for page ${id}: two pages of ${dataset.name} share an id?`);
    return output;
  });
}

/** Pages that one worker must read in order: those of a domain for a system that learns sites, else single pages. */
function batchesOf(cases: readonly Case[], { spec }: System): readonly PageBatch[] {
  const batches = new Map<string, PageBatch[number][]>();
  for (const one of cases) {
    const { id, url, charset } = one;
    // The coarsest unit of any learner.
    const domain =
      spec.kind === 'site' && url !== null && URL.canParse(url) ? hostParts(new URL(url).hostname).domain : '';
    const name = domain === '' ? `page ${id}` : `domain ${domain}`;
    const batch = batches.get(name) ?? [];
    batch.push({ id, url, charset, read: () => one.html() });
    batches.set(name, batch);
  }
  return [...batches.values()];
}

/** The output of a learning system depends on the pages read before, so they are part of its key. */
function keyedByPages(system: System, cases: readonly Case[]): System {
  if (system.spec.kind !== 'site') return system;
  const hash = createHash('sha256').update(system.key);
  for (const { id } of cases) hash.update('\0').update(id);
  return { ...system, key: hash.digest('hex') };
}

// Stores finished pages, so that an interrupted run continues where it stopped and a second run only scores.
//
// One file of JSON lines per dataset and system, appended page by page: `<folder>/outputs/<dataset>/<system>-<key>.jsonl`.
// The key covers the dataset's digest and everything the output depends on (code, options, package versions), so a changed
// extractor starts a new file. A truncated line is dropped and its page is run again.

/** Default folder of stored outputs, in the current folder. */
export const CACHE_FOLDER = '.dehusk-lab';

/** Hex digits of a digest in file names. */
const DIGITS = 16;

/** The cache of one system's outputs on one dataset. Touches the disk only when read or added to. */
export function outputCache(
  folder: string,
  dataset: { readonly name: string; readonly sha256: string },
  system: System,
) {
  const part = (name: string, digest: string): string => `${fileName(name)}-${digest.slice(0, DIGITS)}`;
  const of = part(dataset.name, dataset.sha256);
  const path = join(folder, 'outputs', of, `${part(system.name, system.key)}.jsonl`);
  return {
    /** The stored outputs by page id, without pages that timed out under a smaller limit than `pageLimit`. */
    read(pageLimit: number): Map<string, PageOutput> {
      const outputs = new Map<string, PageOutput>();
      if (!existsSync(path)) return outputs;
      for (const line of readFileSync(path, 'utf8').split('\n')) {
        const kept = parseLine(line);
        if (kept === null) continue;
        const { pageLimit: limitThen, ...output } = kept;
        if (output.reason === 'timeout' && limitThen < pageLimit) outputs.delete(output.id);
        else outputs.set(output.id, output);
      }
      return outputs;
    },
    add(output: PageOutput, pageLimit: number): void {
      mkdirSync(dirname(path), { recursive: true });
      // A line break first, so that a truncated last line stays separate.
      appendFileSync(path, `\n${JSON.stringify({ ...output, pageLimit })}`);
    },
  };
}

function parseLine(line: string): (PageOutput & { pageLimit: number }) | null {
  try {
    const read = JSON.parse(line);
    return read?.id === undefined ? null : read;
  } catch {
    return null;
  }
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80);
}

// Extracts pages in worker threads: a page that hangs or kills its thread costs that page alone.

interface PoolOptions {
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
type PageBatch = readonly SystemTask[];

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
 * @param batches one page each where pages are independent. The models of a worker that ends within a batch are lost
 * @param onOutput called once per page
 * @throws Error when the system cannot be opened at all, or a page cannot be read
 */
async function extractPages(
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
