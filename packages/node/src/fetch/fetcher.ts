/**
 * The contract of the stream's fetcher: many hosts at once, one request at a time per host.
 *
 * Requests to a host are sent in the order they were made, one at a time, separated by the host's delay (the larger of
 * the setting and robots.txt); at most `maxConnections` over all hosts; bounded in bytes, time, redirects and retries;
 * private addresses are refused after each lookup and redirect. Every request gets an answer: nothing the network does
 * throws.
 */
import type { FetchReason } from './failures.js';

/** Selects the Accept header, the media types accepted, and whether robots.txt applies. */
export type FetchKind = 'page' | 'reader' | 'feed' | 'sitemap' | 'robots';

/** Whether it is a page: `reader` also takes Markdown. */
export const isPageKind = (kind: FetchKind): boolean => kind === 'page' || kind === 'reader';

export interface FetchRequest {
  readonly url: string;
  readonly kind: FetchKind;
  /** Validators of the cached copy; with them the answer may be `not-modified`. */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  /** Cancels the request at any stage. */
  readonly signal?: AbortSignal;
}

/** Why a fetch of the stream failed: robots.txt forbids it, or is unavailable, which forbids everything for a while. */
export type StreamFetchReason = FetchReason | 'robots' | 'robots-unavailable' | 'stopped';

export type FetchAnswer =
  | {
      readonly kind: 'fetched';
      /** The final address, after redirects. */
      readonly url: string;
      /** The addresses that redirected, in order. */
      readonly redirects: readonly string[];
      readonly bytes: Uint8Array;
      /** The charset parameter of the Content-Type header, or null. */
      readonly charset: string | null;
      /** The media type, lower case, without parameters; null when the server sent none. */
      readonly mediaType: string | null;
      readonly etag: string | null;
      readonly lastModified: string | null;
      readonly status: number;
      /** As received: names as sent, in order. */
      readonly headers: readonly (readonly [name: string, value: string])[];
      /** When the request was sent, milliseconds since 1970. */
      readonly at: number;
    }
  | { readonly kind: 'not-modified'; readonly url: string; readonly retryAfter: number | null }
  | {
      readonly kind: 'failed';
      readonly url: string;
      readonly reason: StreamFetchReason;
      readonly detail: string;
      /** HTTP status; null without a response. */
      readonly status: number | null;
      /** Milliseconds the server asked to wait (Retry-After), or null. */
      readonly retryAfter: number | null;
      /** Requests sent, retries included. */
      readonly attempts: number;
    };

export interface FetchCounters {
  readonly requests: number;
  readonly retries: number;
  readonly bytes: number;
  /** Requests waiting for their host's turn or for a connection. */
  readonly waiting: number;
  readonly active: number;
  readonly failures: Readonly<Record<string, number>>;
}

export interface Fetcher {
  fetch(request: FetchRequest): Promise<FetchAnswer>;
  /** Sitemaps named in an origin's robots.txt, which is fetched unless it is cached. */
  sitemaps(origin: string, signal?: AbortSignal): Promise<readonly string[]>;
  readonly counters: FetchCounters;
  /** Ends active requests as `stopped`. */
  close(): Promise<void>;
}
