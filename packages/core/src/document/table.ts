/**
 * Reads tables: distinguishes data tables from layout tables, and reads the rows and cells of data tables.
 *
 * Pages of every age use tables for columns, frames and code listings. Such layout tables become running content; data tables
 * keep all their cells, including empty ones. A table holds data if it has a heading (`<th>`, `<thead>`, `<caption>`), or is a
 * grid of at least two columns and two rows with short cells. Browsers' accessibility trees and Readability use similar criteria.
 */
import { HEADINGS, type NodeId, nameOf, type Page, TEXT, tagNames, textOf } from '@dehusk/html';
import { codeFrames } from './code-frame.js';
import type { Content, Inline, Table, TableCell, TableRow } from './document.js';
import type { KeptNodes } from './kept.js';
import { wordLists } from './word-lists.js';

/** A cell of a data table: all of it but its content. */
interface ScannedCell extends Omit<TableCell, 'content'> {
  readonly node: NodeId;
}

interface ScannedRow {
  readonly node: NodeId;
  readonly head: boolean;
  readonly cells: readonly ScannedCell[];
}

type ScannedTable = readonly ScannedRow[];

/** A table while its nodes are read. */
interface Draft {
  readonly node: NodeId;
  readonly end: NodeId;
  readonly rows: { node: NodeId; head: boolean; align: TableCell['align']; cells: ScannedCell[] }[];
  /** Per column: the alignment its `<col>` declares. */
  readonly columns: TableCell['align'][];
  headEnd: NodeId;
  /** It says that it lays out, or it holds what no data table does. */
  isLayout: boolean;
  /** It has a `<thead>` or a `<th>` with content. */
  hasHeadings: boolean;
  hasCaption: boolean;
  /** A cell has block content. */
  hasBlocks: boolean;
  hasForm: boolean;
  hasNested: boolean;
  /** Paragraphs and characters of the current cell, characters of the longest one and of the longest nested table. */
  paragraphs: number;
  length: number;
  longest: number;
  longestNested: number;
  total: number;
}

/** Block content that is more common in layout cells than in data cells. */
const BLOCKS_IN_CELL = tagNames(HEADINGS, 'ul ol dl pre blockquote hr figure article section');
/** Paragraphs in a cell from which on they are such block content; word processors write one. */
const PARAGRAPHS_IN_LAYOUT_CELL = 2;
/** Maximum characters of a cell with block content, in a table without headings, and of a nested table. */
const MAX_DATA_CELL = 400;
/** Rows from which on a table without headings may have block content. */
const MIN_ROWS_WITH_BLOCKS = 3;
/** Maximum part of rows without cells in a table without headings. Lists of links have such rows for distance. */
const MAX_BARE_ROWS = 0.25;
/** Maximum characters of a row that is searched for text. White space between tags seldom reaches it. */
const MAX_EMPTY_ROW = 1_000;
/** Maximum places in the grid of a table with spans. Larger ones lose their spans: a hostile span takes a million places. */
const MAX_PLACES = 1_000_000;
/** Maximum columns of a span, as in the standard. */
const MAX_SPAN = 1_000;

/**
 * The data tables among a table element and those nested in it, by their elements. Linear in the element.
 *
 * A table is for layout if it declares so (`role=presentation`), is a code listing with line numbers, contains a long table, or
 * has one column without a heading. A table without any heading is also for layout if it has a form, a single row with text, many
 * rows without cells, or long cells with blocks.
 */
export function scanTables(page: Page, table: NodeId, kept: KeptNodes): ReadonlyMap<NodeId, ScannedTable> {
  const found = new Map<NodeId, ScannedTable>();
  const open: Draft[] = [draftOf(page, table)];
  const close = (): void => {
    const draft = open.pop() as Draft;
    endCell(draft);
    const outer = open.at(-1);
    if (outer !== undefined && kept.hasText(draft.node)) {
      outer.hasNested = true;
      outer.longestNested = Math.max(outer.longestNested, draft.total, draft.longestNested);
    }
    if (isData(draft, kept)) found.set(draft.node, rowsOf(page, draft, kept));
  };
  for (let node = table + 1; node < page.end[table]; node++) {
    while (node >= open[open.length - 1].end) close();
    const draft = open[open.length - 1];
    if (page.tag[node] === TEXT) {
      if (kept.kept[node] === 1) draft.length += page.textTo[node] - page.textFrom[node];
    } else if (tablePart(page, node) === 'table') open.push(draftOf(page, node));
    else readElement(page, node, draft, kept);
  }
  while (open.length > 0) close();
  return found;
}

function draftOf(page: Page, node: NodeId): Draft {
  const role = page.attribute(node, 'role')?.toLowerCase();
  return {
    node,
    end: page.end[node],
    rows: [],
    columns: [],
    headEnd: -1,
    isLayout:
      role === 'presentation' ||
      role === 'none' ||
      page.attribute(node, 'datatable') === '0' ||
      codeFrames(page).tables.has(node),
    ...{ hasHeadings: false, hasCaption: false, hasBlocks: false, hasForm: false, hasNested: false },
    ...{ paragraphs: 0, length: 0, longest: 0, longestNested: 0, total: 0 },
  };
}

