/** The class attributes of a page, and its ids. Most elements share theirs with others, so a pattern is tested once per distinct value. */
import { computed, memoized } from './memo.js';
import { attributeReader, type NodeId, type Page } from './page.js';
import { newColumn } from './text/bytes.js';

export interface ClassColumn {
  /** Per node: index into `values`. */
  readonly of: Int32Array;
  /** '' for nodes without the attribute, then the distinct values in document order. */
  readonly values: readonly string[];
}

export const classesOf: (page: Page) => ClassColumn = memoized((page: Page) => {
  const of = newColumn(Int32Array, page.size);
  const values = [''];
  const indices = new Map<string, number>();
  const read = attributeReader(page, 'class');
  const addValue = (value: string): number => values.push(value) - 1;
  for (let node = 1; node < page.size; node++) {
    const value = read(node);
    if (value === null) continue;
    of[node] = computed(indices, value, addValue);
  }
  return { of, values };
});

/** A test of elements for a pattern in the first characters of their class attribute, '' without one. */
export function classTest(page: Page, pattern: RegExp, reach = Infinity): (node: NodeId) => boolean {
  return valueTest(page, (value) => pattern.test(value.slice(0, reach)));
}

/** A test of elements by their class attribute, '' without one. */
export function valueTest(page: Page, test: (value: string) => boolean): (node: NodeId) => boolean {
  const { of, values } = classesOf(page);
  /** Per value: 0 until it is tested, 1 when the test fails, 2 when it holds. */
  const known = new Uint8Array(values.length);
  return (node) => {
    const index = of[node];
    if (known[index] === 0) known[index] = test(values[index]) ? 2 : 1;
    return known[index] === 2;
  };
}

/** The words of the class attributes: of each value of {@link ClassColumn}, and all of them. */
export const classWords = memoized((page: Page) => {
  const of: readonly (readonly string[])[] = classesOf(page).values.map((value) => value.split(/\s+/));
  const all = new Set<string>();
  for (const words of of) for (const word of words) all.add(word);
  return { of, all: all as ReadonlySet<string> };
});

export const idsOf: (page: Page) => ReadonlySet<string> = memoized((page: Page) => {
  const read = attributeReader(page, 'id');
  const ids = new Set<string>();
  for (let node = 1; node < page.size; node++) {
    const id = read(node);
    if (id !== null) ids.add(id);
  }
  return ids;
});
