import { type ExtractResult, formatNamed, type RecordPage, type RenderOptions } from '@dehusk/core';
import { DEFAULT_LIMITS } from '@dehusk/html';
import type { RawPage } from '../raw-page.js';
import { openDeduplicator, type RunDeduplicator } from './deduplicate.js';
import { extractWithLanguage } from './extract-with-language.js';
import { filtered, type PageFilters } from './filters.js';
import type { HostExtractOptions } from './overrides.js';
import { GRACE_MILLISECONDS, withinTime } from './within-time.js';
import { WORKER_MEGABYTES, WorkerPool } from './worker-pool.js';

/** What holds for every page of a run. Structured clone copies it to a worker. */
export interface PageWork {
  readonly extraction: Omit<HostExtractOptions, 'url' | 'httpCharset' | 'mediaType' | 'detectLanguage'>;
  /** Name of a format. */
  readonly format: string;
  /** Fields of records in place of all; null: all. */
  readonly fields: readonly string[] | null;
  readonly rendering: RenderOptions;
  readonly filters: PageFilters;
  /** Leave out content that earlier pages have: in one thread only. */
  readonly deduplicate: boolean;
}

/** The outcome of a page. */
export interface RenderedPage {
  readonly ok: boolean;
  /** Why there is no text; null when `ok`. */
  readonly reason: string | null;
  /** The reason in words; null when `ok`. */
  readonly detail: string | null;
  /** The page in the format; null: a page without text, which the format does not print. */
  readonly output: string | null;
}

/** How a page is extracted. @param name of the page, for messages */
export type PageExtraction = (page: RawPage, name: string) => Promise<ExtractResult>;

/** Extracts each page by itself. */
export function extractedAlone(extraction: PageWork['extraction']): PageExtraction {
  return ({ page, url, charset: httpCharset, mediaType }) =>
    extractWithLanguage(page, { ...extraction, url, httpCharset, mediaType });
}

/** Extracts and renders a page. @throws RangeError or TypeError for an unknown extractor, option or format */
export async function renderPage(task: RawPage, work: PageWork): Promise<RenderedPage> {
  return renderResult(await extractedAlone(work.extraction)(task, ''), task, work);
}

/** @param distinct leaves out what earlier pages have */
async function renderResult(
  extracted: ExtractResult,
  { id, at }: Pick<RawPage, 'id' | 'at'>,
  work: PageWork,
  distinct?: RunDeduplicator,
): Promise<RenderedPage> {
  const kept = await filtered(extracted, work.filters);
  const result = kept.ok && distinct !== undefined ? distinct(kept) : kept;
  const { ok, reason = null, detail = null } = result;
  const format = formatNamed(work.format, work.fields ?? undefined);
  const print = (page: RecordPage): string | null =>
    page.ok || format.printsFailures ? format.print(page, work.rendering, { id, at }) : null;
  return withinTime<RenderedPage>(
    work.extraction.limits,
    () => ({ ok, reason, detail, output: print(result) }),
    (late) => ({
      ok: false,
      reason: 'timeout',
      detail: late,
      output: print({ ok: false, reason: 'timeout', detail: late }),
    }),
  );
}

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
  if (threads === 0) return rendererOf(extractedAlone(work.extraction), work);
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

/** A renderer of this thread, for pages that are extracted in another way. */
export function rendererOf(extract: PageExtraction, work: PageWork): PageRenderer {
  const distinct = work.deduplicate ? openDeduplicator() : undefined;
  return {
    run: async (page, name) => renderResult(await extract(page, name), page, work, distinct),
    close: async () => {},
  };
}
