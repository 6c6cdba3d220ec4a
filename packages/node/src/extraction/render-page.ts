import { formatNamed, type RecordPage, type RenderOptions } from '@dehusk/core';
import type { RawPage } from '../raw-page.js';
import type { RunDeduplicator } from './deduplicate.js';
import { extractWithLanguage } from './extract-with-language.js';
import { filtered, type PageFilters } from './filters.js';
import type { HostExtractOptions } from './overrides.js';
import { withinTime } from './within-time.js';

/** What holds for every page of a run. Structured clone copies it to a worker. */
export interface PageWork {
  readonly extraction: Omit<HostExtractOptions, 'url' | 'httpCharset' | 'mediaType' | 'detectLanguage'>;
  /** Name of a format. */
  readonly format: string;
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

/**
 * Extracts and renders a page.
 *
 * @param distinct leaves out what earlier pages have
 * @throws RangeError or TypeError for an unknown extractor, option or format
 */
export async function renderPage(task: RawPage, work: PageWork, distinct?: RunDeduplicator): Promise<RenderedPage> {
  const { page, id, at, url, charset, mediaType } = task;
  const extracted = await extractWithLanguage(page, { ...work.extraction, url, httpCharset: charset, mediaType });
  const kept = await filtered(extracted, work.filters);
  const result = kept.ok && distinct !== undefined ? distinct(kept) : kept;
  const { ok, reason = null, detail = null } = result;
  const format = formatNamed(work.format);
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
