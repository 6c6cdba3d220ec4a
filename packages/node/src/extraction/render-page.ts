import { type Document, type ExtractResult, formatNamed, type RecordPage, type RenderOptions } from '@dehusk/core';
import { textOfContents } from '@dehusk/core/extend';
import { DEFAULT_LIMITS } from '@dehusk/html';
import { createOnion, judgeRepeats } from '@dehusk/papers';
import type { RawPage } from '../raw-page.js';
import { extractWithLanguage } from './extract-with-language.js';
import { filtered, type PageFilters, refused, withDocument } from './filters.js';
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

/** Takes the pages of a run in their order; returns each without what it repeats, or as refused if nothing is left. */
type RunDeduplicator = (result: ExtractResult) => RecordPage;

/**
 * Opens a filter of repeated text. A paragraph, list, table or other piece of content is left out if its text was kept before, on this
 * page or an earlier one; the first stays.
 */
export function openDeduplicator(): RunDeduplicator {
  const memory = createOnion();
  return (result) => {
    const { document } = result;
    const texts = document.content.map((one) => textOfContents([one]));
    const { duplicate } = judgeRepeats(memory, texts);
    if (!duplicate.includes(1)) return result;
    if (!duplicate.includes(0)) return refused(result, 'duplicate', 'earlier pages of this run have all of its text');
    /** Per text, the verdicts on its pieces in order. */
    const verdicts = new Map<string, number[]>();
    for (const [at, text] of texts.entries()) {
      const own = verdicts.get(text) ?? [];
      own.push(duplicate[at]);
      verdicts.set(text, own);
    }
    const keeper = () => {
      const met = new Map<string, number>();
      return (content: Document['content']): Document['content'] =>
        content.filter((one) => {
          const text = textOfContents([one]);
          const before = met.get(text) ?? 0;
          met.set(text, before + 1);
          return verdicts.get(text)?.[before] !== 1;
        });
    };
    const { content, posts, aroundPosts } = document;
    // Posts and what is around them are the same content again.
    const keptOfPosts = keeper();
    const before = keptOfPosts(aroundPosts.before);
    const keptPosts = posts.map((post) => ({ ...post, content: keptOfPosts(post.content) }));
    return withDocument(result, {
      ...document,
      content: keeper()(content),
      posts: keptPosts,
      aroundPosts: { before, after: keptOfPosts(aroundPosts.after) },
    });
  };
}
