/**
 * The pages of a site to crawl, and their order.
 *
 * Addresses wait by template (kind of address). During the sample the template with the fewest pages is next, so that the first
 * pages show every template of the site; afterwards the page nearest to the start. Each template has a budget.
 *
 * All of this is in the store, too: an address from the moment it is found (in the transaction of the page that links to
 * it), a page as done in the transaction of its outcome. Memory holds the waiting addresses, and digests of the others.
 */
import type { CrawlAddress } from './crawl-address.js';

/** Budgets of pages, as the settings of the source describe them. */
interface FrontierOptions {
  readonly maxPages: number;
  readonly samplePages: number;
  readonly maxTemplatePages: number;
  readonly maxQueryPages: number;
  readonly maxCalendarPages: number;
}

/** A waiting address. */
export interface Waiting {
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
export function waitingValue({ url, template, depth, failures }: Omit<Waiting, 'hash'>): string {
  return `${failures === 0 ? 'wait' : `again ${failures}`} ${depth} ${template.length} ${template} ${url}`;
}

/** The stored value of a page that is done. */
export function doneValue(template: string): string {
  return `done ${template}`;
}

export function frontier(options: FrontierOptions) {
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

export type Frontier = ReturnType<typeof frontier>;
