/**
 * A part of a printed page, for readers who take a bounded number of characters at a time. Parts end between blocks where they can. A
 * block that is longer than a part is divided at a line, or a space: the fence of code and the head of a table are repeated then, so that
 * every part is Markdown that can be read alone.
 */

/** Formats whose output can be read in parts. */
export const DIVISIBLE: readonly string[] = ['markdown', 'text', 'chunks'];

export interface TextPart {
  /** The characters from `start` to `next`, with the fence or the head of a table around them where one is divided. */
  readonly content: string;
  readonly start: number;
  /** Where the next part begins; null at the end. */
  readonly next: number | null;
  /** Characters of the whole. */
  readonly total: number;
}

/**
 * A part of Markdown or text. Linear in the text up to its end.
 *
 * @param maxLength characters of the part, without what is repeated
 */
export function partOfText(text: string, start: number, maxLength: number): TextPart {
  const total = text.length;
  const from = Math.min(start, total);
  const limit = from + maxLength;
  const open = new OpenBlock();
  let before = '';
  let block = { end: -1, fence: '' };
  let line = block;
  let fence = '';
  for (let at = 0; at < total && at < limit; ) {
    const end = text.indexOf('\n', at) + 1 || total;
    if (at <= from && from < end) before = open.beginning(text, from);
    fence = open.fence;
    if (end > limit) break;
    open.read(text.slice(at, end));
    fence = open.fence;
    if (end > from) line = { end, fence };
    if (end > from && open.isBetween && (text[at] === '\n' || text[end] === '\n')) block = line;
    at = end;
  }
  if (limit >= total) return { content: before + text.slice(from), start: from, next: null, total };
  const word = { end: text.lastIndexOf(' ', limit - 1) + 1, fence };
  const character = { end: limit - (limit - 1 > from && isTail(text, limit) ? 1 : 0), fence };
  const { end: next, fence: closing } = [block, line, word, character].find(({ end }) => end > from) ?? character;
  const part = text.slice(from, next);
  const close = closing === '' ? '' : `${part.endsWith('\n') ? '' : '\n'}${closing}\n`;
  return { content: before + part + close, start: from, next, total };
}

/** Whether a character is the second half of a surrogate pair. */
const isTail = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

const FENCE = /^[ >]*(`{3,}|~{3,})/;
const HTML_BLOCK = /^<(\/?)(?:table|details)\b/;

/** The block of Markdown that is open after the lines that were read. */
class OpenBlock {
  /** Closes the code; empty outside of code. */
  fence = '';
  private opening = '';
  /** The first two lines of the table. */
  private head: string[] = [];
  private htmlDepth = 0;

  get isBetween(): boolean {
    return this.fence === '' && this.htmlDepth === 0;
  }

  /** What a part that begins here repeats. */
  beginning(text: string, from: number): string {
    if (this.fence !== '') return this.opening;
    return this.head.length === 2 && text[from] === '|' ? this.head.join('') : '';
  }

  read(line: string): void {
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (this.fence !== '') {
      if (mark.startsWith(this.fence) && line.slice(line.indexOf(mark) + mark.length).trim() === '') this.fence = '';
      return;
    }
    this.fence = mark;
    this.opening = mark === '' ? '' : line;
    if (!line.startsWith('|')) this.head = [];
    else if (this.head.length < 2) this.head.push(line);
    const html = HTML_BLOCK.exec(line);
    if (html !== null) this.htmlDepth = Math.max(0, this.htmlDepth + (html[1] === '' ? 1 : -1));
  }
}
