/**
 * Additions of page generators to headings, captions and terms: permalinks (`#`, `¶`, "Permalink to this heading"), edit links of
 * wikis, and text for screen readers beside the visible text. No author wrote them, so the document leaves them out. A heading
 * that links to itself keeps its words and loses the link.
 */
import {
  attributeReader,
  classTest,
  HEADINGS,
  linkAddress,
  memoized,
  type NodeId,
  nameOf,
  type Page,
  tagNames,
  textOf,
  webAddress,
} from '@dehusk/html';
import { pageRoles } from './roles.js';

/** Elements that generators add permalinks to. */
const TITLES = tagNames(HEADINGS, 'dt caption figcaption');
/** Elements that carry permalinks and text for screen readers. */
const CARRIERS = tagNames('a button span');
/** Titles with more nodes or characters are none; an addition with more characters is text. */
const MAX_TITLE_NODES = 200;
const MAX_TITLE_CHARACTERS = 2_000;
const MAX_CHARACTERS = 300;
/** Nodes after a link searched for the heading beside it. */
const NODES_TO_HEADING = 4;

const WORD = /[\p{L}\p{N}]/u;
const PERMALINK_CLASS =
  /(?:^|\s)(?:[\w-]*(?:header|heading|hash|anchor|direct|section)-?link|anchor|[\w-]*(?:header|heading|toc|docs?)-anchor|anchorjs[\w-]*|permalink)(?:\s|$)/i;
/** Words of permalinks that are not symbols. */
const PERMALINK_WORDS =
  /^\s*(?:perma(?:nent )?link|(?:direct |anchor )?link (?:to|for)\b|copy (?:the )?link|section (?:titled|link)|navigate to (?:header|heading)|(?:anchor|link)\s*$|enlace permanente|lien permanent|permanenter link|link zu|постоянная ссылка|直接链接|永久链接)/i;
const EDIT_CLASS = /(?:^|\s)mw-editsection(?:\s|$)/;
const SCREEN_READER_CLASS =
  /(?:^|\s)(?:sr-only|(?:u-)?visually-?hidden|screen-reader-(?:text|only)|show-for-sr|a11y-hidden|assistive-text)(?:\s|$)/i;
/** Class names of links from a heading back to the table of contents. */
const BACK_LINK_CLASS = /(?:^|\s)toc-?backref(?:\s|$)/;

/** A title: its element, and offsets of the first and the last word in the page's characters. */
interface TitleElement {
  readonly node: NodeId;
  readonly firstWord: number;
  readonly lastWord: number;
}

/**
 * What generators added to a page (no addition is in another), and its links from a heading to itself, to its page or back to the table
 * of contents. Linear in the page.
 */
export const generatedAnchors = memoized((page: Page) => {
  const added: NodeId[] = [];
  const selfLinks = new Set<NodeId>();
  const isTitle = page.names.map((name) => TITLES.has(name));
  const isHeading = page.names.map((name) => HEADINGS.has(name));
  const isCarrier = page.names.map((name) => CARRIERS.has(name));
  const isAddition = additionTest(page);
  let title: TitleElement | null = null;
  let lastHeading: NodeId = -1;
  for (let node = 1; node < page.size; node++) {
    const tag = page.tag[node];
    if (isTitle[tag]) {
      title = titleAt(page, node);
      if (isHeading[tag]) lastHeading = node;
    }
    if (!isCarrier[tag]) continue;
    if (title !== null && node >= page.end[title.node]) title = null;
    if (isAddition(node, title, lastHeading)) {
      added.push(node);
      node = page.end[node] - 1;
    } else if (title?.node === lastHeading && leadsToItself(page, node, title)) selfLinks.add(node);
  }
  return { added, selfLinks };
});

/** The title of an element; null without a word or with too much of everything. */
function titleAt(page: Page, node: NodeId): TitleElement | null {
  const from = page.textFrom[node];
  if (page.end[node] - node > MAX_TITLE_NODES || page.textTo[node] - from > MAX_TITLE_CHARACTERS) return null;
  const text = textOf(page, node);
  const first = text.search(WORD);
  if (first < 0) return null;
  let last = text.length - 1;
  while (!WORD.test(text.slice(last, last + 2))) last--;
  return { node, firstWord: from + first, lastWord: from + last };
}

