/** What the stream and its workers tell each other: plain data, posted between threads. */
import type { StreamOptions } from './stream.js';

/** Told to a worker once, as it starts. */
export interface WorkerSettings {
  readonly options: StreamOptions;
  readonly wantsMarkdown: boolean;
  /** Learning pages (their ids) a worker before this one died of: they are not read again. */
  readonly poisoned: readonly string[];
}

/** A page to work on. A site's pages go to one worker, in order. */
export interface PageTask {
  /** Number of the item in this run. */
  readonly task: number;
  readonly site: string;
  readonly input: string;
  /** Where the page was found, redirects followed. */
  readonly url: string;
  readonly title: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly page: Uint8Array | string;
  readonly charset: string | null;
  readonly wantsLinks: boolean;
}

/** A document on its way to the sinks. */
export interface WorkedDocument {
  readonly id: string;
  readonly revision: number;
  readonly row: Readonly<Record<string, unknown>>;
  readonly markdown: string | null;
}

/** What became of a page. */
export interface WorkedPage {
  readonly task: number;
  /** The document, or why there is none. */
  readonly document: WorkedDocument | null;
  readonly reject: {
    readonly stage: 'identify' | 'extract';
    readonly reason: string;
    readonly detail: string;
  } | null;
  readonly links: readonly string[];
  /** Earlier pages of the site that were read again, now that its pattern is known. */
  readonly corrections: readonly WorkedDocument[];
  /** For the snapshot: when the site last learnt, and how many pages it learnt from. */
  readonly learntAt: number | null;
  readonly learnt: number;
}

export type ToWorker =
  | { readonly kind: 'page'; readonly page: PageTask }
  /** Asks for everything that changed since the last checkpoint: what comes after belongs to the next. */
  | { readonly kind: 'checkpoint' }
  /** The answer to `get`. */
  | { readonly kind: 'value'; readonly request: number; readonly bytes: Uint8Array | null };

export type FromWorker =
  /** What is being worked on from now: the number of a task, or the id of a learning page. */
  | { readonly kind: 'began'; readonly what: number | string }
  | { readonly kind: 'done'; readonly page: WorkedPage }
  | { readonly kind: 'checkpointing' }
  | { readonly kind: 'checkpoint'; readonly changes: ReadonlyMap<string, Uint8Array | null> }
  | { readonly kind: 'get'; readonly request: number; readonly key: string }
  | { readonly kind: 'warning'; readonly message: string }
  /** State that cannot be read, when the stream is to stop at that; or a defect of ours. */
  | { readonly kind: 'failed'; readonly message: string; readonly isState: boolean };
