/**
 * What the walks over a page may still write. A page can make a document far longer than itself: an address, a title or a mark around
 * thousands of paragraphs is written again for each, and every line inside quotations and lists is indented in Markdown. So each piece
 * is charged with about the characters it takes in the format that needs most. A walk ends when its room is used up.
 */
import type { Page } from '@dehusk/html';

/** Characters of a page's document in any format: some, and so many for each character of the page. */
const MIN_CHARACTERS = 1_000_000;
const PER_CHARACTER = 32;
/**
 * The part of it for addresses and titles. Without room for one, its words are written without it. On a page that is mostly relative
 * addresses, the complete ones are three times as long as the page.
 */
const MIN_ATTRIBUTES = 1_000_000;
const ATTRIBUTES_PER_CHARACTER = 4;

/** Characters around a piece of content, a mark, a text and a cell of a table, as JSON or TEI write them. */
export const AROUND = { content: 40, format: 34, text: 26, cell: 62 } as const;

export class Room {
  private left: number;
  private attributes: number;
  /** Characters before each line of the content that is being written. */
  private indent: () => number = () => 0;

  /** @param share part of the page that is walked over, 0 to 1 */
  constructor({ source }: Page, share = 1) {
    this.left = share * (MIN_CHARACTERS + PER_CHARACTER * source.length);
    this.attributes = share * (MIN_ATTRIBUTES + ATTRIBUTES_PER_CHARACTER * source.length);
  }

  /** Whether more was written than there was room for. */
  get isUsedUp(): boolean {
    return this.left < 0;
  }

  /** Sets what tells the indentation of the lines that are charged. */
  indentBy(indent: () => number): void {
    this.indent = indent;
  }

  /** Charges characters, and lines of them with their indentation. */
  charge(characters: number, lines = 0): void {
    this.left -= characters + (lines === 0 ? 0 : lines * this.indent());
  }

  /** The lines of a text that there is room for: all but those of a code block deep inside quotations. */
  fitting(text: string): string {
    const lines = Math.max(1, this.left / Math.max(1, this.indent()));
    // Few texts have so many characters.
    if (text.length <= lines) return text;
    let end = -1;
    for (let line = 0; line < lines; line++) {
      end = text.indexOf('\n', end + 1);
      if (end < 0) return text;
    }
    this.left = -1;
    return text.slice(0, end);
  }

  /** Takes an address or title; false when there is no room for it. */
  takeAttribute(characters: number): boolean {
    if (characters > this.attributes) return false;
    this.attributes -= characters;
    this.left -= characters;
    return true;
  }
}
