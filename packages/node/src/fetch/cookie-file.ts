/**
 * Cookies from a file in Netscape's format, as browsers' extensions, curl and yt-dlp write it: a line per cookie with seven
 * fields between tabs. Only the file's cookies are sent; those that servers set are not kept.
 */
import { readFileSync } from 'node:fs';

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
