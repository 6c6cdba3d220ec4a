import type { NodeId, Page } from './page.js';
import type { TreeBuilder } from './tree-builder.js';

/** Names the tag column can number. A hostile page may invent more: those beyond share the last one, {@link OTHER_NAME}. */
const MAX_NAMES = 65_535;
const OTHER_NAME = '#other';
/** Renumbers the builder's nodes into document order and joins their text. One pass, no recursion. */
export function intoColumns(builder: TreeBuilder, source: string, url: string | null): Page {
  // Order of visit: document order. Fragments (template contents) vanish; their children take their place.
  const capacity = builder.size;
  const tag = new Uint16Array(capacity);
  const parent = new Int32Array(capacity);
  const end = new Int32Array(capacity);
  const depth = new Uint16Array(capacity);
  const textFrom = new Uint32Array(capacity);
  const textTo = new Uint32Array(capacity);
  const sourceFrom = new Uint32Array(capacity);
  const sourceTo = new Uint32Array(capacity);
  const openTo = new Uint32Array(capacity);
  const attributeFrom = new Int32Array(capacity);
  const attributeTo = new Int32Array(capacity);
  const pieces: string[] = [];
  let characters = 0;
  let size = 0;

  let old = 1;
  let up = -1; // the new id of the current parent
  walk: for (;;) {
    const isFragment = builder.tag[old] === 1 && old !== 1;
    let id = up;
    if (!isFragment) {
      id = size++;
      tag[id] = Math.min(builder.tag[old], MAX_NAMES);
      parent[id] = up;
      depth[id] = up < 0 ? 0 : (depth[up] as number) + 1;
      textFrom[id] = characters;
      const text = builder.texts[old];
      if (text !== undefined) {
        pieces.push(text);
        characters += text.length;
      }
      textTo[id] = characters;
      const from = builder.from[old] as number;
      sourceFrom[id] = from < 0 ? NO_SOURCE : from;
      sourceTo[id] = from < 0 ? 0 : (builder.to[old] as number);
      openTo[id] = from < 0 ? NO_SOURCE : (builder.open[old] as number);
      attributeFrom[id] = builder.attributeFrom[old];
      attributeTo[id] = builder.attributeTo[old];
    }
    const child = builder.first[old] as number;
    if (child !== 0) {
      up = id;
      old = child;
      continue;
    }
    if (!isFragment) end[id] = size;
    // Up until a node has a next sibling; closing each element on the way.
    while ((builder.next[old] as number) === 0) {
      old = builder.parent[old] as number;
      if (old === 0) break walk;
      if (builder.tag[old] !== 1 || old === 1) {
        end[up] = size;
        textTo[up] = characters;
        up = parent[up] as number;
      }
      if (old === 1) break walk;
    }
    old = builder.next[old] as number;
  }

  // Elements without a tag in the source (implied html, head, tbody …) span their children. Children come after parents,
  // so one backward pass is enough.
  sourceFrom[0] = 0;
  openTo[0] = 0;
  sourceTo[0] = source.length;
  for (let node = size - 1; node > 0; node--) {
    if (sourceFrom[node] === NO_SOURCE) {
      const child = (end[node] as number) > node + 1 ? node + 1 : -1;
      const from = child >= 0 ? (sourceFrom[child] as number) : 0;
      sourceFrom[node] = from === NO_SOURCE ? 0 : from;
      openTo[node] = sourceFrom[node] as number;
      if ((sourceTo[node] as number) < (sourceFrom[node] as number)) sourceTo[node] = sourceFrom[node] as number;
    }
    const up = parent[node] as number;
    if (sourceFrom[up] === NO_SOURCE && (sourceTo[up] as number) < (sourceTo[node] as number))
      sourceTo[up] = sourceTo[node] as number;
  }

  const { names, nameIds, attributeName, attributeNames, attributeIds, attributeValues } = builder;
  if (names.length > MAX_NAMES) {
    for (const name of names.splice(MAX_NAMES)) nameIds.delete(name);
    nameIds.set(OTHER_NAME, names.push(OTHER_NAME) - 1);
  }
  const chars = pieces.join('');
  const page: Page = {
    url,
    source,
    size,
    names,
    tag: tag.subarray(0, size),
    parent: parent.subarray(0, size),
    end: end.subarray(0, size),
    depth: depth.subarray(0, size),
    chars,
    textFrom: textFrom.subarray(0, size),
    textTo: textTo.subarray(0, size),
    sourceFrom: sourceFrom.subarray(0, size),
    sourceTo: sourceTo.subarray(0, size),
    openTo: openTo.subarray(0, size),
    attribute(node: NodeId, name: string): string | null {
      const to = attributeTo[node];
      let at = attributeFrom[node];
      if (at === to) return null;
      const id = attributeIds.get(name);
      if (id === undefined) return null;
      for (; at < to; at++) if (attributeName[at] === id) return attributeValues[at];
      return null;
    },
    attributes(node: NodeId): readonly (readonly [string, string])[] {
      const pairs: [string, string][] = [];
      for (let at = attributeFrom[node]; at < attributeTo[node]; at++)
        pairs.push([attributeNames[attributeName[at]], attributeValues[at]]);
      return pairs;
    },
    attributeColumns: Object.freeze({
      names: attributeNames,
      from: attributeFrom.subarray(0, size),
      to: attributeTo.subarray(0, size),
      name: attributeName,
      value: attributeValues,
    }),
    nameIndex: (name: string): number => nameIds.get(name) ?? -1,
    memo: new Map(),
  };
  return Object.freeze(page);
}

const NO_SOURCE = 0xffffffff;