function endCell(draft: Draft): void {
  draft.longest = Math.max(draft.longest, draft.length);
  draft.total += draft.length;
  draft.length = 0;
  draft.paragraphs = 0;
}

/** Elements of tables by the roles of elements that are none by name. */
const ROLES = 'table=table grid=table row=tr cell=td gridcell=td columnheader=th rowheader=th';
const PARTS: ReadonlyMap<string, string> = new Map(ROLES.split(' ').map((one) => one.split('=') as [string, string]));

/** The name of an element, or of the one that its role makes it. */
export const tablePart = (page: Page, node: NodeId): string =>
  (nameOf(page, node) === 'div' && PARTS.get(page.attribute(node, 'role') ?? '')) || nameOf(page, node);

function readElement(page: Page, node: NodeId, draft: Draft, kept: KeptNodes): void {
  const name = tablePart(page, node);
  switch (name) {
    case 'thead':
      draft.headEnd = page.end[node];
      draft.hasHeadings = true;
      break;
    case 'caption':
      // In the middle it is part of a layout, and printing it first or last would move it.
      if (!kept.hasText(node)) break;
      draft.hasCaption = true;
      draft.isLayout ||= kept.hasTextBetween(draft.node, node) && kept.hasTextBetween(page.end[node], draft.end);
      break;
    case 'col': {
      const span = Math.min(spanOf(page, node, 'span'), MAX_SPAN);
      const align = alignOf(page, node);
      if (draft.columns.length < MAX_SPAN) for (let at = 0; at < span; at++) draft.columns.push(align);
      break;
    }
    case 'tr':
      endCell(draft);
      draft.isLayout ||= wordLists(page).items.has(node);
      draft.rows.push({ node, head: node < draft.headEnd, align: alignOf(page, node), cells: [] });
      break;
    case 'th':
    case 'td': {
      endCell(draft);
      draft.hasHeadings ||= name === 'th' && kept.has(node);
      const row = draft.rows.at(-1);
      row?.cells.push({
        node,
        head: name === 'th' || row.head,
        align: alignOf(page, node) ?? row.align,
        columns: Math.min(spanOf(page, node, 'colspan'), MAX_SPAN),
        rows: spanOf(page, node, 'rowspan'),
      });
      break;
    }
    case 'p':
      if (kept.hasText(node) && ++draft.paragraphs >= PARAGRAPHS_IN_LAYOUT_CELL) draft.hasBlocks = true;
      break;
    case 'form':
      draft.hasForm ||= kept.has(node);
      break;
    default:
      if (BLOCKS_IN_CELL.has(name) && kept.has(node)) draft.hasBlocks = true;
  }
}

function isData({ rows, isLayout, hasHeadings, hasCaption, hasBlocks, ...draft }: Draft, kept: KeptNodes): boolean {
  const width = widthOf(rows);
  if (isLayout || width === 0) return false;
  const isHeaded = hasHeadings || hasCaption;
  if (draft.hasNested && (!isHeaded || draft.longestNested > MAX_DATA_CELL)) return false;
  const full = rows.reduce((count, row) => count + (kept.hasText(row.node) ? 1 : 0), 0);
  if (width === 1) return hasHeadings && !hasBlocks && full >= 2;
  if (isHeaded) return true;
  const bare = rows.reduce((count, { cells }) => count + (cells.length === 0 ? 1 : 0), 0);
  if (full < 2 || draft.hasForm || bare > rows.length * MAX_BARE_ROWS) return false;
  return !hasBlocks || (full >= MIN_ROWS_WITH_BLOCKS && draft.longest <= MAX_DATA_CELL);
}

function widthOf(rows: readonly { readonly cells: readonly unknown[] }[]): number {
  return rows.reduce((width, row) => Math.max(width, row.cells.length), 0);
}

function spanOf(page: Page, node: NodeId, name: string): number {
  return Math.max(1, Number.parseInt(page.attribute(node, name) ?? '1', 10) || 1);
}

const STYLED_ALIGN = /(?:^|;)\s*text-align\s*:\s*(\w+)/i;
/** Class names of style sheets: `text-right`, `halign-center`, `ltx_align_left`, `has-text-align-center`, `align-left`, `ta-r` is none. */
const ALIGN_CLASS =
  /(?:^|\s)(?:(?:has-)?text-(?:align-)?|(?:h|ltx_)?align[-_]?|ta-?|txt-?)(left|center|right|start|end)(?:\s|$)/i;

const ALIGNS: ReadonlyMap<string, TableCell['align']> = new Map([
  ['left', 'left'],
  ['start', 'left'],
  ['center', 'center'],
  ['right', 'right'],
  ['end', 'right'],
]);

function alignOf(page: Page, node: NodeId): TableCell['align'] {
  const declared =
    STYLED_ALIGN.exec(page.attribute(node, 'style') ?? '')?.[1] ??
    page.attribute(node, 'align') ??
    ALIGN_CLASS.exec(page.attribute(node, 'class') ?? '')?.[1];
  return ALIGNS.get(declared?.toLowerCase() ?? '') ?? null;
}

