/**
 * Crawls sites by following links within the registrable domain of the start, as robots.txt and `nofollow` allow.
 *
 * The state is in the store (`crawl/SITE/HASH`), so a restarted crawl continues. Sites take turns; the fetcher decides how
 * many pages a second a site receives.
 */
import {
  type FetchAnswer,
  inOrder,
  type SettingsOf,
  type StreamFetchReason,
  section,
  TEMPORARY_REASONS,
  texts,
  wakeable,
  wholeNumber,
  withoutPassword,
} from '@dehusk/node';
import { inputName, linksOf, pageAddress, siteOf } from '../page-links.js';
import { RETRY_PROPERTIES, retryQueue } from '../retry-queue.js';
import {
  fetchedItem,
  type ItemOutcome,
  type Source,
  type SourceContext,
  SourceError,
  type SourceFault,
  type SourceItem,
  type StateChanges,
  sourceKind,
} from '../source.js';
import { type CrawlAddress, crawlAddress } from './crawl-address.js';

const MAX = 100_000_000;
const PROPERTIES = {
  urls: texts('Where to start; links are followed within the registrable domain of each address.'),
  maxPages: wholeNumber('Most pages of a site.', 1, MAX, 10_000),
  maxDepth: wholeNumber('Most links from the start.', 0, 1_000, 20),
  // The GoldMiner paper learns a portal from about 100 pages.
  samplePages: wholeNumber('First pages, spread over the kinds of addresses of a site.', 0, 10_000, 100),
  maxTemplatePages: wholeNumber('Most pages of one kind of address.', 1, MAX, 5_000),
  maxQueryPages: wholeNumber('Most pages of one kind of address with a query.', 0, MAX, 500),
  maxCalendarPages: wholeNumber('Most pages of one kind of address that looks like a calendar.', 0, MAX, 30),
  maxUrlLength: wholeNumber('Longest address followed, in characters.', 20, 2_000, 500),
  maxQueued: wholeNumber('Most addresses that wait, over all sites.', 1, 10_000_000, 200_000),
  ...RETRY_PROPERTIES,
};
type CrawlOptions = SettingsOf<typeof PROPERTIES>;

/** Concurrent pages of a site: enough that commits do not delay it, few enough that sites share a stream. */
const MAX_PENDING = 64;
/** A start that failed for one of these reasons is fetched again by the next run. */
const isTemporary = (reason: string): boolean =>
  TEMPORARY_REASONS.has(reason) || reason === 'robots' || reason === 'stopped';

type CrawledSite = Awaited<ReturnType<typeof restoredSite>>;

export const crawlSource = sourceKind<CrawlOptions, 'urls'>({
  name: 'crawl',
  summary: 'Sites read by following links, as robots.txt allows.',
  schema: section(PROPERTIES, ['urls']),
  async open(options, context) {
    const sites = new Map<string, CrawledSite>();
    const starts: string[] = [];
    for (const text of options.urls) {
      const url = pageAddress(text);
      if (url === null) throw new SourceError(`crawl: got the start "${withoutPassword(text)}", expected http(s)://…`);
      starts.push(url.href);
      const name = siteOf(url);
      const site = sites.get(name) ?? (await restoredSite(name, options, context.store));
      sites.set(name, site);
      // A start is crawled even if it does not look like a page.
      site.frontier.add(crawlAddress(url.href, Number.POSITIVE_INFINITY) ?? unusualAddress(url), 0);
    }
    return openCrawl(inputName('crawl', starts), sites, options, context);
  },
});

async function restoredSite(name: string, options: CrawlOptions, store: SourceContext['store']) {
  const site = {
    name,
    frontier: frontier(options),
    /** Pages without an outcome, by item id. */
    pending: new Map<string, Waiting>(),
    retries: retryQueue<Waiting>(options),
  };
  const prefix = prefixOf(name);
  for (const key of await store.keys(prefix)) {
    const bytes = await store.get(key);
    if (bytes !== undefined) site.frontier.restore(key.slice(prefix.length), new TextDecoder().decode(bytes));
  }
  return site;
}

