/**
 * The page as columns: one row a node, in document order, read-only once `parse()` returns.
 *
 * Columns take a quarter of the memory of a DOM. Every pass is a short loop over numbers without recursion, and the rows of a
 * subtree are one range.
 */
import { HEADINGS } from './elements.js';
import { type Memo, memoized } from './memo.js';
import { newColumn } from './text/bytes.js';

/** Position of a node in document order. 0 is the document itself; every other node has a smaller-numbered parent. */
export type NodeId = number;

/** Index of text nodes in {@link Page.names}. */
export const TEXT = 0;

/** All attributes of a page. Those of element n are rows [from[n], to[n]), in source order. */
interface AttributeColumns {
  /** Attribute names, lower case, each once. */
  readonly names: readonly string[];
  /** Per node. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Per attribute: index into `names`; longer than there are attributes. */
  readonly name: Int32Array;
  /** Number of attributes. */
  readonly size: number;
  /** The value of an attribute, entities decoded. */
  value(at: number): string;
  /** The length of a value, or more: that of its source, where it may have entities. Decodes nothing. */
  length(at: number): number;
}

export interface Page {
  /** The page's address as given by the caller, or null. Relative links are resolved against it (and `<base>`). */
  readonly url: string | null;
  /** The decoded HTML, exactly as parsed. It includes what was mined from the page's state (`state/mined-page.ts`). */
  readonly source: string;
  /** Number of nodes, the document included. Node ids run from 0 to size − 1. */
  readonly size: number;
  /** Tag names, lower case, each once. 0 is `#text`, 1 is `#document`. SVG and MathML names are included. */
  readonly names: readonly string[];
  /** Per node: index into {@link names}. */
  readonly tag: Uint16Array;
  /** Per node: its parent; −1 for the document. */
  readonly parent: Int32Array;
  /** Per node: the subtree of n is the range [n, end[n]). */
  readonly end: Int32Array;
  /** Per node: number of ancestors; 0 for the document. */
  readonly depth: Uint16Array;
  /** All character data of the page, entities decoded, in document order (script and style text included). */
  readonly chars: string;
  /** Per node: its character data is `chars.slice(textFrom[n], textTo[n])`. For an element this spans its subtree. */
  readonly textFrom: Uint32Array;
  readonly textTo: Uint32Array;
  /** Per node: offsets into {@link source}, UTF-16 code units, first character to one past the last (closing tag included). */
  readonly sourceFrom: Uint32Array;
  readonly sourceTo: Uint32Array;
  /** Per node: end of the opening tag in {@link source}; equals `sourceFrom` for text and for elements without a tag in the source. */
  readonly openTo: Uint32Array;
  /** Value of an attribute of an element (name in lower case; entities decoded), or null when it is absent. */
  attribute(node: NodeId, name: string): string | null;
  /** All attributes of an element in source order. Allocates: for rare use, not for hot loops. */
  attributes(node: NodeId): readonly (readonly [name: string, value: string])[];
  /** The attributes themselves, for passes that look at several of every element: no lookup by name, nothing allocated. */
  readonly attributeColumns: AttributeColumns;
  /** Index of a tag name in {@link names}, or −1 when no node of the page has it. Look it up once, then compare numbers. */
  nameIndex(name: string): number;
  /** Values computed from the page once, see `memoized`. */
  readonly memo: Memo;
}

/** The character data of a node's subtree. */
export function textOf(page: Page, node: NodeId): string {
  return page.chars.slice(page.textFrom[node], page.textTo[node]);
}

/** The tag name of a node, `#text` for text, `#document` for the document. */
export function nameOf(page: Page, node: NodeId): string {
  return page.names[page.tag[node] as number] as string;
}

/** Reads one attribute of many elements: `page.attribute(node, name)` with the name looked up once. */
export function attributeReader(page: Page, name: string): (node: NodeId) => string | null {
  const { names, from, to, name: named, value } = page.attributeColumns;
  const wanted = names.indexOf(name);
  return (node) => {
    if (wanted >= 0) for (let at = from[node]; at < to[node]; at++) if (named[at] === wanted) return value(at);
    return null;
  };
}

/** The elements that have one of some attributes, in document order. */
export function elementsWith(page: Page, attributes: readonly string[]): NodeId[] {
  const { names, from, to, name } = page.attributeColumns;
  const isWanted = Uint8Array.from(names, (one) => (attributes.includes(one) ? 1 : 0));
  const found: NodeId[] = [];
  for (let node = 0; node < page.size; node++) {
    let at = from[node];
    while (at < to[node] && isWanted[name[at]] === 0) at++;
    if (at < to[node]) found.push(node);
  }
  return found;
}

/**
 * A lookup table for a set of tag names: `table[page.tag[n]] === 1` when the name of n is in the set.
 * Build it once per pass, so that hot loops test a byte instead of a string.
 */
export function tagTable(page: Page, names: ReadonlySet<string>): Uint8Array {
  const table = new Uint8Array(page.names.length);
  for (let index = 0; index < table.length; index++) table[index] = names.has(page.names[index] as string) ? 1 : 0;
  return table;
}

/** The nearest of a node and the `levels` − 1 elements around it that passes; −1 without one. */
export function nearestWith(page: Page, node: NodeId, levels: number, passes: (node: NodeId) => boolean): NodeId {
  for (let up = node, level = 0; up > 0 && level < levels; up = page.parent[up], level++) if (passes(up)) return up;
  return -1;
}

/** As {@link nearestWith}, for a heading. */
export function headingAround(page: Page, node: NodeId, levels: number): NodeId {
  return nearestWith(page, node, levels, (up) => HEADINGS.has(nameOf(page, up)));
}

/** The first child of a node, or −1. */
export function firstChild(page: Page, node: NodeId): NodeId {
  return (page.end[node] as number) > node + 1 ? node + 1 : -1;
}

/** The next sibling of a node, or −1. */
export function nextSibling(page: Page, node: NodeId): NodeId {
  const next = page.end[node] as number;
  const parent = page.parent[node] as number;
  return parent >= 0 && next < (page.end[parent] as number) ? next : -1;
}

/** Per element: the element before it with the same parent; 0 for first children. */
export const previousSiblings = memoized(({ size, tag, parent }: Page): Int32Array => {
  const before = newColumn(Int32Array, size);
  const latest = newColumn(Int32Array, size);
  for (let node = 1; node < size; node++) {
    if (tag[node] === TEXT) continue;
    before[node] = latest[parent[node]];
    latest[parent[node]] = node;
  }
  return before;
});

/** The first node that is no white space, of `node` and its siblings after it; −1 for none, and for −1. */
export function pastBlank(page: Page, node: NodeId): NodeId {
  let at = node;
  while (at >= 0 && page.tag[at] === TEXT && textOf(page, at).trim() === '') at = nextSibling(page, at);
  return at;
}

/** Position of the first value of at least `least` in a sorted list, such as of nodes; its length when there is none. */
export function firstFrom(sorted: ArrayLike<number>, least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nearest element that holds both nodes; `first` comes before `last`. */
export function holderOf(page: Page, first: NodeId, last: NodeId): NodeId {
  let element = page.parent[first];
  while (page.end[element] <= last) element = page.parent[element];
  return element;
}
