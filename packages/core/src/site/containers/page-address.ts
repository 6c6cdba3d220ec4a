/**
 * Signals in a page's address and its headings' links: articles have an address of their own, lists of articles have the
 * address of what they list (`/tag/travel`, `/2010/05/`, `/page/3`) and headings that lead to other pages.
 *
 * The segments known are those of the most common systems: WordPress, Drupal, MediaWiki, Blogger, Jekyll, Movable Type.
 * `list-evidence.ts` learns what they are worth on a site.
 */
import { addressOf, type NodeId, type Page, tagTable } from '@dehusk/html';
import { nameHash } from '../element-name.js';

/** Targets of headings remembered, at most. */
const MAX_TARGETS = 64;
/** A slug longer than this, or of more words, is a headline. */
const SLUG_LENGTH = 25;
const SLUG_WORDS = 3;

/** Segments before the name of what is listed, and those that are a list alone. */
const LIST_OF =
  /^(?:auteur|author|authors|autor|autore|categor(?:ia|ias|ie|ies|y)|etiquetas?|kategori(?:[ae]|en)?|labels?|rubri(?:k|ka|que)|schlagwort|tag|tags|tagged|taxonomy|term)$/i;
const LIST =
  /^(?:archives?|blogs?|boards|categories|forums?|page|questions|search|tags|threads|topics|tracker|unanswered|users?)$/i;
const PAGE_OF = /^(?:p|page|pagina|seite)$/i;
/** `/page2/` as Jekyll has it. */
const PAGE_NUMBERED = /^page-?\d+$/i;
/** Blogger's months and Movable Type's categories. */
const ARCHIVE_OF = /^(?:(?:19|20)\d\d_\d\d(?:_\d\d)?_archive|cat_.+)$/i;
/** WordPress without names in its addresses, `?cat=3`; the number of a page (`?page=2`) anywhere. */
const LISTED_BY = /^(?:author|cat|m|paged|s|tag)$/;
const INDEX = /^(?:default|index)$/i;
const YEAR = /^(?:199\d|20[0-4]\d)$/;
/** Segments before the number of an item, which is no year. */
const ITEM = /^(?:article|entry|id|item|node|p|post|story|thread|topic)$/i;
/** MediaWiki's pages about pages. */
const ABOUT_PAGES = /^(?:special|category):/i;
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4']);

/**
 * The shape of an address, as ascending hashes: number of segments, names of all but the last, the kind of the last, query
 * parameters. Empty for anything that is no address.
 */
export function addressShape(url: string): Uint32Array {
  const own = addressOf(url);
  if (own === null) return new Uint32Array(0);
  const segments = addressSegments(own);
  const last = segments.at(-1) ?? '';
  const kind = /^\d+$/.test(last)
    ? 'number'
    : last.split('-').length > SLUG_WORDS || last.length > SLUG_LENGTH
      ? 'headline'
      : 'word';
  const parts = [
    `segments ${segments.length}`,
    ...segments.slice(0, -1).map((segment, at) => `${at} ${segment.replace(/\d+/g, '#')}`),
    `last ${kind}`,
    ...[...own.searchParams.keys()].map((name) => `? ${name}`),
  ];
  return Uint32Array.from(new Set(parts.map(nameHash))).sort();
}

/** The segments of an address's path, without file extension. */
function addressSegments({ pathname }: URL): string[] {
  return pathname
    .replace(/\.[a-z]{3,5}$/i, '')
    .split('/')
    .filter((one) => one !== '');
}

/** Whether a known system uses such an address for lists. */
export function isListAddress(url: URL): boolean {
  const segments = addressSegments(url);
  if (INDEX.test(segments.at(-1) ?? '')) segments.pop();
  const last = segments.at(-1) ?? '';
  const before = segments.at(-2) ?? '';
  const parameters = [...url.searchParams];
  if (segments.length === 0 && parameters.length === 0) return true;
  if (parameters.some(([name, value]) => LISTED_BY.test(name) || (name === 'page' && /^\d+$/.test(value)))) return true;
  if (segments.length === 1 && LIST.test(last)) return true;
  if ((PAGE_OF.test(before) && /^\d+$/.test(last)) || PAGE_NUMBERED.test(last)) return true;
  if (LIST_OF.test(before) || segments.some((segment) => ABOUT_PAGES.test(segment)) || ARCHIVE_OF.test(last))
    return true;
  // It ends with a date: a year, a month or a day.
  let end = segments.length;
  while (end > 0 && /^\d{1,2}$/.test(segments[end - 1])) end--;
  return end > 0 && YEAR.test(segments[end - 1]) && !ITEM.test(segments[end - 2] ?? '');
}

/** Hashes of the addresses on the page's host that its headings link to, except its own; ascending. */
export function headingTargets(page: Page, url: string): Uint32Array {
  const own = addressOf(url);
  if (own === null) return new Uint32Array(0);
  const headings = tagTable(page, HEADINGS);
  const link = page.nameIndex('a');
  const found = new Set<number>();
  let headingEnd = 0;
  let linkEnd = 0;
  let around = -1;
  const add = (node: NodeId): void => {
    const href = page.attribute(node, 'href');
    const target = href === null || found.size >= MAX_TARGETS ? null : addressOf(href, own);
    if (target?.host === own.host && target.pathname !== own.pathname) found.add(nameHash(target.pathname));
  };
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === link) {
      if (node < headingEnd) add(node);
      around = node;
      linkEnd = page.end[node];
    } else if (headings[page.tag[node]] === 1) {
      headingEnd = page.end[node];
      if (node < linkEnd) add(around);
    }
  }
  return Uint32Array.from(found).sort();
}
