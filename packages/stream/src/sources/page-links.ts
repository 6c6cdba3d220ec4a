/** Addresses of pages: the links of a page that a crawler may follow, the feeds it offers, the site of an address. */

import { isIP } from 'node:net';
import { hostParts } from '@dehusk/core/extend';
import { baseAddress, type NodeId, type Page, tagTable, webAddress } from '@dehusk/html';
import { openWithinTime, withinTime } from '@dehusk/node';

/** Most links of one page: link farms and traps have more, pages that people read fewer than 2,000. */
export const MAX_PAGE_LINKS = 5_000;
/** Longest address, in characters: what servers and proxies commonly accept (RFC 9110 asks for 8,000 octets). */
export const MAX_LINK_LENGTH = 2_000;

const LINKS: ReadonlySet<string> = new Set(['a', 'area']);
/** Names in `<meta name>` whose robots rules apply. */
const ROBOTS_NAMES: ReadonlySet<string> = new Set(['robots', 'dehusk']);
/** Media types of feeds in `<link rel=alternate type>`. */
const FEED_TYPES: ReadonlySet<string> = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
]);

/**
 * Absolute http(s) links of a page in document order, without fragments and duplicates, at most 5,000. Links with
 * `rel=nofollow` are left out; a page with `nofollow` or `none` in `<meta name=robots>` has none. Never throws.
 *
 * @param url the page's address; `<base href>` is resolved against it
 */
export function pageLinks(page: Page, url: string): string[] {
  if (robotsWords(page).some((word) => word === 'nofollow' || word === 'none')) return [];
  const base = baseAddress(page, url);
  const isLink = tagTable(page, LINKS);
  const found = new Set<string>();
  for (let node = 0; node < page.size && found.size < MAX_PAGE_LINKS; node++) {
    if (isLink[page.tag[node] as number] === 0) continue;
    const href = page.attribute(node, 'href');
    if (href === null || wordsOf(page.attribute(node, 'rel')).includes('nofollow')) continue;
    const link = absolute(href, base);
    if (link !== null) found.add(link);
  }
  return [...found];
}

/** The links of a page that was fetched; none when it cannot be opened or takes too long. */
export function linksOf(bytes: Uint8Array, charset: string | null, url: string): string[] {
  const opened = openWithinTime(bytes, { url, httpCharset: charset });
  if (!opened.ok) return [];
  return withinTime(
    undefined,
    () => pageLinks(opened.page, url),
    () => [],
  );
}

/** Addresses of a page's feeds by `<link rel=alternate>`, in document order. Never throws. */
export function pageFeeds(page: Page, url: string): string[] {
  const base = baseAddress(page, url);
  const found = new Set<string>();
  for (const node of nodesNamed(page, 'link')) {
    const type = (page.attribute(node, 'type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!FEED_TYPES.has(type) || !wordsOf(page.attribute(node, 'rel')).includes('alternate')) continue;
    const link = absolute(page.attribute(node, 'href') ?? '', base);
    if (link !== null) found.add(link);
  }
  return [...found];
}

function robotsWords(page: Page): string[] {
  return nodesNamed(page, 'meta')
    .filter((node) => ROBOTS_NAMES.has((page.attribute(node, 'name') ?? '').trim().toLowerCase()))
    .flatMap((node) => (page.attribute(node, 'content') ?? '').toLowerCase().split(/[\s,]+/));
}

function nodesNamed(page: Page, name: string): NodeId[] {
  const wanted = page.nameIndex(name);
  const nodes: NodeId[] = [];
  if (wanted !== -1) for (let node = 0; node < page.size; node++) if (page.tag[node] === wanted) nodes.push(node);
  return nodes;
}

/** The address of a link to another page; null when there is none. */
function absolute(href: string, base: string | null): string | null {
  const link = href.trim().startsWith('#') ? null : pageAddress(href, base)?.href;
  return link === undefined || link === null || link.length > MAX_LINK_LENGTH ? null : link;
}

function wordsOf(value: string | null): string[] {
  return (value ?? '').toLowerCase().split(/\s+/);
}

/** Parses an http(s) address, relative to a base if there is one, and drops its fragment; null for other text. */
export function pageAddress(text: string, base: string | null = null): URL | null {
  const address = webAddress(text, base);
  if (address === null) return null;
  const url = new URL(address);
  url.hash = '';
  url.username = '';
  url.password = '';
  return url;
}

/** The site of an address: its registrable domain; for IP addresses and names without a suffix, host and port. */
export function siteOf(url: URL): string {
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 || !url.hostname.includes('.')) return url.host.replace(/[[\]]/g, '');
  return hostParts(url.hostname).domain || url.host;
}

/** The name of a source with several addresses: the first, and how many more. */
export function inputName(kind: string, addresses: readonly string[]): string {
  return `${kind}:${addresses[0]}${addresses.length > 1 ? `+${addresses.length - 1}` : ''}`;
}
