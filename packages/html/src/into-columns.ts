import { MAX_NAMES, NO_SOURCE, nodeRows, pageOfRows } from './columns.js';
import type { Page } from './page.js';
import type { TreeBuilder } from './tree-builder.js';

/** The name of all names beyond {@link MAX_NAMES}. */
const OTHER_NAME = '#other';
/** Largest value of the depth column, for pages read with a larger limit. */
const MAX_DEPTH_SHOWN = 0xffff;

/**
 * Renumbers the builder's nodes into document order and joins their text. Fragments (template contents) vanish; their children take
 * their place. One pass, no recursion.
 */
export function intoColumns(builder: TreeBuilder, source: string, url: string | null): Page {
  const rows = nodeRows(builder.size);
  const pieces: string[] = [];
  let characters = 0;
  let size = 0;
  const add = (old: number, parent: number): number => {
    const node = size++;
    rows.tag[node] = Math.min(builder.tag[old], MAX_NAMES);
    rows.parent[node] = parent;
    rows.depth[node] = parent < 0 ? 0 : Math.min(rows.depth[parent] + 1, MAX_DEPTH_SHOWN);
    rows.textFrom[node] = characters;
    const text = builder.texts[old] ?? '';
    pieces.push(text);
    characters += text.length;
    const from = builder.from[old];
    rows.sourceFrom[node] = from < 0 ? NO_SOURCE : from;
    rows.sourceTo[node] = from < 0 ? 0 : builder.to[old];
    rows.openTo[node] = from < 0 ? NO_SOURCE : builder.open[old];
    rows.attributeFrom[node] = builder.attributeFrom[old];
    rows.attributeTo[node] = builder.attributeTo[old];
    return node;
  };
  const isFragment = (old: number): boolean => builder.tag[old] === 1 && old !== 1;
  let parent = -1;
  for (let old = 1; old !== 0; ) {
    const node = isFragment(old) ? parent : add(old, parent);
    if (builder.first[old] !== 0) {
      parent = node;
      old = builder.first[old];
      continue;
    }
    while (old !== 0 && builder.next[old] === 0) {
      old = builder.parent[old];
      if (!isFragment(old)) parent = rows.parent[parent];
    }
    old = builder.next[old];
  }
  const { names, attributeName, attributeNames, attributeValues } = builder;
  if (names.length > MAX_NAMES) {
    names.length = MAX_NAMES;
    names.push(OTHER_NAME);
  }
  const page = { size, source, url, names, chars: pieces.join('') };
  return pageOfRows(rows, page, {
    names: attributeNames,
    name: attributeName,
    size: attributeValues.length,
    value: (at) => attributeValues[at],
    length: (at) => attributeValues[at].length,
  });
}
