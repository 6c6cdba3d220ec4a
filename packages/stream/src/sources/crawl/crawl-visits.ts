/**
 * A crawl whose caller takes its pages as they are fetched: to archive them, or to extract them one by one. (The stream has its own
 * budget and commits for the items of the same source.)
 */
import { type FetchAnswer, inOrder, type StreamFetchReason } from '@dehusk/node';
import { linksOf } from '../page-links.js';
import type { Source, SourceContext, SourceFault, SourceItem, StateChanges } from '../source.js';
import { crawlSource } from './crawl.js';

/** A page that was fetched, or the reason why not; and what changed in the state of the crawl. */
export type Visit = { readonly kind: 'visit'; readonly item: SourceItem; readonly changes: StateChanges } & (
  | {
      readonly ok: true;
      readonly answer: FetchAnswer & { readonly kind: 'fetched' };
      /** Links that may be followed, to any site. */
      readonly links: readonly string[];
    }
  | { readonly ok: false; readonly reason: StreamFetchReason; readonly detail: string }
);

/**
 * Visits the pages of sites, in the order in which the crawl finds them. Never throws on what the network does.
 *
 * @param atOnce pages that are fetched or wait for their host's turn
 * @param signal stops the crawl; pages whose visit it stops still wait in the crawl
 */
export async function* crawlVisits(
  options: Parameters<typeof crawlSource.open>[0],
  context: SourceContext,
  atOnce: number,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<Visit | SourceFault> {
  const source = await crawlSource.open(options, context);
  const visit = async (event: SourceItem | SourceFault): Promise<Visit | SourceFault> =>
    event.kind === 'fault' ? event : visitPage(event, source, context, signal);
  try {
    yield* inOrder(source.items(signal), visit, { maxItems: atOnce, bytesOf: () => 0 });
  } finally {
    await source.close();
  }
}

async function visitPage(
  item: SourceItem,
  source: Source,
  { fetcher }: SourceContext,
  signal: AbortSignal,
): Promise<Visit> {
  const answer = await fetcher.fetch({ url: item.url, kind: 'page', signal });
  if (answer.kind !== 'fetched') {
    const { reason, detail } =
      answer.kind === 'failed' ? answer : { reason: 'http-status' as const, detail: 'got 304' };
    const changes = source.settle(item, { kind: 'rejected', reason, url: item.url, links: [] });
    return { kind: 'visit', item, changes, ok: false, reason, detail };
  }
  const { bytes, charset, url } = answer;
  const links = linksOf(bytes, charset, url);
  const changes = source.settle(item, { kind: 'emitted', reason: null, url, links });
  return { kind: 'visit', item, changes, ok: true, answer, links };
}