/**
 * The rows of a data table. Rows of which nothing is kept go, unless they are empty in the page, too, or a cell spans into other
 * rows; spans shrink to the rows and columns left.
 */
function rowsOf(page: Page, { rows, columns }: Draft, kept: KeptNodes): ScannedRow[] {
  const width = widthOf(rows);
  const stays = rows.map(
    ({ node, cells }) =>
      kept.has(node) || cells.some((cell) => cell.rows > 1) || (cells.length === width && isEmpty(page, node)),
  );
  const before = [0];
  for (const stay of stays) before.push((before.at(-1) as number) + (stay ? 1 : 0));
  const left: { node: NodeId; head: boolean; cells: ScannedCell[] }[] = [];
  for (const [at, { node, head, cells }] of rows.entries()) {
    if (!stays[at]) continue;
    const shrunk = cells.map((cell) => ({
      ...cell,
      rows: Math.max(1, before[Math.min(rows.length, at + cell.rows)] - before[at]),
    }));
    // Rows of `<th>` only that begin the table are headings, too.
    const isFirst = left.at(-1)?.head ?? true;
    left.push({ node, head: head || (isFirst && cells.length > 0 && cells.every((cell) => cell.head)), cells: shrunk });
  }
  const starts = startColumns(left);
  if (starts === null)
    return left.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, columns: 1, rows: 1 })) }));
  return withoutIdleColumns(left, starts, columns);
}

function isEmpty(page: Page, row: NodeId): boolean {
  return page.textTo[row] - page.textFrom[row] <= MAX_EMPTY_ROW && textOf(page, row).trim() === '';
}

/**
 * The column of each cell of each row, counted from 0: cells that span rows from above take up places. Null when the grid is too
 * large to lay out.
 */
export function startColumns(
  rows: readonly { readonly cells: readonly { readonly columns: number; readonly rows: number }[] }[],
): number[][] | null {
  /** Per column: the first row in which no cell from above takes it up. */
  const free: number[] = [];
  const starts: number[][] = [];
  let places = 0;
  for (const [at, { cells }] of rows.entries()) {
    const inRow: number[] = [];
    let column = 0;
    for (const cell of cells) {
      for (; (free[column] ?? 0) > at; column++) places++;
      places += cell.columns;
      if (places > MAX_PLACES) return null;
      inRow.push(column);
      for (const end = column + cell.columns; column < end; column++)
        free[column] = Math.max(free[column] ?? 0, at + cell.rows);
    }
    starts.push(inRow);
  }
  return starts;
}

/** Counts only columns in which a cell starts, so that a span over columns that nothing divides is none; aligns cells by columns. */
function withoutIdleColumns(
  rows: readonly ScannedRow[],
  starts: readonly (readonly number[])[],
  aligned: readonly TableCell['align'][],
): ScannedRow[] {
  const isStart: boolean[] = [];
  for (const inRow of starts) for (const column of inRow) isStart[column] = true;
  const before = [0];
  for (let column = 0; column < isStart.length; column++) before.push(before[column] + (isStart[column] ? 1 : 0));
  const upTo = (column: number): number => before[Math.min(column, isStart.length)];
  return rows.map((row, at) => ({
    ...row,
    cells: row.cells.map((cell, one) => {
      const start = starts[at][one];
      const columns = upTo(start + cell.columns) - upTo(start);
      return { ...cell, columns, align: cell.align ?? aligned[start] ?? null };
    }),
  }));
}

/**
 * The table of scanned rows and the content of their cells. First rows of bold text are rows of headings in a table without: many
 * editors write no others.
 */
export function tableOf(
  caption: readonly Inline[],
  scanned: ScannedTable,
  contents: ReadonlyMap<NodeId, readonly Content[]>,
): Table {
  const rows = scanned.map(({ head, cells }): TableRow => {
    const filled = cells.map((cell): TableCell => {
      const { head: isHead, align, columns, rows: spanned } = cell;
      return { head: isHead, align, columns, rows: spanned, content: contents.get(cell.node) ?? [] };
    });
    return { head, cells: filled };
  });
  if (rows.some((row) => row.head)) return { type: 'table', caption, rows };
  const body = rows.findIndex((row) => !isBold(row));
  const heads = rows
    .slice(0, Math.max(0, body))
    .map(({ cells }) => ({ head: true, cells: cells.map((cell) => ({ ...cell, head: true })) }));
  return { type: 'table', caption, rows: [...heads, ...rows.slice(heads.length)] };
}

/** True when all content of a row, and of at least one cell, is bold or a heading. */
function isBold({ cells }: TableRow): boolean {
  return (
    cells.some((cell) => cell.content.length > 0) &&
    cells.every(({ content }) =>
      content.every(
        (one) =>
          one.type === 'heading' || (one.type === 'paragraph' && one.inline.every((piece) => piece.type === 'strong')),
      ),
    )
  );
}
