/** The polite fetcher for the pages that requests name. */
import { fetchReadable, hostLookup, type MarkdownMode, openFetcher } from '@dehusk/node';
import type { FetchedForRequest } from './routes.js';

/** Longest wait for a page that is fetched, in milliseconds. */
const FETCH_MILLISECONDS = 30_000;

export function openFetching({
  allowHosts,
  allowPrivate = false,
  maxBytes,
}: {
  readonly allowHosts?: readonly string[];
  readonly allowPrivate?: boolean;
  readonly maxBytes: number;
}) {
  const allowed = allowHosts && hostLookup<boolean>(Object.fromEntries(allowHosts.map((name) => [name, true])));
  const fetcher = openFetcher({ allowPrivate, maxBytes }, (host) => allowed?.(host) ?? allowed === undefined);
  return {
    async fetchPage(url: string, signal: AbortSignal, markdown: MarkdownMode): Promise<FetchedForRequest> {
      const time = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MILLISECONDS)]);
      const answer = await fetchReadable(fetcher, url, markdown, time);
      if (answer.kind === 'fetched') return { ok: true, ...answer };
      if (answer.kind === 'failed')
        return { ok: false, reason: answer.reason === 'stopped' ? 'timeout' : answer.reason, detail: answer.detail };
      return { ok: false, reason: 'http-status', detail: 'got 304, expected a page' };
    },
    close: () => fetcher.close(),
  };
}
