/**
 * Classifies an address for a crawler: whether it may be a page, which addresses are equivalent, and its template.
 *
 * Traps are endless sets of addresses: a calendar's next month, a session in every link, a relative link that grows the path.
 * Obvious ones are recognised here; the others are limited in number for each template (`crawl.ts`).
 */
import { createHash } from 'node:crypto';
import { urlKey } from '@dehusk/core';

/** An address to crawl. */
export interface CrawlAddress {
  /** Without fragment, session and campaign parameters. */
  readonly url: string;
  /** The same for equivalent addresses: AMP variants, other schemes, `www.`. 22 characters. */
  readonly hash: string;
  /** Host, path with variable parts as `*` or `#`, names of parameters. */
  readonly template: string;
  readonly hasQuery: boolean;
  readonly isCalendar: boolean;
}

/** Parameters that identify a visit, not a page. */
const VISIT =
  /^(?:utm_\w+|[a-z]*session(?:_?id)?|php_?sessid|jsessionid|aspsessionid\w*|cfid|cftoken|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_ga|wt\.\w+|at_(?:medium|campaign|custom\d)|ref_?src|replytocom)$/i;
/** Parameters that hold a session or the number of an article, depending on their value. */
const PERHAPS_VISIT = /^(?:s|sid|id_session|token)$/i;
const SESSION_VALUE = /^[\da-f]{16,}$/i;
/** Sessions inside the path: `/page;jsessionid=1A2B` and `/(S(abc))/page`. */
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=[^/?]*|\/\((?:[A-Z]\([\w-]+\))+\)/gi;
/** File extensions of other resources. */
const NO_PAGE =
  /\.(?:7z|aac|apk|avi|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|flac|flv|gif|gz|ico|ics|iso|jar|jpe?g|js|json|m3u8?|m4[av]|midi?|mkv|mov|mp[34]|mpe?g|msi|odp|ods|odt|og[agv]|otf|pdf|pkg|png|pptx?|ps|psd|rar|rpm|rss|rtf|svgz?|swf|tar|tgz|tiff?|torrent|ttf|wasm|wav|web[mp]|wm[av]|woff2?|xlsx?|xml|xz|zip)$/i;
/** A path with more segments, as many equal ones, or more parameters is a trap. */
const MAX_SEGMENTS = 20;
const MAX_REPEATS = 3;
const MAX_PARAMETERS = 8;
/** Parameters with a date. */
const DATE_NAME = /date|^(?:y|year|m|mon|month|d|day|week|cal\w*|start|end|from|until|time)$/i;
const CALENDAR_SEGMENT = /^(?:calend\w*|kalender|agenda|events?|termine|archives?|archiv)$/i;
const DATE_SEGMENT = /^(?:\d{1,4}|\d{4}-\d{1,2}(?:-\d{1,2})?|\d{8})$/;
/** A year, optionally with month and day. */
const YEAR_SEGMENT = /^(?:19|20|21)\d\d(?:-\d{1,2}){0,2}$/;

/**
 * Classifies an address; null when it is not a page, or an obvious trap. Never throws.
 *
 * @param maxLength longest address, in characters
 */
export function crawlAddress(text: string, maxLength: number): CrawlAddress | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.hash = '';
  url.pathname = url.pathname.replace(PATH_SESSION, '') || '/';
  // Only when there is a match: deleting a parameter re-encodes the others.
  for (const [name, value] of [...url.searchParams])
    if (VISIT.test(name) || (PERHAPS_VISIT.test(name) && SESSION_VALUE.test(value))) url.searchParams.delete(name);
  const segments = url.pathname.split('/').filter((one) => one !== '');
  if (url.href.length > maxLength || NO_PAGE.test(url.pathname) || isTrap(url, segments)) return null;
  const parameters = [...new Set(url.searchParams.keys())].sort();
  return {
    url: url.href,
    hash: createHash('md5').update(equivalenceKey(url)).digest('base64url'),
    template: templateOf(url, segments, parameters),
    hasQuery: parameters.length > 0,
    isCalendar: isCalendar(url, segments),
  };
}

function isTrap(url: URL, segments: readonly string[]): boolean {
  if (segments.length > MAX_SEGMENTS || [...url.searchParams.keys()].length > MAX_PARAMETERS) return true;
  const seen = new Map<string, number>();
  for (const one of segments) {
    const times = (seen.get(one) ?? 0) + 1;
    if (times >= MAX_REPEATS) return true;
    seen.set(one, times);
  }
  // Two segments repeated: /a/b/a/b.
  return segments.some((one, at) => at >= 3 && one === segments[at - 2] && segments[at - 1] === segments[at - 3]);
}

/** The URL key without parts that only choose a presentation. */
function equivalenceKey(url: URL): string {
  const plain = new URL(url);
  plain.protocol = 'http:';
  plain.hostname = plain.hostname.replace(/^(?:www\d?|amp)\./, '');
  plain.pathname = plain.pathname.replace(/\/amp\/?$/i, '/').replace(/\.amp(?:\.html?)?$/i, '.html');
  plain.searchParams.delete('amp');
  if (/^amp$/i.test(plain.searchParams.get('outputType') ?? '')) plain.searchParams.delete('outputType');
  return urlKey(plain.href, null, { mode: 'basic' }).keyBasic;
}

function templateOf(url: URL, segments: readonly string[], parameters: readonly string[]): string {
  const last = segments.length - 1;
  const path = segments.map((segment, at) => {
    const ending = at === last ? (/\.[a-z]{2,5}$/i.exec(segment)?.[0] ?? '') : '';
    const name = ending === '' ? segment : segment.slice(0, -ending.length);
    // Names of articles have several words, digits, or many letters.
    if (/^\d+$/.test(name)) return `#${ending}`;
    return name.split(/[-_+]|%20/).length > 2 || /\d/.test(name) || name.length > 24 ? `*${ending}` : segment;
  });
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return `${url.host}/${path.join('/')}${query}`.slice(0, 200);
}

function isCalendar(url: URL, segments: readonly string[]): boolean {
  for (const [name, value] of url.searchParams) if (DATE_NAME.test(name) && /\d/.test(value)) return true;
  const last = segments.at(-1) ?? '';
  if (!DATE_SEGMENT.test(last)) return false;
  // A date ends the path, with a year or a word for calendars before it; an article's date is followed by its name.
  return segments.some((one) => CALENDAR_SEGMENT.test(one)) || segments.slice(-3).some((one) => YEAR_SEGMENT.test(one));
}
