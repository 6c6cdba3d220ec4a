/**
 * Reading of tables: which elements hold data and which only lay the page out, and the rows and cells of those with data.
 */
import { type NodeId, nameOf, type Page, TEXT } from '../page/page.js';
import type { Content, TableRow } from './document.js';
import type { KeptNodes } from './kept.js';

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
