/** Headers and cookies that the user adds to requests, and who gets them. */
import { readFileSync } from 'node:fs';
import { type HostTable, hostLookup } from '../host-table.js';

/** Headers by host, name to value; `*` is for all hosts. */
export type HeaderTable = HostTable<Readonly<Record<string, string>>>;

/** Name and value as RFC 9110 (5.1, 5.5) allows them: no line end, which would begin another header. */
const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that the fetcher sets itself. */
const RESERVED = new Set(
  'host content-length transfer-encoding connection keep-alive te trailer upgrade expect accept-encoding'.split(' '),
);
/** Headers that identify the user, for the host they are meant for. */
const PERSONAL = new Set(['authorization', 'cookie']);

/** Why a header cannot be sent, or null. */
export function headerFault(name: string, value: string): string | null {
  const lower = name.toLowerCase();
  if (!NAME.test(name)) return `the header name ${JSON.stringify(name)} has characters that HTTP does not allow`;
  if (!VALUE.test(value)) return `the value of the header ${name} has line ends or characters beyond Latin-1`;
  if (RESERVED.has(lower)) return `the header ${name} is set by the fetcher`;
  if (lower === 'proxy-authorization') return `${name}: write user and password into the proxy's address instead`;
  return null;
}

/** Whether a header identifies the user. */
export function isPersonal(name: string): boolean {
  return PERSONAL.has(name.toLowerCase());
}

/**
 * The added headers of a request, names in lower case. Those that identify the user go to no other origin than the one asked for
 * first, wherever it redirects.
 */
export function addedHeaders(table: HeaderTable): (url: URL, first: URL) => Record<string, string> {
  const { '*': everywhere = {}, ...byHost } = table;
  const lookup = hostLookup(byHost);
  return (url, first) => {
    const all = Object.entries({ ...everywhere, ...lookup(url.hostname) });
    const allowed = all.filter(([name]) => url.origin === first.origin || !isPersonal(name));
    return Object.fromEntries(allowed.map(([name, value]) => [name.toLowerCase(), value]));
  };
}

// Cookies from a file in Netscape's format, as browsers' extensions, curl and yt-dlp write it: a line per cookie with seven
// fields between tabs. Only the file's cookies are sent; those that servers set are not kept.

/** The file cannot be read, or has no cookies. */
export class CookieFileError extends Error {}

type FileCookie = NonNullable<ReturnType<typeof cookieOf>>;

const FIELDS = 7;
/** Before the domain of a cookie that scripts may not read. */
const HTTP_ONLY = '#HttpOnly_';

/** @throws CookieFileError */
export function readCookieFile(path: string): readonly FileCookie[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new CookieFileError(`the cookies cannot be read: ${(error as Error).message}`);
  }
  const lines = text.split(/\r?\n/).map((line) => (line.startsWith(HTTP_ONLY) ? line.slice(HTTP_ONLY.length) : line));
  const cookies = lines.filter((line) => !line.startsWith('#')).map(cookieOf);
  const found = cookies.filter((one) => one !== null);
  if (found.length === 0)
    throw new CookieFileError(
      `${path} has no cookies, expected Netscape's format: lines of ${FIELDS} fields between tabs (domain, subdomains, path, secure, expiry, name, value)`,
    );
  return found;
}

/** A line of the file. Without `expires` a cookie lasts until the end of the session. */
function cookieOf(line: string) {
  const fields = line.split('\t');
  if (fields.length !== FIELDS) return null;
  const [domain, forSubdomains, path, secure, expiry, key, value] = fields;
  return {
    domain: domain.replace(/^\./, ''),
    forSubdomains: forSubdomains === 'TRUE',
    path,
    secure: secure === 'TRUE',
    expires: Number(expiry) > 0 ? new Date(Number(expiry) * 1000) : null,
    key,
    value,
  };
}

/** Returns the Cookie header for an address; empty: none. */
export async function openCookies(cookies: readonly FileCookie[]): Promise<(url: string) => string> {
  // Lazy: few runs have cookies.
  const { Cookie, CookieJar } = await import('tough-cookie');
  // Cookies of a domain like co.uk are dropped, as in browsers.
  const jar = new CookieJar(undefined, { allowSpecialUseDomain: true });
  for (const { domain, forSubdomains, expires, ...rest } of cookies) {
    const cookie = new Cookie({ ...rest, ...(forSubdomains && { domain }), ...(expires !== null && { expires }) });
    jar.setCookieSync(cookie, `${rest.secure ? 'https' : 'http'}://${domain}${rest.path}`, { ignoreError: true });
  }
  return (url) => jar.getCookieStringSync(url);
}
