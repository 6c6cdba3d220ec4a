/**
 * The words a style sheet would name an element by: its tag, id and classes. Digits become `#`, since `post-123` changes from
 * page to page.
 *
 * Pages made before style sheets have neither. There, cells and fonts are named by the place in the row and the attributes of
 * presentation, which are fixed in the template: `td:nth-child(2)`, `td[width="150"]`, `font[size="3"]`.
 */
import { HASH_SEED_HIGH, hashLow, type NodeId, type Page, scramble, stepHigh } from '@dehusk/html';
import { type ContentBlocks, nodesOf } from '../blocks/content-blocks.js';

/** Characters of an id, a class or an attribute that count; longer ones are machine-made. */
const MAX_NAME = 60;
/** Classes of one element that count. */
const MAX_CLASSES = 8;
/** Elements that lay out pages without style sheets, and the attributes that tell one from another. */
const LAYOUT = new Set(['table', 'td', 'font']);
const PRESENTATION = ['width', 'bgcolor', 'align', 'size', 'color'];
/** Cells of a row that have a place, and nodes beside them that are passed to count it; rows of a layout are short. */
const MAX_CELLS = 12;
const MAX_SIBLINGS = 10 * MAX_CELLS;

/** An element's tag and the words that name it, separated by spaces: `div #story div.post div.post-#`. */
export function elementName(page: Page, node: NodeId): string {
  const tag = page.names[page.tag[node]];
  const words = [tag];
  const id = page.attribute(node, 'id');
  if (id?.trim()) words.push(`#${plain(id.trim())}`);
  const classes = page.attribute(node, 'class');
  if (classes)
    for (const one of new Set(classes.trim().split(/\s+/, MAX_CLASSES))) if (one) words.push(`${tag}.${plain(one)}`);
  if (words.length === 1 && LAYOUT.has(tag)) words.push(...layoutWords(page, node, tag));
  return words.join(' ');
}

function plain(name: string): string {
  return name.slice(0, MAX_NAME).replace(/\s+/g, '-').replace(/\d+/g, '#');
}

function layoutWords(page: Page, node: NodeId, tag: string): string[] {
  const place = tag === 'td' ? placeInRow(page, node) : null;
  const attributes = PRESENTATION.flatMap((name) => {
    const value = page.attribute(node, name)?.trim().slice(0, MAX_NAME).replace(/\s+/g, '-');
    return value ? [`${tag}[${name}="${value}"]`] : [];
  });
  return place === null ? attributes : [`td:nth-child(${place})`, ...attributes];
}

/** The place of a cell in its row, from 1; null far from the first one. */
function placeInRow(page: Page, cell: NodeId): number | null {
  let place = 1;
  let siblings = 0;
  for (let node = page.parent[cell] + 1; node < cell; node = page.end[node]) {
    const tag = page.names[page.tag[node]];
    if (tag === 'td' || tag === 'th') place++;
    if (place > MAX_CELLS || ++siblings > MAX_SIBLINGS) return null;
  }
  return place;
}

/** The element that holds a block in the template: a font around all its text, else the block-level element. */
export function elementAround(page: Page, blocks: ContentBlocks, block: number): NodeId {
  const element = blocks.element[block];
  const nodes = nodesOf(blocks, block);
  const last = nodes[nodes.length - 1];
  for (let node = page.parent[nodes[0]]; node > element; node = page.parent[node])
    if (page.end[node] > last && page.names[page.tag[node]] === 'font') return node;
  return element;
}

// The hashes in page records: 32 bits, enough for the thousands of texts and names of a site's sample.

/** Hash of a block's letters and digits, lower case; equal for equal texts. 0 only when it has none. */
export function textHash(text: string): number {
  let high = HASH_SEED_HIGH;
  let letters = 0;
  for (const letter of text.toLowerCase()) {
    if (!/[\p{L}\p{Nd}]/u.test(letter)) continue;
    high = stepHigh(high, letter.codePointAt(0) ?? 0);
    letters++;
  }
  return letters === 0 ? 0 : scramble(high) || 1;
}

/** Hash of an element's name, an address or a part of one; {@link hashLow} takes a seed, too. */
export function nameHash(name: string): number {
  return hashLow(name);
}

/** The hash of a sequence one element longer. */
export function nextHash(before: number, value: number): number {
  return scramble(stepHigh(before, value));
}
