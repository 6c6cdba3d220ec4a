/**
 * Decisions that depend on the shape of a subtree: whether a heading is one, whether a list only lays the page out. Each decision
 * looks at a node at most once.
 */
import {
  firstChild,
  HEADINGS,
  type NodeId,
  nameOf,
  nextSibling,
  type Page,
  pastBlank,
  TEXT,
  tagNames,
  textOf,
} from '@dehusk/html';
import type { Numbering } from './document.js';
import type { KeptNodes } from './kept.js';

/** Elements that no heading contains: a heading element with one of them (an unclosed tag) is no heading. */
const NOT_IN_HEADINGS = tagNames(HEADINGS, 'ul ol dl table pre blockquote figure article section');
/** Elements that are no item of a list of an author. */
const SECTIONS = tagNames('section details');
/** Paragraphs from which on a heading element is no heading. */
const PARAGRAPHS_IN_NO_HEADING = 2;
/** Nodes from which on a heading element is no heading; also bounds the search when they nest. */
const NODES_IN_NO_HEADING = 200;
/** Inline elements that format parts of words: two text blocks that meet at one are not separated by a space. */
const WITHIN_WORDS = tagNames(
  'a b i u s em strong span sub sup mark del ins strike small big font code kbd samp tt var wbr ruby rt rb',
);

/** True when a heading element holds a heading's worth of content. */
export function isHeading(page: Page, heading: NodeId, kept: KeptNodes): boolean {
  const end = page.end[heading];
  if (end - heading > NODES_IN_NO_HEADING) return false;
  let paragraphs = 0;
  for (let node = heading + 1; node < end; node++) {
    if (page.tag[node] === TEXT || !kept.hasText(node)) continue;
    const name = nameOf(page, node);
    if (NOT_IN_HEADINGS.has(name)) return false;
    if (name === 'p' && ++paragraphs >= PARAGRAPHS_IN_NO_HEADING) return false;
  }
  return true;
}

/**
 * True for a list that only lays out: its only item with content has a heading outside nested lists, and the list or the item has an
 * attribute, as those of templates have, unlike those of authors. Or all its items are sections of the page, or boxes that open.
 */
export function isLayoutList(page: Page, list: NodeId, kept: KeptNodes): boolean {
  if (!isBare(page, list) && hasSections(page, list, kept)) return true;
  let only: NodeId = -1;
  for (let child = firstChild(page, list); child >= 0; child = nextSibling(page, child)) {
    if (page.tag[child] === TEXT || !kept.hasText(child)) continue;
    if (only >= 0) return false;
    only = child;
  }
  if (only < 0 || (isBare(page, list) && isBare(page, only))) return false;
  const end = page.end[only];
  for (let node = only + 1; node < end; node++) {
    const name = nameOf(page, node);
    if (name === 'ul' || name === 'ol') node = page.end[node] - 1;
    else if (HEADINGS.has(name) && kept.hasText(node)) return true;
  }
  return false;
}

/** True for a list all of whose items begin with a `<section>` or `<details>`. */
function hasSections(page: Page, list: NodeId, kept: KeptNodes): boolean {
  let found = false;
  for (let child = firstChild(page, list); child >= 0; child = nextSibling(page, child)) {
    if (page.tag[child] === TEXT || !kept.hasText(child)) continue;
    const first = pastBlank(page, firstChild(page, child));
    if (first < 0 || !SECTIONS.has(nameOf(page, first))) return false;
    found = true;
  }
  return found;
}

/** True for an element without attributes. */
function isBare({ attributeColumns: { from, to } }: Page, node: NodeId): boolean {
  return from[node] === to[node];
}

/** Levels above a box searched for its item: a paragraph, a label, a span. */
const BOX_CLIMB = 5;

/** True for the box of a task list: a check box before the text of an item that is marked as one or cannot be changed. */
export function isTaskBox(page: Page, input: NodeId): boolean {
  if (page.attribute(input, 'type')?.toLowerCase() !== 'checkbox') return false;
  let isTask = page.attribute(input, 'disabled') !== null;
  let up = input;
  for (let climbed = 0; climbed < BOX_CLIMB && nameOf(page, up) !== 'li'; climbed++) {
    isTask ||= /task/i.test(page.attribute(up, 'class') ?? '');
    up = page.parent[up];
    if (up < 0) return false;
  }
  if (nameOf(page, up) !== 'li') return false;
  isTask ||= [up, page.parent[up]].some((one) => /task|todo/i.test(page.attribute(one, 'class') ?? ''));
  return isTask && page.chars.slice(page.textFrom[up], page.textFrom[input]).trim() === '';
}

