/**
 * Writes the columns of a page whose nodes come in document order, with attributes as spans of the source.
 *
 * The columns grow in arrays that the next page reuses; {@link PageWriter.finish} copies what is used.
 */

import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { COLUMN_NAMES, KEPT_ROWS, NO_SOURCE, nodeRows, pageOfRows, widenRows } from './columns.js';
import { addToHash, isName, listedName } from './html-tags.js';
import { addTo } from './memo.js';
import { type NodeId, type Page, TEXT } from './page.js';
import { widened } from './text/bytes.js';

const FIRST_ROWS = 1 << 14;

class AttributeRows {
  name = new Int32Array(FIRST_ROWS);
  from = new Int32Array(FIRST_ROWS);
  to = new Int32Array(FIRST_ROWS);

  widen(): void {
    this.name = widened(this.name);
    this.from = widened(this.from);
    this.to = widened(this.to);
  }
}

let rows = nodeRows(FIRST_ROWS);
let attributeRows = new AttributeRows();

const NAME_SLOTS = 512;
const PLAIN_NAME = /^[a-z\d:_-]*$/;

export class PageWriter {
  /** Number of nodes so far; node 0 is the document. */
  size = 1;
  rows = rows;
  attributes = 0;
  attributeRows = attributeRows;
  /** Whether a name so far has a NUL, or capitals outside ASCII: the other parser converts some of them. */
  hasOddName = false;
  readonly names = ['#text', '#document'];
  /** The page's number of each listed tag name; 0 when it has none yet. */
  private readonly listed = new Uint16Array(256);
  private readonly unlisted = new Map<string, number>();
  private readonly attributeNames: string[] = [];
  private nameSlots = new Int32Array(NAME_SLOTS).fill(-1);
  /** Attributes of html and body elements by name, when later tags added some. */
  private readonly adopted = new Map<NodeId, Map<number, number>>();
  private readonly pieces: string[] = [];
  private characters = 0;

  constructor(private readonly source: string) {
    this.rows.tag[0] = 1;
    this.rows.parent[0] = -1;
    this.rows.depth[0] = 0;
    this.rows.textFrom[0] = 0;
    this.rows.attributeFrom[0] = this.rows.attributeTo[0] = 0;
  }

  /** The page's number of a tag name: of a listed one by its number, else of the text. */
  tagNumber(id: number, name: string): number {
    let number = id > 0 ? this.listed[id] : (this.unlisted.get(name) ?? 0);
    if (number === 0) {
      number = this.names.push(id > 0 ? listedName(id) : name) - 1;
      if (id > 0) this.listed[id] = number;
      else this.unlisted.set(name, number);
    }
    return number;
  }

  /** The page's number of a tag name that is not listed; 0 when no node has it. */
  unlistedNumber(name: string): number {
    return this.unlisted.get(name) ?? 0;
  }

  /** Appends a node whose source is [from, to), or which is not in the source when `from` is negative. */
  append(tag: number, parent: NodeId, from: number, to: number): NodeId {
    const { size } = this;
    if (size >= this.rows.tag.length) widenRows(this.rows);
    const { rows } = this;
    rows.tag[size] = tag;
    rows.parent[size] = parent;
    rows.depth[size] = rows.depth[parent] + 1;
    rows.textFrom[size] = this.characters;
    rows.sourceFrom[size] = from < 0 ? NO_SOURCE : from;
    rows.openTo[size] = from < 0 ? NO_SOURCE : to;
    rows.sourceTo[size] = from < 0 ? 0 : to;
    rows.attributeFrom[size] = rows.attributeTo[size] = this.attributes;
    this.size = size + 1;
    return size;
  }

  /** Rows moved so far to open others: `openRows` takes time in proportion. */
  moved = 0;

  /** Opens rows before a node, and renumbers it and those after it. The open rows are not written. */
  openRows(at: NodeId, count: number): void {
    if (count === 0) return;
    const { size } = this;
    while (size + count > this.rows.tag.length) widenRows(this.rows);
    const { rows } = this;
    for (const column of COLUMN_NAMES) rows[column].copyWithin(at + count, at, size);
    this.size = size + count;
    this.moved += size - at;
    for (let node = at + count; node < this.size; node++) if (rows.parent[node] >= at) rows.parent[node] += count;
  }

  /** Writes the row of a node that is a copy of an element, without a tag in the source. Its text begins where the next node's does. */
  copyRow(element: NodeId, node: NodeId, parent: NodeId): void {
    const { rows } = this;
    rows.tag[node] = rows.tag[element];
    rows.parent[node] = parent;
    rows.sourceFrom[node] = rows.openTo[node] = NO_SOURCE;
    rows.sourceTo[node] = 0;
    rows.attributeFrom[node] = rows.attributeFrom[element];
    rows.attributeTo[node] = rows.attributeTo[element];
  }

