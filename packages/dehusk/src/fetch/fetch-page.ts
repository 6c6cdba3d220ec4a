/**
 * Fetches one page: politely, bounded in bytes, time and redirects, and never from a private address unless told so.
 *
 * Decisions:
 * - robots.txt is not asked. One page that a person names is a visit, as with curl or a browser; robots.txt speaks to
 *   programs that follow links on their own.
 * - Redirects are followed here, not by the client, so that every hop passes the same checks as the first address.
 * - The address is judged inside the connection's own lookup: what is checked is what is connected to, so a name that
 *   resolves to a public address for the check and to a private one for the connection gains nothing. A name with one
 *   private address among public ones is refused whole.
 * - Nothing is retried and nothing is cached: a person who wants it again asks again.
 */
import { checkedUrl, lookupThrough, systemResolve } from './checked-url.js';
import { explainFailure, type FetchReason } from './fetch-failure.js';
import { dropBody, exchange, noteRedirect, readAnswer, redirectTarget } from './http-exchange.js';
import { MEDIA_TYPES } from './media-types.js';

export type { FetchReason } from './fetch-failure.js';

export interface FetchOptions {
  /** Largest body in bytes, on the wire and decompressed; default 16 MiB, the default of the core's `maxBytes`. */
  readonly maxBytes?: number;
  /** Time for everything, redirects and body included, in milliseconds; default 20,000. */
  readonly maxMilliseconds?: number;
  /** Most redirects followed; default 5, where browsers allow 20. */
  readonly maxRedirects?: number;
  /** Also fetch from loopback, private and other non-public addresses; default false. */
  readonly allowPrivate?: boolean;
  /** The User-Agent header; default {@link USER_AGENT}. */
  readonly userAgent?: string;
  /** The Accept-Language header; default none. */
  readonly acceptLanguage?: string;
}

/** A fetched page, or the reason why there is none with what was got and expected in words. */
export type Fetched =
  | {
      readonly ok: true;
      /** The address the page was found at, after redirects. */
      readonly url: string;
      readonly bytes: Uint8Array;
      /** The charset parameter of the Content-Type header, or null. */
      readonly charset: string | null;
      /** The media type, lower case, without parameters; null when the server sent none. */
      readonly contentType: string | null;
      /** The addresses redirected from, first asked first. */
      readonly redirects: readonly string[];
    }
  | { readonly ok: false; readonly url: string; readonly reason: FetchReason; readonly detail: string };

/** How Dehusk names itself to servers. */
export const USER_AGENT = 'dehusk/0.1 (web page content extraction)';

export const DEFAULT_FETCH = {
  maxBytes: 16 * 1024 * 1024,
  maxMilliseconds: 20_000,
  maxRedirects: 5,
  allowPrivate: false,
  userAgent: USER_AGENT,
} as const;

/**
 * Fetches one page. Never throws on what the network does: every failure is `ok: false` with a reason.
 *
 * @param url an http or https address
 */
export async function fetchPage(url: string, options: FetchOptions = {}): Promise<Fetched> {
  const { Agent } = await import('undici');
  const settings = { ...DEFAULT_FETCH, ...options };
  const { allowPrivate, maxBytes, maxMilliseconds, maxRedirects } = settings;
  const dispatcher = new Agent({
    connect: {
      timeout: maxMilliseconds,
      ...(allowPrivate ? {} : { lookup: lookupThrough(systemResolve, allowPrivate) }),
    },
  });
  const signal = AbortSignal.timeout(maxMilliseconds);
  const redirects: string[] = [];
  let current = url;
  try {
    for (;;) {
      const address = checkedUrl(current, allowPrivate);
      const { accept } = MEDIA_TYPES.page;
      const answer = await exchange({ ...settings, url: address, accept, dispatcher, signal });
      const next = redirectTarget(answer, address);
      if (next === null) {
        const body = await readAnswer(answer, MEDIA_TYPES.page, maxBytes);
        return { ok: true, url: address.href, ...body, redirects };
      }
      dropBody(answer);
      noteRedirect(redirects, address, next, maxRedirects);
      current = next;
    }
  } catch (error) {
    return { ok: false, url: current, ...explainFailure(error, maxMilliseconds) };
  } finally {
    void dispatcher.destroy();
  }
}
