/**
 * The URL Tree: how many documents of each part of a site have each text block.
 *
 * From outside it is a set of documents (time, URL key, branch, distinct block hashes), and for every node of the tree of their
 * branches the number n of documents below it and, for every block b, the number c(b) of those that have it. It depends on the
 * documents alone, not on their order: of two documents with one key the later counts; documents out of bounds (see
 * {@link TreeBounds}) are the same whenever they are removed.
 *
 * It stays small, with exact counts:
 * - the root's counts are a column beside the dictionary of blocks; a block of only one document, the usual case for new ones,
 *   has that document's node there instead and costs nothing elsewhere;
 * - a node that has all documents of its parent uses its parent's counts (host labels, lone directories);
 * - a node with fewer than {@link OWN_COUNTS} documents counts by reading their lists; with more it owns counts.
 * A node starts to own counts once, by reading its documents: each document is read at most once per level.
 *
 * Time per document: its blocks × its branch's nodes that own counts, plus those reads, which add up to the same.
 */

import { widened } from '@dehusk/html';
import {
  type DocumentPlace,
  type TreeBounds,
  type TreeDocument,
  TreeDocuments,
  type TreeRow,
} from './tree-documents.js';
import { KeyedRows, ROOT, TreeNodes } from './tree-nodes.js';
import type { BlockHashing } from './url-tree-blocks.js';

/** Documents from which a node owns counts: the paper's minimum support. */
const OWN_COUNTS = 5;
/** Marks, in the column of root counts, a block of one document; the other bits are its node. */
const SINGLE = 0x80000000;
/** In the same column, while a document is inserted: a new block, not counted yet. */
const FRESH = 0;

/**
 * Most distinct blocks of all documents, about 45 MB when saved. 10,000 documents of 500 blocks have as many; a hostile site has
 * 300,000 in each. Beyond it the oldest documents go, and what stays depends on the order of insertion.
 */
const MAX_BLOCKS = 5_000_000;

/** An index of blocks that finds those similar to a hash. */
interface SimilarBlocks {
  add(block: number): void;
  remove(block: number): void;
  /** The similar blocks, ascending; null for a hash that only equals itself. */
  near(high: number, low: number): readonly number[] | null;
}
export type OpenSimilarBlocks = (hashes: Pick<KeyedRows, 'highOf' | 'lowOf'>) => SimilarBlocks;

export class UrlTree {
  readonly hashing: BlockHashing;
  readonly bounds: TreeBounds;
  readonly #documents = new TreeDocuments();
  readonly #nodes = new TreeNodes();
  /** Dictionary of blocks. */
  readonly #blocks = new KeyedRows();
  /** Per block: SINGLE and the node of its only document, or the number of documents. */
  #atRoot = new Uint32Array(this.#blocks.capacity);
  /** Counts of nodes that own them, by block and node. */
  readonly #counts = new KeyedRows();
  #count = new Uint32Array(this.#counts.capacity);
  readonly #near: SimilarBlocks | null;
  readonly #maxBlocks: number;

  constructor(hashing: BlockHashing, bounds: TreeBounds, openSimilar?: OpenSimilarBlocks, maxBlocks = MAX_BLOCKS) {
    this.#maxBlocks = maxBlocks;
    this.hashing = hashing;
    this.bounds = bounds;
    this.#near = openSimilar?.(this.#blocks) ?? null;
  }

  get size(): number {
    return this.#documents.size;
  }