const prefixOf = (site: string): string => `crawl/${site}/`;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function openCrawl(
  input: string,
  sites: ReadonlyMap<string, CrawledSite>,
  options: CrawlOptions,
  { now }: SourceContext,
): Source {
  const { waitWithTimeout, wake } = wakeable();
  let isClosed = false;
  let isRead = false;

  const offer = (site: CrawledSite, waiting: Waiting): SourceItem => {
    const id = `${prefixOf(site.name)}${waiting.hash}`;
    site.pending.set(id, waiting);
    return { ...fetchedItem(id, waiting.url, now()), wantsLinks: waiting.depth < options.maxDepth };
  };
  const siteOfItem = (item: SourceItem): CrawledSite | undefined =>
    sites.get(item.id.slice('crawl/'.length, item.id.lastIndexOf('/')));

  /** Adds the links of a page to the frontier and to the changes. */
  const follow = (
    site: CrawledSite,
    links: readonly string[],
    depth: number,
    changes: Map<string, Uint8Array | null>,
  ): void => {
    const queued = [...sites.values()].reduce((sum, { frontier }) => sum + frontier.size, 0);
    let room = options.maxQueued - queued;
    for (const link of links) {
      if (room <= 0) return;
      if (siteOf(new URL(link)) !== site.name) continue;
      const address = crawlAddress(link, options.maxUrlLength);
      const stored = address === null ? null : site.frontier.add(address, depth);
      if (stored === null || address === null) continue;
      room--;
      changes.set(prefixOf(site.name) + address.hash, bytesOf(stored));
    }
  };

  const settle = (item: SourceItem, outcome: ItemOutcome): StateChanges => {
    const changes = new Map<string, Uint8Array | null>();
    const site = siteOfItem(item);
    const page = site?.pending.get(item.id);
    if (site === undefined || page === undefined) return changes;
    site.pending.delete(item.id);
    wake();
    // A dead link is no unreadable site: this run or one before has read the page with the link.
    isRead ||= page.depth > 0 && outcome.mayPass !== true;
    if (outcome.mayPass === true && page.failures < options.retries) {
      const again = { ...page, failures: page.failures + 1 };
      site.retries.add(again, again.failures, now());
      return changes.set(item.id, bytesOf(waitingValue(again)));
    }
    // A stopped page still waits in the store; a start is added by every run.
    const isOver = outcome.kind === 'emitted' || !isTemporary(outcome.reason ?? '');
    if (!isOver && (page.depth === 0 || outcome.reason === 'stopped')) return changes;
    changes.set(item.id, bytesOf(doneValue(page.template)));
    const found = URL.canParse(outcome.url) ? new URL(outcome.url) : null;
    if (found === null || siteOf(found) !== site.name) return changes;
    const target = crawlAddress(found.href, options.maxUrlLength);
    if (target !== null && target.hash !== page.hash) {
      site.frontier.skip(target.hash);
      changes.set(prefixOf(site.name) + target.hash, bytesOf(doneValue(target.template)));
    }
    follow(site, outcome.links, page.depth + 1, changes);
    return changes;
  };

  return {
    input,
    async *items(signal) {
      const all = [...sites.values()];
      while (!signal.aborted && !isClosed) {
        let hasOffered = false;
        for (const site of all) {
          if (signal.aborted) return;
          if (site.pending.size >= MAX_PENDING) continue;
          const waiting = site.retries.takeDue(now()) ?? site.frontier.next();
          if (waiting === null) continue;
          hasOffered = true;
          yield offer(site, waiting);
        }
        if (hasOffered) continue;
        if (all.every(({ pending, retries }) => pending.size + retries.size === 0)) return;
        await waitWithTimeout(Math.min(...all.map(({ retries }) => retries.pause(now()))), signal);
      }
    },
    settle,
    comesAgain(item) {
      const page = siteOfItem(item)?.pending.get(item.id);
      return page !== undefined && page.failures < options.retries;
    },
    hasRead: () => isRead,
    async close() {
      isClosed = true;
      wake();
    },
  };
}

/** The address of a start that does not look like a page, with its own hash. */
function unusualAddress(url: URL): CrawlAddress {
  const address = crawlAddress(`${url.origin}/`, Number.POSITIVE_INFINITY) as CrawlAddress;
  return { ...address, url: url.href, hash: Buffer.from(url.href).toString('base64url').slice(0, 200) };
}

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
 * Visits the pages of sites, in the order in which the crawl finds them, for a caller that takes them as they are fetched. (The stream
 * has budget and commits for the items of the same source.) Never throws on what the network does.
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

// The pages of a site to crawl, and their order.
//
// Addresses wait by template (kind of address). During the sample the template with the fewest pages is next, so that the first
// pages show every template of the site; afterwards the page nearest to the start. Each template has a budget.
//
// All of this is in the store, too: an address from the moment it is found (in the transaction of the page that links to
// it), a page as done in the transaction of its outcome. Memory holds the waiting addresses, and digests of the others.

