/**
 * The contract of a source of pages: feeds, sitemaps, crawls, lists, JSON lines, folders, WARC files.
 *
 * One file (or folder) per variant; the table is `index.ts`. `contract.test.ts` checks for every row:
 * - The `id` of an item is the same each time, and differs from those of the source's other items.
 * - A source that is stopped at any moment and reopened over the same store offers every item whose outcome was not
 *   committed. Of the committed ones it repeats only those that it cannot distinguish from the others (with the same ids, so
 *   that outputs replace them).
 * - Malformed, cut or unreachable input becomes an event with a reason. `items` ends or waits; outside failures never throw.
 * - Live sources wait for inputs that cannot be read for now. One whose every input fails for good at the first reading (a private
 *   address, 404, no feed) ends.
 * - `items` stops soon after the signal, never within an item. Memory is bounded whatever the input.
 */
import { type Fetcher, type JsonSchema, type PageContent, withCheckedOptions } from '@dehusk/node';
import type { Store } from '../stores/store.js';

/** A page the source offers. */
export interface SourceItem {
  readonly kind: 'item';
  /** Identifies the item when it is offered again. */
  readonly id: string;
  /** The address to fetch, or of `content`; `file:` when only the page itself can name its address. */
  readonly url: string;
  /** When it was published, otherwise when the source saw it; milliseconds since 1970. */
  readonly at: number;
  /** When the source saw it, milliseconds since 1970; latency is measured from here. */
  readonly seenAt: number;
  /** The title in a feed, for the URL key's `_cid_`; null when the source has none. */
  readonly title: string | null;
  /** The page; null: to be fetched. */
  readonly content: PageContent | null;
  /**
   * For inputs that are read in order: the position after this item; above that of the event before, and the same on every
   * run. Null for live sources, which remember by `settle` what was processed.
   */
  readonly position: number | null;
  /** Whether `settle` needs the links of the page. */
  readonly wantsLinks: boolean;
  /** The input it was first seen in, when it comes through a queue; default: the source's. */
  readonly input?: string;
}

/** An item of a live source, to be fetched, as seen now. */
export function fetchedItem(id: string, url: string, now: number): SourceItem {
  const rest = { title: null, content: null, position: null, wantsLinks: false };
  return { kind: 'item', id, url, at: now, seenAt: now, ...rest };
}

/** Input that is not an item; it is counted and kept with the rejects, and never fatal. */
export interface SourceFault {
  readonly kind: 'fault';
  /** Feed, file or address, with the position inside. */
  readonly where: string;
  /** One word with hyphens: `corrupt-record`, `malformed-feed`, `http-status`. */
  readonly reason: string;
  readonly detail: string;
  /** As for an item. */
  readonly position: number | null;
  /**
   * Set when an input itself could not be read, at the first of several failures in a row: milliseconds until the next attempt,
   * or null when there is none.
   */
  readonly unread?: { readonly again: number | null };
}

export function sourceFault(
  where: string,
  reason: string,
  detail: string,
  position: number | null = null,
): SourceFault {
  return { kind: 'fault', where, reason, detail, position };
}

export type SourceEvent = SourceItem | SourceFault;

/** The outcome of an item. */
export interface ItemOutcome {
  readonly kind: 'emitted' | 'rejected';
  /** Why it was rejected; null when it was emitted. */
  readonly reason: string | null;
  /** The final address, after redirects; the item's own when it was not fetched. */
  readonly url: string;
  /** Whether its fetch failed for a temporary reason; default no. */
  readonly mayPass?: boolean;
  /** Links of the page by `page-links.ts`, without `nofollow`; empty unless `wantsLinks`. */
  readonly links: readonly string[];
}

/** Values to write by key; null deletes. Keys begin with the kind of state: `feed/…`, `crawl/…`. */
export type StateChanges = ReadonlyMap<string, Uint8Array | null>;

export interface Source {
  /** The input's name, for positions and reports; the same on every run. */
  readonly input: string;
  /** The events, in order; live sources wait for more until the signal. Call once. */
  items(signal: AbortSignal): AsyncIterable<SourceEvent>;
  /**
   * Records an item's outcome before it is committed. Call once per item, in any order.
   *
   * @returns changes to commit in the transaction of the site's model and the outputs' checkpoints
   */
  settle(item: SourceItem, outcome: ItemOutcome): StateChanges;
  /**
   * Whether the source will offer an item again whose fetch failed for a temporary reason, so that it is not rejected yet.
   * Call before `settle`. Default: never.
   */
  comesAgain?(item: SourceItem): boolean;
  /** Whether an input was read, be it without new items. Default: only its items show it. */
  hasRead?(): boolean;
  /** Releases its resources; `items` has ended. */
  close(): Promise<void>;
}

/** Services for a source. */
export interface SourceContext {
  /** For reading; `settle` returns what to write. */
  readonly store: Pick<Store, 'get' | 'keys' | 'position'>;
  readonly fetcher: Fetcher;
  /** The current time, milliseconds since 1970. */
  now(): number;
}

/** A kind of source: a row of the registry. `O`: its options, plain data validated by `schema`. */
export interface SourceKind<O = unknown> {
  /** `feed` */
  readonly name: string;
  /** One sentence for lists. */
  readonly summary: string;
  /** JSON Schema of the options (draft 2020-12), with a description for each. */
  readonly schema: JsonSchema;
  /** @throws SourceError when an input does not exist or cannot be read */
  open(options: O, context: SourceContext): Promise<Source>;
}

/** A kind by all its options; those with a default in its schema may be left out when it is opened. `R`: the others. */
export function sourceKind<O, R extends keyof O>(kind: SourceKind<O>): SourceKind<Partial<O> & Pick<O, R>> {
  return withCheckedOptions(kind as unknown as SourceKind<Partial<O> & Pick<O, R>>);
}

/** A source cannot be opened. The message names the input, got and expected. */
export class SourceError extends Error {}
