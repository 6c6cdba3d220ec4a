import { LRUCache } from 'lru-cache';
import type { FetchAnswer, FetcherOptions } from './fetcher-options.js';

interface RobotsRule {
  /** Percent-encoded; runs of `*` are one. */
  readonly pattern: string;
  /** The pattern up to its first wildcard or its end sign. */
  readonly start: string;
  readonly isAllowed: boolean;
}

const MAX_LINE = 2_000;
/** Characters compared for one address, 20 ms at most. 1,000 rules with wildcards on a path of 900 need less. */
const MAX_STEPS = 1_000_000;

/**
 * Reads a file. Never throws.
 *
 * @param userAgent the part before the first slash names the group of rules; without one, the group `*` applies
 */
export function readRobots(text: string, userAgent: string) {
  const own = agentName(userAgent);
  type RobotsGroup = { readonly rules: RobotsRule[]; delay: number | null };
  const groups = new Map<string, RobotsGroup>();
  const sitemaps: string[] = [];
  /** The current group's agents that may apply, not all: a hostile group of 10,000 agents would copy each rule to all of them. */
  const agents = new Set<string>();
  let isNaming = false;
  /** The groups that the next line belongs to; null after a line that names an agent. */
  let named: readonly RobotsGroup[] | null = null;
  const current = (): readonly RobotsGroup[] => {
    named ??= [...agents].map((agent) => {
      const group = groups.get(agent) ?? { rules: [], delay: null };
      groups.set(agent, group);
      return group;
    });
    return named;
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.length > MAX_LINE) continue;
    const [, field = '', value = ''] = /^([^#:]*):([^#]*)/.exec(line) ?? [];
    const name = field.trim().toLowerCase();
    const given = value.trim();
    if (name === '') continue;
    if (name === 'user-agent') {
      if (!isNaming) agents.clear();
      const agent = agentName(given);
      if (given !== '' && (agent === own || agent === '*')) agents.add(agent);
      named = null;
    } else if (name === 'allow' || name === 'disallow') {
      // An empty rule matches nothing, but makes a group.
      for (const { rules } of current()) if (given !== '') rules.push(ruleOf(given, name === 'allow'));
    } else if (name === 'crawl-delay') {
      const delay = Number(given);
      if (!Number.isNaN(delay)) for (const group of current()) group.delay = delay;
    } else if (name === 'sitemap' && given !== '') sitemaps.push(given);
    isNaming = name === 'user-agent';
  }
  const { rules, delay } = groups.get(own) ?? groups.get('*') ?? { rules: [], delay: null };
  // The first that matches decides.
  rules.sort((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed));
  return {
    /** @param path path and query of an address on the file's origin */
    isAllowed: (path: string): boolean => judged(rules, upperEscapes(path)),
    /** Crawl-delay in seconds; null when there is none. */
    delay,
    /** Addresses as the file has them. */
    sitemaps,
  };
}

function judged(rules: readonly RobotsRule[], path: string): boolean {
  let steps = 0;
  for (const { start, pattern, isAllowed } of rules) {
    if (!path.startsWith(start)) continue;
    const isEnd = pattern.endsWith('$');
    const [, ...parts] = (isEnd ? pattern.slice(0, -1) : pattern).split('*');
    if (parts.length > 0) steps += path.length + pattern.length;
    if (steps > MAX_STEPS) return false;
    if (containsInOrder(path, start.length, parts, isEnd)) return isAllowed;
  }
  return true;
}

/** Whether parts occur one after the other from a position on, the last of them at the end if `isEnd`. */
function containsInOrder(path: string, from: number, parts: readonly string[], isEnd: boolean): boolean {
  let at = from;
  const last = parts.length - 1;
  for (const [index, part] of parts.entries()) {
    if (isEnd && index === last) return path.length - part.length >= at && path.endsWith(part);
    at = endOfFirst(path, at, part);
    if (at < 0) return false;
  }
  return !isEnd || at === path.length;
}

/** At n the length of the longest proper prefix of part[0..n] that is also its suffix. Encoding makes nine characters of one. */
const back = new Uint16Array(9 * MAX_LINE);

/** The position after the first occurrence of a part, -1 when there is none. Linear in both: V8's `indexOf` is not. */
function endOfFirst(path: string, from: number, part: string): number {
  if (part === '') return from;
  if (part.length > path.length - from) return -1;
  for (let at = 1, same = 0; at < part.length; at++) {
    const code = part.charCodeAt(at);
    while (same > 0 && code !== part.charCodeAt(same)) same = back[same - 1];
    if (code === part.charCodeAt(same)) same++;
    back[at] = same;
  }
  for (let at = from, same = 0; at < path.length; at++) {
    const code = path.charCodeAt(at);
    while (same > 0 && code !== part.charCodeAt(same)) same = back[same - 1];
    if (code === part.charCodeAt(same)) same++;
    if (same === part.length) return at + 1;
  }
  return -1;
}

function ruleOf(given: string, isAllowed: boolean): RobotsRule {
  const pattern = PLAIN.test(given) ? given : encoded(given);
  const star = pattern.indexOf('*');
  const end = star >= 0 ? star : pattern.endsWith('$') ? -1 : pattern.length;
  return { pattern, start: pattern.slice(0, end), isAllowed };
}

function agentName(text: string): string {
  return text.toLowerCase().split('/')[0].trim();
}

/** Patterns that need no encoding, as nearly all do: files of 500 kB are read twice as fast. */
const PLAIN = /^(?:[\w/.$?=&-]|\*(?!\*))*$/;

/** A pattern as an address has it: percent-encoded, escapes in upper case. */
function encoded(pattern: string): string {
  const short = pattern.replace(/\*{2,}/g, '*');
  try {
    return upperEscapes(encodeURI(short).replaceAll('%25', '%'));
  } catch {
    // A lone surrogate: no address has one.
    return short;
  }
}

function upperEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (one) => one.toUpperCase());
}

// robots.txt (RFC 9309): fetched once per origin and cached for at most a day. A missing file (4xx) allows everything; an
// unavailable one (5xx, no connection) forbids everything for a while, unless an older copy is cached.
//
// Departure: 429 counts as unavailable, because the host asks for fewer requests.

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
  const cache = new LRUCache<string, RobotsRules>({ maxSize: MAX_CACHED });
  const pending = new Map<string, Promise<RobotsRules>>();

  const request = async (origin: string, before: RobotsRules | undefined): Promise<RobotsRules> => {
    const url = `${origin}/robots.txt`;
    const answer = await read(url);
    const cached = (rules: Omit<RobotsRules, 'until'>, age: number): RobotsRules => {
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
): Omit<RobotsRules, 'until'> {
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