/** The numbers of the items of a list that counts down (`reversed`); none for other lists. Linear in the items. */
export function countdownOf(page: Page, list: NodeId): (readonly [item: NodeId, number: number])[] {
  if (page.attribute(list, 'reversed') === null) return [];
  const items: NodeId[] = [];
  for (let child = firstChild(page, list); child >= 0; child = nextSibling(page, child))
    if (nameOf(page, child) === 'li') items.push(child);
  let number = wholeNumber(page.attribute(list, 'start')) ?? items.length;
  return items.map((item) => {
    number = wholeNumber(page.attribute(item, 'value')) ?? number;
    return [item, number--];
  });
}

/** The number that an item of an ordered list declares; null for the one after the item before. */
export function ownNumber(page: Page, item: NodeId): number | null {
  return nameOf(page, page.parent[item]) === 'ol' ? wholeNumber(page.attribute(item, 'value')) : null;
}

/** The number a browser shows at the first kept item of an ordered list. */
export function firstNumber(page: Page, list: NodeId, kept: KeptNodes): number {
  const down = countdownOf(page, list);
  if (down.length > 0) return down.find(([item]) => kept.has(item))?.[1] ?? 1;
  let number = wholeNumber(page.attribute(list, 'start')) ?? 1;
  for (let child = firstChild(page, list); child >= 0; child = nextSibling(page, child)) {
    if (nameOf(page, child) !== 'li') continue;
    number = wholeNumber(page.attribute(child, 'value')) ?? number;
    if (kept.has(child)) break;
    number++;
  }
  return number;
}

const NUMBERINGS: ReadonlyMap<string, Numbering> = new Map([
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
]);
const LIST_STYLE = /list-style(?:-type)?\s*:/i;
const NUMBERING_STYLE = /\b(lower|upper)-(alpha|latin|roman)\b/i;

/** How an ordered list is numbered: by its `type`, else by its own style. */
export function numberingOf(page: Page, list: NodeId): Numbering {
  const declared = NUMBERINGS.get((page.attribute(list, 'type') ?? '').trim());
  if (declared !== undefined) return declared;
  for (const declaration of (page.attribute(list, 'style') ?? '').split(';')) {
    const name = LIST_STYLE.exec(declaration);
    const style = name && NUMBERING_STYLE.exec(declaration.slice(name.index + name[0].length));
    if (!style) continue;
    const size = style[1].toLowerCase() as 'lower' | 'upper';
    return style[2].toLowerCase() === 'roman' ? `${size}-roman` : `${size}-alpha`;
  }
  return 'decimal';
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : null;
}

/** The `<a>` around all of the text of a `<code>`, or −1. */
export function linkInCode(page: Page, code: NodeId): NodeId {
  let link: NodeId = -1;
  for (let node = code + 1; node < page.end[code]; node++)
    if (
      nameOf(page, node) === 'a' &&
      page.textFrom[node] === page.textFrom[code] &&
      page.textTo[node] === page.textTo[code]
    )
      link = node;
  return link;
}

/** True when only elements that format parts of words begin or end between two text nodes. */
export function meetWithinWord(page: Page, before: NodeId, after: NodeId): boolean {
  for (let node = before + 1; node < after; node++)
    if (page.tag[node] !== TEXT && !WITHIN_WORDS.has(nameOf(page, node))) return false;
  for (let up = page.parent[before]; page.end[up] <= after; up = page.parent[up])
    if (!WITHIN_WORDS.has(nameOf(page, up))) return false;
  return true;
}

/** Class names of boxes that are drawn: of AsciiDoctor, Notion and others with Font Awesome. */
const CHECKED_ICON = /(?:^|\s)(?:fa-(?:check-square|square-check)|checkbox-on)(?:-o)?(?:\s|$)/;
const UNCHECKED_ICON = /(?:^|\s)(?:fa-square|checkbox-off)(?:-o)?(?:\s|$)/;
/** Nodes of an item searched for the box. */
const ICON_NODES = 6;

/** Whether the box that is drawn before the first word of an item is ticked; null for an item without one. */
export function taskIcon(page: Page, item: NodeId): boolean | null {
  // Confluence has no box but a class.
  if (page.attribute(item, 'data-inline-task-id') !== null)
    return /(?:^|\s)checked(?:\s|$)/.test(page.attribute(item, 'class') ?? '');
  for (let node = item + 1; node < Math.min(page.end[item], item + ICON_NODES); node++) {
    if (page.tag[node] === TEXT) {
      if (textOf(page, node).trim() !== '') return null;
      continue;
    }
    const classes = page.attribute(node, 'class') ?? '';
    if (CHECKED_ICON.test(classes)) return true;
    if (UNCHECKED_ICON.test(classes)) return false;
  }
  return null;
}
