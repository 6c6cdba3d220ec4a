/**
 * Fetching as the stream needs it: many hosts at once, one request at a time a host, every wish of a server respected.
 *
 * What a fetcher promises: requests to one host are sent in the order they were asked for, one at a time, with the host's
 * delay between them (the larger of the setting and robots.txt); across hosts at most `maxConnections` at once; bounds on
 * bytes, time, redirects and retries as configured; private addresses refused after each resolution and each redirect; and
 * an answer for every request, never a throw for what the network does.
 */
import type { FetchReason } from './fetch-page.js';

/** What is fetched: it decides the Accept header, the media types taken, and whether robots.txt is asked. */
export type FetchKind = 'page' | 'feed' | 'sitemap' | 'robots';

export interface FetchRequest {
  readonly url: string;
  readonly kind: FetchKind;
  /** Validators of the copy at hand; the answer may then be `not-modified`. */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  /** Gives up, wherever the request stands. */
  readonly signal?: AbortSignal;
}

/**
 * Why nothing was fetched: as for one page, and what a visitor that follows links on its own must respect: robots.txt
 * forbids it, or robots.txt cannot be had, which forbids everything for a while.
 */
export type StreamFetchReason = FetchReason | 'robots' | 'robots-unavailable' | 'stopped';

export type FetchAnswer =
  | {
      readonly kind: 'fetched';
      /** Where it was found, after redirects. */
      readonly url: string;
      readonly redirects: readonly string[];
      readonly bytes: Uint8Array;
      readonly charset: string | null;
      readonly contentType: string | null;
      readonly etag: string | null;
      readonly lastModified: string | null;
      /** Status line and headers as received, for an archive of raw pages: names as sent, in order. */
      readonly status: number;
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
      /** HTTP status, when there was an answer. */
      readonly status: number | null;
      /** Milliseconds the server asked to wait (Retry-After), or null. */
      readonly retryAfter: number | null;
      /** Requests sent, the first and the retries. */
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
  /** Sitemap addresses a host's robots.txt names; asks for robots.txt when it is not known yet. */
  sitemaps(origin: string, signal?: AbortSignal): Promise<readonly string[]>;
  readonly counters: FetchCounters;
  /** Ends requests under way as `stopped`. */
  close(): Promise<void>;
}
