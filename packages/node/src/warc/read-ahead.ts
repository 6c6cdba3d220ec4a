/** The pages of a WARC file, read in a thread: decompression and parsing do not block this one. */
import { on } from 'node:events';
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Parcel, ReaderData } from './reader-thread.js';
import { noWarcCounts, readWarcPages, type WarcPage, type WarcPageFault, type WarcPageOptions } from './warc-pages.js';

/** Files that are read here: starting a thread takes as long as reading them. */
const SMALL_BYTES = 2 ** 22;

/** As {@link readWarcPages}, which reads small files and what is no file; a few parcels of pages are read ahead. */
export async function* readWarcPagesAhead(
  path: string,
  given: Pick<WarcPageOptions, 'counts' | 'from' | 'maxBlockBytes'> = {},
): AsyncGenerator<WarcPage | WarcPageFault> {
  const { counts = noWarcCounts() } = given;
  const options = { ...given, counts };
  const stats = statSync(path);
  if (!stats.isFile() || stats.size < SMALL_BYTES)
    return yield* readWarcPages(path, { ...options, canReopen: stats.isFile() });
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: ReaderData = { path, options, taken };
  const thread = new Worker(new URL('./reader-thread.js', import.meta.url), { workerData });
  try {
    for await (const [parcel] of on(thread, 'message') as AsyncIterable<[Parcel]>) {
      Object.assign(counts, parcel.counts);
      yield* parcel.pages;
      if (parcel.isLast) return;
      Atomics.add(taken, 0, 1);
      Atomics.notify(taken, 0);
    }
  } finally {
    await thread.terminate();
  }
}
