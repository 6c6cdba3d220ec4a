/** The tables of a URL Tree: its blocks and children by 64-bit key, and its nodes. */
import { hashHigh, hashLow, widened } from '@dehusk/html';

const SMALLEST = 16;
/** The index is at most this full. */
const LOAD = 0.88;
/** How much columns and index grow; small steps, because memory per document is what the tree is judged by. */
const GROWTH = 1.06;
const INDEX_GROWTH = 1.12;

/**
 * Row numbers by 64-bit key; numbers of removed rows are reused. The caller keeps columns beside the rows. Open addressing over
 * row numbers: a row costs 8 bytes for its key and about 6 in the index.
 */
export class KeyedRows {
  #high = new Uint32Array(SMALLEST);
  #low = new Uint32Array(SMALLEST);
  /** Row + 1 by place; 0 is empty. */
  #index = new Uint32Array(2 * SMALLEST);
  #end = 0;
  /** Removed rows: the last one + 1, each holding the one before it in its key. */
  #free = 0;
  #freeRows = 0;

  /** Rows in use. */
  get size(): number {
    return this.#end - this.#freeRows;
  }

  /** Number of rows that fit: the length of callers' columns. */
  get capacity(): number {
    return this.#high.length;
  }

  /** Halves of the key of a row in use. */
  highOf(row: number): number {
    return this.#high[row];
  }

  lowOf(row: number): number {
    return this.#low[row];
  }

  /** The row of a key, or −1. */
  find(high: number, low: number): number {
    for (let place = this.#home(high, low); this.#index[place] !== 0; place = this.#next(place)) {
      const row = this.#index[place] - 1;
      if (this.#high[row] === high && this.#low[row] === low) return row;
    }
    return -1;
  }

  /** Makes room for so many rows, and no more. */
  reserve(rows: number): void {
    this.#growRows(rows);
    const places = Math.ceil(rows / LOAD) + 1;
    if (places > this.#index.length) this.#growIndex(places);
  }

  /** A row for a key that has none. Check `capacity` afterwards. */
  add(high: number, low: number): number {
    if (this.size + 1 > this.#index.length * LOAD) this.#growIndex(Math.ceil(this.#index.length * INDEX_GROWTH));
    const row = this.#free > 0 ? this.#free - 1 : this.#end++;
    if (this.#free > 0) {
      this.#free = this.#low[row];
      this.#freeRows--;
    }
    if (row >= this.#high.length) this.#growRows(Math.ceil(this.#high.length * GROWTH));
    this.#high[row] = high;
    this.#low[row] = low;
    this.#insert(row);
    return row;
  }
  remove(row: number): void {
    let empty = this.#home(this.#high[row], this.#low[row]);
    while (this.#index[empty] !== row + 1) empty = this.#next(empty);
    // Later rows of the same run move up, so that every row stays reachable without tombstones.
    const size = this.#index.length;
    for (let place = this.#next(empty); this.#index[place] !== 0; place = this.#next(place)) {
      const other = this.#index[place] - 1;
      const home = this.#home(this.#high[other], this.#low[other]);
      if ((place - home + size) % size < (place - empty + size) % size) continue;
      this.#index[empty] = other + 1;
      empty = place;
    }
    this.#index[empty] = 0;
    this.#low[row] = this.#free;
    this.#free = row + 1;
    this.#freeRows++;
  }

  #home(high: number, low: number): number {
    let mixed = high ^ Math.imul(low, 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % this.#index.length;
  }

  #next(place: number): number {
    return place + 1 === this.#index.length ? 0 : place + 1;
  }

  #insert(row: number): void {
    let place = this.#home(this.#high[row], this.#low[row]);
    while (this.#index[place] !== 0) place = this.#next(place);
    this.#index[place] = row + 1;
  }

  #growRows(length: number): void {
    if (length <= this.#high.length) return;
    this.#high = widened(this.#high, length);
    this.#low = widened(this.#low, length);
  }

  #growIndex(length: number): void {
    const before = this.#index;
    this.#index = new Uint32Array(length);
    for (const entry of before) if (entry !== 0) this.#insert(entry - 1);
  }
}

export const ROOT = 0;

/**
 * A trie over branch segments in columns, with the number of documents below each node. A node exists as long as it has documents.
 * Node 0 is the root.
 */
export class TreeNodes {
  /** Rows by parent and the hash of the segment. */
  readonly #rows = new KeyedRows();
  parent = new Uint32Array(this.#rows.capacity);
  /** Per node: documents at and below it. */
  support = new Uint32Array(this.#rows.capacity);
  /** Per node: 1 when counts of blocks are kept for the node itself; see `url-tree.ts`. */
  ownsCounts = new Uint8Array(this.#rows.capacity);
  /** Children as a list both ways, and the first document; row + 1. */
  #firstChild = new Uint32Array(this.#rows.capacity);
  #next = new Uint32Array(this.#rows.capacity);
  #previous = new Uint32Array(this.#rows.capacity);
  #firstDocument = new Uint32Array(this.#rows.capacity);
  readonly segments: string[] = ['#'];

  constructor() {
    this.#rows.add(0xffffffff, 0);
    this.ownsCounts[ROOT] = 1;
  }

  /** First child and next sibling; −1 for none. */
  firstChildOf(node: number): number {
    return this.#firstChild[node] - 1;
  }

  nextSiblingOf(node: number): number {
    return this.#next[node] - 1;
  }

  firstDocumentOf(node: number): number {
    return this.#firstDocument[node] - 1;
  }

  setFirstDocument(node: number, document: number): void {
    this.#firstDocument[node] = document + 1;
  }

  child(parent: number, segment: string): number {
    return this.#rows.find(...keyOf(parent, segment));
  }
  add(parent: number, segment: string): number {
    const node = this.#rows.add(...keyOf(parent, segment));
    if (this.#rows.capacity > this.parent.length) this.#grow(this.#rows.capacity);
    this.parent[node] = parent;
    this.segments[node] = segment;
    const sibling = this.#firstChild[parent];
    this.#next[node] = sibling;
    if (sibling > 0) this.#previous[sibling - 1] = node + 1;
    this.#firstChild[parent] = node + 1;
    return node;
  }

  /** Removes a node without documents and children. */
  remove(node: number): void {
    const next = this.#next[node];
    const previous = this.#previous[node];
    if (next > 0) this.#previous[next - 1] = previous;
    if (previous > 0) this.#next[previous - 1] = next;
    else this.#firstChild[this.parent[node]] = next;
    this.#next[node] = this.#previous[node] = this.#firstChild[node] = this.#firstDocument[node] = 0;
    this.ownsCounts[node] = 0;
    this.segments[node] = '';
    this.#rows.remove(node);
  }

  #grow(length: number): void {
    this.parent = widened(this.parent, length);
    this.support = widened(this.support, length);
    this.ownsCounts = widened(this.ownsCounts, length);
    this.#firstChild = widened(this.#firstChild, length);
    this.#next = widened(this.#next, length);
    this.#previous = widened(this.#previous, length);
    this.#firstDocument = widened(this.#firstDocument, length);
  }
}

/** Parent and segment as 64 bits. The same segment under two parents never collides; two segments do once in 2⁶⁴ pairs. */
function keyOf(parent: number, segment: string): [high: number, low: number] {
  return [(hashHigh(segment) ^ Math.imul(parent + 1, 0x9e3779b1)) >>> 0, hashLow(segment)];
}
