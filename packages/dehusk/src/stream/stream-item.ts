/** An item or fault on its way through the stream, and how it ended. */
import type { RawPage } from '../sinks/sink.js';
import type { ItemOutcome, Source, SourceEvent } from '../sources/source.js';
import type { Stage } from './stream.js';
import type { WorkedDocument } from './worker-messages.js';

export interface StreamItem {
  /** Number in this run, in the order seen. */
  readonly number: number;
  readonly source: Source;
  /** Place of the source among the parts. */
  readonly sourceAt: number;
  readonly event: SourceEvent;
  /** Milliseconds since 1970. */
  readonly seenAt: number;
  /** Where it was found; the event's own address until it is fetched. */
  url: string;
  /** Registrable domain; null until it is known. */
  site: string | null;
  /** What it weighs in the room. */
  bytes: number;
  raw: RawPage | null;
}

/** How an item ended. */
export interface ItemEnd {
  readonly item: StreamItem;
  readonly document: WorkedDocument | null;
  readonly reject: { readonly stage: Stage; readonly reason: string; readonly detail: string } | null;
  /** Whether its fetch failed for a reason that may pass. */
  readonly mayPass: boolean;
  readonly links: ItemOutcome['links'];
  readonly corrections: readonly WorkedDocument[];
  readonly learntAt: number | null;
  readonly learnt: number;
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
