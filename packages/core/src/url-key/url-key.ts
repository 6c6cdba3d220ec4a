/**
 * The URL key: one name for all addresses of one document (URL Tree paper, section 3; algorithms.md section 8.2).
 *
 * Observation: feeds and links name the same article by many addresses (session ids, feed marks, referrers), about half of a news
 * stream; and a few sites show different documents at one address, where only the title distinguishes them.
 *
 * Steps: 1. take the response URL after redirects (the caller follows them), or the canonical address if the caller passes one;
 * 2. decode, sort and merge its parts and add the hash of the title as a parameter `_cid_`: the basic key; 3. keep the parameters
 * that the first matching rule retains; without a rule, drop the query.
 *
 * Departures: see `parsed-url.ts`. `asReference` prints exactly as the authors' program does.
 */
import { checkOptions, FLAG, listOf, md5Hex, type OptionDomains, orNull, STRING, words } from '@dehusk/html';
import { hostParts, type ParsedUrl, parseUrl, printUrl, sortedByName } from './parsed-url.js';

/** A rule names the query parameters which identify a document of a site; the rest of the query is dropped. */
export interface UrlRule {
  /** Searched, not anchored, in the basic key. */
  readonly pattern: RegExp;
  /** Names of the parameters to retain; `_cid_` is the hash of the page's title, `_canonical_` the page's own canonical address. */
  readonly retain: readonly string[];
}

/** In place of a parameter in {@link UrlRule.retain}: the page's own canonical address names the document. */
export const CANONICAL = '_canonical_';

export interface UrlKeyOptions {
  /** `heuristics` (default) keeps what the rules retain, `dropQuery` nothing, `basic` everything and the title hash. */
  readonly mode?: 'basic' | 'dropQuery' | 'heuristics';
  /** Rules in order, as `parseUrlRules` of `@dehusk/core/extend` reads them; default none. */
  readonly rules?: readonly UrlRule[];
  /** Prefixes of basic keys of pages that are never content: log-in pages, print views. */
  readonly blacklist?: readonly string[];
  /** The page's own `rel=canonical`, used instead of the URL when it is an address of the same domain; default none. */
  readonly canonical?: string | null;
  /** The canonical address counts only where a rule retains `_canonical_` (the stream learns such rules); default false: always. */
  readonly canonicalByRule?: boolean;
  /** Suffixes such as `blogspot.com` make each site under them a separate domain; default false. */
  readonly allowsPrivateSuffixes?: boolean;
  /** Prints default ports, `__cid__` and the hash as a GUID, as the authors' program does; default false. */
  readonly asReference?: boolean;
}

const OPTIONS: OptionDomains<UrlKeyOptions> = {
  mode: words('heuristics', 'dropQuery', 'basic'),
  rules: { type: 'array' },
  blacklist: listOf(STRING),
  canonical: orNull(STRING),
  canonicalByRule: FLAG,
  allowsPrivateSuffixes: FLAG,
  asReference: FLAG,
};

export interface UrlKey {
  /** The key in the requested mode: the identity of the document. */
  readonly key: string;
  readonly keyBasic: string;
  readonly keyNoQuery: string;
  /** The basic key starts with a blacklisted prefix. */
  readonly isBlacklisted: boolean;
  /** Whether the key has a query: then the query, not the last path segment, identifies the document. */
  readonly hasQuery: boolean;
  /** Registrable domain; empty for a text that is no URL. */
  readonly domain: string;
  /** Public suffix of the host. */
  readonly suffix: string;
  /** The parsed address; null for a text that is no absolute URL. */
  readonly parsed: ParsedUrl | null;
}

/**
 * The URL key of a document. A text that is no URL is its own key, in no domain.
 * @param url the response URL
 * @param title the item's or page's title; null and empty hash alike
 * @throws TypeError or RangeError for an unknown option or value; never for a URL
 */
export function urlKey(url: string, title: string | null = null, options: UrlKeyOptions = {}): UrlKey {
  checkOptions('urlKey', options, OPTIONS);
  const { rules = [], blacklist = [] } = options;
  const own = parseUrl(url);
  if (own === null) {
    const key = url.trim();
    const isBlacklisted = blacklist.some((prefix) => key.startsWith(prefix));
    return {
      key,
      keyBasic: key,
      keyNoQuery: key,
      isBlacklisted,
      hasQuery: false,
      domain: '',
      suffix: '',
      parsed: null,
    };
  }
  const canonical = canonicalOf(own, options);
  const trusts = options.canonicalByRule !== true || rules.some((rule) => isCanonicalRule(rule, own));
  const parsed = canonical !== null && trusts ? canonical : own;
  const isCanonical = parsed === canonical && options.canonicalByRule === true;
  return keyOfParts(parsed, hostParts(parsed.host, options.allowsPrivateSuffixes), title, options, isCanonical);
}

