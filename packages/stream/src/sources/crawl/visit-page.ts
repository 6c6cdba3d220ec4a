/** A visit of a crawl: fetches the page, reads its links and settles it with the source. */
import type { FetchAnswer, Fetcher, StreamFetchReason } from '@dehusk/node';
import { linksOf } from '../page-links.js';
import type { Source, SourceItem, StateChanges } from '../source.js';

/** A page that was fetched, or the reason why not. */
export type Visit = { readonly changes: StateChanges } & (
  | {
      readonly ok: true;
      readonly answer: FetchAnswer & { readonly kind: 'fetched' };
      /** Links that may be followed, to any site. */
      readonly links: readonly string[];
    }
  | { readonly ok: false; readonly reason: StreamFetchReason; readonly detail: string }
);

/**
 * Visits a page that a crawl offers. Never throws on what the network does.
 *
 * @param signal stops the visit; the page then still waits in the crawl
 */
export async function visitPage(
  item: SourceItem,
  source: Source,
  fetcher: Fetcher,
  signal?: AbortSignal,
): Promise<Visit> {
  const answer = await fetcher.fetch({ url: item.url, kind: 'page', ...(signal && { signal }) });
  if (answer.kind !== 'fetched') {
    const { reason, detail } =
      answer.kind === 'failed' ? answer : { reason: 'http-status' as const, detail: 'got 304' };
    const changes = source.settle(item, { kind: 'rejected', reason, url: item.url, links: [] });
    return { ok: false, reason, detail, changes };
  }
  const { bytes, charset, url } = answer;
  const links = linksOf(bytes, charset, url);
  return { ok: true, answer, links, changes: source.settle(item, { kind: 'emitted', reason: null, url, links }) };
}
