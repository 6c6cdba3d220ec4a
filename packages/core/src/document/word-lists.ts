/**
 * Lists of word processors: paragraphs with the style `mso-list:l0 level2 lfo1` or a class of such paragraphs, whose bullet or number
 * is text. Editors on the web keep the class and drop the style, or the other way round. Google Docs writes lists side by side, with
 * the level in a class.
 */
import {
  attributeReader,
  memoized,
  type NodeId,
  nameOf,
  nextSibling,
  type Page,
  pastBlank,
  TEXT,
  textOf,
} from '@dehusk/html';
import type { Numbering } from './document.js';
import { itemsOf } from './roles.js';

/** A paragraph that is an item. */
export interface WordItem {
  /** From 1. */
  readonly level: number;
  readonly ordered: boolean;
  readonly number: number;
  readonly numbering: Numbering;
  /** The bullet or number at the start of its text; empty when a separate element holds it, which is left out. */
  readonly label: string;
}

const LIST_STYLE = /mso-list\s*:\s*l\d+\s+level(\d)/i;
const LABEL_STYLE = /mso-list\s*:\s*ignore/i;
const LIST_CLASS = /(?:^|\s)Mso(?:ListParagraph|ListBullet|ListNumber)/;
/** A bullet or number before white space. */
const LABEL = /^\s*([·•●○◦‣▪■§o–-]|\(?(?:\d{1,3}\.){0,4}(?:\d{1,4}|[a-zA-Z]|[ivxIVX]{1,5})[.)])[\s\u00a0]+(?=\S|$)/;
/** A bullet that no word begins with; of two paragraphs or more it makes a list. */
const BULLET = /^\s*[·•●▪■◦‣][\s\u00a0]/;
/** The list of Google Docs an item is in, and its level from 0. */
const FLAT_LIST_CLASS = /(?:^|\s)(lst-[\w-]{1,40}-(\d))(?:\s|$)/;
/** Characters of a label that are read. */
const MAX_LABEL = 40;
/** Nodes of a paragraph searched for its label. */
const MAX_NODES = 12;

/** Finds the items, and the elements that hold nothing but a bullet or number. Linear in the page. */
export const wordLists = memoized((page: Page) => {
  const items = new Map<NodeId, WordItem>();
  const labels: NodeId[] = [];
  const styleOf = attributeReader(page, 'style');
  const classOf = attributeReader(page, 'class');
  const [paragraph, cell] = ['p', 'td'].map(page.nameIndex);
  const lists = new Set(['ul', 'ol'].map(page.nameIndex));
  /** Per list of Google Docs: the number of its last item. */
  const numbers = new Map<string, number>();
  const isBulleted = (node: NodeId): boolean =>
    page.tag[node] === paragraph && page.tag[node + 1] === TEXT && BULLET.test(textOf(page, node + 1));
  /** The node after the last item. */
  let last: NodeId = -1;
  for (let node = 1; node < page.size; node++) {
    if (lists.has(page.tag[node])) addFlatItems(page, node, classOf(node) ?? '', numbers, items);
    // AsciiDoctor sets the explanations of numbers in code as a table.
    if (page.tag[node] === cell && classOf(node + 1) === 'conum') {
      items.set(page.parent[node], { ...kindOf(`${page.attribute(node + 1, 'data-value')}.`), level: 1, label: '' });
      labels.push(node);
    }
    if (page.tag[node] !== paragraph) continue;
    const level = LIST_STYLE.exec(styleOf(node) ?? '')?.[1];
    const isBullet = isBulleted(node) && (last === node || isBulleted(pastBlank(page, nextSibling(page, node))));
    if (level === undefined && !LIST_CLASS.test(classOf(node) ?? '') && !isBullet) continue;
    const span = labelSpan(page, node, styleOf);
    const text = span < 0 ? page.chars.slice(page.textFrom[node], page.textTo[node]) : `${textOf(page, span)} `;
    const label = LABEL.exec(text)?.[1];
    if (label === undefined) continue;
    last = pastBlank(page, nextSibling(page, node));
    items.set(node, { ...kindOf(label), level: Number(level ?? 1) || 1, label: span < 0 ? label : '' });
    if (span >= 0) labels.push(span);
  }
  return { items, labels };
});

/** Adds the items of a list of Google Docs. */
function addFlatItems(
  page: Page,
  list: NodeId,
  classes: string,
  numbers: Map<string, number>,
  items: Map<NodeId, WordItem>,
): void {
  const [, name, level] = FLAT_LIST_CLASS.exec(classes) ?? [];
  if (name === undefined) return;
  if (/(?:^|\s)start(?:\s|$)/.test(classes)) numbers.delete(name);
  const ordered = nameOf(page, list) === 'ol';
  for (const item of itemsOf(page, list)) {
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    items.set(item, { level: Number(level) + 1, ordered, number, numbering: 'decimal', label: '' });
  }
}

/** True for a list whose items are read by their level. */
export function isFlatList(page: Page, list: NodeId): boolean {
  return FLAT_LIST_CLASS.test(page.attribute(list, 'class') ?? '');
}

/** The first element of a paragraph that says it is the label; −1 for none. */
function labelSpan(page: Page, paragraph: NodeId, styleOf: (node: NodeId) => string | null): NodeId {
  const end = Math.min(page.end[paragraph], paragraph + MAX_NODES);
  for (let node = paragraph + 1; node < end; node++)
    if (page.tag[node] !== TEXT && nameOf(page, node) === 'span' && LABEL_STYLE.test(styleOf(node) ?? '')) return node;
  return -1;
}

function kindOf(label: string): Pick<WordItem, 'ordered' | 'number' | 'numbering'> {
  const mark = label
    .slice(0, MAX_LABEL)
    .replace(/[().]+$/, '')
    .replace(/^.*[(.]/, '');
  if (/^\d+$/.test(mark)) return { ordered: true, number: Number(mark), numbering: 'decimal' };
  if (mark === label) return { ordered: false, number: 1, numbering: 'decimal' };
  const size = mark === mark.toLowerCase() ? 'lower' : 'upper';
  const isRoman = mark.length > 1 || mark.toLowerCase() === 'i';
  const number = isRoman ? romanNumber(mark.toLowerCase()) : mark.toLowerCase().charCodeAt(0) - 96;
  return { ordered: true, number, numbering: `${size}-${isRoman ? 'roman' : 'alpha'}` };
}

function romanNumber(letters: string): number {
  const values = [...letters].map((letter) => ({ i: 1, v: 5, x: 10 })[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
