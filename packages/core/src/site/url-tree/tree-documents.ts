/**
 * The documents of a URL Tree in order of time, each with the list of its distinct blocks. The tree's counts are an index over
 * these rows: with them a document can be removed and a tree stored.
 *
 * A list is sorted and stored as differences in one to five bytes, about 1.3 bytes a block, in one arena for all documents.
 */
import { widened } from '@dehusk/html';
import { KeyedRows } from './tree-nodes.js';

/** Limits of what is kept. */
export interface TreeBounds {
  /** Maximum documents. */
  readonly maxDocuments: number;
  /** Age, against the newest document, above which a document goes; milliseconds. */
  readonly maxAge: number;
  /** Never fewer documents than this, however old. */
  readonly keepAtLeast: number;
}

/** A document's identity and branch. */
export interface DocumentPlace {
  /** 64-bit hash of the URL key. */
  readonly keyHigh: number;
  readonly keyLow: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Segments from the root's child down. */
  readonly branch: readonly string[];
}

/** A document to insert. */
export interface TreeDocument extends DocumentPlace {
  /** Hashes of its blocks; repeats do not matter. */
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
}

/** A node for display: depth, segment, number of documents, and the sum of their distinct blocks. */
export interface TreeRow {
  readonly depth: number;
  readonly segment: string;
  readonly documents: number;
  readonly blocks: number;
}

const LIST_GROWTH = 1.1;
/** The arena is compacted when more than this share of it belongs to removed documents. */
const GARBAGE = 0.1;

export class TreeDocuments {
  /** Rows by the 64-bit hash of the URL key. */
  readonly keys = new KeyedRows();
  at = new Float64Array(this.keys.capacity);
  node = new Uint32Array(this.keys.capacity);
  /** Number of distinct blocks. */
  blocks = new Uint32Array(this.keys.capacity);
  #from = new Uint32Array(this.keys.capacity);
  /** Documents of the same node, as a list both ways; row + 1. */
  #next = new Uint32Array(this.keys.capacity);
  #previous = new Uint32Array(this.keys.capacity);
  /** Rows in order of time, then key: places [#first, #last). */
  #order = new Uint32Array(this.keys.capacity);
  #first = 0;
  #last = 0;
  #arena = new Uint8Array(1024);
  #arenaEnd = 0;
  #garbage = 0;
  /** Sum of the documents' distinct blocks. */
  blockSum = 0;

  get size(): number {
    return this.#last - this.#first;
  }

  /** The row at a place in order of time, 0 the oldest. */
  inOrder(place: number): number {
    return this.#order[this.#first + place];
  }

  /** The next document of the same node; −1 after the last. */
  nextOf(row: number): number {
    return this.#next[row] - 1;
  }

  /** Calls `visit` with every block of a document, ascending. */
  eachBlock(row: number, visit: (block: number) => void): void {
    let place = this.#from[row];
    let block = 0;
    for (let left = this.blocks[row]; left > 0; left--) {
      let step = 0;
      let shift = 0;
      let byte = this.#arena[place++];
      for (; byte > 127; byte = this.#arena[place++]) {
        step |= (byte & 127) << shift;
        shift += 7;
      }
      block += (step | (byte << shift)) >>> 0;
      visit(block);
    }
  }

  /**
   * Adds a document.
   * @param blocks distinct, ascending
   * @param head first document of the node so far, −1 for none; the new one goes before it
   */
  add(high: number, low: number, at: number, node: number, blocks: Uint32Array, head: number): number {
    const row = this.keys.add(high, low);
    if (this.keys.capacity > this.at.length) this.#grow(this.keys.capacity);
    this.at[row] = at;
    this.node[row] = node;
    this.blocks[row] = blocks.length;
    this.blockSum += blocks.length;
    this.#previous[row] = 0;
    this.#next[row] = head + 1;
    if (head >= 0) this.#previous[head] = row + 1;
    this.#write(row, blocks);
    this.#place(row);
    return row;
  }

  /** Removes a document. Returns the new first document of its node (−1: none), or −2 when the first did not change. */
  remove(row: number): number {
    const next = this.#next[row];
    const previous = this.#previous[row];
    if (next > 0) this.#previous[next - 1] = previous;
    if (previous > 0) this.#next[previous - 1] = next;
    this.#garbage += this.#lengthOf(row);
    this.blockSum -= this.blocks[row];
    const place = this.#placeOf(row);
    if (place === this.#first) this.#first++;
    else {
      this.#order.copyWithin(place, place + 1, this.#last);
      this.#last--;
    }
    this.keys.remove(row);
    if (this.#garbage > GARBAGE * this.#arenaEnd) this.#compact(this.#arena.length);
    return previous > 0 ? -2 : next - 1;
  }

  #isBefore(a: number, b: number): boolean {
    if (this.at[a] !== this.at[b]) return this.at[a] < this.at[b];
    if (this.keys.highOf(a) !== this.keys.highOf(b)) return this.keys.highOf(a) < this.keys.highOf(b);
    return this.keys.lowOf(a) < this.keys.lowOf(b);
  }

  /** The first place whose document is not before this one. */
  #placeOf(row: number): number {
    let from = this.#first;
    let to = this.#last;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#isBefore(this.#order[middle], row)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Inserts a row by time: in a stream, at the end. */
  #place(row: number): void {
    if (this.#last === this.#order.length) {
      if (this.#first === 0) this.#order = widened(this.#order, this.at.length + 1);
      else {
        this.#order.copyWithin(0, this.#first, this.#last);
        this.#last -= this.#first;
        this.#first = 0;
      }
    }
    const place = this.#placeOf(row);
    this.#order.copyWithin(place + 1, place, this.#last++);
    this.#order[place] = row;
  }

  #write(row: number, blocks: Uint32Array): void {
    const most = this.#arenaEnd + 5 * blocks.length;
    if (most > this.#arena.length) this.#compact(Math.max(Math.ceil(this.#arena.length * LIST_GROWTH), most));
    this.#from[row] = this.#arenaEnd;
    let before = 0;
    for (const block of blocks) {
      let step = block - before;
      for (; step > 127; step >>>= 7) this.#arena[this.#arenaEnd++] = (step & 127) | 128;
      this.#arena[this.#arenaEnd++] = step;
      before = block;
    }
  }

  /** Bytes of a document's list. */
  #lengthOf(row: number): number {
    let place = this.#from[row];
    for (let left = this.blocks[row]; left > 0; place++) if (this.#arena[place] < 128) left--;
    return place - this.#from[row];
  }

  /** A new arena of this many bytes with the lists of the documents in order. */
  #compact(length: number): void {
    const arena = new Uint8Array(length);
    let end = 0;
    for (let place = this.#first; place < this.#last; place++) {
      const row = this.#order[place];
      const size = this.#lengthOf(row);
      arena.set(this.#arena.subarray(this.#from[row], this.#from[row] + size), end);
      this.#from[row] = end;
      end += size;
    }
    this.#arena = arena;
    this.#arenaEnd = end;
    this.#garbage = 0;
  }

  #grow(length: number): void {
    this.at = widened(this.at, length);
    this.node = widened(this.node, length);
    this.#from = widened(this.#from, length);
    this.blocks = widened(this.blocks, length);
    this.#next = widened(this.#next, length);
    this.#previous = widened(this.#previous, length);
  }
}