function additionTest(page: Page): (node: NodeId, title: TitleElement | null, lastHeading: NodeId) => boolean {
  const anchor = page.nameIndex('a');
  const hrefOf = attributeReader(page, 'href');
  const fragments = fragmentsOf(page);
  const isEdit = classTest(page, EDIT_CLASS);
  const isForScreenReaders = classTest(page, SCREEN_READER_CLASS);
  const isPermalink = classTest(page, PERMALINK_CLASS);
  return (node, title, lastHeading) => {
    if (page.textTo[node] - page.textFrom[node] > MAX_CHARACTERS) return false;
    if (isEdit(node)) return true;
    // The only words of a title are the title.
    const isInTitle = title !== null && isPart(page, node, title);
    if (isInTitle && isForScreenReaders(node)) return true;
    const isNamed = isPermalink(node);
    if (!fragments.has(node)) {
      const isLink = page.tag[node] === anchor && hrefOf(node) !== null;
      if (isLink || !isInTitle || !isNamed) return false;
    }
    const isBeside = isInTitle || (title === null && isBesideHeading(page, node, lastHeading));
    const text = textOf(page, node);
    if (WORD.test(text)) return isBeside && PERMALINK_WORDS.test(text);
    // A symbol in a superscript is the mark of a footnote.
    return isNamed || (isBeside && nameOf(page, page.parent[node]) !== 'sup');
  };
}

/** True when a title has words outside an element. */
function isPart(page: Page, node: NodeId, { firstWord, lastWord }: TitleElement): boolean {
  return firstWord < page.textFrom[node] || lastWord >= page.textTo[node];
}

/** True when an element follows or precedes a heading of the same parent without a word between. */
function isBesideHeading(page: Page, node: NodeId, lastHeading: NodeId): boolean {
  const parent = page.parent[node];
  if (
    lastHeading >= 0 &&
    page.parent[lastHeading] === parent &&
    isWordless(page, page.textTo[lastHeading], page.textFrom[node])
  )
    return true;
  const near = Math.min(page.end[parent], page.end[node] + NODES_TO_HEADING);
  for (let next = page.end[node]; next < near; next = page.end[next])
    if (HEADINGS.has(nameOf(page, next))) return true;
    else if (!isWordless(page, page.textFrom[next], page.textTo[next])) return false;
  return false;
}

/** True when a range of the page's characters is short and has no word. */
function isWordless(page: Page, from: number, to: number): boolean {
  return to - from <= MAX_CHARACTERS && !WORD.test(page.chars.slice(from, to));
}

/** The links within a page in document order, each with its fragment. */
export const fragmentsOf: (page: Page) => ReadonlyMap<NodeId, string> = memoized((page: Page) => {
  const fragments = new Map<NodeId, string>();
  const anchor = page.nameIndex('a');
  const hrefOf = attributeReader(page, 'href');
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] !== anchor) continue;
    const href = hrefOf(node) ?? '';
    const at = href.indexOf('#');
    if (at >= 0 && (href.slice(0, at).trim() === '' || isThisPage(page, href)))
      fragments.set(node, href.slice(at + 1).trim());
  }
  return fragments;
});

/** The address of a page without a fragment, or null. */
const ownAddress: (page: Page) => string | null = memoized(({ url }: Page) =>
  url === null ? null : (webAddress(url, null)?.split('#')[0] ?? null),
);

function isThisPage(page: Page, href: string): boolean {
  const own = ownAddress(page);
  return own !== null && linkAddress(href, pageRoles(page).base)?.split('#')[0] === own;
}

/** Per name of a place in the page, its element. */
const placesOf: (page: Page) => ReadonlyMap<string, NodeId> = memoized((page: Page) => {
  const places = new Map<string, NodeId>();
  for (const read of [attributeReader(page, 'id'), attributeReader(page, 'name')])
    for (let node = 1; node < page.size; node++) {
      const name = read(node);
      if (name !== null && !places.has(name)) places.set(name, node);
    }
  return places;
});

/** True for a link in a heading that leads to the heading, to its page, nowhere, or back to the table of contents. */
function leadsToItself(page: Page, link: NodeId, title: TitleElement): boolean {
  const href = nameOf(page, link) === 'a' ? page.attribute(link, 'href') : null;
  if (href === null) return false;
  const fragment = fragmentsOf(page).get(link);
  if (fragment === undefined) return isThisPage(page, href);
  if (BACK_LINK_CLASS.test(page.attribute(link, 'class') ?? '')) return true;
  const places = placesOf(page);
  const place = places.get(fragment) ?? places.get(decoded(fragment));
  if (place === undefined) return !isPart(page, link, title);
  if (place === page.parent[title.node]) return true;
  return place < page.end[title.node] && isWordless(page, page.textFrom[place], page.textFrom[title.node]);
}

/** A fragment without percent-encoding; as written when it is malformed. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