/** A waiting address. */
interface Waiting {
  readonly url: string;
  readonly hash: string;
  readonly template: string;
  /** Links from the start. */
  readonly depth: number;
  /** Temporary failures so far. */
  readonly failures: number;
}

interface Template {
  /** Pages returned in this run or done in an earlier one. */
  taken: number;
  /** By depth, each in the order found. */
  readonly queues: Waiting[][];
  size: number;
}

/** Most templates of a site; further ones share one. */
const MAX_TEMPLATES = 2_000;
const OTHERS = '(others)';

/** The stored value of a waiting page. */
function waitingValue({ url, template, depth, failures }: Omit<Waiting, 'hash'>): string {
  return `${failures === 0 ? 'wait' : `again ${failures}`} ${depth} ${template.length} ${template} ${url}`;
}

/** The stored value of a page that is done. */
function doneValue(template: string): string {
  return `done ${template}`;
}

function frontier(options: CrawlOptions) {
  const templates = new Map<string, Template>();
  const known = new Set<string>();
  /** Known addresses that wait. */
  const waits = new Set<string>();
  let taken = 0;
  let size = 0;

  const templateOf = (address: string): Template => {
    const name = templates.has(address) || templates.size < MAX_TEMPLATES ? address : OTHERS;
    const template = templates.get(name) ?? { taken: 0, queues: [], size: 0 };
    templates.set(name, template);
    return template;
  };
  const push = (template: Template, waiting: Waiting): void => {
    while (template.queues.length <= waiting.depth) template.queues.push([]);
    template.queues[waiting.depth]?.push(waiting);
    waits.add(waiting.hash);
    template.size++;
    size++;
  };
  const depthOf = (template: Template): number => template.queues.findIndex((queue) => queue.length > 0);

  const nextTemplate = (): Template | null => {
    const isSampling = taken < options.samplePages;
    let best: Template | null = null;
    let [bestFirst, bestSecond] = [0, 0];
    for (const template of templates.values()) {
      if (template.size === 0) continue;
      const depth = depthOf(template);
      const [first, second] = isSampling ? [template.taken, depth] : [depth, template.taken];
      if (best !== null && (first > bestFirst || (first === bestFirst && second >= bestSecond))) continue;
      [best, bestFirst, bestSecond] = [template, first, second];
    }
    return best;
  };

  return {
    /** Adds an address; returns the value to store, or null when it is known or over budget. */
    add({ url, hash, template: name, hasQuery, isCalendar }: CrawlAddress, depth: number): string | null {
      if (known.has(hash)) return null;
      const template = templateOf(name);
      const { maxCalendarPages, maxQueryPages, maxTemplatePages } = options;
      const budget = isCalendar ? maxCalendarPages : hasQuery ? maxQueryPages : maxTemplatePages;
      // The start is always read.
      if (depth > 0 && template.taken + template.size >= budget) return null;
      known.add(hash);
      const waiting: Waiting = { url, hash, template: name, depth, failures: 0 };
      push(template, waiting);
      return waitingValue(waiting);
    },
    /** Restores a stored value. */
    restore(hash: string, stored: string): void {
      if (known.has(hash)) return;
      known.add(hash);
      if (stored.startsWith('done ')) {
        templateOf(stored.slice(5)).taken++;
        taken++;
        return;
      }
      const [head = '', failures = '0', depth = '0', length = '0'] =
        /^(?:wait|again (\d{1,2})) (\d{1,4}) (\d{1,3}) /.exec(stored) ?? [];
      const end = head.length + Number(length);
      const template = stored.slice(head.length, end);
      const url = stored.slice(end + 1);
      if (URL.canParse(url))
        push(templateOf(template), { url, hash, template, depth: Number(depth), failures: Number(failures) });
    },
    /** The next page, or null when nothing waits or the budget is spent. */
    next(): Waiting | null {
      while (taken < options.maxPages) {
        const template = nextTemplate();
        if (template === null) return null;
        const waiting = template.queues[depthOf(template)]?.shift() as Waiting;
        template.size--;
        size--;
        // Another address led to it while it waited.
        if (!waits.delete(waiting.hash)) continue;
        template.taken++;
        taken++;
        return waiting;
      }
      return null;
    },
    /** Marks a page as done because another address led to it. */
    skip(hash: string): void {
      known.add(hash);
      waits.delete(hash);
    },
    /** Addresses waiting. */
    get size(): number {
      return size;
    },
  };
}
