/** Colours, the terminal's width, and text that is safe to show. Measuring text is in table.ts: string-width takes 25 ms of CPU time to load. */
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

/** Control characters of ASCII and Latin-1, the line ends of Unicode, and what overrides the direction of text (UAX #9). */
const CONTROLS = /[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

/** A text with its control characters escaped (`\x1b`), so that what a page wrote cannot steer the terminal. */
export function printable(text: string): string {
  return text.replace(CONTROLS, (control) => {
    const code = control.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });
}

/** The same for a text of several lines: line breaks and tabs stay. */
export function printableLines(text: string): string {
  return text
    .split(/([\n\t])/)
    .map((part) => (part === '\n' || part === '\t' ? part : printable(part)))
    .join('');
}
