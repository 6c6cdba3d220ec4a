/**
 * The visible byline and dates around the main heading, outside navigation, comments and lists of other pages: elements whose
 * class, id or rel names an author (Readability's signs), lines that begin with "By" and a capital letter, `<time>` elements, and
 * short lines with a date.
 */
import { memoized, type NodeId, type Page, TEXT, tagTable, textOf } from '@dehusk/html';
import { parseDate, VISIBLE_YEARS } from './dates.js';
import { type Finding, MAX_TEXT_NODES, oneLine, spacedText } from './finding.js';
import { SIGNS } from './title.js';

const SECTIONS = new Set(['nav', 'aside', 'footer', 'script', 'style', 'template', 'select', 'button', 'svg', 'form']);
const OTHER_PARTS =
  /(?:^|[\s_-])(?:comments?|commentlist|respond|reply|replies|related|recommend\w*|sidebar|widget|footer|nav|menu|breadcrumbs?|share|sharing|social|popular|trending|latest|recent|teaser|promo|copyright)(?:$|[\s_-])/i;

/** Nodes before the main heading that still belong to it: a kicker, a line with the date. */
const NODES_BEFORE = 60;
/** Nodes behind the main heading that are read. */
const NODES_AFTER = 400;
/** Maximum number of nodes read: an unclosed heading contains the rest of the page. */
const MAX_NODES = 5_000;
/** Maximum number of nodes of a heading searched for a link to the front page. */
const MAX_HEADING_NODES = 200;

/** Minimum letters of a heading that is recognised in the title. */
const MIN_HEADING_LETTERS = 8;

/**
 * The page's main heading: the first h1, else h2, whose text is in `<title>`; else the first h1 that does not name the site; else
 * the first h1; else null. A later heading that `<title>` begins with wins over an h1 that it ends with: of a book, pages show the
 * title of the book above that of the chapter.
 */
export const mainHeading: (page: Page) => NodeId | null = memoized((page: Page) => {
  const h1 = page.nameIndex('h1');
  const h2 = page.nameIndex('h2');
  const titleNode = page.tag.indexOf(page.nameIndex('title'));
  const title = titleNode < 0 ? '' : lettersOf(textOf(page, titleNode));
  let first: NodeId | null = null;
  let firstOfPage: NodeId | null = null;
  let second: NodeId | null = null;
  let ending: { readonly node: NodeId; readonly text: string; readonly isSite: boolean } | null = null;
  for (let node = 0; node < page.size; node++) {
    const tag = page.tag[node];
    if (tag !== h1 && tag !== h2) continue;
    const text = lettersOf(textOf(page, node).slice(0, 500));
    if (text === '') continue;
    const inTitle = text.length >= MIN_HEADING_LETTERS && title.includes(text);
    if (ending !== null && (title === text + ending.text || (inTitle && title.startsWith(text)))) return node;
    if (tag === h2) {
      if (inTitle) second ??= node;
      continue;
    }
    const isSite = isSiteName(page, node);
    if (inTitle && !isSite && !(title.endsWith(text) && title !== text)) return node;
    if (inTitle) ending ??= { node, text, isSite };
    first ??= node;
    if (!isSite) firstOfPage ??= node;
  }
  return (ending?.isSite === false ? ending.node : second) ?? firstOfPage ?? first;
});

/** Letters and digits of a text, lower case; reads at most 1,000 characters. */
const lettersOf = (text: string): string => text.slice(0, 1_000).toLowerCase().replace(SIGNS, '');