/**
 * The key of the same address with another title, without taking the address apart again.
 * @param key of an address that is not the canonical one by a rule
 * @param options those the key was made with
 */
export function titledUrlKey(key: UrlKey, title: string | null, options: UrlKeyOptions = {}): UrlKey {
  return key.parsed === null ? key : keyOfParts(key.parsed, key, title, options, false);
}

function keyOfParts(
  parsed: ParsedUrl,
  { domain, suffix }: ReturnType<typeof hostParts>,
  title: string | null,
  options: UrlKeyOptions,
  isCanonicalByRule: boolean,
): UrlKey {
  const { mode = 'heuristics', rules = [], blacklist = [], asReference = false } = options;
  const titleName = asReference ? '__cid__' : '_cid_';
  const parameters = sortedByName([
    ...parsed.parameters.filter(({ name }) => name !== titleName),
    { name: titleName, value: titleHash(title ?? '', asReference) },
  ]);
  const keyBasic = printUrl(parsed, parameters, asReference);
  const keyNoQuery = printUrl(parsed, [], asReference);
  let key = keyNoQuery;
  // A canonical address that a rule trusts identifies the document, query included.
  if (isCanonicalByRule) key = printUrl(parsed, parsed.parameters, asReference);
  else if (mode === 'basic') key = keyBasic;
  else if (mode === 'heuristics') {
    const names = new Set(parameters.map(({ name }) => name));
    // A rule about the canonical address is not about parameters.
    const rule = rules.find(
      ({ pattern, retain }) =>
        !retain.includes(CANONICAL) && retain.every((name) => names.has(name)) && pattern.test(keyBasic),
    );
    if (rule)
      key = printUrl(
        parsed,
        parameters.filter(({ name }) => rule.retain.includes(name)),
        asReference,
      );
  }
  return {
    key,
    keyBasic,
    keyNoQuery,
    isBlacklisted: blacklist.some((prefix) => keyBasic.startsWith(prefix)),
    hasQuery: key !== keyNoQuery,
    domain,
    suffix,
    parsed,
  };
}

function isCanonicalRule({ pattern, retain }: UrlRule, own: ParsedUrl): boolean {
  return retain.includes(CANONICAL) && pattern.test(printUrl(own, own.parameters, false));
}

/** The canonical address if it is in the same domain: pages that point elsewhere are mistakes or syndication. */
function canonicalOf(own: ParsedUrl, { canonical, allowsPrivateSuffixes }: UrlKeyOptions): ParsedUrl | null {
  const parsed = canonical ? parseUrl(canonical) : null;
  if (parsed === null) return null;
  const domainOf = (host: string): string => hostParts(host, allowsPrivateSuffixes).domain;
  return domainOf(parsed.host) === domainOf(own.host) ? parsed : null;
}

/**
 * MD5 of a title's letters and digits in lower case, as 32 hexadecimal digits.
 * @param asGuid prints it as .NET prints a GUID: the first four, next two and next two bytes in reverse order
 */
export function titleHash(title: string, asGuid = false): string {
  const hash = md5Hex(title.toLowerCase().replace(/[^\p{L}\p{Nd}]+/gu, ''));
  return asGuid ? hash.replace(/^(..)(..)(..)(..)(..)(..)(..)(..)/, '$4$3$2$1$6$5$8$7') : hash;
}

/**
 * Reads a rule file: one rule per line, `pattern<TAB>parameter[<TAB>parameter…]`, and `#` comments. The pattern is a regular
 * expression, case-sensitive. The first rule whose pattern matches and whose parameters are all present wins.
 * @throws RangeError for a line without a parameter or with a broken pattern, with its number
 */
export function parseUrlRules(text: string): UrlRule[] {
  const rules: UrlRule[] = [];
  for (const [at, line] of text.split(/\r\n|[\r\n]/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [pattern, ...retain] = line.split('\t').map((field) => field.trim());
    if (retain.length === 0 || retain.includes(''))
      throw new RangeError(
        `URL rules, line ${at + 1}: got ${JSON.stringify(line)}, expected a pattern, a tab and parameter names`,
      );
    try {
      rules.push({ pattern: new RegExp(pattern, 'u'), retain });
    } catch (error) {
      throw new RangeError(
        `URL rules, line ${at + 1}: got ${JSON.stringify(pattern)}, expected a regular expression (${(error as Error).message})`,
      );
    }
  }
  return rules;
}
