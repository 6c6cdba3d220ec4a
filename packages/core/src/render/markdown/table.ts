/**
 * Prints tables as GFM's pipe tables if these can express them, otherwise as HTML.
 *
 * GFM has no spans, no blocks in cells, no captions, and exactly one row of headings. So paragraphs of a cell are joined by
 * `<br>`, and a caption is a paragraph before the table. A table without headings gets an empty header row, because its first row
 * of data would be read as headings. Further rows of headings become rows of data.
 */
import type { Content, Inline, List, Table, TableCell } from '../../document/document.js';
import { startColumns } from '../../document/table.js';
import { tableHtml } from '../content-html.js';
import { partsOf } from '../content-text.js';
import { type InlineContext, inlineMarkdown, liveIn, paragraphLines } from './inline.js';

/** The lines of a table in the style asked for, or in the next one that can express it. */
export function tableLines(table: Table, context: InlineContext): string[] {
  const caption = paragraphLines(table.caption, context);
  const lines = rowLines(table, context);
  return caption.length === 0 || lines.length === 0 ? [...caption, ...lines] : [...caption, '', ...lines];
}

function rowLines(table: Table, context: InlineContext): string[] {
  const { gfm, html, tables } = context.style;
  if (html && (!gfm || tables === 'html' || !isPlain(table))) return htmlLines(table);
  return gfm ? pipeLines(plainTable(table), context) : proseLines(plainTable(table), context);
}

function pipeLines({ rows }: Table, context: InlineContext): string[] {
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  if (width === 0) return [];
  const { html, tables } = context.style;
  const inCell: InlineContext = { ...context, inCell: true, lineBreak: html ? '<br>' : ' ' };
  const padding = tables === 'compact' ? '' : ' ';
  const line = (cells: readonly string[]): string => `|${padding}${cells.join(`${padding}|${padding}`)}${padding}|`;
  const texts = rows.map(({ cells }) => cells.map((cell) => cellMarkdown(cell, inCell)));
  const head = (rows[0].head ? texts.shift() : null) ?? [];
  // The head decides how many cells there are.
  while (head.length < width) head.push('');
  const delimiters = alignments(rows, width).map((align) => DELIMITERS[align ?? 'none']);
  return [line(head), line(delimiters), ...texts.map(line)];
}

/** Per column: the alignment of the first cell that declares one. */
function alignments(rows: Table['rows'], width: number): TableCell['align'][] {
  const found: TableCell['align'][] = new Array(width).fill(null);
  for (const { cells } of rows) for (const [at, cell] of cells.entries()) found[at] ??= cell.align;
  return found;
}

const DELIMITERS = { left: ':--', center: ':-:', right: '--:', none: '---' };

function cellMarkdown(cell: TableCell, context: InlineContext): string {
  const texts = textsOf(cell);
  const live = liveIn(texts, context);
  return texts
    .map((inline) => inlineMarkdown(inline, { ...context, live }))
    .filter((text) => text !== '')
    .join(context.lineBreak);
}

/** Rows as paragraphs, their cells side by side. */
function proseLines({ rows }: Table, context: InlineContext): string[] {
  const lines: string[] = [];
  for (const { cells } of rows) {
    const row = cells
      .flatMap(textsOf)
      .flatMap((inline, at): readonly Inline[] => (at === 0 ? inline : [BAR, ...inline]));
    const paragraph = paragraphLines(row, context);
    if (lines.length > 0 && paragraph.length > 0) lines.push('');
    for (const line of paragraph) lines.push(line);
  }
  return lines;
}

const BAR: Inline = { type: 'text', text: ' | ' };

function textsOf({ content }: TableCell): (readonly Inline[])[] {
  return content.flatMap((one) => (one.type === 'paragraph' ? [one.inline] : []));
}

/** An HTML table ends at the first blank line, so those of code inside are written as references. */
function htmlLines(table: Table): string[] {
  if (table.rows.length === 0) return [];
  return tableHtml({ ...table, caption: [] }, { inMarkdown: true, referenced: new Set() })
    .replace(/\r\n?/g, '\n')
    .replace(/\n(?=[ \t]*(?:\n|$))/g, '&#10;')
    .split('\n');
}

const EMPTY_CELL: TableCell = { head: false, align: null, columns: 1, rows: 1, content: [] };

/** True when the plain form of a table loses nothing that a reader sees: no span, no block but paragraphs, headings and lines of code. */
function isPlain({ rows }: Table): boolean {
  return rows.every(({ cells }) =>
    cells.every(
      ({ columns, rows: height, content }) =>
        columns === 1 &&
        height === 1 &&
        content.every(
          (one) =>
            one.type === 'paragraph' || one.type === 'heading' || (one.type === 'code' && !one.text.includes('\n')),
        ),
    ),
  );
}

/**
 * The table with each cell in its column, without spans and with a paragraph for each line of its text.
 *
 * A cell with a span is printed once, and the other places it covers are empty, so no word is repeated. Blocks in a cell become
 * lines: one for each paragraph, item, line of code and row of a nested table. Headings and terms are bold; items have their
 * marker.
 */
function plainTable(table: Table): Table {
  const starts = startColumns(table.rows);
  const rows = table.rows.map(({ head, cells }, row) => {
    const plain: TableCell[] = [];
    for (const [at, cell] of cells.entries()) {
      while (starts !== null && plain.length < starts[row][at]) plain.push(EMPTY_CELL);
      const content = linesOf(cell.content, head).map((inline): Content => ({ type: 'paragraph', inline }));
      plain.push({ ...EMPTY_CELL, head: cell.head, align: cell.align, content });
    }
    return { head, cells: plain };
  });
  return { ...table, rows };
}

/** Content as lines of running text. In rows of headings, headings are not bold: all text is. */
function linesOf(contents: readonly Content[], inHead: boolean): Inline[][] {
  const lines: Inline[][] = [];
  for (const content of contents) for (const line of linesOfOne(content, inHead)) if (line.length > 0) lines.push(line);
  return lines;
}

function linesOfOne(one: Content, inHead: boolean): Inline[][] {
  switch (one.type) {
    case 'paragraph':
      return [[...one.inline]];
    case 'heading':
      return [inHead ? [...one.inline] : bold(one.inline)];
    case 'list':
      return itemLines(one, inHead);
    case 'definitions':
      return one.entries.flatMap(({ term, description }) => [bold(term), ...linesOf(description, inHead)]);
    case 'code':
      return one.text.split('\n').map((text) => (text.trim() === '' ? [] : [{ type: 'code', text: text.trim() }]));
    case 'table':
      return [
        [...one.caption],
        ...one.rows.map(({ head, cells }) =>
          cells.flatMap(({ content }, at): Inline[] => {
            const text = linesOf(content, head).flatMap((line, next) => (next === 0 ? line : [space, ...line]));
            return at === 0 ? text : [{ type: 'text', text: ' | ' }, ...text];
          }),
        ),
      ];
    default:
      return partsOf(one).flatMap((part) => ('inline' in part ? [[...part.inline]] : linesOf(part.content, inHead)));
  }
}

const space: Inline = { type: 'text', text: ' ' };

function itemLines({ ordered, start, items }: List, inHead: boolean): Inline[][] {
  return items.flatMap((item, at) =>
    linesOf(item, inHead).map((line, next): Inline[] =>
      next > 0 ? line : [{ type: 'text', text: ordered ? `${start + at}. ` : '- ' }, ...line],
    ),
  );
}

function bold(inline: readonly Inline[]): Inline[] {
  return inline.length === 0 ? [] : [{ type: 'strong', inline }];
}
