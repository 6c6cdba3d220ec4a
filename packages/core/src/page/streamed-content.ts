/**
 * Content that React streams: a page is sent with fallbacks, and what arrives later is in hidden elements at its end, each with a
 * call in a script that moves it to its place. Here the calls are read, not run, and the tree changes as it does in a browser:
 *
 * - `$RC("B:0","S:0")`, and `$RR` with style sheets: the children of `S:0` replace `<template id="B:0">` and the fallback behind it,
 *   which reaches to the comment that closes the boundary;
 * - `$RS("S:1","P:1")`: the children of `S:1` replace `<template id="P:1">`.
 */
import type { TreeBuilder } from './tree-builder.js';

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

/** Moves streamed content to its place. Linear in the page, for one with bounded nesting. */
export function placeStreamedContent(builder: TreeBuilder, source: string, maxDepth: number): void {
  if (!/\$R[CRS]\("/.test(source)) return;
  const { nodes, moves } = readMoves(builder);
  if (moves.length === 0) return;
  const deepest = Math.min(MAX_DEPTH, DEPTH_FACTOR * maxDepth);
  const closers = boundaryEnds(source);
  /** Upper bounds of the nesting below elements that content was moved into. */
  const heights = new Map<number, number>();
  const containers = new Set(moves.map(({ content }) => nodes.get(content)));
  for (const { content, place, replacesFallback } of moves) {
    const from = nodes.get(content);
    const template = nodes.get(place);
    if (from === undefined || template === undefined || builder.getTagName(template) !== 'template') continue;
    const height = heights.get(from) ?? maxDepth;
    const around: [container: number, below: number][] = [];
    let depth = 0;
    let up = template;
    for (; up > 1 && up !== from && depth + height <= deepest; up = builder.parent[up], depth++)
      if (containers.has(up)) around.push([up, depth]);
    // Not 1: content around its own place, or a place that was moved out of the document, or nesting too deep.
    if (up !== 1) continue;
    for (const [container, below] of around)
      heights.set(container, Math.max(heights.get(container) ?? maxDepth, below + height));
    if (replacesFallback) removeFallback(builder, template, closers);
    for (let child = builder.first[from]; child !== 0; child = builder.first[from]) {
      builder.detachNode(child);
      builder.insertBefore(builder.parent[template], child, template);
    }
    builder.detachNode(from);
    builder.detachNode(template);
  }
}

/** The calls in scripts, in order, and the elements they name. */
function readMoves(builder: TreeBuilder): { nodes: Map<string, number>; moves: Move[] } {
  const moves: Move[] = [];
  const nodes = new Map<string, number>();
  const script = builder.names.indexOf('script');
  for (let node = 2; node < builder.size; node++) {
    if (builder.tag[node] !== script) continue;
    for (const [, kind, first, second] of (builder.texts[builder.first[node]] ?? '').matchAll(CALL)) {
      const [place, content] = kind === 'S' ? [second, first] : [first, second];
      moves.push({ place, content, replacesFallback: kind !== 'S' });
    }
  }
  const named = new Set(moves.flatMap(({ place, content }) => [place, content]));
  const id = builder.attributeIds.get('id');
  for (let node = 2; node < builder.size && named.size > 0; node++)
    for (let at = builder.attributeFrom[node]; at < builder.attributeTo[node]; at++)
      if (builder.attributeName[at] === id && named.delete(builder.attributeValues[at]))
        nodes.set(builder.attributeValues[at], node);
  return { nodes, moves };
}

/** Offsets of the comments that close boundaries, by the offset behind the comment that opens each. */
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

/** Removes what stands between the template of a boundary and the comment that closes it. */
function removeFallback(builder: TreeBuilder, template: number, ends: ReadonlyMap<number, number>): void {
  const end = ends.get(builder.from[template]) ?? 0;
  for (let next = builder.next[template]; next !== 0; next = builder.next[template]) {
    if (builder.from[next] < 0 || builder.to[next] > end) break;
    builder.detachNode(next);
  }
}
