/**
 * Rules of a site's URLs, learnt from what was fetched (the future work of the URL Tree paper): which query parameters identify a
 * document, and whether the site's `rel=canonical` does.
 *
 * Observation: two addresses that differ in one parameter only either have the same content (a session, a referrer) or not (an
 * article number). Enough such pairs decide.
 *
 * Parameters, per host and path template (digit runs and long slugs as `*`):
 * 1. Pair fetches with equal path and equal other parameters; the share of pairs whose content differs is the parameter's
 *    relevance. Only neighbours in value order are paired, so n fetches make at most n pairs.
 * 2. With too few pairs, compare digests and values over the template: a parameter identifies if each of its values always had one
 *    content that no other value had; it does not if its values share contents.
 * 3. Relevance of at least 0.8 keeps, at most 0.1 drops; in between is undecided and kept.
 * 4. Parameters that mark where a reader came from are dropped by name first (`utm_…`, `replytocom`, `shared`, `amp`).
 * 5. One address without a query that had three contents or more within a day is a front page: keep `_cid_`.
 *
 * Canonical addresses, per host. Most systems write the address of the document, which then decides alone: `/node/11` and `?p=11`
 * are the story they lead to. Some sites write one address into all their pages; a key by it would discard the site as
 * duplicates. So group fetches by canonical address; where a group has several addresses, take the share of neighbours in address
 * order with equal content. Trust a host whose pairs are mostly equal and whose pages do not share few addresses: the rule
 * `_canonical_` applies to every address of the host.
 */

import { createHash } from 'node:crypto';
import { CANONICAL, type ParsedUrl, parseUrl, printUrl, type UrlRule } from '@dehusk/core/extend';
import { seal, unseal } from '@dehusk/html';

/** A fetched page. */
interface FetchedUrl {
  /** The response URL. */
  readonly url: string;
  /** Digest of the content (or of the title): equal for equal documents. */
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The page's own `rel=canonical`, absolute; default none. */
  readonly canonical?: string | null;
}

/** Least fetches of a template for a rule, and least pairs for step 1. */
const MIN_FETCHES = 50;
const MIN_PAIRS = 10;
/** Relevance from which a parameter is kept and up to which it is dropped. */
const KEEP_FROM = 0.8;
const DROP_UP_TO = 0.1;
/** Least contents of one address within a day that make it a front page. */
const FRONT_PAGE_CONTENTS = 3;

interface LearntRule extends UrlRule {
  /** Number of fetches it was learnt from. */
  readonly support: number;
  /** Whether a parameter is retained because too little is known. */
  readonly isUndecided: boolean;
}

const DAY = 86_400_000;
/** Names of parameters that never identify a document. */
const TRACKING =
  /^(utm_.*|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|_ga|yclid|ref|referrer|replytocom|shared?|amp|outputtype|sid|sessionid|phpsessid|jsessionid|feed|cmpid|cid|ncid|nb|print|noredirect)$/i;

/** Minimum fetches of a host that have a canonical address. */
const MIN_CANONICAL_FETCHES = 20;
/** Minimum share of equal pairs under one canonical address; one equal pair is assumed beforehand. */
const MIN_EQUAL = 0.8;
/** Largest share of the host's fetches that may share one canonical address. */
const MAX_UNDER_ONE = 0.2;

