/**
 * One system over chosen pages of one dataset: kept outputs first, the rest through worker threads.
 */
import { createHash } from 'node:crypto';
import { hostParts } from '@dehusk/core/internal';
import type { Case, Dataset } from '../datasets/dataset.js';
import { outputCache } from './output-cache.js';
import type { System } from './system.js';
import { extractPages, type PageBatch, type PageOutput, type PoolOptions } from './worker-pool.js';

export interface RunOptions extends PoolOptions {
  /** Folder of the kept outputs; null keeps none. */
  readonly cacheFolder: string | null;
  /** Called with the number of pages done so far, kept ones included. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Outputs of all given pages, in their order. A system that learns sites reads the given pages of a domain in that order, and
 * knows of the others nothing.
 *
 * @throws Error when the system cannot be opened or a page's file is missing
 */
export async function runSystem(
  dataset: Dataset,
  cases: readonly Case[],
  system: System,
  options: RunOptions,
): Promise<readonly PageOutput[]> {
  // Stored outputs are a file already: keeping them again would only make a second copy.
  const cache =
    options.cacheFolder === null || system.spec.kind === 'stored'
      ? null
      : outputCache(options.cacheFolder, { name: dataset.name, sha256: dataset.sha256() }, keyedByPages(system, cases));
  const outputs = cache?.read(options.pageLimit) ?? new Map<string, PageOutput>();
  // What was learnt is not kept: a domain's pages are read anew when one is missing.
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

/** Pages that one worker has to read in order: those of a domain for a system that learns sites, else each by itself. */
function batchesOf(cases: readonly Case[], { spec }: System): readonly PageBatch[] {
  const batches = new Map<string, PageBatch[number][]>();
  for (const one of cases) {
    const { id, url, charset } = one;
    // The coarsest unit any learner has. The port and private suffixes tell no more.
    const domain =
      spec.kind === 'site' && url !== null && URL.canParse(url) ? hostParts(new URL(url).hostname).domain : '';
    const name = domain === '' ? `page ${id}` : `domain ${domain}`;
    const batch = batches.get(name) ?? [];
    batch.push({ id, url, charset, read: () => one.html() });
    batches.set(name, batch);
  }
  return [...batches.values()];
}

/** A learning system's output depends on the pages read before: other pages, other outputs. */
function keyedByPages(system: System, cases: readonly Case[]): System {
  if (system.spec.kind !== 'site') return system;
  const hash = createHash('sha256').update(system.key);
  for (const { id } of cases) hash.update('\0').update(id);
  return { ...system, key: hash.digest('hex') };
}
