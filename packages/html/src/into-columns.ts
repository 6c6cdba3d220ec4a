import type { AttributeColumns, NodeId, Page } from './page.js';
import type { TreeBuilder } from './tree-builder.js';

/** Names the tag column can number. A hostile page may invent more: those beyond share the last one, {@link OTHER_NAME}. */
export const MAX_NAMES = 65_535;
const OTHER_NAME = '#other';
/** Largest value of the depth column, for pages read with a larger limit. */
const MAX_DEPTH_SHOWN = 0xffff;

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
      depth[id] = up < 0 ? 0 : Math.min((depth[up] as number) + 1, MAX_DEPTH_SHOWN);
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

  const spans = {
    size,
    source,
    parent: parent.subarray(0, size),
    end: end.subarray(0, size),
    sourceFrom: sourceFrom.subarray(0, size),
    sourceTo: sourceTo.subarray(0, size),
    openTo: openTo.subarray(0, size),
  };
  fillSpans(spans);

  const { names, attributeName, attributeNames, attributeValues } = builder;
  if (names.length > MAX_NAMES) {
    names.length = MAX_NAMES;
    names.push(OTHER_NAME);
  }
  const columns = {
    ...spans,
    url,
    names,
    tag: tag.subarray(0, size),
    depth: depth.subarray(0, size),
    chars: pieces.join(''),
    textFrom: textFrom.subarray(0, size),
    textTo: textTo.subarray(0, size),
  };
  return columnsPage(columns, {
    names: attributeNames,
    from: attributeFrom.subarray(0, size),
    to: attributeTo.subarray(0, size),
    name: attributeName,
    size: attributeValues.length,
    value: (at) => attributeValues[at],
    length: (at) => attributeValues[at].length,
  });
}

/** Where an element has no tag in the source. */
export const NO_SOURCE = 0xffffffff;

/** Elements without a tag in the source (implied html, head, tbody …) span their children. */
export function fillSpans(
  columns: Pick<Page, 'size' | 'source' | 'parent' | 'end' | 'sourceFrom' | 'sourceTo' | 'openTo'>,
): void {
  const { size, source, parent, end, sourceFrom, sourceTo, openTo } = columns;
  sourceFrom[0] = 0;
  openTo[0] = 0;
  sourceTo[0] = source.length;
  // Children come after parents, so one backward pass is enough.
  for (let node = size - 1; node > 0; node--) {
    if (sourceFrom[node] === NO_SOURCE) {
      const from = end[node] > node + 1 ? sourceFrom[node + 1] : 0;
      sourceFrom[node] = from === NO_SOURCE ? 0 : from;
      openTo[node] = sourceFrom[node];
      if (sourceTo[node] < sourceFrom[node]) sourceTo[node] = sourceFrom[node];
    }
    const up = parent[node];
    if (sourceFrom[up] === NO_SOURCE && sourceTo[up] < sourceTo[node]) sourceTo[up] = sourceTo[node];
  }
}

/** The end of each subtree, and of its text. */
export function subtreeEnds(
  parent: Int32Array,
  textFrom: Uint32Array,
  characters: number,
): Pick<Page, 'end' | 'textTo'> {
  const size = parent.length;
  const end = new Int32Array(size);
  const textTo = new Uint32Array(size);
  for (let node = size - 1; node >= 0; node--) {
    if (end[node] === 0) end[node] = node + 1;
    textTo[node] = end[node] === size ? characters : textFrom[end[node]];
    if (node > 0 && end[parent[node]] === 0) end[parent[node]] = end[node];
  }
  return { end, textTo };
}

/**
 * The columns with the functions that look up names. Every page is made here, with its properties in one order: engines then access them
 * alike, whatever the parser.
 */
export function columnsPage(
  columns: Omit<Page, 'attribute' | 'attributes' | 'attributeColumns' | 'nameIndex' | 'memo'>,
  { names: attributeNames, from, to, name: named, size, value, length }: AttributeColumns,
): Page {
  const nameIds = new Map(columns.names.map((name, at) => [name, at]));
  const attributeIds = new Map(attributeNames.map((name, at) => [name, at]));
  return Object.freeze({
    url: columns.url,
    source: columns.source,
    size: columns.size,
    names: columns.names,
    tag: columns.tag,
    parent: columns.parent,
    end: columns.end,
    depth: columns.depth,
    chars: columns.chars,
    textFrom: columns.textFrom,
    textTo: columns.textTo,
    sourceFrom: columns.sourceFrom,
    sourceTo: columns.sourceTo,
    openTo: columns.openTo,
    attribute(node: NodeId, name: string): string | null {
      const last = to[node];
      let at = from[node];
      if (at === last) return null;
      const id = attributeIds.get(name);
      if (id === undefined) return null;
      for (; at < last; at++) if (named[at] === id) return value(at);
      return null;
    },
    attributes(node: NodeId): readonly (readonly [string, string])[] {
      const pairs: [string, string][] = [];
      for (let at = from[node]; at < to[node]; at++) pairs.push([attributeNames[named[at]], value(at)]);
      return pairs;
    },
    attributeColumns: Object.freeze({ names: attributeNames, from, to, name: named, size, value, length }),
    nameIndex: (name: string): number => nameIds.get(name) ?? -1,
    memo: new Map(),
  });
}
