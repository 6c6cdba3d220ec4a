/**
 * Content that React streams: a page is sent with fallbacks, and what arrives later is in hidden elements at its end, each with a
 * call in a script that moves it to its place. Here the calls are read, not run, and the tree changes as it does in a browser:
 *
 * - `$RC("B:0","S:0")`, and `$RR` with style sheets: the children of `S:0` replace `<template id="B:0">` and the fallback after it,
 *   which reaches to the comment that closes the boundary;
 * - `$RS("S:1","P:1")`: the children of `S:1` replace `<template id="P:1">`.
 */
import { columnsPage, subtreeEnds } from './columns.js';
import { attributeReader, type NodeId, type Page, textOf } from './page.js';

const CALL = /\$R([CRS])\("([^"]{1,100})","([^"]{1,100})"/g;
const BOUNDARY = /<!--(\/?)\$[?!~]?-->/g;
/** Nesting that moves may lead to: a multiple of `maxDepth`, below what the column of depths holds. */
const DEPTH_FACTOR = 4;
const MAX_DEPTH = 60_000;

interface Move {
  readonly content: string;
  readonly place: string;
  readonly replacesFallback: boolean;
}

/** The page with streamed content at its place. Linear in the page, for one with bounded nesting. */
export function placeStreamedContent(page: Page, maxDepth: number): Page {
  if (!page.source.includes('$R') || !/\$R[CRS]\("/.test(page.source)) return page;
  const { nodes, moves } = readMoves(page);
  if (moves.length === 0) return page;
  const { parent, end } = page;
  const deepest = Math.min(MAX_DEPTH, DEPTH_FACTOR * maxDepth);
  const closers = boundaryEnds(page.source);
  const template = page.nameIndex('template');
  /** Per node: 1 when its subtree leaves its place, and its parent in the tree that the moves lead to; −1 outside that. */
  const removed = new Uint8Array(page.size);
  const above = parent.slice();
  /** The elements whose children replace templates, and the rows after the fallbacks of these. */
  const contents = new Map<NodeId, NodeId>();
  const removedTo = new Map<NodeId, NodeId>();
  /** Upper bounds of the nesting below elements that content was moved into. */
  const heights = new Map<NodeId, number>();
  const containers = new Set(moves.map(({ content }) => nodes.get(content)));
  for (const { content, place, replacesFallback } of moves) {
    const from = nodes.get(content);
    const to = nodes.get(place);
    if (from === undefined || to === undefined || page.tag[to] !== template) continue;
    const height = heights.get(from) ?? maxDepth;
    const around: [container: NodeId, below: number][] = [];
    let depth = 0;
    let up = to;
    for (; up > 0 && up !== from && depth + height <= deepest; up = above[up], depth++)
      if (containers.has(up)) around.push([up, depth]);
    // Not 0: content around its own place, or a place that was moved out of the document, or nesting too deep.
    if (up !== 0) continue;
    for (const [container, below] of around)
      heights.set(container, Math.max(heights.get(container) ?? maxDepth, below + height));
    const closer = replacesFallback ? (closers.get(page.sourceFrom[to]) ?? 0) : 0;
    let after = end[to];
    while (after < end[parent[to]] && page.sourceTo[after] <= closer) {
      if (removed[after] === 0) above[after] = -1;
      removed[after] = 1;
      const lost = contents.get(after);
      if (lost !== undefined) above[lost] = -1;
      after = removedTo.get(after) ?? end[after];
    }
    removed[to] = removed[from] = 1;
    removedTo.set(to, after);
    contents.set(to, from);
    // Past content that moved before: a chain of it is one step.
    above[from] = removed[parent[to]] === 1 ? above[parent[to]] : parent[to];
    // Neither has its name any more.
    nodes.delete(content);
    nodes.delete(place);
  }
  return movedPage(page, removed, contents, removedTo);
}

/** Writes the rows in their new order. */
function movedPage(
  page: Page,
  removed: Uint8Array,
  contents: ReadonlyMap<NodeId, NodeId>,
  removedTo: ReadonlyMap<NodeId, NodeId>,
): Page {
  const { attributeColumns } = page;
  /** Old rows by new ones, and the other way round. */
  const order = new Int32Array(page.size);
  const renumbered = new Int32Array(page.size);
  const pieces: string[] = [];
  let size = 0;
  const ranges: [at: NodeId, to: NodeId][] = [[0, page.size]];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [first, to] = range;
    const found = removed.subarray(first, to).indexOf(1);
    const last = found < 0 ? to : first + found;
    for (let row = first; row < last; row++) {
      order[size] = row;
      renumbered[row] = size++;
    }
    if (last > first) pieces.push(page.chars.slice(page.textFrom[first], textEnd(page, last)));
    if (last === to) continue;
    ranges.push([removedTo.get(last) ?? page.end[last], to]);
    const content = contents.get(last);
    if (content === undefined) continue;
    renumbered[content] = renumbered[page.parent[last]];
    ranges.push([content + 1, page.end[content]]);
  }
  const rows = order.subarray(0, size);
  const parent = picked(page.parent, rows);
  const depth = picked(page.depth, rows);
  const textFrom = picked(page.textFrom, rows);
  let characters = 0;
  for (let node = 0; node < size; node++) {
    const row = rows[node];
    if (node > 0) {
      parent[node] = renumbered[parent[node]];
      depth[node] = depth[parent[node]] + 1;
    }
    textFrom[node] = characters;
    characters += textEnd(page, row + 1) - page.textFrom[row];
  }
  const columns = {
    ...page,
    size,
    tag: picked(page.tag, rows),
    parent,
    depth,
    chars: pieces.join(''),
    textFrom,
    ...subtreeEnds(parent, textFrom, characters),
    sourceFrom: picked(page.sourceFrom, rows),
    sourceTo: picked(page.sourceTo, rows),
    openTo: picked(page.openTo, rows),
  };
  return columnsPage(columns, {
    ...attributeColumns,
    from: picked(attributeColumns.from, rows),
    to: picked(attributeColumns.to, rows),
  });
}

function textEnd(page: Page, row: NodeId): number {
  return row < page.size ? page.textFrom[row] : page.chars.length;
}

function picked<Column extends Uint16Array | Uint32Array | Int32Array>(column: Column, rows: Int32Array): Column {
  const values = column.slice(0, rows.length) as Column;
  for (let at = 0; at < rows.length; at++) values[at] = column[rows[at]];
  return values;
}

/** The calls in scripts, in order, and the elements they name. */
function readMoves(page: Page): { nodes: Map<string, NodeId>; moves: Move[] } {
  const moves: Move[] = [];
  const script = page.nameIndex('script');
  for (let node = 0; node < page.size; node++) {
    if (page.tag[node] !== script) continue;
    for (const [, kind, first, second] of textOf(page, node).matchAll(CALL)) {
      const [place, content] = kind === 'S' ? [second, first] : [first, second];
      moves.push({ place, content, replacesFallback: kind !== 'S' });
    }
  }
  const named = new Set(moves.flatMap(({ place, content }) => [place, content]));
  const nodes = new Map<string, NodeId>();
  const idOf = attributeReader(page, 'id');
  for (let node = 0; node < page.size && named.size > 0; node++) {
    const id = idOf(node);
    if (id !== null && named.delete(id)) nodes.set(id, node);
  }
  return { nodes, moves };
}

/** Offsets of the comments that close boundaries, by the offset after the comment that opens each. */
function boundaryEnds(source: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: comment, 1: slash, index } of source.matchAll(BOUNDARY)) {
    if (slash === '') open.push(index + comment.length);
    else {
      const start = open.pop();
      if (start !== undefined) ends.set(start, index);
    }
  }
  return ends;
}
