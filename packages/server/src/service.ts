/**
 * The work behind the HTTP API and the MCP tools, without their protocols. One implementation runs in worker threads
 * (`thread-service.ts`), one in the calling thread (`inline-service.ts`, for edge runtimes).
 */
import type { Correction, ExtractSuccess, RenderOptions } from '@dehusk/core';
import type { HostExtractOptions, RawPage } from '@dehusk/node';

/** Options of an extraction that a request can set. */
export type GivenExtraction = Pick<
  HostExtractOptions,
  | 'extractor'
  | 'options'
  | 'pageType'
  | 'language'
  | 'allArticles'
  | 'hidden'
  | 'contentSelector'
  | 'includeSelector'
  | 'excludeSelector'
>;

/** What is printed of a page. */
export interface GivenOutput {
  /** Name of a format. */
  readonly format: string;
  /** Fields of the record, in order; null: all. Only for the format `json`. */
  readonly fields: readonly string[] | null;
  readonly rendering: RenderOptions;
}

/** Something done, in UTF-8. */
export interface Done {
  readonly kind: 'done';
  readonly bytes: Uint8Array;
  /** Of an extraction: what was found besides the text. */
  readonly found?: Pick<ExtractSuccess, 'title' | 'extractor' | 'hiddenText'>;
}

/** A page without text, or one that could not be read: why, in a word and in a sentence. */
export interface NoText {
  readonly kind: 'no-text';
  readonly reason: string;
  readonly detail: string;
}

/** The service takes no more work now. */
export interface Busy {
  readonly kind: 'busy';
}

export type Answer = Done | NoText | Busy;

export interface ExtractionService {
  /**
   * Extracts a page and prints it. Options must be valid (`checkExtraction`). A page without text is `no-text`.
   *
   * @param signal work that has not begun when it is aborted is dropped
   */
  extract(page: RawPage, extraction: GivenExtraction, output: GivenOutput, signal?: AbortSignal): Promise<Answer>;
  /** Explains every block of a page: `PageExplanation` of the core as JSON. Pages without text are explained, too. */
  explain(page: RawPage, extraction: GivenExtraction, signal?: AbortSignal): Promise<Answer>;
  /**
   * Rows of a batch in the order of their lines, as `dehusk batch` prints them; a bad line is a row with its reason. Lines are read
   * as fast as rows are taken.
   *
   * @returns null while as many batches run as the service allows
   */
  batch(
    lines: AsyncIterable<Uint8Array>,
    extraction: GivenExtraction,
    fields: readonly string[] | null,
  ): AsyncIterable<Uint8Array> | null;
  /** Models of sites; null: the service keeps none. */
  readonly sites: SiteService | null;
  /** The load, for metrics and readiness. */
  readonly load: ServiceLoad;
  /** Ends all work. */
  close(): Promise<void>;
}

/** Models of sites that outlive requests. A site is named by any of its addresses. */
export interface SiteService {
  /**
   * Extracts a page with the model of its site, which then learns from it. The change is durable when this resolves.
   *
   * @param at when the page was seen, milliseconds since 1970
   * @param corrections decisions of an editor on the page: it is learnt from first, and then extracted
   */
  read(
    page: RawPage,
    url: string,
    at: number,
    output: GivenOutput,
    corrections?: readonly Correction[],
  ): Promise<Answer>;
  /** The facts learnt, as JSON; `no-text` with `unknown-site` when there are none. */
  describe(url: string): Promise<Answer>;
  /** The models as a site reader of the core saves them. */
  save(url: string): Promise<Answer>;
  /** Replaces the models by saved ones; `no-text` with `bad-model` for other bytes, or those of another site. */
  restore(url: string, saved: Uint8Array): Promise<Answer>;
  /** Forgets a site; false if nothing was known. */
  forget(url: string): Promise<boolean>;
  /** Waits for work under way and closes the store. */
  close(): Promise<void>;
}

interface ServiceLoad {
  /** Pages that are extracted now. */
  readonly working: number;
  /** Pages that wait for a thread. */
  readonly waiting: number;
  /** Most pages that may wait. */
  readonly queue: number;
  readonly threads: number;
}