  /** Inserts a document, unless the tree has a later one of the same key, and removes documents out of bounds. */
  insert(document: TreeDocument): void {
    const known = this.#documents.keys.find(document.keyHigh, document.keyLow);
    if (known >= 0) {
      if (!this.#isNewer(document, known)) return;
      this.#remove(known);
    }
    this.#add(document, this.#numbered(document));
    this.#evict();
  }

  /**
   * Starts to restore an empty tree: its blocks get the numbers 0, 1, 2 … in this order, and each must be in a document given
   * to {@link restore}.
   */
  restoreBlocks(high: Uint32Array, low: Uint32Array): void {
    this.#blocks.reserve(high.length);
    for (let block = 0; block < high.length; block++) this.#newBlock(high[block], low[block]);
  }

  /** Restores a document; its blocks by number, distinct, ascending. */
  restore(document: DocumentPlace, blocks: Uint32Array): void {
    this.#add(document, blocks);
  }

  /** Forgets documents before a time, milliseconds since 1970. */
  forget(before: number): void {
    while (this.size > 0 && this.#documents.at[this.#documents.inOrder(0)] < before)
      this.#remove(this.#documents.inOrder(0));
  }

  /** The row of the document with a key, or −1; valid until the tree changes. */
  find(keyHigh: number, keyLow: number): number {
    return this.#documents.keys.find(keyHigh, keyLow);
  }

  /** Number of documents at and below a node. */
  supportOf(node: number): number {
    return this.#nodes.support[node];
  }

  nodesOf(branch: readonly string[]): number[] {
    const nodes = [ROOT];
    for (const segment of branch) {
      const parent = nodes[nodes.length - 1];
      nodes.push(parent < 0 ? -1 : this.#nodes.child(parent, segment));
    }
    return nodes;
  }
  isBelow(document: number, node: number): boolean {
    return node >= 0 && this.#isAncestor(node, this.#documents.node[document]);
  }

  /** The blocks of a document, ascending. */
  blockList(document: number): Uint32Array {
    const blocks = new Uint32Array(this.#documents.blocks[document]);
    let at = 0;
    this.#documents.eachBlock(document, (block) => {
      blocks[at++] = block;
    });
    return blocks;
  }

  /** One more than the greatest number a block has or may have: the length of a column beside the blocks. */
  get blockNumbers(): number {
    return this.#blocks.capacity;
  }

  /** The blocks near a hash, the equal one included; only that one unless similar blocks count as one. */
  nearBlocks(high: number, low: number): readonly number[] {
    const near = this.#near?.near(high, low) ?? null;
    if (near !== null) return near;
    const block = this.#blocks.find(high, low);
    return block < 0 ? [] : [block];
  }

  /** The function c(b) of one node: prepared once, then one lookup a block. */
  counter(node: number): (block: number) => number {
    if (node < 0) return () => 0;
    const owner = this.#owner(node);
    if (owner >= 0)
      return (block) => {
        const state = this.#atRoot[block];
        if (state >= SINGLE) return this.#isAncestor(node, state - SINGLE) ? 1 : 0;
        if (owner === ROOT) return state;
        const row = this.#counts.find(block, owner);
        return row < 0 ? 0 : this.#count[row];
      };
    const counts = new Map<number, number>();
    this.#eachDocumentBelow(node, (document) =>
      this.#documents.eachBlock(document, (block) => counts.set(block, (counts.get(block) ?? 0) + 1)),
    );
    return (block) => counts.get(block) ?? 0;
  }

  /** Calls `visit` with every document in order of time and key. */
  eachDocument(visit: (row: number, node: number, at: number, keyHigh: number, keyLow: number) => void): void {
    for (let place = 0; place < this.size; place++) {
      const row = this.#documents.inOrder(place);
      const { keys } = this.#documents;
      visit(row, this.#documents.node[row], this.#documents.at[row], keys.highOf(row), keys.lowOf(row));
    }
  }

  /** The segments from the root's child down to a node. */
  branchOf(node: number): string[] {
    const branch: string[] = [];
    for (let up = node; up !== ROOT; up = this.#nodes.parent[up]) branch.push(this.#nodes.segments[up]);
    return branch.reverse();
  }

  hashOf(block: number): readonly [high: number, low: number] {
    return [this.#blocks.highOf(block), this.#blocks.lowOf(block)];
  }

  /** The tree from the root down, children by number of documents, then by name. */
  rows(): TreeRow[] {
    const blocks = new Map<number, number>();
    this.eachDocument((row, node) => {
      for (let up = node; ; up = this.#nodes.parent[up]) {
        blocks.set(up, (blocks.get(up) ?? 0) + this.#documents.blocks[row]);
        if (up === ROOT) break;
      }
    });
    const rows: TreeRow[] = [];
    const waiting: { node: number; depth: number }[] = [{ node: ROOT, depth: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node, depth } = next;
      const segment = this.#nodes.segments[node];
      rows.push({ depth, segment, documents: this.supportOf(node), blocks: blocks.get(node) ?? 0 });
      const children: number[] = [];
      for (let child = this.#nodes.firstChildOf(node); child >= 0; child = this.#nodes.nextSiblingOf(child))
        children.push(child);
      const { segments } = this.#nodes;
      children.sort((a, b) => this.supportOf(a) - this.supportOf(b) || (segments[a] < segments[b] ? 1 : -1));
      for (const child of children) waiting.push({ node: child, depth: depth + 1 });
    }
    return rows;
  }

  /** Whether a document replaces the known one of its key: the later one, or, of one time, the one with the greater content. */
  #isNewer(document: TreeDocument, known: number): boolean {
    const at = this.#documents.at[known];
    if (document.at !== at) return document.at > at;
    const joined = (high: number, low: number): number => high * 2 ** 21 + (low >>> 11);
    const own = new Set(Array.from(document.high, (high, index) => joined(high, document.low[index])));
    const blocks = Array.from(this.blockList(known), (block) => joined(...this.hashOf(block)));
    const ownText = [...own].sort((a, b) => a - b).join() + document.branch.join('/');
    return ownText > blocks.sort((a, b) => a - b).join() + this.branchOf(this.#documents.node[known]).join('/');
  }

  #add(document: DocumentPlace, blocks: Uint32Array): void {
    const nodes = [ROOT];
    /** A node's only child so far, passed by this document: the child may stop sharing its parent's counts. */
    let passed = -1;
    for (const segment of document.branch) {
      const parent = nodes[nodes.length - 1];
      let node = this.#nodes.child(parent, segment);
      if (node < 0) {
        if (passed < 0) passed = this.#nodes.firstChildOf(parent);
        node = this.#nodes.add(parent, segment);
      }
      nodes.push(node);
    }
    const terminal = nodes[nodes.length - 1];
    if (passed < 0) passed = this.#nodes.firstChildOf(terminal);
    const owners = nodes.filter((node) => node !== ROOT && this.#nodes.ownsCounts[node] === 1);

    for (const block of blocks) {
      const state = this.#atRoot[block];
      if (state === FRESH) {
        this.#atRoot[block] = SINGLE + terminal;
        continue;
      }
      if (state >= SINGLE) {
        for (let up = state - SINGLE; up !== ROOT; up = this.#nodes.parent[up])
          if (this.#nodes.ownsCounts[up] === 1) this.#change(block, up, 1);
        this.#atRoot[block] = 2;
      } else this.#atRoot[block]++;
      for (const node of owners) this.#change(block, node, 1);
    }
    const { keyHigh, keyLow, at } = document;
    const row = this.#documents.add(keyHigh, keyLow, at, terminal, blocks, this.#nodes.firstDocumentOf(terminal));
    this.#nodes.setFirstDocument(terminal, row);
    for (const node of nodes) this.#nodes.support[node]++;
    for (const node of nodes) this.#ownIfDue(node);
    if (passed >= 0) this.#ownIfDue(passed);
  }

  /** The distinct blocks of a document, ascending; those the tree did not know are added and {@link FRESH}. */
  #numbered(document: TreeDocument): Uint32Array {
    const blocks = new Uint32Array(document.high.length);
    for (let at = 0; at < blocks.length; at++) {
      const high = document.high[at];
      const low = document.low[at];
      const known = this.#blocks.find(high, low);
      blocks[at] = known >= 0 ? known : this.#newBlock(high, low);
    }
    blocks.sort();
    let size = 0;
    for (let at = 0; at < blocks.length; at++)
      if (at === 0 || blocks[at] !== blocks[at - 1]) blocks[size++] = blocks[at];
    return blocks.subarray(0, size);
  }

  #newBlock(high: number, low: number): number {
    const block = this.#blocks.add(high, low);
    if (this.#blocks.capacity > this.#atRoot.length) this.#atRoot = widened(this.#atRoot, this.#blocks.capacity);
    this.#atRoot[block] = FRESH;
    this.#near?.add(block);
    return block;
  }

  #remove(row: number): void {
    const terminal = this.#documents.node[row];
    const nodes: number[] = [];
    for (let up = terminal; up !== ROOT; up = this.#nodes.parent[up]) nodes.push(up);
    const owners = nodes.filter((node) => this.#nodes.ownsCounts[node] === 1);
    this.#documents.eachBlock(row, (block) => {
      const isSingle = this.#atRoot[block] >= SINGLE;
      if (!isSingle) for (const node of owners) this.#change(block, node, -1);
      if (isSingle || --this.#atRoot[block] === 0) {
        this.#near?.remove(block);
        this.#blocks.remove(block);
      }
    });
    const head = this.#documents.remove(row);
    if (head !== -2) this.#nodes.setFirstDocument(terminal, head);
    this.#nodes.support[ROOT]--;
    for (const node of nodes) this.#nodes.support[node]--;
    for (const node of nodes) if (this.#nodes.support[node] === 0) this.#nodes.remove(node);
  }

  #evict(): void {
    const { maxDocuments, maxAge, keepAtLeast } = this.bounds;
    const oldest = this.#documents.at[this.#documents.inOrder(this.size - 1)] - maxAge;
    while (this.size > 1) {
      const first = this.#documents.inOrder(0);
      const isOut = this.size > maxDocuments || this.#documents.at[first] < oldest;
      if (!(isOut && this.size > keepAtLeast) && this.#documents.blockSum <= this.#maxBlocks) return;
      this.#remove(first);
    }
  }

  #change(block: number, node: number, by: 1 | -1): void {
    let row = this.#counts.find(block, node);
    if (row < 0) {
      row = this.#counts.add(block, node);
      if (this.#counts.capacity > this.#count.length) this.#count = widened(this.#count, this.#counts.capacity);
      this.#count[row] = 0;
    }
    this.#count[row] += by;
    if (this.#count[row] === 0) this.#counts.remove(row);
  }

  /** The node whose counts are those of a node: itself, one above through which no other document passes; −1 when none. */
  #owner(node: number): number {
    let up = node;
    while (this.#nodes.ownsCounts[up] === 0) {
      const parent = this.#nodes.parent[up];
      if (this.supportOf(parent) !== this.supportOf(up)) return -1;
      up = parent;
    }
    return up;
  }

  /** A node with enough documents, not all of its parent's, starts to own counts. */
  #ownIfDue(node: number): void {
    if (this.#nodes.ownsCounts[node] === 1 || this.supportOf(node) < OWN_COUNTS) return;
    if (this.supportOf(node) === this.supportOf(this.#nodes.parent[node])) return;
    this.#nodes.ownsCounts[node] = 1;
    this.#eachDocumentBelow(node, (document) =>
      this.#documents.eachBlock(document, (block) => {
        if (this.#atRoot[block] < SINGLE) this.#change(block, node, 1);
      }),
    );
  }

  #eachDocumentBelow(top: number, visit: (document: number) => void): void {
    const waiting = [top];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (let row = this.#nodes.firstDocumentOf(node); row >= 0; row = this.#documents.nextOf(row)) visit(row);
      for (let child = this.#nodes.firstChildOf(node); child >= 0; child = this.#nodes.nextSiblingOf(child))
        waiting.push(child);
    }
  }

  #isAncestor(node: number, below: number): boolean {
    let up = below;
    while (up !== node && up !== ROOT) up = this.#nodes.parent[up];
    return up === node;
  }
}
