/** The columns of a page: growing rows in document order, and the page that they become. */
import type { NodeId, Page } from './page.js';
import { newColumn, widened } from './text/bytes.js';

const COLUMNS = {
  tag: Uint16Array,
  parent: Int32Array,
  depth: Uint16Array,
  textFrom: Uint32Array,
  sourceFrom: Uint32Array,
  sourceTo: Uint32Array,
  openTo: Uint32Array,
  attributeFrom: Int32Array,
  attributeTo: Int32Array,
} as const;
type ColumnName = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[];
type NodeRows = { [K in ColumnName]: InstanceType<(typeof COLUMNS)[K]> };

export function nodeRows(count: number): NodeRows {
  const columns = COLUMN_NAMES.map((name) => [name, new COLUMNS[name](count)] as const);
  return Object.fromEntries(columns) as unknown as NodeRows;
}

export function widenRows(rows: NodeRows): void {
  for (const name of COLUMN_NAMES) Object.assign(rows, { [name]: widened(rows[name]) });
}

/** Rows that a parser keeps for its next page; the arrays of a larger page are the page's own. */
export const KEPT_ROWS = 1 << 18;

/** The page of the first `size` rows, which it copies when they are kept. */
export function pageOfRows(
  rows: NodeRows,
  head: Pick<Page, 'size' | 'source' | 'url' | 'names' | 'chars'>,
  attributes: Omit<Page['attributeColumns'], 'from' | 'to'>,
): Page {
  const { size, chars } = head;
  const taken = rows.tag.length <= KEPT_ROWS ? 'slice' : 'subarray';
  const pairs = COLUMN_NAMES.map((name) => [name, rows[name][taken](0, size)] as const);
  const own = Object.fromEntries(pairs) as unknown as NodeRows;
  const columns = { ...head, ...own, ...subtreeEnds(own.parent, own.textFrom, chars.length) };
  fillSpans(columns);
  return columnsPage(columns, { ...attributes, from: own.attributeFrom, to: own.attributeTo });
}

/** Names the tag column can number. A hostile page may invent more. */
export const MAX_NAMES = 65_535;
/** Where an element has no tag in the source. */
export const NO_SOURCE = 0xffffffff;

/** Elements without a tag in the source (implied html, head, tbody …) span their children. */
function fillSpans(
  columns: Pick<Page, 'size' | 'source' | 'parent' | 'end' | 'sourceFrom' | 'sourceTo' | 'openTo'>,
): void {
  const { size, source, parent, end, sourceFrom, sourceTo, openTo } = columns;
  sourceFrom[0] = openTo[0] = 0;
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

export function subtreeEnds(
  parent: Int32Array,
  textFrom: Uint32Array,
  characters: number,
): Pick<Page, 'end' | 'textTo'> {
  const size = parent.length;
  const end = newColumn(Int32Array, size);
  const textTo = newColumn(Uint32Array, size);
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
  { names: attributeNames, from, to, name: named, size, value, length }: Page['attributeColumns'],
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
