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
 * Step 2: scheme and host in lower case (IDN as punycode); path segments and parameters percent-decoded and in Unicode's composed form;
 * without empty segments and fragment, so that doubled and trailing slashes make no difference; parameters of one name merged, all
 * sorted by name. Printing escapes whatever would be read as structure, so that values never reach the path or vice versa.
 *
 * Departures: default ports are left out (the reference prints `:80`, which breaks rules anchored after the host); bytes that are not
 * UTF-8 remain as `%XX` in upper case, and a `%` that starts no escape is a `%` (printed `%25`). `asReference` prints exactly as the
 * authors' program does.
 */
import { addTo, checkOptions, FLAG, listOf, md5Hex, type OptionDomains, orNull, STRING, words } from '@dehusk/html';
import { parse } from 'tldts';

/** A parameter: one name, all its values merged into one text (see {@link mergedValues}). */
interface UrlParameter {
  readonly name: string;
  readonly value: string;
}

export interface ParsedUrl {
  /** `http` or `https`; other schemes are parsed alike. */
  readonly scheme: string;
  readonly host: string;
  /** The port, a default one included; empty for schemes that have none. */
  readonly port: string;
  /** Whether the port is the scheme's own. */
  readonly isDefaultPort: boolean;
  /** Decoded, none empty. */
  readonly segments: readonly string[];
  /** Merged and sorted by name (UTF-16 code units). */
  readonly parameters: readonly UrlParameter[];
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', ftp: '21', ws: '80', wss: '443' };
/** The name of a value without a name (`?value`), as the reference prints it. */
const NO_NAME = 'null';
/** While a text is decoded, bytes that are not UTF-8 are lone surrogates from here on. */
const RAW_BYTE = 0xdc00;

/** Parses an absolute URL; null for anything else. Never throws. */
export function parseUrl(text: string): ParsedUrl | null {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return null;
  }
  const scheme = url.protocol.slice(0, -1);
  const ownPort = DEFAULT_PORTS[scheme] ?? '';
  const values = new Map<string, string[]>();
  for (const piece of url.search.slice(1).split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    const name = equals < 0 ? NO_NAME : decodePart(piece.slice(0, equals));
    addTo(values, name, decodePart(piece.slice(equals + 1)));
  }
  return {
    scheme,
    host: url.hostname,
    port: url.port || ownPort,
    isDefaultPort: url.port === '',
    segments: url.pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodePart),
    parameters: sortedByName(Array.from(values, ([name, all]) => ({ name, value: mergedValues(all) }))),
  };
}

/** Parameters in the order of a key: by name, UTF-16 code units. */
function sortedByName(parameters: readonly UrlParameter[]): UrlParameter[] {
  return [...parameters].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The values of one name as one text: sorted, `%` and `,` in each escaped, joined with commas. */
function mergedValues(values: readonly string[]): string {
  return values
    .map((value) => escaped(value, /[%,]/g))
    .sort()
    .join(',');
}

/** Joins the parts, readable, with the given parameters only. */
export function printUrl(url: ParsedUrl, parameters: readonly UrlParameter[], showsDefaultPort: boolean): string {
  const port = url.port !== '' && (showsDefaultPort || !url.isDefaultPort) ? `:${url.port}` : '';
  const path = url.segments.map((segment) => `/${printable(escaped(segment, /[%/?]/g))}`).join('');
  const query = parameters
    .map(({ name, value }) => `${printable(escaped(name, /[%&=]/g))}=${printable(escaped(value, /[&=]/g))}`)
    .join('&');
  return `${url.scheme}://${url.host}${port}${path}${query === '' ? '' : `?${query}`}`;
}

function escaped(text: string, characters: RegExp): string {
  return text.replace(characters, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/** Prints undecodable bytes as `%XX`. */
function printable(text: string): string {
  return text.replace(
    /(?<![\ud800-\udbff])[\udc80-\udcff]/g,
    (one) => `%${(one.charCodeAt(0) - RAW_BYTE).toString(16).toUpperCase()}`,
  );
}

/** Percent-decodes, `+` as a space, composes (NFC). */
function decodePart(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  const decoded = spaced.includes('%') ? spaced.replace(/(?:%[0-9A-Fa-f]{2})+/g, decodeRun) : spaced;
  return decoded.normalize('NFC');
}

/** Decodes a run of escapes, character by character, so that one bad byte does not keep its neighbours encoded. */
function decodeRun(run: string): string {
  let out = '';
  for (let at = 0; at < run.length; ) {
    const byte = Number.parseInt(run.slice(at + 1, at + 3), 16);
    const length = byte < 0x80 ? 1 : byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0;
    try {
      if (length === 0 || at + 3 * length > run.length) throw new URIError();
      out += decodeURIComponent(run.slice(at, at + 3 * length));
      at += 3 * length;
    } catch {
      out += String.fromCharCode(RAW_BYTE + byte);
      at += 3;
    }
  }
  return out;
}

/**
 * Splits a host at its public suffix, by the public suffix list (package tldts). Never throws.
 *
 * Departures from the URL Tree authors' program: its list is of 2012 and includes private suffixes; here these count only on
 * demand.
 * @returns the domain (`bbc.co.uk` of `news.bbc.co.uk`; the host itself for addresses, single labels and hosts that are a suffix)
 *   and the suffix (`co.uk`; empty for addresses)
 * @param host lower case, IDN as punycode, without port
 * @param allowsPrivate whether suffixes such as `blogspot.com` count, so that each blog is a separate domain
 */
export function hostParts(host: string, allowsPrivate = false) {
  if (host === '') return { domain: '', suffix: '' };
  const { domain, publicSuffix, isIp } = parse(host, { extractHostname: false, allowPrivateDomains: allowsPrivate });
  if (isIp) return { domain: host, suffix: '' };
  return { domain: domain ?? host, suffix: publicSuffix ?? '' };
}

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
      ...{ key, keyBasic: key, keyNoQuery: key, isBlacklisted },
      ...{ hasQuery: false, domain: '', suffix: '', parsed: null },
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
