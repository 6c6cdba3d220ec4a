/**
 * What generators print beside an author's text: the list of the page's own headings, the line of links to the pages before and
 * after, who changed the page's source, advertisements and invitations, second links to a file, and the bullets and numbers of lists whose style shows none. The
 * document leaves them out.
 */
import {
  attributeReader,
  classTest,
  firstChild,
  memoized,
  type NodeId,
  nameOf,
  nextSibling,
  type Page,
  pastBlank,
  TEXT,
  textOf,
} from '@dehusk/html';
import { fragmentsOf } from './generated-anchors.js';

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

/** The elements that generators added, none in another. Linear in the page but for the bounds above. */
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
      const marker = NO_MARKER.test(styleOf(node) ?? '') ? markerOf(page, node) : -1;
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
  return found;
});

/** True for a list of links into the page and nothing else, in an element that is named for it. */
function isContentsList(page: Page, list: NodeId, isNamed: (node: NodeId) => boolean): boolean {
  if (page.end[list] - list > MAX_LIST_NODES) return false;
  let around = list;
  for (let climbed = 0; climbed < MAX_CLIMB && around > 0 && !isNamed(around); climbed++) around = page.parent[around];
  if (around <= 0 || !isNamed(around)) return false;
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
  for (
    let child = firstChild(page, page.parent[link]), seen = 0;
    child >= 0 && child < link && seen < MAX_NODES;
    seen++
  ) {
    if (nameOf(page, child) === 'a' && page.attribute(child, 'href') === href) return true;
    child = nextSibling(page, child);
  }
  return false;
}

/** The first element of an item, if it is nothing but a bullet or number; −1 otherwise. */
function markerOf(page: Page, item: NodeId): NodeId {
  const first = pastBlank(page, firstChild(page, item));
  const isMarker = first >= 0 && page.tag[first] !== TEXT && page.end[first] < page.end[item];
  return isMarker && MARKER.test(textOf(page, first).slice(0, MAX_OTHER)) ? first : -1;
}
