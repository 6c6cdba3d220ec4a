/**
 * What robots.txt says, by RFC 9309: asked for once per authority and kept for at most a day; what is not there (4xx) allows
 * everything; what cannot be had (5xx, no connection) forbids everything for a while, unless an older copy is at hand.
 *
 * Departures: 429 counts as "cannot be had", because a host that says "too many" wants fewer requests, not more. Lines
 * longer than 2,000 characters are left out and runs of `*` are one: matching them could take seconds.
 */
import robotsParser from 'robots-parser';
import type { FetchAnswer } from './fetcher.js';
import { type RecentMap, recentMap } from './recent-map.js';

/** Bytes of robots.txt that are read; RFC 9309 asks for at least 500 KiB. */
export const MAX_ROBOTS_BYTES = 512 * 1024;
const MAX_LINE = 2_000;
/** Sitemaps taken from one robots.txt. */
const MAX_SITEMAPS = 1_000;

export interface RobotsOptions {
  /** How long an answer is good for, in milliseconds; RFC 9309 says at most 24 hours. */
  readonly age: number;
  /** How long nothing is fetched after robots.txt could not be had, in milliseconds. */
  readonly failureAge: number;
  /** Characters of robots.txt files kept at most, in sum. */
  readonly maxKept: number;
  /** Longest pause between requests that a Crawl-delay can ask for, in milliseconds. */
  readonly maxDelay: number;
  readonly userAgent: string;
}

export interface RobotsRules {
  isAllowed(url: string): boolean;
  /** Crawl-delay in milliseconds; 0 when there is none. */
  readonly delay: number;
  /** Absolute addresses. */
  readonly sitemaps: readonly string[];
  /** Why robots.txt could not be had; null when it was, or when there is none. */
  readonly trouble: string | null;
  /** When it is asked for again, on the clock of `performance.now()`. */
  readonly until: number;
}

/** Reads robots.txt of an origin, whatever becomes of it. */
export type ReadRobots = (url: string) => Promise<Pick<FetchAnswer, 'kind'> & Partial<RobotsAnswer>>;
interface RobotsAnswer {
  readonly bytes: Uint8Array;
  readonly reason: string;
  readonly detail: string;
  readonly status: number | null;
}

/** The rules of an origin (`https://example.org`). Whoever asks while they are being read waits for the same answer. */
export function robotsRules(options: RobotsOptions, read: ReadRobots): (origin: string) => Promise<RobotsRules> {
  const kept: RecentMap<RobotsRules> = recentMap(options.maxKept);
  /** Good answers outlive their age, for when the next attempt fails. */
  const older: RecentMap<RobotsRules> = recentMap(options.maxKept);
  const asked = new Map<string, Promise<RobotsRules>>();

  const ask = async (origin: string): Promise<RobotsRules> => {
    const url = `${origin}/robots.txt`;
    const answer = await read(url);
    const { status = null, reason = '', detail = '' } = answer;
    if (answer.kind === 'fetched' && answer.bytes !== undefined) {
      const text = bounded(answer.bytes);
      const rules = { ...parsed(url, text, options), trouble: null, until: performance.now() + options.age };
      kept.set(origin, rules, text.length + 1, options.age);
      older.set(origin, rules, text.length + 1, Number.POSITIVE_INFINITY);
      return rules;
    }
    const isMissing = status !== null && status >= 400 && status < 500 && status !== 429;
    // The page itself will meet the same trouble and say it in its own words.
    const isSame = ['not-resolved', 'private-address', 'bad-url'].includes(reason);
    if (isMissing || isSame) {
      const age = isMissing ? options.age : options.failureAge;
      const rules = { ...OPEN, until: performance.now() + age };
      kept.set(origin, rules, 1, age);
      return rules;
    }
    const before = older.get(origin);
    const until = performance.now() + options.failureAge;
    const rules: RobotsRules =
      before === undefined
        ? { ...OPEN, isAllowed: () => false, trouble: `robots.txt cannot be had (${detail || reason})`, until }
        : { ...before, until };
    // A request that was stopped says nothing about the host.
    if (reason !== 'stopped') kept.set(origin, rules, 1, options.failureAge);
    return rules;
  };

  return async (origin) => {
    const known = kept.get(origin) ?? asked.get(origin);
    if (known !== undefined) return known;
    const asking = ask(origin).finally(() => asked.delete(origin));
    asked.set(origin, asking);
    return asking;
  };
}

const OPEN = { isAllowed: () => true, delay: 0, sitemaps: [], trouble: null } as const;

function bounded(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_ROBOTS_BYTES));
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.length <= MAX_LINE)
    .map((line) => line.replace(/\*{2,}/g, '*'))
    .join('\n');
}

function parsed(url: string, text: string, options: RobotsOptions): Omit<RobotsRules, 'trouble' | 'until'> {
  // The package is CommonJS and says `export default`: what arrives is the function either way.
  const parse = robotsParser as unknown as typeof robotsParser.default;
  const robots = parse(url, text);
  const delay = (robots.getCrawlDelay(options.userAgent) ?? 0) * 1000;
  return {
    isAllowed: (page) => robots.isAllowed(page, options.userAgent) ?? true,
    delay: delay > 0 ? Math.min(delay, options.maxDelay) : 0,
    sitemaps: robots
      .getSitemaps()
      .filter((one) => URL.canParse(one, url))
      .slice(0, MAX_SITEMAPS)
      .map((one) => new URL(one, url).href),
  };
}
