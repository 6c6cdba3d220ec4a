/**
 * Row numbers by 64-bit key; numbers of removed rows are reused. The caller keeps columns beside the rows. Open addressing over
 * row numbers: a row costs 8 bytes for its key and about 6 in the index.
 */
import { widened } from '@dehusk/html';

const SMALLEST = 16;
/** The index is at most this full. */
const LOAD = 0.88;
/** How much columns and index grow; small steps, because memory per document is what the tree is judged by. */
const GROWTH = 1.06;
const INDEX_GROWTH = 1.12;

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
    if (rows > this.#high.length) {
      this.#high = widened(this.#high, rows);
      this.#low = widened(this.#low, rows);
    }
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
    if (row >= this.#high.length) {
      const length = Math.ceil(this.#high.length * GROWTH);
      this.#high = widened(this.#high, length);
      this.#low = widened(this.#low, length);
    }
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

  #growIndex(length: number): void {
    const before = this.#index;
    this.#index = new Uint32Array(length);
    for (const entry of before) if (entry !== 0) this.#insert(entry - 1);
  }
}
