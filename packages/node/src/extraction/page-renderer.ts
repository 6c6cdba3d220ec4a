import { DEFAULT_LIMITS } from '@dehusk/html';
import type { RawPage } from '../raw-page.js';
import { openDeduplicator } from './deduplicate.js';
import { type PageWork, type RenderedPage, renderPage } from './render-page.js';
import { GRACE_MILLISECONDS } from './within-time.js';
import { WORKER_MEGABYTES, WorkerPool } from './worker-pool.js';

/** Extracts pages, here or in threads. Close it, or the process stays. */
export interface PageRenderer {
  /** @param name of the page, for messages */
  run(page: RawPage, name: string): Promise<RenderedPage>;
  close(): Promise<void>;
}

/**
 * Opens a renderer.
 *
 * @param threads worker threads, in which a page that hangs or takes all memory fails alone; 0: this thread, which is ready
 *   at once
 */
export function openPageRenderer(work: PageWork, threads: number): PageRenderer {
  if (threads === 0) {
    const distinct = work.deduplicate ? openDeduplicator() : undefined;
    return { run: (task) => renderPage(task, work, distinct), close: async () => {} };
  }
  const { maxMilliseconds } = { ...DEFAULT_LIMITS, ...work.extraction.limits };
  const pool = new WorkerPool<RawPage, RenderedPage>({
    file: new URL('./page-worker.js', import.meta.url),
    threads,
    maxMilliseconds: maxMilliseconds + GRACE_MILLISECONDS,
    maxMegabytes: WORKER_MEGABYTES,
    workerData: work,
  });
  return {
    async run(task) {
      const end = await pool.run(task);
      return end.ok ? end.value : { ok: false, reason: end.reason, detail: end.detail, output: null };
    },
    close: () => pool.close(),
  };
}
