/**
 * robots.txt (RFC 9309): fetched once per origin and cached for at most a day. A missing file (4xx) allows everything; an
 * unavailable one (5xx, no connection) forbids everything for a while, unless an older copy is cached.
 *
 * Departure: 429 counts as unavailable, because the host asks for fewer requests.
 */
import { LRUCache } from 'lru-cache';
import type { FetchAnswer } from './fetcher.js';
import type { FetcherOptions } from './fetcher-options.js';
import { readRobots } from './robots-file.js';

/** Bytes of robots.txt read; RFC 9309 asks for at least 500 KiB. */
export const MAX_ROBOTS_BYTES = 512 * 1024;
const MAX_SITEMAPS = 1_000;
/** Characters of robots.txt files cached: 10,000 hosts at 3 kB each. */
const MAX_CACHED = 32 * 1024 * 1024;
/** Failures that the page itself will meet and report. */
const SHARED_FAILURES: readonly string[] = ['not-resolved', 'private-address', 'bad-url'];

interface RobotsRules {
  /** @param url an address on this origin */
  isAllowed(url: string): boolean;
  /** Crawl-delay in milliseconds, at most `maxCrawlDelay`; 0 when there is none. */
  readonly delay: number;
  /** Absolute addresses. */
  readonly sitemaps: readonly string[];
  /** Why robots.txt is unavailable; null when it was read or does not exist. */
  readonly failure: string | null;
  /** When it expires, on the clock of `performance.now()`. */
  readonly until: number;
}

interface CachedRules extends RobotsRules {
  /** Characters of the file, whose rules outlive their age while it is unavailable; 0: there was no file. */
  readonly size: number;
}

const ALLOW_ALL = { isAllowed: () => true, delay: 0, sitemaps: [], failure: null, size: 0 } as const;

type RobotsOptions = Pick<FetcherOptions, 'robotsAge' | 'robotsFailureAge' | 'maxCrawlDelay' | 'userAgent'>;

/** The rules of an origin (`https://example.org`). Concurrent calls for an origin share one request. */
export function robotsRules(
  options: RobotsOptions,
  read: (url: string) => Promise<FetchAnswer>,
): (origin: string) => Promise<RobotsRules> {
  const cache = new LRUCache<string, CachedRules>({ maxSize: MAX_CACHED });
  const pending = new Map<string, Promise<RobotsRules>>();

  const request = async (origin: string, before: CachedRules | undefined): Promise<RobotsRules> => {
    const url = `${origin}/robots.txt`;
    const answer = await read(url);
    const cached = (rules: Omit<CachedRules, 'until'>, age: number): RobotsRules => {
      const entry = { ...rules, until: performance.now() + age };
      cache.set(origin, entry, { size: rules.size + 1 });
      return entry;
    };
    if (answer.kind === 'fetched') return cached(parsed(url, answer.bytes, options), options.robotsAge);
    const { status, reason, detail } = answer.kind === 'failed' ? answer : { status: 304, reason: '', detail: '' };
    if (status !== null && status >= 400 && status < 500 && status !== 429) return cached(ALLOW_ALL, options.robotsAge);
    const failure = `robots.txt is unavailable (${detail || reason})`;
    const forbidAll = { ...ALLOW_ALL, isAllowed: () => false, failure };
    const older = before !== undefined && before.size > 0 ? before : null;
    // A cancelled request says nothing about the host.
    if (reason === 'stopped') return { ...(older ?? forbidAll), until: 0 };
    return cached(older ?? (SHARED_FAILURES.includes(reason) ? ALLOW_ALL : forbidAll), options.robotsFailureAge);
  };

  return (origin) => {
    const known = cache.get(origin);
    if (known !== undefined && known.until > performance.now()) return Promise.resolve(known);
    const asking = pending.get(origin) ?? request(origin, known).finally(() => pending.delete(origin));
    pending.set(origin, asking);
    return asking;
  };
}

function parsed(
  url: string,
  bytes: Uint8Array,
  { userAgent, maxCrawlDelay }: RobotsOptions,
): Omit<CachedRules, 'until'> {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_ROBOTS_BYTES));
  const robots = readRobots(text, userAgent);
  const delay = (robots.delay ?? 0) * 1000;
  return {
    isAllowed(page) {
      const { pathname, search } = new URL(page);
      return robots.isAllowed(pathname + search);
    },
    delay: delay > 0 ? Math.min(delay, maxCrawlDelay) : 0,
    sitemaps: robots.sitemaps
      .filter((one) => URL.canParse(one, url))
      .slice(0, MAX_SITEMAPS)
      .map((one) => new URL(one, url).href),
    failure: null,
    // An empty file is a copy too.
    size: Math.max(1, text.length),
  };
}
