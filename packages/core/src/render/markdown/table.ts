/**
 * Prints tables as GFM's pipe tables if these can express them, otherwise as HTML.
 *
 * GFM has no spans, no blocks in cells, no captions, and exactly one row of headings. So paragraphs of a cell are joined by
 * `<br>`, and a caption is a paragraph before the table. A table without headings gets an empty header row, because its first row
 * of data would be read as headings. Further rows of headings become rows of data.
 */
import type { Inline, Table, TableCell } from '../../document/document.js';
import { tableHtml } from '../content-html.js';
import { type InlineContext, inlineMarkdown, liveIn, paragraphLines } from './inline.js';
import { isPlain, plainTable } from './plain-table.js';

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

/** The paragraphs of a cell of a plain table. */
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
