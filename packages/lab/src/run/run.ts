/**
 * One system over chosen pages of one dataset: kept outputs first, the rest through worker threads.
 */
import type { Case, Dataset } from '../datasets/dataset.js';
import { outputCache } from './output-cache.js';
import type { System } from './system.js';
import { extractPages, type PageOutput, type PoolOptions } from './worker-pool.js';

export interface RunOptions extends PoolOptions {
  /** Folder of the kept outputs; null keeps none. */
  readonly cacheFolder: string | null;
  /** Called with the number of pages done so far, kept ones included. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Outputs of all given pages, in their order.
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
      : outputCache(options.cacheFolder, { name: dataset.name, sha256: dataset.sha256() }, system);
  const outputs = cache?.read(options.pageLimit) ?? new Map<string, PageOutput>();
  const missing = cases.filter(({ id }) => !outputs.has(id));
  let done = cases.length - missing.length;
  options.onProgress?.(done);
  const tasks = missing.map((one) => ({ id: one.id, url: one.url, charset: one.charset, read: () => one.html() }));
  await extractPages(system.spec, tasks, options, (output) => {
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
