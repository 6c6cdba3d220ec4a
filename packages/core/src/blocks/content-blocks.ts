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
  memoizedColumns,
  type NodeId,
  type Page,
  SPACE,
  sideBySide,
  TEXT,
  tagNames,
  tagTable,
  widened,
} from '@dehusk/html';
import type { Block } from './block.js';

const SKIPPED = tagNames(
  'script style head title meta link base svg math iframe object embed canvas audio video map datalist noframes',
);

/** Inline elements inside each other that are looked at. */
const INLINE_LEVELS = 8;

/** The blocks of a page, one row each, in document order. */
export interface ContentBlocks {
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

/** Splits a page into content blocks, once per page. Linear in the page; never throws on one. */
export const contentBlocks: (page: Page) => ContentBlocks = memoizedColumns((page) => new PageSplitter(page).split());

/** The numeric columns while the blocks are read: they grow. */
const COLUMNS = {
  element: Int32Array,
  first: Int32Array,
  last: Int32Array,
  linkChars: Uint32Array,
  boldChars: Uint32Array,
  codeChars: Uint32Array,
  links: Uint16Array,
  images: Uint16Array,
  afterBreak: Uint8Array,
} as const;
type ColumnName = keyof typeof COLUMNS;
type Columns = { [K in ColumnName]: InstanceType<(typeof COLUMNS)[K]> };
const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[];
const FIRST_ROWS = 256;

/** Largest number of links or images that a column holds. */
const MAX_COUNT = 65_535;

class PageSplitter {
  private readonly rows = ofColumns((name) => new COLUMNS[name](FIRST_ROWS));
  private readonly texts: string[] = [];
  private readonly nodes: number[] = [];
  private readonly nodesFrom = [0];
  private readonly sides: ReturnType<typeof sideBySide>;
  // The block being collected.
  private first = -1;
  private last = -1;
  private element = 0;
  /** Its text so far, used only when the nodes are not one stretch of `chars`. */
  private pieces = '';
  private isStretch = true;
  private linkChars = 0;
  private boldChars = 0;
  private codeChars = 0;
  private links = 0;
  private images = 0;
  private pendingImages = 0;
  private pendingBreak = 0;
  private breaks = 0;
  /** Open block-level elements; the ends of the nearest link, bold and code elements. */
  private readonly open: number[] = [0];
  private linkEnd = 0;
  private boldEnd = 0;
  private codeEnd = 0;

  constructor(private readonly page: Page) {
    this.sides = sideBySide(page);
  }

  split(): ContentBlocks {
    const { page, open } = this;
    const { tag, end, size } = page;
    const display = displays(page);
    const skipped = tagTable(page, SKIPPED);
    const a = page.nameIndex('a');
    const bold = tagTable(page, tagNames('b strong'));
    const code = tagTable(page, tagNames('code pre'));
    const lineBreak = page.nameIndex('br');
    const image = page.nameIndex('img');
    for (let node = 1; node < size; node++) {
      while (node >= end[open[open.length - 1]]) {
        this.flush();
        this.breaks = 0;
        open.pop();
      }
      const name = tag[node];
      if (name === TEXT) {
        this.readText(node);
        continue;
      }
      if (skipped[name] === 1) {
        node = end[node] - 1;
        continue;
      }
      if (name === lineBreak) {
        if (this.first >= 0) this.separate('\n');
        if (++this.breaks >= 2) {
          this.flush();
          this.pendingBreak = 1;
        }
        continue;
      }
      if (name === image) {
        if (this.first >= 0) this.images++;
        else this.pendingImages++;
        continue;
      }
      if (display[node] !== INLINE) {
        this.flush();
        this.breaks = 0;
        open.push(node);
      } else if (this.sides.isNext[node] === 1 && this.first >= 0) this.separate(' ');
      if (name === a) {
        this.linkEnd = Math.max(this.linkEnd, end[node]);
        this.links++;
      }
      if (bold[name] === 1) this.boldEnd = Math.max(this.boldEnd, end[node]);
      if (code[name] === 1) this.codeEnd = Math.max(this.codeEnd, end[node]);
    }
    this.flush();
    return this.columns();
  }

  private readText(node: NodeId): void {
    const { chars, textFrom, textTo } = this.page;
    const from = textFrom[node];
    const to = textTo[node];
    const isBlank = isBlankBetween(chars, from, to);
    if (this.first < 0) {
      if (isBlank) return;
      this.first = node;
      this.element = this.open[this.open.length - 1];
      this.images = this.pendingImages;
      this.pendingImages = 0;
    } else if (this.isStretch && from !== textTo[this.last]) this.separate('');
    if (!this.isStretch) this.pieces += chars.slice(from, to);
    this.last = node;
    if (isBlank) return;
    this.nodes.push(node);
    this.breaks = 0;
    const length = to - from;
    if (node < this.linkEnd) this.linkChars += length;
    if (node < this.boldEnd) this.boldChars += length;
    if (node < this.codeEnd) this.codeChars += length;
  }

  private separate(by: string): void {
    if (this.isStretch) this.pieces = this.stretch();
    this.isStretch = false;
    this.pieces += by;
  }

  private stretch(): string {
    const { chars, textFrom, textTo } = this.page;
    return chars.slice(textFrom[this.first], textTo[this.last]);
  }

  /** Ends the block. */
  private flush(): void {
    if (this.first < 0) {
      this.links = 0;
      return;
    }
    const { nodes, nodesFrom } = this;
    const from = nodesFrom[nodesFrom.length - 1];
    const text = collapse(this.isStretch ? this.stretch() : this.pieces);
    if (hasWordBetween(text, 0, text.length)) {
      const { rows } = this;
      const row = this.texts.push(text) - 1;
      if (row === rows.first.length)
        for (const name of COLUMN_NAMES) Object.assign(rows, { [name]: widened(rows[name]) });
      rows.element[row] = this.innermost(nodes[from], nodes[nodes.length - 1]);
      rows.first[row] = this.first;
      rows.last[row] = this.last;
      rows.linkChars[row] = Math.min(this.linkChars, text.length);
      rows.boldChars[row] = Math.min(this.boldChars, text.length);
      rows.codeChars[row] = Math.min(this.codeChars, text.length);
      rows.links[row] = Math.min(this.links, MAX_COUNT);
      rows.images[row] = Math.min(this.images, MAX_COUNT);
      rows.afterBreak[row] = this.pendingBreak;
      nodesFrom.push(nodes.length);
    } else {
      this.pendingImages += this.images;
      nodes.length = from;
    }
    this.pendingBreak = 0;
    this.first = -1;
    this.pieces = '';
    this.isStretch = true;
    this.linkChars = this.boldChars = this.codeChars = this.links = this.images = 0;
  }

  /** The element that names a block: post bodies, by-lines and prices are often inline elements with a class. */
  private innermost(from: NodeId, to: NodeId): NodeId {
    const { parent, end } = this.page;
    let up = parent[from];
    for (let level = 0; level < INLINE_LEVELS && up > this.element; level++, up = parent[up])
      if (this.sides.isOne[up] === 1 && to < end[up]) return up;
    return this.element;
  }

  private columns(): ContentBlocks {
    const size = this.texts.length;
    return {
      size,
      ...ofColumns((name) => this.rows[name].slice(0, size)),
      nodes: Int32Array.from(this.nodes),
      nodesFrom: Int32Array.from(this.nodesFrom),
      text: this.texts,
    };
  }
}

function ofColumns(column: (name: ColumnName) => Columns[ColumnName]): Columns {
  return Object.fromEntries(COLUMN_NAMES.map((name) => [name, column(name)])) as unknown as Columns;
}

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