  /** Puts the content of a block into the node after it. Depths and texts from row `from` on are written again. */
  wrapContent(from: NodeId, block: NodeId): void {
    const { rows } = this;
    for (let node = block + 2; node < this.size; node++) if (rows.parent[node] === block) rows.parent[node] = block + 1;
    for (let node = from; node < this.size; node++) rows.depth[node] = rows.depth[rows.parent[node]] + 1;
    for (let node = from; node <= block + 1; node++) rows.textFrom[node] = rows.textFrom[block];
  }

  /** Appends text to a node's last child when that is a text, else as a new one. [from, to) is its source. */
  appendText(text: string, parent: NodeId, from: number, to: number): void {
    const last = this.size - 1;
    if (this.rows.tag[last] === TEXT && this.rows.parent[last] === parent && last !== this.lastFostered)
      this.rows.sourceTo[last] = to;
    else {
      const node = this.append(TEXT, parent, from, to);
      this.rows.openTo[node] = from;
    }
    this.addCharacters(text);
  }

  private addCharacters(text: string): void {
    this.pieces.push(text);
    this.characters += text.length;
  }

  /** Rows by the table that they go before. */
  private readonly fostered = new Map<NodeId, NodeId[]>();
  lastFostered = -1;

  /** Appends a node that goes before a table. */
  appendFostered(tag: number, table: NodeId, from: number, to: number): NodeId {
    const node = this.append(tag, this.rows.parent[table], from, to);
    addTo(this.fostered, table, node);
    this.lastFostered = node;
    return node;
  }

  /** The same for a text. */
  appendFosteredText(text: string, table: NodeId, from: number, to: number): void {
    this.rows.openTo[this.appendFostered(TEXT, table, from, to)] = from;
    this.addCharacters(text);
  }

  /** Puts fostered nodes before their tables. */
  private placeFostered(): void {
    const { rows, size } = this;
    const order = orderOfRows(rows.tag, rows.parent, size, this.fostered);
    const chars = this.pieces.join('');
    this.pieces.length = this.characters = 0;
    const renumbered = new Int32Array(size);
    const kept: NodeId[] = [];
    const textFrom: number[] = [];
    for (const entry of order) {
      const row = entry < 0 ? ~entry : entry;
      if (entry < 0) rows.sourceTo[kept[kept.length - 1]] = rows.sourceTo[row];
      else {
        textFrom.push(this.characters);
        renumbered[row] = kept.push(row) - 1;
      }
      const text = chars.slice(rows.textFrom[row], row + 1 < size ? rows.textFrom[row + 1] : chars.length);
      if (text !== '') this.addCharacters(text);
    }
    this.size = kept.length;
    for (const name of COLUMN_NAMES) {
      const column = rows[name];
      const old = column.slice(0, size);
      for (let row = 0; row < this.size; row++) column[row] = old[kept[row]];
    }
    for (let row = 1; row < this.size; row++) rows.parent[row] = renumbered[rows.parent[row]];
    rows.textFrom.set(textFrom);
  }

  /** The number of the attribute name at [from, to) of the source, by the hash of its characters in lower case. */
  attributeNumber(from: number, to: number, hash: number): number {
    const mask = this.nameSlots.length - 1;
    let slot = hash & mask;
    for (; this.nameSlots[slot] >= 0; slot = (slot + 1) & mask) {
      const number = this.nameSlots[slot];
      if (isName(this.attributeNames[number], this.source, from, to)) return number;
    }
    const name = this.lowerCase(from, to);
    const number = this.attributeNames.push(name) - 1;
    this.nameSlots[slot] = number;
    if (2 * number > mask) this.rehash();
    return number;
  }

  /** A name in the source, its ASCII letters in lower case. */
  lowerCase(from: number, to: number): string {
    const written = this.source.slice(from, to);
    if (PLAIN_NAME.test(written)) return written;
    const name = written.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    if (name.includes('\0') || name !== written.toLowerCase()) this.hasOddName = true;
    return name;
  }

  private rehash(): void {
    const mask = 2 * this.nameSlots.length - 1;
    this.nameSlots = new Int32Array(mask + 1).fill(-1);
    this.attributeNames.forEach((name, number) => {
      let hash = 0;
      for (let at = 0; at < name.length; at++) hash = addToHash(hash, name.charCodeAt(at));
      let slot = hash & mask;
      while (this.nameSlots[slot] >= 0) slot = (slot + 1) & mask;
      this.nameSlots[slot] = number;
    });
  }

