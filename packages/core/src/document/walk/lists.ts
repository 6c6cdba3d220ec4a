// Lists and their items: how they are numbered, which ones only lay the page out, and the boxes of tasks.

import {
  firstChild,
  HEADINGS,
  type NodeId,
  nameOf,
  nearestWith,
  nextSibling,
  type Page,
  pastBlank,
  TEXT,
  tagNames,
  textOf,
} from '@dehusk/html';
import type { Content, Numbering } from '../document.js';
import { isImageList } from '../image.js';
import type { KeptNodes } from '../kept.js';
import { itemsOf } from '../roles.js';
import { isFlatList, type WordItem } from '../word-lists.js';
import type { Handler, WalkState } from './walk-state.js';

const addList: Handler = (state, node) => {
  const { page, kept } = state;
  if (isFlatList(page, node) && state.inlineDepth === 0) return node + 1;
  if (isLayoutList(page, node, kept) || isImageList(page, node, kept.hasText(node))) {
    state.layoutLists.add(node);
    state.separate(node);
    return node + 1;
  }
  const ordered = nameOf(page, node) === 'ol';
  if (ordered) for (const [item, number] of countdownOf(page, node)) state.countdown.set(item, number);
  openList(state, node, ordered ? firstNumber(page, node, kept) : undefined);
  return node + 1;
};

/** Opens a list, an ordered one from a number on. */
export function openList(state: WalkState, node: NodeId, first?: number): void {
  const { page, builder } = state;
  const numbering = first === undefined ? 'decimal' : numberingOf(page, node);
  state.contain(
    node,
    () => builder.openList(first !== undefined, first ?? 1, numbering),
    (depth) => builder.closeTo(depth),
  );
}

const addItem: Handler = (state, node) => {
  const { page, countdown } = state;
  if (state.layoutLists.has(page.parent[node])) state.separate(node);
  else if (state.wordItems.has(node) && state.inlineDepth === 0 && !state.builder.full)
    state.gatherItem(node, state.wordItems.get(node) as WordItem, (content) => state.builder.addItem(content));
  else
    state.gather(node, (content) => {
      const checked = taskIcon(page, node);
      const [first, ...rest] = content;
      const marked: Content[] =
        checked !== null && first?.type === 'paragraph'
          ? [{ ...first, inline: [{ type: 'checkbox', checked }, ...first.inline] }, ...rest]
          : content;
      const number = countdown.get(node) ?? ownNumber(page, node);
      state.builder.addItem(marked, number === null ? undefined : { number });
    });
  return node + 1;
};

/** Elements that are no item of a list of an author. */
const SECTIONS = tagNames('section details');

/**
 * True for a list that only lays out: its only item with content has a heading outside nested lists, and the list or the item has an
 * attribute, as those of templates have, unlike those of authors. Or all its items are sections of the page, or boxes that open.
 */
