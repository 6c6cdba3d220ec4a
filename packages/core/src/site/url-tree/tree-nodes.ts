/**
 * The nodes of a URL Tree: a trie over branch segments in columns, with the number of documents below each node. A node exists
 * as long as it has documents. Node 0 is the root.
 */

import { hashHigh, hashLow, widened } from '@dehusk/html';
import { KeyedRows } from './keyed-rows.js';

export const ROOT = 0;

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

  /** The child of a node under a segment, or −1. */
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
