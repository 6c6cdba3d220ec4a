/**
 * The shape of an element: its tag and its first class word. Elements of one shape under one parent are items of a list;
 * blocks with the same chain of shapes above them come from the same line of the site's template.
 */

import {
  classesOf,
  classOf,
  DIGIT,
  FNV_BASIS,
  fnv1aStep,
  HashNumbers,
  LETTER,
  lowered,
  memoized,
  type NodeId,
  type Page,
  scramble,
} from '@dehusk/html';

export type ElementShapes = ReturnType<typeof elementShapes>;

export const elementShapes = memoized((page: Page) => {
  const { size, parent } = page;
  const shape = new Uint32Array(size);
  const nearChain = new Uint32Array(size);
  const wholeChain = new Uint32Array(size);
  const alike = new Uint32Array(size);
  const place = new Uint32Array(size);
  const leader = new Int32Array(size).fill(-1);
  const next = new Int32Array(size).fill(-1);
  const children = new Uint32Array(size);
  const kinds = new HashNumbers();
  const siblings = new HashNumbers();
  /** Per node: the number of its shape; per shape: the number of elements; per shape and parent: the last element. */
  const kind = new Int32Array(size).fill(-1);
  const count = new Uint32Array(size);
  const latest = new Int32Array(size).fill(-1);
  const classes = classesOf(page);
  const classHash = Uint32Array.from(classes.values, hashClass);
  for (let node = 1; node < size; node++) {
    if (page.tag[node] === 0) continue;
    const up = parent[node];
    children[up]++;
    const own = scramble(classHash[classes.of[node]] ^ Math.imul(page.tag[node] + 1, 0x9e3779b1));
    shape[node] = own;
    const above = shape[up];
    const aboveThat = parent[up] >= 0 ? shape[parent[up]] : 0;
    nearChain[node] = scramble(own ^ Math.imul(above, 31) ^ Math.imul(aboveThat, 961));
    wholeChain[node] = scramble(own ^ Math.imul(wholeChain[up], 31));
    kind[node] = kinds.numberOf(own);
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
    /** Per node: hash of tag and class word (digits dropped); 0 for text. */
    shape,
    /** Per node: hash of the shapes from itself up two levels, and up to the root. */
    ...{ nearChain, wholeChain },
    /** Per element: the number of siblings with its shape (itself included), its place among them, the first and the next. */
    ...{ alike, place, leader, next },
    /** Per element: number of element children. */
    children,
    /** The number of elements of the page with the shape of a node. */
    onPage: (node: NodeId): number => (kind[node] < 0 ? 0 : count[kind[node]]),
  };
});

/** Hash of the letters of the first class word: utility classes and counters come later or have digits. */
function hashClass(value: string): number {
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
