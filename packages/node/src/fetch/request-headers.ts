/** Headers and cookies that the user adds to requests, and who gets them. */
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
