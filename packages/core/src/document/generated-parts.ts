/**
 * What generators print beside an author's text: the list of the page's own headings, the line of links to the pages before and
 * after, who changed the page's source, advertisements and invitations, second links to a file, signatures below posts, and the bullets and numbers of lists
 * whose style shows none; and what they add to headings, captions and terms: permalinks (`#`, `¶`, "Permalink to this heading"), edit
 * links of wikis, and text for screen readers beside the visible text. The document leaves them out. A heading that links to itself keeps
 * its words and loses the link.
 */
import {
  attributeReader,
  classTest,
  firstChild,
  HEADINGS,
  linkAddress,
  memoized,
  type NodeId,
  nameOf,
  nearestWith,
  type Page,
  pastBlank,
  percentDecoded,
  TEXT,
  tagNames,
  textOf,
  webAddress,
} from '@dehusk/html';
import { pageRoles } from './roles.js';

/** Names of tables of contents, as class or id, of the list or of an element around it. */
const CONTENTS_CLASS = /(?:^|[\s_-])(?:toc|tableofcontents|table-of-contents|contents|on-this-page)(?:[\s_-]|$)/i;
/** Levels from a list to the element with that class. */
const MAX_CLIMB = 3;
/** Links from which on a list is a table of contents, and characters that it may have besides. */
const MIN_LINKS = 3;
/** Nodes of a table of contents: the bound keeps the search linear when lists nest. */
const MAX_LIST_NODES = 3_000;
const MAX_OTHER = 20;

/** Class names of what plugins of MkDocs add about the file. */
const SOURCE_CLASS = /(?:^|\s)(?:page-metadata|md-source-file)(?:\s|$)/;
const MAX_SOURCE = 2_000;

/** Copies of the first and last pictures, with which carousels turn round. */
const COPY_CLASS = /(?:^|\s)(?:swiper-slide-duplicate|slick-cloned|splide__slide--clone|cloned)(?:\s|$)/;
/** Class names of buttons that invite to subscribe, and of the second line of a wiki's title. */
const INVITATION_CLASS = /(?:^|\s)(?:button-wrapper|subscription-widget-wrap(?:-editor)?)(?:\s|$)/;
const SUBTITLE_IDS = /^(?:siteSub|contentSub|jump-to-nav)$/;

/** Relations of links to the pages around this one. */
const AROUND = /^(?:next|prev|previous|up|start|index|contents)$/i;
/** Characters of such a line, and nodes. */
const MAX_LINE = 400;
const MAX_NODES = 60;
/** `Next:`, `Previous:`, `Up:` … between the links. */
const MAX_BETWEEN = 60;

const NO_MARKER = /list-style(?:-type)?\s*:\s*none/i;
const MARKER = /^\s*(?:[•◦▪■●○·‣⁃–—*-]|\(?(?:\d{1,4}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)])\s*$/;

/** What generators added. Linear in the page but for the bounds above. */
export const generatedParts: (page: Page) => readonly NodeId[] = memoized((page: Page) => {
  const found: NodeId[] = [];
  const isContentsClass = classTest(page, CONTENTS_CLASS);
  const idOf = attributeReader(page, 'id');
  const isContents = (node: NodeId): boolean => isContentsClass(node) || CONTENTS_CLASS.test(idOf(node) ?? '');
  const isSource = classTest(page, SOURCE_CLASS);
  const isInvitation = classTest(page, INVITATION_CLASS);
  const isCopy = classTest(page, COPY_CLASS);
  const relationOf = attributeReader(page, 'rel');
  const styleOf = attributeReader(page, 'style');
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === TEXT) continue;
    const name = nameOf(page, node);
    if (name === 'li') {
      const isPlain = [node, page.parent[node]].some((one) => NO_MARKER.test(styleOf(one) ?? ''));
      const marker = isPlain ? markerOf(page, node) : -1;
      if (marker >= 0) found.push(marker);
    } else if (
      ((name === 'ul' || name === 'ol') && isContentsList(page, node, isContents)) ||
      ((name === 'p' || name === 'div') && isNavigation(page, node, relationOf)) ||
      (name === 'aside' && isSponsored(page, node, relationOf)) ||
      (name === 'a' && isSecondLink(page, node)) ||
      (page.textTo[node] - page.textFrom[node] <= MAX_SOURCE &&
        (isSource(node) || isInvitation(node) || isCopy(node) || SUBTITLE_IDS.test(idOf(node) ?? '')))
    ) {
      found.push(node);
      node = page.end[node] - 1;
    }
  }
  return [...found, ...signaturesOf(page)];
});

/** The line above a signature: phpBB has 17 strokes, vBulletin 18. And most characters of it and of what follows. */
const SIGNATURE_LINE = /^\s*_{17,18}\s*$/;
const SIGNATURE = { strokes: '_'.repeat(17), line: 80, text: 600 };

