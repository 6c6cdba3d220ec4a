import stringWidth from 'string-width';
import type { Painter, Style } from './terminal.js';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Maximum width; longer cells are cut. */
  readonly most?: number;
}

export interface Row {
  readonly cells: readonly string[];
  /** Style of the row. */
  readonly style?: Style | null;
}

export interface TableOptions {
  /** Width of the terminal. */
  readonly columns: number;
  readonly paint: Painter;
  /** Whether a last column that is too wide is cut with an ellipsis or wrapped. Default `cut`. */
  readonly last?: 'cut' | 'wrap';
}

const GAP = '  ';
/** Minimum width of the last column, however narrow the terminal. */
const MIN_LAST = 20;

/** An aligned table. The last column takes the remaining width. */
export function table(heads: readonly Column[], given: readonly Row[], options: TableOptions): string {
  const rows = given.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) => cut(cell, heads[at].most ?? Infinity)),
  }));
  const widths = heads.map(({ title }, at) =>
    rows.reduce((width, { cells }) => Math.max(width, widthOf(cells[at] ?? '')), widthOf(title)),
  );
  const last = heads.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0);
  const room = Math.max(MIN_LAST, options.columns - before);
  const put = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => {
        if (at === last) return cell;
        const space = ' '.repeat(Math.max(0, widths[at] - widthOf(cell)));
        return heads[at].align === 'right' ? space + cell : cell + space;
      })
      .join(GAP)
      .trimEnd();
  const lines = [options.paint('bold', put(heads.map((one) => one.title)))];
  for (const { cells, style } of rows) {
    const text = cells[last] ?? '';
    const parts = options.last === 'wrap' ? wrap(text, room) : [cut(text, room)];
    parts.forEach((part, index) => {
      const line = put([...(index === 0 ? cells.slice(0, last) : cells.slice(0, last).map(() => '')), part]);
      lines.push(style ? options.paint(style, line) : line);
    });
  }
  return `${lines.join('\n')}\n`;
}

/** Columns a text takes: two for East Asian wide characters and emoji, none for combining marks and control codes. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Cuts a text to so many columns and marks the cut with an ellipsis. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let width = 1;
  let kept = '';
  for (const character of text) {
    width += widthOf(character);
    if (width > columns) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** Breaks a text at spaces into lines of at most so many columns. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
