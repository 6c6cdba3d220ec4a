/** Items on their way through the stream, and messages between the stream and its workers: plain data, posted between threads. */

import type { PageContent } from '@dehusk/node';
import type { RawResponse, SinkRecord } from '../sinks/sink.js';
import type { Source, SourceEvent } from '../sources/source.js';
import type { Stage, StreamOptions } from './stream.js';

/** Data a worker starts with. */
export interface WorkerSettings {
  readonly options: StreamOptions;
  readonly wantsMarkdown: boolean;
  /** Ids of learning pages that made an earlier worker die: they are not extracted again. */
  readonly quarantined: readonly string[];
}

/** A page to work on. A site's pages go to one worker, in order. */
export interface PageTask extends PageContent {
  /** Number of the item in this run. */
  readonly task: number;
  readonly site: string;
  readonly input: string;
  /** Where the page was found, redirects followed. */
  readonly url: string;
  readonly title: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly wantsLinks: boolean;
}

/** A document for the sinks, of the site of its page. */
export type WorkedDocument = Omit<SinkRecord, 'site' | 'raw'>;

/** The outcome of a page. */
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
  /** Earlier pages of the site, extracted again now that its pattern is known. */
  readonly corrections: readonly WorkedDocument[];
  /** For the snapshot: when the site last learnt, and how many pages it learnt from. */
  readonly learntAt: number | null;
  readonly learnt: number;
}

export type ToWorker =
  | ({ readonly kind: 'page' } & PageTask)
  /** Asks for everything that changed since the last checkpoint: what comes after belongs to the next. */
  | { readonly kind: 'checkpoint' }
  /** The answer to `get`. */
  | { readonly kind: 'value'; readonly request: number; readonly bytes: Uint8Array | null };

export type FromWorker =
  /** The worker starts on something: the number of a task, or the id of a learning page. */
  | { readonly kind: 'began'; readonly what: number | string }
  | { readonly kind: 'done'; readonly page: WorkedPage }
  | { readonly kind: 'checkpointing' }
  | { readonly kind: 'checkpoint'; readonly changes: ReadonlyMap<string, Uint8Array | null> }
  | { readonly kind: 'get'; readonly request: number; readonly key: string }
  | { readonly kind: 'warning'; readonly message: string }
  /** State that cannot be read, if the stream stops at that; or an internal error. */
  | { readonly kind: 'failed'; readonly message: string; readonly isState: boolean };

/** An item or fault on its way through the stream. */
export interface StreamItem {
  /** Number in this run, in the order seen. */
  readonly number: number;
  readonly source: Source;
  /** Place of the source among the parts. */
  readonly sourceAt: number;
  readonly event: SourceEvent;
  /** Milliseconds since 1970. */
  readonly seenAt: number;
  /** Where it was found; until it is fetched, the event's address. */
  url: string;
  /** Registrable domain; null until it is known. */
  site: string | null;
  /** Bytes it takes of the in-flight budget. */
  bytes: number;
  raw: RawResponse | null;
}

/** How an item ended. */
export interface ItemEnd extends Omit<WorkedPage, 'task' | 'reject'> {
  readonly item: StreamItem;
  readonly reject: { readonly stage: Stage; readonly reason: string; readonly detail: string } | null;
  /** Whether its fetch failed for a reason that may pass. */
  readonly mayPass: boolean;
}

/**
 * An item that ended without a document, before or outside a worker.
 *
 * @param mayPass whether its fetch failed for a reason that may pass
 */
export function rejectedItem(item: StreamItem, stage: Stage, reason: string, detail: string, mayPass = false): ItemEnd {
  return {
    item,
    document: null,
    reject: { stage, reason, detail },
    mayPass,
    links: [],
    corrections: [],
    learntAt: null,
    learnt: 0,
  };
}
