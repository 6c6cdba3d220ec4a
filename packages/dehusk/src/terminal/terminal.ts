import type { WriteStream } from 'node:tty';

/** Ways of showing text on a terminal (ECMA-48 "select graphic rendition" codes). */
const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, magenta: 35, cyan: 36 } as const;
export type Style = keyof typeof STYLES;

/** Puts text in a style, or leaves it as it is where colour is not wanted. */
export type Painter = (style: Style, text: string) => string;

/**
 * The painter for a stream: colours when it is a terminal, unless NO_COLOR is set (no-color.org); FORCE_COLOR colours
 * everywhere.
 */
export function painterFor(stream: Pick<WriteStream, 'isTTY'>, environment = process.env): Painter {
  const forced = environment.FORCE_COLOR !== undefined && environment.FORCE_COLOR !== '0';
  const wanted = forced || (stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb');
  return wanted ? (style, text) => `\x1b[${STYLES[style]}m${text}\x1b[0m` : (_, text) => text;
}

/** Columns of a stream that is no terminal, when COLUMNS does not say. */
const DEFAULT_COLUMNS = 120;

/** How many columns a line may have. */
export function columnsOf(stream: Pick<WriteStream, 'columns'>, environment = process.env): number {
  const said = Number(environment.COLUMNS);
  return stream.columns || (Number.isInteger(said) && said > 0 ? said : DEFAULT_COLUMNS);
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

/** Columns a text takes: two for East Asian wide letters and emoji, none for marks and controls. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += letter <= '~' ? 1 : NO_WIDTH.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1;
  return width;
}

/** Cuts a text to so many columns, with an ellipsis where it was cut. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let width = 1;
  let kept = '';
  for (const letter of text) {
    width += widthOf(letter);
    if (width > columns) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** Breaks a text into lines of at most so many columns, at spaces. */
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
