/**
 * What a page's address and its headings' links tell of its kind: articles have addresses of their own, lists of articles
 * have the address of what they list (`/tag/travel`, `/2010/05/`, `/page/3`) and headings that lead to other pages.
 *
 * The segments known are those of the systems most sites run on: WordPress, Drupal, MediaWiki, Blogger, Jekyll, Movable
 * Type. They are a guess to begin with; how much they are worth on a site is learnt there (`page-kind.ts`).
 */
import { type NodeId, type Page, tagTable } from '../../page/page.js';
import { nameHash } from './record-hash.js';

/** An address, as far as it tells the kind of a page. */
export interface AddressShape {
  /** 1 when the address looks like that of a list, 0 when not. */
  readonly listAddress: number;
  /** Hashes of what the address is made of: number of segments, names of all but the last, the kind of the last. */
  readonly shape: Uint32Array;
}

/** Most targets of headings remembered. */
const MOST_TARGETS = 64;
/** A slug longer than this, or of more words, is a headline. */
const SLUG_LENGTH = 25;
const SLUG_WORDS = 3;

/** Segments before the name of what is listed, and those that are a list by themselves. */
const LIST_OF = /^(?:tag|tags|tagged|category|categories|kategorie|author|authors|label|labels|taxonomy|term)$/i;
const LIST = /^(?:archives?|blogs?|categories|forum|index|page|search|tags|tracker|users?)$/i;
const PAGE_OF = /^(?:p|page|pagina|seite)$/i;
/** MediaWiki's pages about pages. */
const ABOUT_PAGES = /^(?:special|category):/i;
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4']);

/** What an address is made of. What is none has no shape. */
export function addressShape(url: string): AddressShape {
  if (!URL.canParse(url)) return { listAddress: 0, shape: new Uint32Array(0) };
  const { pathname, searchParams } = new URL(url);
  const segments = pathname
    .replace(/\.[a-z]{3,5}$/i, '')
    .split('/')
    .filter((one) => one !== '');
  const last = segments.at(-1) ?? '';
  const kind = /^\d+$/.test(last)
    ? 'number'
    : last.split('-').length > SLUG_WORDS || last.length > SLUG_LENGTH
      ? 'headline'
      : 'word';
  const parts = [
    `segments ${segments.length}`,
    ...segments.slice(0, -1).map((one, at) => `${at} ${one.replace(/\d+/g, '#')}`),
    `last ${kind}`,
    ...[...searchParams.keys()].map((name) => `? ${name}`),
  ];
  const isList = looksLikeList(segments) || searchParams.has('paged');
  return { listAddress: isList ? 1 : 0, shape: Uint32Array.from(new Set(parts.map(nameHash))).sort() };
}

function looksLikeList(segments: readonly string[]): boolean {
  const last = segments.at(-1) ?? '';
  const before = segments.at(-2) ?? '';
  if (segments.length === 0 || (segments.length === 1 && LIST.test(last))) return true;
  if (PAGE_OF.test(before) && /^\d+$/.test(last)) return true;
  if (LIST_OF.test(before) || segments.some((one) => ABOUT_PAGES.test(one))) return true;
  // Nothing behind the date: a year, a month or a day.
  let end = segments.length;
  while (end > 0 && /^\d{1,2}$/.test(segments[end - 1])) end--;
  return end > 0 && /^(?:19|20)\d\d$/.test(segments[end - 1]);
}

/** Hashes of the addresses on the page's host that its headings link to, ascending; the page itself left out. */
export function headingTargets(page: Page, url: string): Uint32Array {
  if (!URL.canParse(url)) return new Uint32Array(0);
  const own = new URL(url);
  const headings = tagTable(page, HEADINGS);
  const link = page.nameIndex('a');
  const found = new Set<number>();
  let headingEnd = 0;
  let linkEnd = 0;
  let around = -1;
  const add = (node: NodeId): void => {
    const href = page.attribute(node, 'href');
    if (href === null || found.size >= MOST_TARGETS || !URL.canParse(href, url)) return;
    const target = new URL(href, url);
    if (target.host === own.host && target.pathname !== own.pathname) found.add(nameHash(target.pathname));
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
