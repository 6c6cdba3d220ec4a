import type { AttributeColumns, NodeId, Page } from './page.js';
import type { TreeBuilder } from './tree-builder.js';

/** Names the tag column can number. A hostile page may invent more: those beyond share the last one, {@link OTHER_NAME}. */
export const MAX_NAMES = 65_535;
const OTHER_NAME = '#other';
/** Largest value of the depth column, for pages read with a larger limit. */
const MAX_DEPTH_SHOWN = 0xffff;

/** The columns of nodes in document order, under construction. */
class Columns {
  private readonly tag: Uint16Array;
  private readonly parent: Int32Array;
  private readonly end: Int32Array;
  private readonly depth: Uint16Array;
  private readonly textFrom: Uint32Array;
  private readonly textTo: Uint32Array;
  private readonly sourceFrom: Uint32Array;
  private readonly sourceTo: Uint32Array;
  private readonly openTo: Uint32Array;
  private readonly attributeFrom: Int32Array;
  private readonly attributeTo: Int32Array;
  private readonly pieces: string[] = [];
  private characters = 0;
  private size = 0;

  constructor(private readonly builder: TreeBuilder) {
    const capacity = builder.size;
    this.tag = new Uint16Array(capacity);
    this.parent = new Int32Array(capacity);
    this.end = new Int32Array(capacity);
    this.depth = new Uint16Array(capacity);
    this.textFrom = new Uint32Array(capacity);
    this.textTo = new Uint32Array(capacity);
    this.sourceFrom = new Uint32Array(capacity);
    this.sourceTo = new Uint32Array(capacity);
    this.openTo = new Uint32Array(capacity);
    this.attributeFrom = new Int32Array(capacity);
    this.attributeTo = new Int32Array(capacity);
  }

  /** Adds all nodes. Fragments (template contents) vanish; their children take their place. */
  addAll(): void {
    const { builder, end, textTo, parent } = this;
    let old = 1;
    let up = -1; // the new id of the current parent
    for (;;) {
      const isFragment = builder.tag[old] === 1 && old !== 1;
      const id = isFragment ? up : this.add(old, up);
      const child = builder.first[old] as number;
      if (child !== 0) {
        up = id;
        old = child;
        continue;
      }
      if (!isFragment) end[id] = this.size;
      // Up until a node has a next sibling; closing each element on the way.
      while ((builder.next[old] as number) === 0) {
        old = builder.parent[old] as number;
        if (old === 0) return;
        if (builder.tag[old] !== 1 || old === 1) {
          end[up] = this.size;
          textTo[up] = this.characters;
          up = parent[up] as number;
        }
        if (old === 1) return;
      }
      old = builder.next[old] as number;
    }
  }

  private add(old: number, up: number): NodeId {
    const { builder } = this;
    const id = this.size++;
    this.tag[id] = Math.min(builder.tag[old], MAX_NAMES);
    this.parent[id] = up;
    this.depth[id] = up < 0 ? 0 : Math.min((this.depth[up] as number) + 1, MAX_DEPTH_SHOWN);
    this.textFrom[id] = this.characters;
    const text = builder.texts[old];
    if (text !== undefined) {
      this.pieces.push(text);
      this.characters += text.length;
    }
    this.textTo[id] = this.characters;
    const from = builder.from[old] as number;
    this.sourceFrom[id] = from < 0 ? NO_SOURCE : from;
    this.sourceTo[id] = from < 0 ? 0 : (builder.to[old] as number);
    this.openTo[id] = from < 0 ? NO_SOURCE : (builder.open[old] as number);
    this.attributeFrom[id] = builder.attributeFrom[old];
    this.attributeTo[id] = builder.attributeTo[old];
    return id;
  }

  toPage(source: string, url: string | null): Page {
    const { builder, size } = this;
    const { names, attributeName, attributeNames, attributeValues } = builder;
    if (names.length > MAX_NAMES) {
      names.length = MAX_NAMES;
      names.push(OTHER_NAME);
    }
    const columns = {
      size,
      source,
      url,
      names,
      tag: this.tag.subarray(0, size),
      parent: this.parent.subarray(0, size),
      end: this.end.subarray(0, size),
      depth: this.depth.subarray(0, size),
      chars: this.pieces.join(''),
      textFrom: this.textFrom.subarray(0, size),
      textTo: this.textTo.subarray(0, size),
      sourceFrom: this.sourceFrom.subarray(0, size),
      sourceTo: this.sourceTo.subarray(0, size),
      openTo: this.openTo.subarray(0, size),
    };
    fillSpans(columns);
    return columnsPage(columns, {
      names: attributeNames,
      from: this.attributeFrom.subarray(0, size),
      to: this.attributeTo.subarray(0, size),
      name: attributeName,
      size: attributeValues.length,
      value: (at) => attributeValues[at],
      length: (at) => attributeValues[at].length,
    });
  }
}

/** Renumbers the builder's nodes into document order and joins their text. One pass, no recursion. */
export function intoColumns(builder: TreeBuilder, source: string, url: string | null): Page {
  const columns = new Columns(builder);
  columns.addAll();
  return columns.toPage(source, url);
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
