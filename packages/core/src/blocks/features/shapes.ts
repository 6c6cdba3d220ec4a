/**
 * The shape of an element: its tag and its first class word. Elements of one shape under one parent are items of a list;
 * blocks with the same chain of shapes above them come from the same line of the site's template.
 */
import { memoized } from '../../page/memo.js';
import { attributeReader, type NodeId, type Page } from '../../page/page.js';
import { classOf, DIGIT, LETTER, lowered } from '../../text/characters.js';
import { FNV_BASIS, fnv1aStep, scramble } from '../../text/hash.js';

export interface ElementShapes {
  /** Per node: hash of tag and class word (digits dropped); 0 for text. */
  readonly shape: Uint32Array;
  /** Per node: hash of the shapes from itself up two levels, and up to the root. */
  readonly nearChain: Uint32Array;
  readonly wholeChain: Uint32Array;
  /** Per element: the number of siblings with its shape (itself included), its place among them, the first and the next. */
  readonly alike: Uint32Array;
  readonly place: Uint32Array;
  readonly leader: Int32Array;
  readonly next: Int32Array;
  /** Per element: number of element children. */
  readonly children: Uint32Array;
  /** The number of elements of the page with the shape of a node. */
  onPage(node: NodeId): number;
}

/** The shapes of a page's elements. */
export const elementShapes = memoized((page: Page): ElementShapes => {
  const { size, parent } = page;
  const shape = new Uint32Array(size);
  const nearChain = new Uint32Array(size);
  const wholeChain = new Uint32Array(size);
  const alike = new Uint32Array(size);
  const place = new Uint32Array(size);
  const leader = new Int32Array(size).fill(-1);
  const next = new Int32Array(size).fill(-1);
  const children = new Uint32Array(size);
  const kinds = new PairTable(size);
  const siblings = new PairTable(size);
  /** Per node: the number of its shape; per shape: the number of elements; per shape and parent: the last element. */
  const kind = new Int32Array(size).fill(-1);
  const count = new Uint32Array(size);
  const latest = new Int32Array(size).fill(-1);
  const classOfNode = attributeReader(page, 'class');
  for (let node = 1; node < size; node++) {
    if (page.tag[node] === 0) continue;
    const up = parent[node];
    children[up]++;
    const own = scramble(hashClass(classOfNode(node)) ^ Math.imul(page.tag[node] + 1, 0x9e3779b1));
    shape[node] = own;
    const above = shape[up];
    const aboveThat = parent[up] >= 0 ? shape[parent[up]] : 0;
    nearChain[node] = scramble(own ^ Math.imul(above, 31) ^ Math.imul(aboveThat, 961));
    wholeChain[node] = scramble(own ^ Math.imul(wholeChain[up], 31));
    kind[node] = kinds.numberOf(own, 0);
    count[kind[node]]++;
    const both = siblings.numberOf(own, up);
    const before = latest[both];
    if (before < 0) {
      leader[node] = node;
    } else {
      leader[node] = leader[before];
      place[node] = place[before] + 1;
      next[before] = node;
    }
    alike[leader[node]]++;
    latest[both] = node;
  }
  for (let node = 1; node < size; node++) if (leader[node] >= 0) alike[node] = alike[leader[node]];
  return {
    shape,
    nearChain,
    wholeChain,
    alike,
    place,
    leader,
    next,
    children,
    onPage: (node) => (kind[node] < 0 ? 0 : count[kind[node]]),
  };
});

/** Numbers pairs of a 32-bit hash and a node in order of first occurrence. Sized once for the page. */
class PairTable {
  private readonly hashes: Uint32Array;
  private readonly nodes: Int32Array;
  /** Per slot: 1 + the pair's number, 0 when empty. */
  private readonly numbers: Int32Array;
  private readonly mask: number;
  private size = 0;

  constructor(most: number) {
    let capacity = 16;
    while (capacity < most * 2) capacity *= 2;
    this.hashes = new Uint32Array(capacity);
    this.nodes = new Int32Array(capacity);
    this.numbers = new Int32Array(capacity);
    this.mask = capacity - 1;
  }

  numberOf(hash: number, node: NodeId): number {
    let slot = (hash ^ Math.imul(node, 0x9e3779b1)) & this.mask;
    for (; this.numbers[slot] !== 0; slot = (slot + 1) & this.mask)
      if (this.hashes[slot] === hash && this.nodes[slot] === node) return this.numbers[slot] - 1;
    this.hashes[slot] = hash;
    this.nodes[slot] = node;
    this.numbers[slot] = ++this.size;
    return this.size - 1;
  }
}

/** Hash of the letters of the first class word: utility classes and counters come later or have digits. */
function hashClass(value: string | null): number {
  if (value === null) return 0;
  let hash = FNV_BASIS;
  let begun = false;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code <= 32) {
      if (begun) break;
      continue;
    }
    begun = true;
    const bits = classOf(code);
    if ((bits & LETTER) !== 0 && (bits & DIGIT) === 0) hash = fnv1aStep(hash, lowered(code));
  }
  return begun ? hash >>> 0 : 0;
}