/** A heading in the header that is one link to the front page or a logo names the site, not the page. */
function isSiteName(page: Page, heading: NodeId): boolean {
  if (/logo|(?:site|menu)-?title|site-?name|brand/i.test(classAndId(page, heading, 500))) return true;
  const anchor = page.nameIndex('a');
  const end = Math.min(page.end[heading], heading + MAX_HEADING_NODES);
  for (let node = heading + 1; node < end; node++) {
    if (page.tag[node] !== anchor) continue;
    const href = page.attribute(node, 'href')?.trim() ?? '';
    return /^(?:\/|#|(?:https?:)?\/\/[^/]+\/?)$/i.test(href);
  }
  return false;
}

/**
 * The nodes around the main heading, or around the start of the body when there is none, in the page's order. Without navigation,
 * comments and the like.
 */
const surroundingsOf = memoized((page: Page): readonly NodeId[] => {
  const heading = mainHeading(page);
  const section = tagTable(page, SECTIONS);
  const body = page.nameIndex('body');
  const start = heading ?? Math.max(0, page.tag.indexOf(body));
  const from = Math.max(1, start - (heading === null ? 0 : NODES_BEFORE));
  const to = Math.min(page.size, (heading === null ? start : page.end[start]) + NODES_AFTER);
  const nodes: NodeId[] = [];
  for (let node = from; node < to && nodes.length < MAX_NODES; node++) {
    const holdsHeading = node <= start && page.end[node] > start;
    const isOther = section[page.tag[node]] === 1 || OTHER_PARTS.test(classAndId(page, node));
    if (isOther && !holdsHeading) node = page.end[node] - 1;
    else nodes.push(node);
  }
  return nodes;
});

/** Maximum length of a visible byline in characters (Readability's bound). */
const MAX_BYLINE_LENGTH = 100;
/** Maximum text of an element that may be a byline, white space included. */
const MAX_TEXT_LENGTH = 1_000;

const AUTHOR_NAME =
  /(?:^|[\s_-])(?:by-?line|authors?|author[_-]?(?:name|link)|written-?by|(?:p|post|entry|article)-author|contributors?|username)(?:$|[\s_-])/i;
const NOT_AUTHOR =
  /author[_-]?(?:bio|box|avatar|image|img|photo|desc|social|title|role|posts)|avatar|comment|sign-?in|login/i;
/** Addresses of authors' pages. */
const AUTHOR_PAGE = /\/(?:authors?|contributors?|autor(?:es|en)?|auteurs?)\/[^/]/i;
/** Text that announces a name in the next text. */
const BY_ALONE = /^(?:(?:written|posted|published|started|article|words|story) )?by:?$|^authors?:?$/i;
/** Text without any of these announces no name. */
const MAY_ANNOUNCE = /by|author|&/i;
/** Addresses of pages about persons. */
const PERSON_PAGE = /author|profile|people|staff|\/users?\/|member|contributor|writer|team|\/bio|\/by\//i;

/** The bylines, in the page's order; those of author elements before lines that begin with "By". */
export function fromBylines(page: Page): Finding[] {
  const named: Finding[] = [];
  const linked: Finding[] = [];
  const lines: Finding[] = [];
  let until: NodeId = 0;
  let isNameExpected = false;
  const { from: attributeFrom, to: attributeTo } = page.attributeColumns;
  const anchor = page.nameIndex('a');
  for (const node of surroundingsOf(page)) {
    const length = page.textTo[node] - page.textFrom[node];
    if (node < until || length === 0 || length > MAX_TEXT_LENGTH || page.end[node] - node > MAX_TEXT_NODES) continue;
    if (page.tag[node] === TEXT) {
      if (!isNameExpected && !MAY_ANNOUNCE.test(textOf(page, node))) continue;
      const text = spacedText(page, node);
      if (text === '' || text.length > MAX_BYLINE_LENGTH) continue;
      const initial = /^(?:written )?by:? (.)/i.exec(text)?.[1];
      if (isNameExpected || (initial !== undefined && initial !== initial.toLowerCase()))
        lines.push({ field: 'authors', kind: 'byline', value: text, source: 'visible byline' });
      isNameExpected = BY_ALONE.test(text);
      continue;
    }
    if (attributeFrom[node] === attributeTo[node]) continue;
    const own = classAndId(page, node);
    const isNamed =
      (AUTHOR_NAME.test(own) && !NOT_AUTHOR.test(own)) || page.attribute(node, 'rel')?.toLowerCase() === 'author';
    if (!isNamed) {
      if (page.tag[node] === anchor && AUTHOR_PAGE.test((page.attribute(node, 'href') ?? '').slice(0, 500))) {
        const text = spacedText(page, node);
        if (text.length > 3 && text.length <= MAX_BYLINE_LENGTH / 2 && text.includes(' '))
          linked.push({ field: 'authors', kind: 'byline', value: text, source: 'visible link to an author' });
      }
      continue;
    }
    const text = spacedText(page, node);
    const links = authorLinks(page, node);
    if (links === null && (text === '' || text.length > MAX_BYLINE_LENGTH)) continue;
    named.push({ field: 'authors', kind: 'byline', value: links ?? text, source: 'visible author element' });
    until = page.end[node];
  }
  return [...named, ...linked, ...lines];
}

/** The names of the links to persons inside a byline, if any: then the rest of it is words and dates. */
function authorLinks(page: Page, byline: NodeId): string | null {
  const anchor = page.nameIndex('a');
  const names = new Set<string>();
  for (let node = byline + 1; node < page.end[byline]; node++) {
    if (page.tag[node] !== anchor || !PERSON_PAGE.test((page.attribute(node, 'href') ?? '').slice(0, 500))) continue;
    const name = spacedText(page, node);
    if (name !== '' && name.length <= MAX_BYLINE_LENGTH) names.add(name);
  }
  return names.size > 0 ? [...names].join('; ') : null;
}

const MODIFIED =
  /updated|modified|lastmod|aktualisiert|actualizado|atualizado|mis à jour|aggiornato|bijgewerkt|обновлен|更新/i;
const DATED = /date|time|publish|posted|pub-|meta|byline|info|dateline/i;
/** Maximum length of a line that is read for a date, in characters. */
const MAX_LINE_LENGTH = 120;

/** The dates of `<time>` elements; those of class `published` or with `pubdate` first. */
export function fromTimeElements(page: Page): Finding[] {
  const time = page.nameIndex('time');
  if (time < 0) return [];
  const findings: Finding[] = [];
  const first: Finding[] = [];
  for (const node of surroundingsOf(page)) {
    if (page.tag[node] !== time) continue;
    const value = oneLine(page.attribute(node, 'datetime') ?? textOf(page, node));
    if (value === '' || value.length > MAX_LINE_LENGTH) continue;
    const parent = page.parent[node];
    const name = `${classAndId(page, node)} ${classAndId(page, parent)}`;
    const field = MODIFIED.test(name) || MODIFIED.test(textBefore(page, node)) ? 'dateModified' : 'date';
    const finding: Finding = { field, kind: 'time', value, source: '<time datetime>' };
    if (page.attribute(node, 'pubdate') !== null || /publish/i.test(name)) first.push(finding);
    else findings.push(finding);
  }
  return [...first, ...findings];
}

/** Dates in short lines of text; those in elements with a class that names dates first. */
export function fromVisibleDates(page: Page, language: string | null): Finding[] {
  const named: Finding[] = [];
  const plain: Finding[] = [];
  for (const node of surroundingsOf(page)) {
    if (page.tag[node] !== TEXT) continue;
    const length = page.textTo[node] - page.textFrom[node];
    if (length < 6 || length > MAX_LINE_LENGTH * 2) continue;
    const text = textOf(page, node);
    if (!/\d{4}|&/.test(text)) continue;
    const value = oneLine(text);
    if (value.length < 6 || value.length > MAX_LINE_LENGTH) continue;
    const date = parseDate(value, { language, years: VISIBLE_YEARS });
    // A month or a year in running text is seldom the day of publication.
    if (date === null || date.length < 10) continue;
    const parent = page.parent[node];
    const isNamed = DATED.test(classAndId(page, parent)) || DATED.test(classAndId(page, page.parent[parent]));
    // Elsewhere the line must be the date, perhaps with a few words.
    if (!isNamed && value.length > 60) continue;
    const isModified = MODIFIED.test(value) || MODIFIED.test(textBefore(page, node));
    const field = isModified ? 'dateModified' : 'date';
    (isNamed ? named : plain).push({ field, kind: 'text', value, source: 'visible date near the heading' });
  }
  return [...named, ...plain];
}

/** The last characters before a node: "Updated: ". */
const textBefore = (page: Page, node: NodeId): string =>
  page.chars.slice(Math.max(0, page.textFrom[node] - 24), page.textFrom[node]);

/** Class and id of an element, cut; empty for the node −1. */
const classAndId = (page: Page, node: NodeId, length = 300): string =>
  node < 0 || page.attributeColumns.from[node] === page.attributeColumns.to[node]
    ? ''
    : `${page.attribute(node, 'class') ?? ''} ${page.attribute(node, 'id') ?? ''}`.slice(0, length);
