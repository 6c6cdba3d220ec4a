/** Colours and widths: what the tables, the dashboard and the messages of the command line share. */
import type { WriteStream } from 'node:tty';
import stringWidth from 'string-width';

/** Styles of text on a terminal: the ECMA-48 codes of "select graphic rendition". */
const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, magenta: 35, cyan: 36 } as const;
export type Style = keyof typeof STYLES;

/** Puts text in a style, or returns it unchanged where colour is off. */
export type Painter = (style: Style, text: string) => string;

/**
 * The painter for a stream: colours on a terminal unless NO_COLOR is set (no-color.org); FORCE_COLOR colours everywhere.
 */
export function painterFor(stream: Pick<WriteStream, 'isTTY'>, environment = process.env): Painter {
  const forced = environment.FORCE_COLOR !== undefined && environment.FORCE_COLOR !== '0';
  const wanted = forced || (stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb');
  return wanted ? (style, text) => `\x1b[${STYLES[style]}m${text}\x1b[0m` : (_, text) => text;
}

/** Columns where neither the terminal nor COLUMNS says how many there are. */
const DEFAULT_COLUMNS = 120;

/** How many columns a line may have. */
export function columnsOf(stream: Pick<WriteStream, 'columns'>, environment = process.env): number {
  const given = Number(environment.COLUMNS);
  return stream.columns || (Number.isInteger(given) && given > 0 ? given : DEFAULT_COLUMNS);
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
