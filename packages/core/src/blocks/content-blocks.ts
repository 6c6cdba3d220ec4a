/**
 * The segmenter of the learned extractor: the smallest pieces of text that a reader would see as one.
 *
 * Observation (WCXB development pages): perfect labels of these blocks reach a word F1 of .986, so segmentation does not
 * limit an extractor. About 330 blocks per page.
 *
 * A block ends where an element that is not inline begins or ends, and at two line breaks in a row. An inline element never ends one:
 * an ingredient with its amount, a by-line and a row of links are one line to a reader.
 *
 * Scripts, styles, vector graphics, frames and media have no text. Blocks without a letter or digit are dropped.
 * One walk over the page's columns, no recursion; memory is one row per block.
 */

import {
  classOf,
  displays,
  hasWordBetween,
  INLINE,
  isBlankBetween,
  memoized,
  type NodeId,
  type Page,
  SPACE,
  sideBySide,
  TEXT,
  tagNames,
  tagTable,
} from '@dehusk/html';
import type { Block } from './block.js';

const SKIPPED = tagNames(
  'script style head title meta link base svg math iframe object embed canvas audio video map datalist noframes',
);

/** Inline elements inside each other that are looked at. */
const INLINE_LEVELS = 8;

/** The blocks of a page, one row each, in document order. */
export interface ContentBlocks {
  /** Number of blocks. */
  readonly size: number;
  /** Per block: the block-level element around it; of several inline elements side by side, the one that holds all of it. */
  readonly element: Int32Array;
  /** Per block: first and last text node. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** The text nodes that are not blank, of all blocks; those of block b are in [nodesFrom[b], nodesFrom[b + 1]). */
  readonly nodes: Int32Array;
  readonly nodesFrom: Int32Array;
  /** Per block: text, white space collapsed to single spaces, trimmed. */
  readonly text: readonly string[];
  /** Per block: characters inside links, bold and code, and the number of links. */
  readonly linkChars: Uint32Array;
  readonly boldChars: Uint32Array;
  readonly codeChars: Uint32Array;
  readonly links: Uint16Array;
  /** Per block: images inside it or between it and the block before. */
  readonly images: Uint16Array;
  /** Per block: 1 when it follows two line breaks inside one element. */
  readonly afterBreak: Uint8Array;
}

class Rows {
  element: number[] = [];
  first: number[] = [];
  last: number[] = [];
  nodes: number[] = [];
  nodesFrom: number[] = [0];
  text: string[] = [];
  linkChars: number[] = [];
  boldChars: number[] = [];
  codeChars: number[] = [];
  links: number[] = [];
  images: number[] = [];
  afterBreak: number[] = [];
}

/** Splits a page into content blocks, once per page. Linear in the page; never throws on one. */
export const contentBlocks: (page: Page) => ContentBlocks = memoized(splitPage);

