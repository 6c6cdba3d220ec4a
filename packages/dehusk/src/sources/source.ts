/**
 * Where pages come from: feeds, sitemaps, crawls, lists, JSON lines, folders, WARC files.
 *
 * One file (or folder) a variant, the table is `index.ts`. The contract, checked for every row by `contract.test.ts`:
 * - an item's `id` is the same each time the source gives it, and different items of a source have different ids;
 * - a source that was stopped at any moment and is opened again over the same store gives every item whose outcome was not
 *   committed, and of the committed ones only those that a replay cannot tell apart from the uncommitted (their ids are the
 *   same, so outputs upsert);
 * - whatever is malformed, cut or unreachable becomes an event with a reason; `items` ends or waits, it never throws for
 *   what the outside did;
 * - `items` stops soon after the signal, without giving half an item; memory stays bounded whatever the input holds.
 */
import type { Fetcher } from '../fetch/fetcher.js';
import type { Store } from '../stores/store.js';

/** A page's bytes or text that a source already holds, so that nothing is fetched. */
export interface SourceContent {
  /** Bytes as they came from the wire (content codings taken off), or text that was decoded already. */
  readonly page: Uint8Array | string;
  /** Charset by the HTTP header, or null. */
  readonly charset: string | null;
  /** Media type, lower case, without parameters; null when it is not known. */
  readonly contentType: string | null;
  /** The addresses redirected from, first asked first. */
  readonly redirects: readonly string[];
}

/** One page to be had. */
export interface SourceItem {
  readonly kind: 'item';
  /** What makes it the same item when it is given again. */
  readonly id: string;
  /** Its address: to be fetched, or where `content` was found; `file:` when only the page itself can say its address. */
  readonly url: string;
  /** When it was published, or else when the source saw it; milliseconds since 1970. */
  readonly at: number;
  /** When the source first saw it, milliseconds since 1970; latency is counted from here. */
  readonly seenAt: number;
  /** The title a feed gives, for the URL key's `_cid_`; null when the source has none. */
  readonly title: string | null;
  /** The page; null: fetch it. */
  readonly content: SourceContent | null;
  /**
   * For inputs that are read in order: how far the input is read after this item; above that of the event before, and the
   * same on every run. Null for live sources, which leave out by `settle` what was had.
   */
  readonly position: number | null;
  /** Whether `settle` needs the links of the page. */
  readonly wantsLinks: boolean;
}

/** A piece of input that is no item; counted, kept with the rejects, never fatal. */
export interface SourceFault {
  readonly kind: 'fault';
  /** Feed, file or address it happened at, with the place inside. */
  readonly where: string;
  /** One word with hyphens: `corrupt-record`, `malformed-feed`, `http-status`. */
  readonly reason: string;
  readonly detail: string;
  /** As for an item. */
  readonly position: number | null;
}

export type SourceEvent = SourceItem | SourceFault;

/** What became of an item. */
export interface ItemOutcome {
  readonly kind: 'emitted' | 'rejected';
  /** The reason of a rejection; null for what was emitted. */
  readonly reason: string | null;
  /** Where the page was found, redirects followed; the item's own address when it was not fetched. */
  readonly url: string;
  /** Whether its fetch failed for a reason that may be gone when it is asked again; default no. */
  readonly mayPass?: boolean;
  /** Links of the page as `page-links.ts` reads them, `nofollow` respected; empty unless `wantsLinks`. */
  readonly links: readonly string[];
}

/** Values to write (or, null, to take out) by key. Keys begin with the kind of state: `feed/…`, `crawl/…`. */
export type StateChanges = ReadonlyMap<string, Uint8Array | null>;

export interface Source {
  /** The input's name, for positions and reports; the same on every run over the same input. */
  readonly input: string;
  /** The events, in order; live sources wait for more until the signal. Called once. */
  items(signal: AbortSignal): AsyncIterable<SourceEvent>;
  /**
   * Told an item's outcome before it is committed; what it gives is written in the same transaction as the site's model
   * and the outputs' marks, so that neither can be there without the other. Called once an item, in any order.
   */
  settle(item: SourceItem, outcome: ItemOutcome): StateChanges;
  /**
   * Asked before `settle` about an item whose fetch failed for a reason that may pass: whether the source will give it again,
   * so that this is no end of it and nothing is rejected yet. Left out: never.
   */
  comesAgain?(item: SourceItem): boolean;
  /** Gives back what it holds; `items` has ended. */
  close(): Promise<void>;
}

/** What a source is opened with. */
export interface SourceContext {
  /** For reading; what is to be written goes through `settle`. */
  readonly store: Pick<Store, 'get' | 'keys' | 'position'>;
  readonly fetcher: Fetcher;
  /** Now, milliseconds since 1970; tests give their own. */
  now(): number;
}

/** A kind of source, as a row of the shelf's table. `O`: its options, plain data, checked by the configuration's schema. */
export interface SourceKind<O = unknown> {
  /** The name: `feed`. */
  readonly name: string;
  /** One sentence for lists. */
  readonly summary: string;
  /** JSON Schema of the options (draft 2020-12), with a description for each. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** @throws SourceError when an input does not exist or cannot be read at all, naming it */
  open(options: O, context: SourceContext): Promise<Source>;
}

/** A source cannot be opened; the message names the input, got and expected. */
export class SourceError extends Error {}