interface Fetch extends Pick<FetchedUrl, 'digest' | 'at'> {
  readonly path: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Learns rules, the most supported first. Time: fetches × parameters × log fetches.
 *
 * @param vetoed patterns of unwanted rules, as {@link UrlRule.pattern} prints them
 */
export function learnUrlRules(fetched: readonly FetchedUrl[], vetoed: readonly string[] = []): LearntRule[] {
  const templates = new Map<string, Fetch[]>();
  for (const { url, digest, at } of fetched) {
    const parsed = parseUrl(url);
    if (parsed === null) continue;
    // `/story/amp` is the same document as `/story`.
    const segments = parsed.segments.filter(
      (segment, place) => !(segment === 'amp' && place === parsed.segments.length - 1),
    );
    const path = segments.map((segment) => `/${templateOf(segment)}`).join('');
    const template = `^https?://${literal(parsed.host)}(?::\\d+)?${path}(?:/amp)?(?:\\?|$)`;
    const parameters = new Map(parsed.parameters.map(({ name, value }) => [name, value]));
    const list = templates.get(template) ?? [];
    list.push({ path: segments.join('/'), parameters, digest, at });
    templates.set(template, list);
  }
  const rules: LearntRule[] = [];
  for (const [template, fetches] of templates) {
    const rule = fetches.length < MIN_FETCHES ? null : ruleOf(template, fetches);
    if (rule !== null) rules.push(rule);
  }
  return [...rules, ...learnCanonicalRules(fetched)]
    .filter(({ pattern }) => !vetoed.includes(pattern.source))
    .sort((a, b) => b.support - a.support || (a.pattern.source < b.pattern.source ? -1 : 1));
}

/** A text as a pattern that matches nothing else. */
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The pattern of a path segment; segments with numbers and long slugs match any. */
function templateOf(segment: string): string {
  if (/\d/.test(segment) || segment.length > 24 || segment.split('-').length > 3) return '[^/?]+';
  return literal(segment);
}

function ruleOf(template: string, fetches: readonly Fetch[]): LearntRule | null {
  const names = new Set(fetches.flatMap(({ parameters }) => [...parameters.keys()]));
  const retain: string[] = [];
  let isUndecided = false;
  for (const name of [...names].sort()) {
    const relevance = TRACKING.test(name) ? 0 : relevanceOf(name, fetches);
    if (relevance <= DROP_UP_TO) continue;
    retain.push(name);
    isUndecided ||= relevance < KEEP_FROM;
  }
  if (retain.length === 0 && isFrontPage(fetches)) retain.push('_cid_');
  if (retain.length === 0) return null;
  return { pattern: new RegExp(template, 'u'), retain, support: fetches.length, isUndecided };
}

/** Step 1: the share of pairs, equal in path and all other parameters, whose content differs. */
function relevanceOf(name: string, fetches: readonly Fetch[]): number {
  const groups = new Map<string, Map<string, string>>();
  for (const { path, parameters, digest } of fetches) {
    const others = [...parameters].filter(([other]) => other !== name && !TRACKING.test(other));
    const group = JSON.stringify([path, others]);
    const values = groups.get(group) ?? new Map<string, string>();
    values.set(parameters.get(name) ?? '', digest);
    groups.set(group, values);
  }
  const { pairs, equal } = comparedNeighbours(groups.values());
  return pairs >= MIN_PAIRS ? (pairs - equal) / pairs : valueRelevance(name, fetches);
}

/** Compares digests of neighbours in key order: how many pairs there are, and how many are equal. */
function comparedNeighbours(groups: Iterable<ReadonlyMap<string, string>>): { pairs: number; equal: number } {
  let pairs = 0;
  let equal = 0;
  for (const group of groups) {
    const digests = [...group].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, digest]) => digest);
    for (let at = 1; at < digests.length; at++) {
      pairs++;
      if (digests[at] === digests[at - 1]) equal++;
    }
  }
  return { pairs, equal };
}

/** Step 2: the share of contents that have one value only, times the share of values that have one content only. */
function valueRelevance(name: string, fetches: readonly Fetch[]): number {
  const valuesOf = new Map<string, Set<string>>();
  const contentsOf = new Map<string, Set<string>>();
  for (const { path, parameters, digest } of fetches) {
    const value = parameters.get(name) ?? '';
    valuesOf.set(digest, (valuesOf.get(digest) ?? new Set()).add(value));
    const under = `${path} ${value}`;
    contentsOf.set(under, (contentsOf.get(under) ?? new Set()).add(digest));
  }
  const singles = (sets: ReadonlyMap<string, ReadonlySet<string>>): number =>
    Array.from(sets.values()).filter(({ size }) => size === 1).length / Math.max(1, sets.size);
  return singles(valuesOf) * singles(contentsOf);
}

/** Step 5: whether one address without parameters had several contents within a day. */
function isFrontPage(fetches: readonly Fetch[]): boolean {
  const byDay = new Map<string, Set<string>>();
  for (const { path, parameters, digest, at } of fetches) {
    if (parameters.size > 0) continue;
    const day = `${path} ${Math.floor(at / DAY)}`;
    byDay.set(day, (byDay.get(day) ?? new Set()).add(digest));
  }
  for (const digests of byDay.values()) if (digests.size >= FRONT_PAGE_CONTENTS) return true;
  return false;
}

