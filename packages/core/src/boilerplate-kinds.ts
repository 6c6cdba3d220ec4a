/**
 * The kind of each block that is not main content: navigation, advertisement, related links, comment, copyright line, cookie notice.
 *
 * Observation: pages name their boilerplate, for programs in class, id and role, and for readers in a title above it or in a word on
 * it. Menus without a name are lists of links.
 *
 * The first that applies decides:
 *
 * 1. the text: a request to accept cookies; a copyright line; the word "Advertisement" alone;
 * 2. the innermost element around the block whose class, id, role or tag names a kind (an advertisement among comments is one);
 * 3. the title above: "Related articles", "Comments" and the like hold for the rest of the box they begin, and not after the next
 *    title of the same level;
 * 4. the links: most of the block's text, and of the text around it, is linked.
 *
 * A name counts only on elements with at most half of the page's text (comments: nine tenths): `<body class="comments-open">` and
 * `<div class="with-ads">` name parts of themselves. The names were collected on half of the sites of L3S-GN1;
 * `dehusk-lab reproduce removed-kinds` shows both halves.
 */

import { attributeReader, computed, HEADINGS, type NodeId, nameOf, type Page, TEXT, tagNames } from '@dehusk/html';
import type { Block, BlockKind } from './blocks/block.js';
import { COOKIE, COPYRIGHT_ELSEWHERE, NAMES, TITLES } from './boilerplate-words-data.js';
import { COPYRIGHT_LINE } from './classify/features/own-text.js';
import { ADVERTISEMENT } from './classify/surroundings-data.js';
import { shownCharacters } from './records/bylines.js';
import { COMMENTS_ELSEWHERE, linkedShare } from './records/post-groups.js';

/** Characters read of an element's names, and of a block's text. */
const MAX_NAMES = 300;
const MAX_TEXT = 300;
/** Maximum characters of a copyright line and of a title. */
const MAX_TITLE = 80;
/** Maximum share of the page's text in a named element, and minimum share of linked text in a menu, 0…1. */
const MAX_SHARE = 0.5;
const MIN_LINKED = 0.5;
/** As MAX_SHARE, for comments: they can be longer than the article. */
const MAX_COMMENTS = 0.9;
/** Levels from a title to the box that it begins. */
const CLIMB = 5;

const PAGE_PART = tagNames('#document html body main');

/** Per block of a page: its kind if it is no main content; `boilerplate` where nothing names one. Linear in the page. */
export function boilerplateKinds(page: Page, blocks: readonly Block[]): readonly BlockKind[] {
  const named = namedKinds(page);
  const isHeading = page.names.map((name) => HEADINGS.has(name));
  /** Kind and extent of the box that a title began, and the tag of that title. */
  let titled: { readonly kind: BlockKind; readonly end: NodeId; readonly tag: number } | null = null;
  return blocks.map((block) => {
    const { first, last, parent, linkChars } = block;
    const text = block.text.slice(0, MAX_TEXT).trim();
    if (titled !== null && (first >= titled.end || (isHeading[titled.tag] && page.tag[parent] === titled.tag)))
      titled = null;
    if (text.length <= MAX_TITLE) {
      const kind = TITLES.find(([, title]) => title.test(text))?.[0];
      // A link in a menu may have the words of a title.
      if (kind !== undefined && (isHeading[page.tag[parent]] || linkChars === 0))
        titled = { kind, end: boxEnd(page, parent, last), tag: page.tag[parent] };
    }
    const isLong = block.text.length > MAX_TEXT;
    if (COOKIE.test(text)) return 'cookie-notice';
    if (!isLong && (COPYRIGHT_LINE.test(text) || COPYRIGHT_ELSEWHERE.test(text))) return 'copyright';
    if (ADVERTISEMENT.test(text)) return 'advertisement';
    if (named[parent] !== null) return named[parent];
    if (titled !== null) return titled.kind;
    const isMenu = linkChars > MIN_LINKED * block.text.length && linkedShare(page, [page.parent[parent]]) > MIN_LINKED;
    return isMenu ? 'navigation' : 'boilerplate';
  });
}

/** The end of the box that a title begins: the nearest element with text after the title. */
function boxEnd(page: Page, parent: NodeId, last: NodeId): NodeId {
  const shown = shownCharacters(page);
  let box = parent;
  for (let climbed = 0; climbed < CLIMB && page.parent[box] > 0; climbed++, box = page.parent[box])
    if (shown[page.end[box]] > shown[last + 1]) break;
  return PAGE_PART.has(nameOf(page, box)) ? page.end[last] : page.end[box];
}

/** Per node: the kind of the innermost element around it that names one, or null. */
function namedKinds(page: Page): readonly (BlockKind | null)[] {
  const [classOf, idOf, roleOf] = ['class', 'id', 'role'].map((name) => attributeReader(page, name));
  const shown = shownCharacters(page);
  const isPart = page.names.map((name) => PAGE_PART.has(name));
  const nav = page.nameIndex('nav');
  const known = new Map<string, BlockKind | null>();
  const kinds: (BlockKind | null)[] = [null];
  for (let node = 1; node < page.size; node++) {
    kinds.push(kinds[page.parent[node]]);
    if (page.tag[node] === TEXT || isPart[page.tag[node]]) continue;
    const own = page.tag[node] === nav ? 'nav' : '';
    const names = `${classOf(node) ?? ''} ${idOf(node) ?? ''} ${roleOf(node) ?? ''} ${own}`.slice(0, MAX_NAMES);
    const kind = computed(known, names, kindNamed);
    if (kind === null) continue;
    const share = (shown[page.end[node]] - shown[node]) / Math.max(1, shown[page.size]);
    if (share <= (kind === 'comment' ? MAX_COMMENTS : MAX_SHARE)) kinds[node] = kind;
  }
  return kinds;
}

/** The kind that names state, or null. `topNav` and `relatedLinks` are two words each. */
function kindNamed(names: string): BlockKind | null {
  const words = names.replace(/([a-z\d])([A-Z])/g, '$1-$2');
  const kind = NAMES.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
  return kind === 'comment' && COMMENTS_ELSEWHERE.test(words) ? 'related' : kind;
}