function isLayoutList(page: Page, list: NodeId, kept: KeptNodes): boolean {
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

/** Elements of cards and sections, which items of a list in the text are not. */
const CARD_PARTS = tagNames(HEADINGS, 'img picture video article section form nav');
const MAX_ARIA_NODES = 1_000;

/** True for an element that is a list by its role alone, of words and not of cards. */
export function isAriaList(page: Page, list: NodeId): boolean {
  if (page.end[list] - list > MAX_ARIA_NODES) return false;
  let items = 0;
  for (let node = list + 1; node < page.end[list]; node++) {
    if (page.tag[node] === TEXT) continue;
    if (CARD_PARTS.has(nameOf(page, node))) return false;
    if (page.attribute(node, 'role') === 'listitem') items++;
  }
  return items > 0;
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

function isBare({ attributeColumns: { from, to } }: Page, node: NodeId): boolean {
  return from[node] === to[node];
}

/** Levels above a box searched for its item: a paragraph, a label, a span. */
const BOX_CLIMB = 5;

/** True for the box of a task list: a check box before the text of an item that is marked as one or cannot be changed. */
function isTaskBox(page: Page, input: NodeId): boolean {
  if (page.attribute(input, 'type')?.toLowerCase() !== 'checkbox') return false;
  const item = nearestWith(page, input, BOX_CLIMB + 1, (up) => nameOf(page, up) === 'li');
  if (item < 0) return false;
  let isTask = page.attribute(input, 'disabled') !== null;
  for (let up = input; up !== item; up = page.parent[up]) isTask ||= /task/i.test(page.attribute(up, 'class') ?? '');
  isTask ||= [item, page.parent[item]].some((one) => /task|todo/i.test(page.attribute(one, 'class') ?? ''));
  return isTask && page.chars.slice(page.textFrom[item], page.textFrom[input]).trim() === '';
}

/** The numbers of the items of a list that counts down (`reversed`); none for other lists. Linear in the items. */
function countdownOf(page: Page, list: NodeId): (readonly [item: NodeId, number: number])[] {
  if (page.attribute(list, 'reversed') === null) return [];
  const items = itemsOf(page, list);
  let number = wholeNumber(page.attribute(list, 'start')) ?? items.length;
  return items.map((item) => {
    number = wholeNumber(page.attribute(item, 'value')) ?? number;
    return [item, number--];
  });
}

/** The number that an item of an ordered list declares; null for the one after the item before. */
function ownNumber(page: Page, item: NodeId): number | null {
  return nameOf(page, page.parent[item]) === 'ol' ? wholeNumber(page.attribute(item, 'value')) : null;
}

/** The number a browser shows at the first kept item of an ordered list. */
function firstNumber(page: Page, list: NodeId, kept: KeptNodes): number {
  const down = countdownOf(page, list);
  if (down.length > 0) return down.find(([item]) => kept.has(item))?.[1] ?? 1;
  let number = wholeNumber(page.attribute(list, 'start')) ?? 1;
  for (const item of itemsOf(page, list)) {
    number = wholeNumber(page.attribute(item, 'value')) ?? number;
    if (kept.has(item)) break;
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
function numberingOf(page: Page, list: NodeId): Numbering {
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

/** Class names of boxes that are drawn: of AsciiDoctor, Notion and others with Font Awesome. */
const CHECKED_ICON = /(?:^|\s)(?:fa-(?:check-square|square-check)|checkbox-on)(?:-o)?(?:\s|$)/;

const UNCHECKED_ICON = /(?:^|\s)(?:fa-square|checkbox-off)(?:-o)?(?:\s|$)/;

/** Nodes of an item searched for the box. */
const ICON_NODES = 6;

/** Whether the box that is drawn before the first word of an item is ticked; null for an item without one. */
function taskIcon(page: Page, item: NodeId): boolean | null {
  // Confluence has no box but a class.
  if (page.attribute(item, 'data-inline-task-id') !== null)
    return /(?:^|\s)checked(?:\s|$)/.test(page.attribute(item, 'class') ?? '');
  for (let node = item + 1; node < Math.min(page.end[item], item + ICON_NODES); node++) {
    if (page.tag[node] === TEXT) {
      if (textOf(page, node).trim() !== '') return null;
      continue;
    }
    if (page.attribute(node, 'role') === 'checkbox') return page.attribute(node, 'aria-checked') === 'true';
    const classes = page.attribute(node, 'class') ?? '';
    if (CHECKED_ICON.test(classes)) return true;
    if (UNCHECKED_ICON.test(classes)) return false;
  }
  return null;
}

const addTaskBox: Handler = (state, node) => {
  const { page } = state;
  if (isTaskBox(page, node)) state.addInline({ type: 'checkbox', checked: page.attribute(node, 'checked') !== null });
  return node + 1;
};

/** The handlers of lists by role. */
export const LIST_HANDLERS = {
  list: addList,
  item: addItem,
  input: addTaskBox,
};
