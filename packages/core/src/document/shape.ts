/**
 * Decisions that depend on the shape of a subtree: whether a heading is one, a list or a table only lays the page out, code has
 * lines. Each decision looks at a node at most once.
 */
import { firstChild, type NodeId, nameOf, nextSibling, type Page, TEXT } from '../page/page.js';
import type { Content, Numbering, TableRow } from './document.js';
import type { KeptNodes } from './kept.js';

/** Elements that no heading contains: a heading element with one of them (an unclosed tag) is no heading. */
const NOT_IN_HEADINGS: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote figure article section'.split(' '),
);
/** Paragraphs from which on a heading element is no heading. */
const PARAGRAPHS_IN_NO_HEADING = 2;
/** Nodes from which on a heading element is no heading; also bounds the search when they nest. */
const NODES_IN_NO_HEADING = 200;
const HEADING_NAME = /^h[1-6]$/;
/** Elements that make a `<code>` a block. */
const LINES_IN_CODE: ReadonlySet<string> = new Set(['br', 'div', 'p', 'pre', 'ol', 'ul', 'table']);
/** Inline elements that format parts of words: two text blocks that meet at one are not separated by a space. */
const WITHIN_WORDS: ReadonlySet<string> = new Set(
  'a b i u s em strong span sub sup mark del ins strike small big font code kbd samp tt var wbr ruby rt rb'.split(' '),
);

/** True when a heading element holds a heading's worth of content. */
export function isHeading(page: Page, heading: NodeId, kept: KeptNodes): boolean {
  const end = page.end[heading];
  if (end - heading > NODES_IN_NO_HEADING) return false;
  let paragraphs = 0;
  for (let node = heading + 1; node < end; node++) {
    if (page.tag[node] === TEXT || !kept.hasText(node)) continue;
    const name = nameOf(page, node);
    if (NOT_IN_HEADINGS.has(name)) return false;
    if (name === 'p' && ++paragraphs >= PARAGRAPHS_IN_NO_HEADING) return false;
  }
  return true;
}

/** True for a list that only lays out: its only item with content has a heading outside nested lists. */
export function isLayoutList(page: Page, list: NodeId, kept: KeptNodes): boolean {
  let only: NodeId = -1;
  for (let child = firstChild(page, list); child >= 0; child = nextSibling(page, child)) {
    if (page.tag[child] === TEXT || !kept.hasText(child)) continue;
    if (only >= 0) return false;
    only = child;
  }
  if (only < 0) return false;
  const end = page.end[only];
  for (let node = only + 1; node < end; node++) {
    const name = nameOf(page, node);
    if (name === 'ul' || name === 'ol') node = page.end[node] - 1;
    else if (HEADING_NAME.test(name) && kept.hasText(node)) return true;
  }
  return false;
}

/** The number a browser shows at the first kept item of an ordered list. */
export function firstNumber(page: Page, list: NodeId, kept: KeptNodes): number {
  let number = wholeNumber(page.attribute(list, 'start')) ?? 1;
  for (let child = firstChild(page, list); child >= 0; child = nextSibling(page, child)) {
    if (nameOf(page, child) !== 'li') continue;
    number = wholeNumber(page.attribute(child, 'value')) ?? number;
    if (kept.has(child)) break;
    number++;
  }
  return number;
}

const NUMBERINGS: ReadonlyMap<string, Numbering> = new Map([
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
]);
const NUMBERING_STYLE = /list-style(?:-type)?\s*:[^;]*?\b(lower|upper)-(alpha|latin|roman)\b/i;

/** How an ordered list is numbered: by its `type`, else by its own style. */
export function numberingOf(page: Page, list: NodeId): Numbering {
  const declared = NUMBERINGS.get((page.attribute(list, 'type') ?? '').trim());
  if (declared !== undefined) return declared;
  const style = NUMBERING_STYLE.exec(page.attribute(list, 'style') ?? '');
  if (style === null) return 'decimal';
  const size = style[1].toLowerCase() as 'lower' | 'upper';
  return style[2].toLowerCase() === 'roman' ? `${size}-roman` : `${size}-alpha`;
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : null;
}

/** The shape of a `<code>`: a block when it has lines, else inline; `link` is the `<a>` around all of its text, or −1. */
export function codeShape(page: Page, code: NodeId): { readonly block: boolean; readonly link: NodeId } {
  const end = page.end[code];
  let link: NodeId = -1;
  for (let node = code + 1; node < end; node++) {
    if (page.tag[node] === TEXT) continue;
    const name = nameOf(page, node);
    if (LINES_IN_CODE.has(name)) return { block: true, link: -1 };
    if (name === 'a' && page.textFrom[node] === page.textFrom[code] && page.textTo[node] === page.textTo[code])
      link = node;
  }
  return { block: false, link };
}

/** True when only elements that format parts of words begin or end between two text nodes. */
export function meetWithinWord(page: Page, before: NodeId, after: NodeId): boolean {
  for (let node = before + 1; node < after; node++)
    if (page.tag[node] !== TEXT && !WITHIN_WORDS.has(nameOf(page, node))) return false;
  for (let up = page.parent[before]; page.end[up] <= after; up = page.parent[up])
    if (!WITHIN_WORDS.has(nameOf(page, up))) return false;
  return true;
}

