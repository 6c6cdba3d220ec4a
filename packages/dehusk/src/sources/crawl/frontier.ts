/**
 * What of a site is to be crawled, and in which order.
 *
 * Addresses wait by their kind (template). While the sample is taken, the kind that had fewest pages is next, so that the
 * first pages show every template of the site; afterwards the page nearest to the beginning. Each kind has a budget.
 *
 * Everything is also in the store: an address from the moment it is found (in the transaction of the page it was found on)
 * and a page as done in the transaction of its outcome. In memory are the addresses that wait, and a digest of the others.
 */
import type { CrawlAddress } from './crawl-address.js';
import type { CrawlOptions } from './crawl-options.js';

/** An address that waits. */
export interface Waiting {
  readonly url: string;
  readonly hash: string;
  readonly template: string;
  /** Links from the beginning. */
  readonly depth: number;
  /** Times it could not be fetched for a reason that may pass. */
  readonly failures: number;
}

interface Kind {
  /** Given, or done in an earlier run. */
  given: number;
  /** By depth, each in the order found. */
  readonly queues: Waiting[][];
  size: number;
}

/** Kinds of addresses of a site at most; further ones are one kind. */
const MAX_KINDS = 2_000;
const OTHERS = '(others)';

export interface Frontier {
  /** Takes an address; gives the value to store, or null when it is known or beyond a budget. */
  add(address: CrawlAddress, depth: number): string | null;
  /** Takes up what an earlier run stored. */
  restore(hash: string, stored: string): void;
  /** The next page, or null when nothing waits or the budget is spent. */
  next(): Waiting | null;
  /** Notes a page as done without being given: another address led to it. */
  skip(hash: string): void;
  /** Addresses that wait. */
  readonly size: number;
}

/** What is stored of a page that waits. */
export function waitingValue({ url, template, depth, failures }: Omit<Waiting, 'hash'>): string {
  return `${failures === 0 ? 'wait' : `again ${failures}`} ${depth} ${template.length} ${template} ${url}`;
}

/** What is stored of a page that is done. */
export function doneValue(template: string): string {
  return `done ${template}`;
}

export function frontier(options: CrawlOptions): Frontier {
  const kinds = new Map<string, Kind>();
  /** Every address known. */
  const known = new Set<string>();
  /** Those of them that wait. */
  const waits = new Set<string>();
  let given = 0;
  let size = 0;

  const kindOf = (template: string): Kind => {
    const name = kinds.has(template) || kinds.size < MAX_KINDS ? template : OTHERS;
    let kind = kinds.get(name);
    if (kind === undefined) {
      kind = { given: 0, queues: [], size: 0 };
      kinds.set(name, kind);
    }
    return kind;
  };
  const push = (kind: Kind, waiting: Waiting): void => {
    for (let depth = kind.queues.length; depth <= waiting.depth; depth++) kind.queues.push([]);
    kind.queues[waiting.depth]?.push(waiting);
    waits.add(waiting.hash);
    kind.size++;
    size++;
  };
  const depthOf = (kind: Kind): number => kind.queues.findIndex((queue) => queue.length > 0);

  /** The kind whose turn it is. */
  const chosen = (): Kind | null => {
    const isSampling = given < options.samplePages;
    let best: Kind | null = null;
    let bestRank = [0, 0];
    for (const kind of kinds.values()) {
      if (kind.size === 0) continue;
      const depth = depthOf(kind);
      const rank = isSampling ? [kind.given, depth] : [depth, kind.given];
      const isBetter = best === null || compare(rank, bestRank) < 0;
      if (isBetter) [best, bestRank] = [kind, rank];
    }
    return best;
  };

  return {
    add({ url, hash, template, hasQuery, isCalendar }, depth) {
      if (known.has(hash)) return null;
      const kind = kindOf(template);
      const budget = isCalendar
        ? options.maxCalendarPages
        : hasQuery
          ? options.maxQueryPages
          : options.maxTemplatePages;
      // The beginning is always read.
      if (depth > 0 && kind.given + kind.size >= budget) return null;
      known.add(hash);
      const waiting: Waiting = { url, hash, template, depth, failures: 0 };
      push(kind, waiting);
      return waitingValue(waiting);
    },
    restore(hash, stored) {
      if (known.has(hash)) return;
      known.add(hash);
      if (stored.startsWith('done ')) {
        kindOf(stored.slice(5)).given++;
        given++;
        return;
      }
      const [head = '', failures = '0', depth = '0', length = '0'] =
        /^(?:wait|again (\d{1,2})) (\d{1,4}) (\d{1,3}) /.exec(stored) ?? [];
      const from = head.length;
      const template = stored.slice(from, from + Number(length));
      const url = stored.slice(from + Number(length) + 1);
      if (URL.canParse(url))
        push(kindOf(template), { url, hash, template, depth: Number(depth), failures: Number(failures) });
    },
    next() {
      while (given < options.maxPages) {
        const kind = chosen();
        if (kind === null) return null;
        const waiting = kind.queues[depthOf(kind)]?.shift() as Waiting;
        kind.size--;
        size--;
        // Done by way of another address while it waited.
        if (!waits.delete(waiting.hash)) continue;
        kind.given++;
        given++;
        return waiting;
      }
      return null;
    },
    skip(hash) {
      known.add(hash);
      waits.delete(hash);
    },
    get size() {
      return size;
    },
  };
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, one] of a.entries()) if (one !== b[at]) return one - (b[at] as number);
  return 0;
}
