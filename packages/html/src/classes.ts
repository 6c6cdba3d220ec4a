/** The class attributes of a page. Most elements share theirs with others, so a pattern is tested once per distinct value. */
import { memoized } from './memo.js';
import { attributeReader, type NodeId, type Page } from './page.js';

export interface ClassColumn {
  /** Per node: index into `values`. */
  readonly of: Int32Array;
  /** '' for nodes without the attribute, then the distinct values in document order. */
  readonly values: readonly string[];
}

export const classesOf: (page: Page) => ClassColumn = memoized((page: Page) => {
  const of = new Int32Array(page.size);
  const values = [''];
  const indices = new Map<string, number>();
  const read = attributeReader(page, 'class');
  for (let node = 1; node < page.size; node++) {
    const value = read(node);
    if (value === null) continue;
    let index = indices.get(value);
    if (index === undefined) {
      index = values.push(value) - 1;
      indices.set(value, index);
    }
    of[node] = index;
  }
  return { of, values };
});

/** A test of elements for a pattern in the first characters of their class attribute, '' without one. */
export function classTest(page: Page, pattern: RegExp, reach = Infinity): (node: NodeId) => boolean {
  const { of, values } = classesOf(page);
  /** Per value: 0 until it is tested, 1 without the pattern, 2 with it. */
  const known = new Uint8Array(values.length);
  return (node) => {
    const index = of[node];
    if (known[index] === 0) known[index] = pattern.test(values[index].slice(0, reach)) ? 2 : 1;
    return known[index] === 2;
  };
}