/** The rules of hosts whose canonical addresses can be trusted, in the order of their first fetch. */
function learnCanonicalRules(fetched: readonly FetchedUrl[]): LearntRule[] {
  /** Per host: its fetches, and digests by canonical address and own address. */
  const hosts = new Map<string, { fetches: number; readonly groups: Map<string, Map<string, string>> }>();
  const printed = (url: ParsedUrl): string => printUrl(url, url.parameters, false);
  for (const { url, canonical, digest } of fetched) {
    const own = parseUrl(url);
    const named = canonical ? parseUrl(canonical) : null;
    if (own === null || named === null) continue;
    const host = hosts.get(own.host) ?? { fetches: 0, groups: new Map() };
    hosts.set(own.host, host);
    host.fetches++;
    const group = host.groups.get(printed(named)) ?? new Map<string, string>();
    host.groups.set(printed(named), group.set(printed(own), digest));
  }
  const rules: LearntRule[] = [];
  for (const [host, { groups, fetches }] of hosts) {
    const { pairs, equal } = comparedNeighbours(groups.values());
    const share = (equal + 1) / (pairs + 1);
    let largest = 0;
    for (const { size } of groups.values()) largest = Math.max(largest, size);
    if (fetches < MIN_CANONICAL_FETCHES || share < MIN_EQUAL || largest > MAX_UNDER_ONE * fetches) continue;
    const pattern = new RegExp(`^https?://${literal(host)}(?::\\d+)?(?:[/?]|$)`, 'u');
    rules.push({ pattern, retain: [CANONICAL], support: fetches, isUndecided: false });
  }
  return rules;
}

// The URL rules of a site that the stream learns (`learnUrlRules`), with the addresses they are learnt from.
//
// Evidence is the latest addresses of the site, each with its title as the digest of its content: known without extraction, and
// more stable than a text with counters and dates. Rules are learnt again after every {@link LEARN_EVERY} addresses of a site, so
// they depend on the site's pages and their order alone, and are committed with the pages they are learnt from.
//
// A rule that was applied is kept as it is: the ids of documents depend on it.

/** A learnt rule as the state keeps it. */
interface StoredRule extends Omit<LearntRule, 'pattern'> {
  /** The source of the regular expression. */
  readonly pattern: string;
  /** Whether URL keys of the site depend on it, from the page after which it was learnt; false in states of earlier versions. */
  readonly isApplied: boolean;
}

export interface UrlEvidence {
  /** Addresses recorded in all. */
  recorded: number;
  /** The latest addresses, the earliest first. */
  fetched: readonly FetchedUrl[];
  /** In the order of `learnUrlRules`. */
  rules: readonly StoredRule[];
}

/** Addresses kept per site: enough for ten path templates of the fifty that a rule needs. */
const MAX_FETCHED = 500;
/** Longest address kept, in characters: the value of a site stays below about a quarter of a megabyte. */
const MAX_CHARACTERS = 500;
/** Addresses between two times that rules are learnt: as many as a rule needs at least. */
const LEARN_EVERY = 50;
/** Control characters and number signs, plain or escaped: parameter names end up on terminals and in configuration files. */
const UNUSABLE = /[\p{Cc}#]|%(?:[01][\da-f]|7f|c2%[89]|23)/iu;

const MAGIC = 'DhUE';
const VERSION = 1;

/** The evidence of a new site. */
export function emptyEvidence(): UrlEvidence {
  return { recorded: 0, fetched: [], rules: [] };
}

/**
 * Records an address, and learns the rules again when it is time.
 *
 * @param title of the page; without one the address says nothing
 * @returns whether the rules were learnt again
 */
export function recordAddress(
  evidence: UrlEvidence,
  { url, at, canonical }: Omit<FetchedUrl, 'digest'>,
  title: string | null,
): boolean {
  const isLong = Math.max(url.length, canonical?.length ?? 0) > MAX_CHARACTERS;
  if (isLong || UNUSABLE.test(url) || title === null || title.trim() === '') return false;
  const digest = createHash('sha256').update(title.trim()).digest('hex').slice(0, 16);
  evidence.fetched = [...evidence.fetched.slice(1 - MAX_FETCHED), { url, digest, at, canonical: canonical ?? null }];
  evidence.recorded++;
  if (evidence.recorded % LEARN_EVERY !== 0) return false;
  evidence.rules = learnt(evidence);
  return true;
}

/** The rules that were applied before, then those that the addresses show now. */
function learnt({ fetched, rules }: UrlEvidence): StoredRule[] {
  const applied = rules.filter(({ isApplied }) => isApplied);
  const proposed = learnUrlRules(
    fetched,
    applied.map(({ pattern }) => pattern),
  );
  return [
    ...applied,
    ...proposed
      .filter(({ isUndecided }) => !isUndecided)
      .map((rule): StoredRule => ({ ...rule, pattern: rule.pattern.source, isApplied: true })),
  ];
}

/** The rules that hold for the site's next page. */
export function appliedRules({ rules }: UrlEvidence): StoredRule[] {
  return rules.filter(({ isApplied }) => isApplied);
}

/** The evidence as sealed bytes. */
export function encodeEvidence(evidence: UrlEvidence): Uint8Array {
  return seal(MAGIC, VERSION, evidence, new Uint8Array());
}

/** @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged */
export function decodeEvidence(bytes: Uint8Array): UrlEvidence {
  return unseal<UrlEvidence>(bytes, MAGIC, VERSION, 'the addresses of a site').header;
}
