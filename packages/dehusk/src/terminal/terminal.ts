/** Colours and the terminal's width. Measuring text is in table.ts: string-width takes 25 ms of CPU time to load. */
import type { WriteStream } from 'node:tty';

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