/** The signatures below posts, in the element of the post or in another; a single one may be a note below the text of a page. */
function signaturesOf(page: Page): NodeId[] {
  // Most pages have no such line, and are searched once.
  if (!page.chars.includes(SIGNATURE.strokes)) return [];
  const parents = new Set<NodeId>();
  const found: NodeId[] = [];
  for (let line = 0; line < page.size; line++) {
    if (page.tag[line] !== TEXT || page.textTo[line] - page.textFrom[line] > SIGNATURE.line) continue;
    const parent = page.parent[line];
    const isLine = SIGNATURE_LINE.test(textOf(page, line));
    if (!isLine || page.textTo[parent] - page.textTo[line] > SIGNATURE.text || parents.has(parent)) continue;
    parents.add(parent);
    for (let node = line; node < page.end[parent]; node = page.end[node]) found.push(node);
  }
  return parents.size > 1 ? found : [];
}

/** True for a list of links into the page and nothing else, in an element that is named for it. */
function isContentsList(page: Page, list: NodeId, isNamed: (node: NodeId) => boolean): boolean {
  if (page.end[list] - list > MAX_LIST_NODES) return false;
  if (nearestWith(page, list, MAX_CLIMB + 1, isNamed) < 0) return false;
  const fragments = fragmentsOf(page);
  let links = 0;
  let other = page.textTo[list] - page.textFrom[list];
  for (let node = list + 1; node < page.end[list]; node++) {
    if (page.tag[node] === TEXT && textOf(page, node).trim() === '') other -= page.textTo[node] - page.textFrom[node];
    if (!fragments.has(node)) continue;
    links++;
    other -= page.textTo[node] - page.textFrom[node];
    node = page.end[node] - 1;
  }
  return links >= MIN_LINKS && other <= MAX_OTHER;
}

/** True for a line whose links all say that they lead to the page before, after or above. */
function isNavigation(page: Page, line: NodeId, relationOf: (node: NodeId) => string | null): boolean {
  if (page.end[line] - line > MAX_NODES || page.textTo[line] - page.textFrom[line] > MAX_LINE) return false;
  let links = 0;
  let between = 0;
  for (let node = line + 1; node < page.end[line]; node++) {
    if (page.tag[node] === TEXT) between += textOf(page, node).trim().length;
    if (nameOf(page, node) !== 'a') continue;
    if (!AROUND.test(relationOf(node) ?? '')) return false;
    links++;
    node = page.end[node] - 1;
  }
  return links > 0 && between <= MAX_BETWEEN;
}

/** True for a box beside the text with a sponsored link. */
function isSponsored(page: Page, box: NodeId, relationOf: (node: NodeId) => string | null): boolean {
  if (page.end[box] - box > MAX_NODES || page.textTo[box] - page.textFrom[box] > MAX_LINE) return false;
  for (let node = box + 1; node < page.end[box]; node++)
    if (/(?:^|\s)sponsored(?:\s|$)/.test(relationOf(node) ?? '')) return true;
  return false;
}

/** True for the button beside a link to a file: it has the address and is marked as a download. */
function isSecondLink(page: Page, link: NodeId): boolean {
  if (page.attribute(link, 'download') === null) return false;
  const href = page.attribute(link, 'href');
  for (let child = page.parent[link] + 1, seen = 0; child < link && seen < MAX_NODES; child = page.end[child], seen++)
    if (nameOf(page, child) === 'a' && page.attribute(child, 'href') === href) return true;
  return false;
}

/** The first element of an item, if it is nothing but a bullet or number; −1 otherwise. */
function markerOf(page: Page, item: NodeId): NodeId {
  const first = pastBlank(page, firstChild(page, item));
  const isMarker = first >= 0 && page.tag[first] !== TEXT && page.end[first] < page.end[item];
  return isMarker && MARKER.test(textOf(page, first).slice(0, MAX_OTHER)) ? first : -1;
}

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
  /^\s*(?:perma(?:nent )?link|(?:direct |anchor )?link (?:to|for)\b|(?:back )?to (?:the )?top\s*$|copy (?:the )?link|section (?:titled|link)|navigate to (?:header|heading)|(?:anchor|link)\s*$|enlace permanente|lien permanent|permanenter link|link zu|постоянная ссылка|直接链接|永久链接)/i;
const EDIT_WORDS = /^\s*\[\s*(?:edit|edit source|bearbeiten|modifier|editar|modifica|править|编辑|編集)\s*\]\s*$/i;
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
    if (isEdit(node) || (title !== null && EDIT_WORDS.test(textOf(page, node)))) return true;
    // The only words of a title are the title.
    const isInTitle = title !== null && isPart(page, node, title);
    if (isInTitle && (isForScreenReaders(node) || nameOf(page, node) === 'button')) return true;
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
  const place = places.get(fragment) ?? places.get(percentDecoded(fragment) ?? '');
  if (place === undefined) return !isPart(page, link, title);
  if (place === page.parent[title.node]) return true;
  return place < page.end[title.node] && isWordless(page, page.textFrom[place], page.textFrom[title.node]);
}
