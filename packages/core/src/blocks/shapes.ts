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
  memoizedColumns,
  type NodeId,
  newColumn,
  type Page,
  scramble,
  TEXT,
} from '@dehusk/html';

export type ElementShapes = ReturnType<typeof elementShapes>;

export const elementShapes = memoizedColumns((page: Page) => {
  const { size, parent } = page;
  const shape = newColumn(Uint32Array, size);
  const nearChain = newColumn(Uint32Array, size);
  const wholeChain = newColumn(Uint32Array, size);
  const alike = newColumn(Uint32Array, size);
  const place = newColumn(Uint32Array, size);
  const leader = newColumn(Int32Array, size).fill(-1);
  const next = newColumn(Int32Array, size).fill(-1);
  const children = newColumn(Uint32Array, size);
  const kinds = new HashNumbers();
  const siblings = new HashNumbers();
  /** Per shape: the number of elements; per shape and parent: the last element. */
  const count = newColumn(Uint32Array, size);
  const latest = newColumn(Int32Array, size).fill(-1);
  const classes = classesOf(page);
  const classHash = Uint32Array.from(classes.values, hashClass);
  for (let node = 1; node < size; node++) {
    if (page.tag[node] === TEXT) continue;
    const up = parent[node];
    children[up]++;
    const own = scramble(classHash[classes.of[node]] ^ Math.imul(page.tag[node] + 1, 0x9e3779b1));
    shape[node] = own;
    const above = shape[up];
    const aboveThat = parent[up] >= 0 ? shape[parent[up]] : 0;
    nearChain[node] = scramble(own ^ Math.imul(above, 31) ^ Math.imul(aboveThat, 961));
    wholeChain[node] = scramble(own ^ Math.imul(wholeChain[up], 31));
    count[kinds.numberOf(own)]++;
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
    onPage: (node: NodeId): number => (node > 0 && page.tag[node] !== TEXT ? count[kinds.numberOf(shape[node])] : 0),
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
