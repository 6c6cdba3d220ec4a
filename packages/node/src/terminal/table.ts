import stringWidth from 'string-width';
import { type Painter, printable, type Style } from './terminal.js';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Maximum width; longer cells are cut. */
  readonly most?: number;
  /** Width that is kept where the terminal is too narrow. Default 12 for text; numbers, aligned right, are never cut. */
  readonly least?: number;
  /** Left out where the terminal is too narrow, the highest number first. Default: never left out. */
  readonly leftOut?: number;
}

export interface Row {
  readonly cells: readonly string[];
  /** Style of the row. */
  readonly style?: Style | null;
}

interface TableOptions {
  /** Width of the terminal. */
  readonly columns: number;
  readonly paint: Painter;
  /** Whether a last column that is too wide is cut with an ellipsis or wrapped. Default `cut`. */
  readonly last?: 'cut' | 'wrap';
}

const GAP = '  ';
/** Width the last column keeps as long as others can be narrowed. */
const MIN_LAST = 20;
/** Default width that a column of text keeps. */
const MIN_TEXT = 12;

/**
 * An aligned table, no line wider than the terminal. The last column takes the remaining width. Control characters in cells
 * are escaped.
 */
export function table(heads: readonly Column[], given: readonly Row[], options: TableOptions): string {
  const cells = [heads.map((one) => one.title), ...given.map((row) => row.cells)].map((row) =>
    heads.map(({ most }, at) => cut(printable(row[at] ?? ''), most ?? Infinity)),
  );
  const natural = heads.map((_, at) => cells.reduce((width, row) => Math.max(width, widthOf(row[at])), 0));
  const shown = fit(heads, natural, options.columns);
  const last = shown.length - 1;
  const put = (row: readonly string[]): string => {
    const padded = shown.map(({ at, width }, index) => {
      const text = cut(row[at], width);
      const space = ' '.repeat(Math.max(0, width - widthOf(text)));
      return heads[at].align === 'right' ? space + text : index === last ? text : text + space;
    });
    return cut(padded.join(GAP).trimEnd(), options.columns);
  };
  const lines = cells.flatMap((row, index) => {
    const style = index === 0 ? 'bold' : given[index - 1].style;
    const { at, width } = shown[last];
    const parts = options.last === 'wrap' && at === heads.length - 1 ? wrap(row[at], width) : [row[at]];
    return parts.map((part, number) => {
      const line = put(row.map((cell, column) => (column === at ? part : number === 0 ? cell : '')));
      return style ? options.paint(style, line) : line;
    });
  });
  return `${lines.join('\n')}\n`;
}

/** The columns that fit a terminal, with their widths. Text is narrowed before columns are left out. */
function fit(heads: readonly Column[], natural: readonly number[], columns: number): { at: number; width: number }[] {
  const least = natural.map((width, at) =>
    heads[at].align === 'right' ? width : Math.min(width, heads[at].least ?? MIN_TEXT),
  );
  const excess = (widths: readonly number[], shown: readonly number[]): number =>
    shown.reduce((sum, at) => sum + widths[at] + GAP.length, -GAP.length) - columns;
  let shown = heads.map((_, at) => at);
  const order = shown
    .filter((at) => heads[at].leftOut !== undefined)
    .sort((a, b) => (heads[a].leftOut ?? 0) - (heads[b].leftOut ?? 0));
  while (order.length > 0 && shown.length > 1 && excess(least, shown) > 0) {
    const next = order.pop();
    shown = shown.filter((at) => at !== next);
  }
  const widths = [...natural];
  const last = shown[shown.length - 1];
  const lastLeast = Math.max(least[last], Math.min(widths[last], MIN_LAST));
  widths[last] = Math.max(lastLeast, widths[last] - Math.max(0, excess(widths, shown)));
  for (let over = excess(widths, shown); over > 0; over--) {
    const widest = shown.filter((at) => widths[at] > least[at]).sort((a, b) => widths[b] - widths[a])[0];
    if (widest === undefined) break;
    widths[widest]--;
  }
  return shown.map((at) => ({ at, width: widths[at] }));
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Columns a text takes: two for East Asian wide characters and emoji, none for combining marks and control codes. */
export function widthOf(text: string): number {
  return PRINTABLE_ASCII.test(text) ? text.length : stringWidth(text);
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

/** Breaks a text at spaces into lines of at most so many columns; words that are wider are broken too. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => pieces(one, columns))) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A word in pieces of at most so many columns, or of one character. */
function pieces(word: string, columns: number): string[] {
  if (widthOf(word) <= columns) return [word];
  const found: string[] = [''];
  for (const character of word) {
    const last = found.length - 1;
    if (found[last] !== '' && widthOf(found[last] + character) > columns) found.push(character);
    else found[last] += character;
  }
  return found;
}

/** Puts parts beside each other, and into the next line where the terminal ends. Parts may be painted. */
export function flow(parts: readonly string[], gap: string, columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last === undefined || widthOf(last) + gap.length + widthOf(part) > columns) lines.push(part);
    else lines[lines.length - 1] = last + gap + part;
  }
  return lines;
}