function splitPage(page: Page): ContentBlocks {
  const { tag, end, size, chars, textFrom, textTo } = page;
  const display = displays(page);
  const { isOne, isNext } = sideBySide(page);
  const skipped = tagTable(page, SKIPPED);
  const a = page.nameIndex('a');
  const bold = tagTable(page, tagNames('b strong'));
  const code = tagTable(page, tagNames('code pre'));
  const lineBreak = page.nameIndex('br');
  const image = page.nameIndex('img');
  const rows = new Rows();

  // The block being collected.
  let first = -1;
  let last = -1;
  let element = 0;
  let pieces = ''; // text so far, used only when the nodes are not one stretch of `chars`
  let isStretch = true;
  let linkChars = 0;
  let boldChars = 0;
  let codeChars = 0;
  let links = 0;
  let images = 0;
  let pendingImages = 0;
  let pendingBreak = 0;
  let breaks = 0;

  /** The element that names a block: post bodies, by-lines and prices are often inline elements with a class. */
  const innermost = (box: NodeId, from: NodeId, to: NodeId): NodeId => {
    let up = page.parent[from];
    for (let level = 0; level < INLINE_LEVELS && up > box; level++, up = page.parent[up])
      if (isOne[up] === 1 && to < end[up]) return up;
    return box;
  };

  const flush = (): void => {
    if (first < 0) {
      links = 0;
      return;
    }
    const raw = isStretch ? chars.slice(textFrom[first], textTo[last]) : pieces;
    const text = collapse(raw);
    if (hasWordBetween(text, 0, text.length)) {
      rows.element.push(
        innermost(element, rows.nodes[rows.nodesFrom[rows.nodesFrom.length - 1]], rows.nodes[rows.nodes.length - 1]),
      );
      rows.first.push(first);
      rows.last.push(last);
      rows.nodesFrom.push(rows.nodes.length);
      rows.text.push(text);
      rows.linkChars.push(Math.min(linkChars, text.length));
      rows.boldChars.push(Math.min(boldChars, text.length));
      rows.codeChars.push(Math.min(codeChars, text.length));
      rows.links.push(Math.min(links, 65_535));
      rows.images.push(Math.min(images, 65_535));
      rows.afterBreak.push(pendingBreak);
    } else {
      pendingImages += images;
      rows.nodes.length = rows.nodesFrom[rows.nodesFrom.length - 1];
    }
    pendingBreak = 0;
    first = -1;
    pieces = '';
    isStretch = true;
    linkChars = boldChars = codeChars = links = images = 0;
  };

  const separate = (by: string): void => {
    if (isStretch) pieces = chars.slice(textFrom[first], textTo[last]);
    isStretch = false;
    pieces += by;
  };

  // Open block-level elements; the ends of the nearest link, bold and code elements.
  const open: number[] = [0];
  let linkEnd = 0;
  let boldEnd = 0;
  let codeEnd = 0;
  for (let node = 1; node < size; node++) {
    while (node >= end[open[open.length - 1]]) {
      flush();
      breaks = 0;
      open.pop();
    }
    const name = tag[node];
    if (name === TEXT) {
      const from = textFrom[node];
      const to = textTo[node];
      const isBlank = isBlankBetween(chars, from, to);
      if (first < 0) {
        if (isBlank) continue;
        first = node;
        element = open[open.length - 1];
        images = pendingImages;
        pendingImages = 0;
      } else if (textFrom[node] !== textTo[last] && isStretch) {
        pieces = chars.slice(textFrom[first], textTo[last]);
        isStretch = false;
      }
      if (!isStretch) pieces += chars.slice(from, to);
      last = node;
      if (isBlank) continue;
      rows.nodes.push(node);
      breaks = 0;
      const length = to - from;
      if (node < linkEnd) linkChars += length;
      if (node < boldEnd) boldChars += length;
      if (node < codeEnd) codeChars += length;
      continue;
    }
    if (skipped[name] === 1) {
      node = end[node] - 1;
      continue;
    }
    if (name === lineBreak) {
      breaks++;
      if (first >= 0) separate('\n');
      if (breaks >= 2) {
        flush();
        pendingBreak = 1;
      }
      continue;
    }
    if (name === image) {
      if (first >= 0) images++;
      else pendingImages++;
      continue;
    }
    if (display[node] !== INLINE) {
      flush();
      breaks = 0;
      open.push(node);
    } else if (isNext[node] === 1 && first >= 0) separate(' ');
    if (name === a) {
      linkEnd = Math.max(linkEnd, end[node]);
      links++;
    }
    if (bold[name] === 1) boldEnd = Math.max(boldEnd, end[node]);
    if (code[name] === 1) codeEnd = Math.max(codeEnd, end[node]);
  }
  flush();

  return {
    size: rows.text.length,
    element: Int32Array.from(rows.element),
    first: Int32Array.from(rows.first),
    last: Int32Array.from(rows.last),
    nodes: Int32Array.from(rows.nodes),
    nodesFrom: Int32Array.from(rows.nodesFrom),
    text: rows.text,
    linkChars: Uint32Array.from(rows.linkChars),
    boldChars: Uint32Array.from(rows.boldChars),
    codeChars: Uint32Array.from(rows.codeChars),
    links: Uint16Array.from(rows.links),
    images: Uint16Array.from(rows.images),
    afterBreak: Uint8Array.from(rows.afterBreak),
  };
}

/** The text nodes of one block. */
export function nodesOf({ nodes, nodesFrom }: ContentBlocks, block: number): Int32Array {
  return nodes.subarray(nodesFrom[block], nodesFrom[block + 1]);
}

/** White space (with no-break and zero-width spaces) collapsed to single spaces, trimmed. */
function collapse(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && (classOf(text.charCodeAt(from)) & SPACE) !== 0) from++;
  while (to > from && (classOf(text.charCodeAt(to - 1)) & SPACE) !== 0) to--;
  const trimmed = text.slice(from, to);
  // Most texts have single spaces already and need no copy.
  for (let at = 0, before = 0; at < trimmed.length; at++) {
    const code = trimmed.charCodeAt(at);
    const space = classOf(code) & SPACE;
    if (space !== 0 && (code !== 32 || before !== 0)) return trimmed.replace(/[\s\u200b]+/g, ' ');
    before = space;
  }
  return trimmed;
}

/** The blocks as a list, with words counted between spaces and linked words estimated from linked characters. */
export function blockList(blocks: ContentBlocks): Block[] {
  const { size, first, last, element, text, linkChars } = blocks;
  return Array.from({ length: size }, (_, at) => {
    let words = 1;
    for (let space = text[at].indexOf(' '); space >= 0; space = text[at].indexOf(' ', space + 1)) words++;
    return {
      first: first[at],
      last: last[at],
      nodes: nodesOf(blocks, at),
      parent: element[at],
      text: text[at],
      words,
      linkWords: Math.round((words * linkChars[at]) / Math.max(1, text[at].length)),
      linkChars: linkChars[at],
    };
  });
}
