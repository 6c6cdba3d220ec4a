/**
 * Fetches one page that a person names: bounded in bytes, time and redirects, and never from a private address unless
 * allowed. It does not read robots.txt, which addresses programs that follow links, and it neither retries nor caches.
 */
import { checkOptions, type OptionDomains } from '@dehusk/html';
import { whenAwake } from './abort.js';
import type { FetchReason } from './failures.js';
import type { FetchAnswer } from './fetcher.js';
import {
  DEFAULT_FETCH,
  DEFAULT_FETCHER,
  FETCHER_DOMAINS,
  type FetcherOptions,
  renderPatience,
} from './fetcher-options.js';

export type { FetchReason } from './failures.js';

export interface FetchOptions
  extends Partial<Pick<FetcherOptions, 'render' | 'chromium' | 'headers' | 'cookies' | 'proxy'>> {
  /** Largest body in bytes, on the wire and decompressed; default 16 MiB, the default of the core's `maxBytes`. */
  readonly maxBytes?: number;
  /** Time for everything but rendering, redirects and body included, in milliseconds; default 20,000. */
  readonly maxMilliseconds?: number;
  /** Redirects followed at most; default 5 (browsers allow 20). */
  readonly maxRedirects?: number;
  /** Also fetch from loopback, private and other non-public addresses; default false. */
  readonly allowPrivate?: boolean;
  /** The User-Agent header; default {@link USER_AGENT}. */
  readonly userAgent?: string;
  /** The Accept-Language header; default none. */
  readonly acceptLanguage?: string;
}

const { maxBytes, maxMilliseconds, maxRedirects, allowPrivate, userAgent, acceptLanguage } = FETCHER_DOMAINS;
const { render, chromium, headers, cookies, proxy } = FETCHER_DOMAINS;
const DOMAINS: OptionDomains<FetchOptions> = {
  ...{ maxBytes, maxMilliseconds, maxRedirects, allowPrivate, userAgent, acceptLanguage },
  ...{ render, chromium, headers, cookies, proxy },
};

/** A fetched page, or the reason why there is none. */
export type Fetched =
  | ({ readonly ok: true } & Pick<
      FetchAnswer & { kind: 'fetched' },
      'url' | 'bytes' | 'charset' | 'mediaType' | 'redirects'
    >)
  | { readonly ok: false; readonly url: string; readonly reason: FetchReason; readonly detail: string };

/**
 * Fetches one page. Never throws for what the network does: every failure is `ok: false` with a reason.
 *
 * @param url an http or https address
 * @throws TypeError or RangeError for an unknown option or value; BrowserMissing when the page is to be rendered and there is no browser
 */
export async function fetchPage(url: string, options: FetchOptions = {}): Promise<Fetched> {
  checkOptions('fetchPage', options, DOMAINS);
  // Lazy: most commands fetch nothing.
  const { openFetcher } = await import('./open-fetcher.js');
  const { timeoutAfter } = await import('./failures.js');
  const settings = { ...DEFAULT_FETCH, ...options };
  const fetcher = openFetcher({ ...settings, robots: false, maxRetries: 0, delay: 0, requestsPerMinute: 0 });
  const time = settings.maxMilliseconds + (options.render === undefined ? 0 : renderPatience(DEFAULT_FETCHER));
  const deadline = new AbortController();
  const cancel = whenAwake(time, () => deadline.abort());
  try {
    const answer = await fetcher.fetch({ url, kind: 'page', signal: deadline.signal });
    if (answer.kind === 'fetched') {
      const { url, bytes, charset, mediaType, redirects } = answer;
      return { ok: true, url, bytes, charset, mediaType, redirects };
    }
    if (answer.kind === 'failed' && answer.reason !== 'stopped')
      return { ok: false, url: answer.url, reason: answer.reason as FetchReason, detail: answer.detail };
    return { ok: false, url: answer.url, reason: 'timeout', detail: timeoutAfter(time).message };
  } finally {
    cancel();
    await fetcher.close();
  }
}