  /** Adds an attribute whose value is [from, to) of the source, unless one since `first` has its name. */
  addAttribute(name: number, from: number, to: number, first: number): void {
    const at = this.attributes;
    if (at >= this.attributeRows.name.length) this.attributeRows.widen();
    const { attributeRows } = this;
    for (let before = first; before < at; before++) if (attributeRows.name[before] === name) return;
    attributeRows.name[at] = name;
    attributeRows.from[at] = from;
    attributeRows.to[at] = to;
    this.attributes = at + 1;
  }

  /** Adds the attributes from `first` on to those of an element, unless it has their names. */
  adoptAttributes(node: NodeId, first: number): void {
    const { rows, attributeRows } = this;
    let adopted = this.adopted.get(node);
    if (adopted === undefined) {
      adopted = new Map();
      for (let at = rows.attributeFrom[node]; at < rows.attributeTo[node]; at++)
        adopted.set(attributeRows.name[at], at);
      this.adopted.set(node, adopted);
    }
    for (let at = first; at < this.attributes; at++)
      if (!adopted.has(attributeRows.name[at])) adopted.set(attributeRows.name[at], at);
  }

  /** Writes the attributes of elements that adopted some after all others. */
  private writeAdopted(): void {
    const { rows } = this;
    for (const [node, adopted] of this.adopted) {
      rows.attributeFrom[node] = this.attributes;
      for (const at of adopted.values()) {
        const { name, from, to } = this.attributeRows;
        this.addAttribute(name[at], from[at], to[at], this.attributes);
      }
      rows.attributeTo[node] = this.attributes;
    }
  }
  attributeName(at: number): string {
    return this.attributeNames[this.attributeRows.name[at]];
  }
  attributeValue(at: number): string {
    return attributeValue(this.source, this.attributeRows.from[at], this.attributeRows.to[at]);
  }

  finish(url: string | null): Page {
    this.writeAdopted();
    if (this.fostered.size > 0) this.placeFostered();
    const { size, source, rows, attributeRows, attributes } = this;
    const valueFrom = attributeRows.from.slice(0, attributes);
    const valueTo = attributeRows.to.slice(0, attributes);
    const values: (string | undefined)[] = new Array(attributes);
    const page = { size, source, url, names: this.names, chars: this.pieces.join('') };
    return pageOfRows(rows, page, {
      names: this.attributeNames,
      name: attributeRows.name.slice(0, attributes),
      size: attributes,
      value(at) {
        let value = values[at];
        if (value === undefined) values[at] = value = attributeValue(source, valueFrom[at], valueTo[at]);
        return value;
      },
      length: (at) => valueTo[at] - valueFrom[at],
    });
  }

  /** Keeps the arrays for the next page. */
  release(): void {
    if (this.rows.tag.length > KEPT_ROWS) rows = nodeRows(FIRST_ROWS);
    if (this.attributeRows.name.length > KEPT_ROWS) attributeRows = new AttributeRows();
  }
}

/** Line breaks as the standard's preprocessing leaves them. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** The text of a piece of source, its references decoded. */
export function decodedText(piece: string): string {
  const text = withLineFeeds(piece);
  return text.includes('&') ? decodeHTML(text) : text;
}

const ENCODED = /[\0\r&]/;

function attributeValue(source: string, from: number, to: number): string {
  const written = source.slice(from, to);
  return ENCODED.test(written) ? decodeHTMLAttribute(withLineFeeds(written).replaceAll('\0', '\ufffd')) : written;
}

/**
 * Foster parenting (WHATWG HTML § 13.2.6.1): what a table may not hold goes before it. `PageWriter` writes it where the source has it,
 * with the table's parent; here the rows get the order of the tree; ~row is a text that is part of the text before it.
 *
 * @param fostered rows by the table that they go before
 */
function orderOfRows(
  tag: Uint16Array,
  parent: Int32Array,
  size: number,
  fostered: ReadonlyMap<NodeId, readonly NodeId[]>,
): NodeId[] {
  const first = new Int32Array(size);
  const next = new Int32Array(size);
  const isFostered = new Uint8Array(size);
  for (const rows of fostered.values()) for (const row of rows) isFostered[row] = 1;
  const prepend = (row: NodeId): void => {
    next[row] = first[parent[row]];
    first[parent[row]] = row;
  };
  for (let row = size - 1; row > 0; row--) {
    if (isFostered[row] === 1) continue;
    prepend(row);
    const before = fostered.get(row) ?? [];
    for (let at = before.length - 1; at >= 0; at--) prepend(before[at]);
  }
  const order: NodeId[] = [];
  for (let row = 0, last = 0; ; ) {
    if (tag[row] === TEXT && tag[last] === TEXT && parent[last] === parent[row]) order.push(~row);
    else order.push((last = row));
    if (first[row] !== 0) row = first[row];
    else {
      while (row !== 0 && next[row] === 0) row = parent[row];
      if (row === 0) return order;
      row = next[row];
    }
  }
}