/** A cell of a data table. */
export interface ScannedCell {
  readonly node: NodeId;
  readonly head: boolean;
  readonly align: 'left' | 'center' | 'right' | null;
  readonly columns: number;
  readonly rows: number;
}

export interface ScannedRow {
  readonly node: NodeId;
  readonly head: boolean;
  readonly cells: readonly ScannedCell[];
}

/** Block content of layout cells, not of data cells. */
const BLOCKS_IN_CELL: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote hr figure article section form'.split(' '),
);
/** Paragraphs in a cell from which on the table lays out; word processors write one. */
const PARAGRAPHS_IN_LAYOUT_CELL = 2;

/**
 * The rows of a data table that have something kept; null when the table lays the page out.
 *
 * Pages of every age use tables for columns, frames and code listings. Those are unrolled into running content, data tables are
 * kept. A table lays out when it says so (`role=presentation`), holds another table, or has one column; one without a heading
 * also when a cell holds block content or when it has a single row.
 */
export function scanTable(page: Page, table: NodeId, kept: KeptNodes): ScannedRow[] | null {
  const role = page.attribute(table, 'role')?.toLowerCase();
  if (role === 'presentation' || role === 'none') return null;
  const end = page.end[table];
  const rows: ScannedRow[] = [];
  let cells: ScannedCell[] = [];
  let headEnd = -1;
  let hasHeading = false;
  let hasBlocks = false;
  let paragraphs = 0;
  for (let node = table + 1; node < end; node++) {
    if (page.tag[node] === TEXT) continue;
    const name = nameOf(page, node);
    switch (name) {
      case 'table':
        if (kept.hasText(node)) return null;
        node = page.end[node] - 1;
        break;
      case 'thead':
        headEnd = page.end[node];
        hasHeading ||= kept.hasText(node);
        break;
      case 'caption':
        // The standard requires it first. Elsewhere it is part of a layout, and printing it first would move it.
        if (kept.hasText(node) && kept.hasTextBetween(table, node)) return null;
        hasHeading ||= kept.hasText(node);
        break;
      case 'tr':
        cells = [];
        rows.push({ node, head: node < headEnd, cells });
        break;
      case 'th':
      case 'td':
        hasHeading ||= name === 'th' && kept.hasText(node);
        paragraphs = 0;
        if (rows.length > 0) cells.push(cellOf(page, node, name === 'th'));
        break;
      case 'p':
        if (kept.hasText(node) && ++paragraphs >= PARAGRAPHS_IN_LAYOUT_CELL) hasBlocks = true;
        break;
      default:
        if (BLOCKS_IN_CELL.has(name) && kept.has(node)) hasBlocks = true;
    }
  }
  const widest = rows.reduce((width, row) => Math.max(width, row.cells.length), 0);
  if (widest < 2) return null;
  if (!hasHeading && (hasBlocks || rows.filter((row) => kept.hasText(row.node)).length < 2)) return null;
  return keptRows(rows, widest, kept);
}

function cellOf(page: Page, node: NodeId, head: boolean): ScannedCell {
  return {
    node,
    head,
    align: alignOf(page, node),
    columns: span(page, node, 'colspan'),
    rows: span(page, node, 'rowspan'),
  };
}

function span(page: Page, node: NodeId, name: string): number {
  return Math.max(1, Number.parseInt(page.attribute(node, name) ?? '1', 10) || 1);
}

function alignOf(page: Page, node: NodeId): ScannedCell['align'] {
  const declared =
    /(?:^|;)\s*text-align\s*:\s*(\w+)/i.exec(page.attribute(node, 'style') ?? '')?.[1] ?? page.attribute(node, 'align');
  const align = declared?.toLowerCase();
  return align === 'left' || align === 'center' || align === 'right' ? align : null;
}

/** Drops rows without anything kept, unless one of their cells spans into other rows, and shrinks spans to the rows left. */
function keptRows(rows: readonly ScannedRow[], widest: number, kept: KeptNodes): ScannedRow[] {
  const stays = rows.map((row) => kept.has(row.node) || row.cells.some((cell) => cell.rows > 1));
  const before = [0];
  for (const one of stays) before.push((before.at(-1) as number) + (one ? 1 : 0));
  const result: ScannedRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (!stays[at]) continue;
    const cells = row.cells.map((cell) => ({
      ...cell,
      columns: Math.min(cell.columns, widest),
      rows: Math.max(1, before[Math.min(rows.length, at + cell.rows)] - before[at]),
    }));
    const head = row.head || (result.length === 0 && cells.length > 0 && cells.every((cell) => cell.head));
    result.push({ ...row, head, cells });
  }
  return result;
}

/** The row with the content of its cells. */
export function rowOf(row: ScannedRow, contents: ReadonlyMap<NodeId, Content[]>): TableRow {
  const cells = row.cells.map(({ node, head, align, columns, rows }) => ({
    head,
    align,
    columns,
    rows,
    content: contents.get(node) ?? [],
  }));
  return { head: row.head, cells };
}
