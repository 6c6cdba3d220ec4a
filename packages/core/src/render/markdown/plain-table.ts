/**
 * Converts tables to the form that GFM can express: no spans, and only running text in cells.
 *
 * A cell with a span is printed once, and the other places it covers are empty, so no word is repeated. Blocks in a cell become
 * lines: one for each paragraph, item, line of code and row of a nested table. Headings and terms are bold; items have their
 * marker.
 */
import type { Content, Inline, List, Table, TableCell } from '../../document/document.js';
import { startColumns } from '../../document/table.js';
import { partsOf } from '../parts.js';

const EMPTY_CELL: TableCell = { head: false, align: null, columns: 1, rows: 1, content: [] };

/** True when the plain form of a table loses nothing that a reader sees: no span, no block but paragraphs, headings and lines of code. */
export function isPlain({ rows }: Table): boolean {
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

/** The table with each cell in its column, without spans and with a paragraph for each line of its text. */
export function plainTable(table: Table): Table {
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
