/**
 * Running text under construction: inline content between two block boundaries.
 *
 * White space is collapsed as in a browser, across element boundaries. A space, and the opening of a format, are written with the
 * next text, so spaces at the edges of a format fall outside it (`<b>bold </b>word` becomes **bold** word), empty formats never
 * appear, and formats around several paragraphs (`<a><p>…<p>…</a>`) open again in each.
 */
import { withoutInvisible } from '@dehusk/html';
import { type Inline, type MarkName, setSourceRange } from './document.js';
import { AROUND, type Room } from './room.js';

/** A format, abbreviation or link around text. Equal formats do not nest. */
export type InlineFormat =
  | { readonly type: MarkName }
  | { readonly type: 'abbreviation'; readonly title: string }
  | { readonly type: 'link'; readonly url: string; readonly title: string | null };

interface OpenFormat {
  readonly format: InlineFormat;
  readonly inline: Inline[];
}

/** Runs of two or more of HTML's white space and no-break spaces, or one that is not a space or a no-break space. */
const WHITE_SPACE = /[ \t\n\r\f\u00a0]{2,}|[\t\n\r\f]/g;
const LETTER_OR_DIGIT_END = /[\p{L}\p{N}]$/u;
const LETTER_OR_DIGIT_START = /^[\p{L}\p{N}]/u;

/** Collapses white space; a single no-break space survives. */
export function collapse(text: string): string {
  return text.replace(WHITE_SPACE, ' ');
}

/** Collects running text. A class because open formats and the pending space belong to one run. */
export class InlineRun {
  private content: Inline[] = [];
  private open: OpenFormat[] = [];
  /** Marks that are on, outermost first. */
  private readonly wanted: InlineFormat[] = [];
  private waitingSpace = '';
  private waitingBreaks = 0;
  private lastCharacters = '';
  private lastPiece: Inline | null = null;
  /** The range of the source that the run was read from. */
  private sourceFrom = 0;
  private sourceTo = -1;

  /** @param room shared by all runs of a walk; without any for addresses, text has no link or abbreviation, and images are left out */
  constructor(private readonly room: Room) {}

  /** Number of line breaks since the last text. */
  get breaks(): number {
    return this.waitingBreaks;
  }

  /** Turns a format on for the text that follows. Returns false when an equal one is already on: then it must not be turned off. */
  turnOn(format: InlineFormat): boolean {
    for (const one of this.wanted) if (one.type === format.type) return false;
    this.wanted.push(format);
    return true;
  }

  /** Turns the innermost format off. */
  turnOff(): void {
    this.wanted.pop();
  }

  /** Says where in the source the text that follows is. */
  readFrom(from: number, to: number): void {
    if (this.sourceTo < 0) this.sourceFrom = from;
    this.sourceTo = to;
  }

  space(): void {
    if (this.waitingSpace === '') this.waitingSpace = ' ';
  }

  lineBreak(): void {
    this.waitingBreaks++;
  }

  text(characters: string): void {
    let text = collapse(withoutInvisible(characters));
    const start = text.charCodeAt(0);
    if (start === 0x20 || start === 0xa0) {
      this.waitingSpace = this.waitingSpace === '' ? text[0] : ' ';
      text = text.slice(1);
    }
    if (text === '') return;
    const end = text.charCodeAt(text.length - 1);
    const after = end === 0x20 || end === 0xa0 ? text[text.length - 1] : '';
    if (after !== '') text = text.slice(0, -1);
    const inline = this.settle();
    this.room.charge(AROUND.text + text.length);
    addText(inline, this.waitingSpace + text);
    this.lastCharacters = text;
    this.lastPiece = null;
    this.waitingSpace = after;
  }

  /** Adds an image, code or formula. */
  add(piece: Inline): void {
    if (!this.affords(piece)) return;
    this.room.charge(AROUND.format + ('text' in piece ? piece.text.length : 0));
    const inline = this.settle();
    if (this.waitingSpace !== '') addText(inline, this.waitingSpace);
    inline.push(piece);
    this.waitingSpace = '';
    this.lastCharacters = '';
    this.lastPiece = piece;
  }

  /** True when this text would continue the last word. */
  joins(text: string): boolean {
    return (
      this.waitingSpace === '' && LETTER_OR_DIGIT_END.test(this.lastCharacters) && LETTER_OR_DIGIT_START.test(text)
    );
  }

  endsInFormula(tex: string | null): boolean {
    return this.lastPiece?.type === 'math' && this.lastPiece.tex === tex;
  }

  /** Ends the run and returns its content; empty when there was only white space. Marks that are on stay on. */
  take(): Inline[] {
    // A copy is as long as what it holds; a list that grows has room for sixteen more.
    const taken = this.content.slice();
    if (taken.length > 0) setSourceRange(taken, this.sourceFrom, this.sourceTo);
    this.sourceTo = -1;
    this.content = [];
    this.open = [];
    this.waitingSpace = '';
    this.waitingBreaks = 0;
    this.lastCharacters = '';
    this.lastPiece = null;
    return taken;
  }

  /**
   * Closes formats that are off, writes the pending break, opens formats that are on. Returns the array to write to, first of all the
   * pending space: where a format opens, it is written before the format.
   */
  private settle(): Inline[] {
    const { open, wanted } = this;
    let common = 0;
    while (common < open.length && open[common].format === wanted[common]) common++;
    open.length = common;
    let inline = common === 0 ? this.content : open[common - 1].inline;
    if (this.content.length === 0) this.waitingSpace = '';
    else if (this.waitingBreaks > 0) {
      inline.push({ type: 'break' });
      this.room.charge(AROUND.text, 1);
      this.waitingSpace = '';
      // A box has its own distance to the text.
    } else if (this.lastPiece?.type === 'checkbox') this.waitingSpace = '';
    this.waitingBreaks = 0;
    if (common < wanted.length && this.waitingSpace !== '') {
      addText(inline, this.waitingSpace);
      this.waitingSpace = '';
    }
    for (; common < wanted.length; common++) {
      const format = wanted[common];
      this.room.charge(AROUND.format);
      const isWritten = this.affords(format);
      const opened: OpenFormat = { format: format, inline: isWritten ? [] : inline };
      if (isWritten) inline.push(formatted(format, opened.inline));
      open.push(opened);
      inline = opened.inline;
    }
    return inline;
  }

  /** Takes room for a piece's address and title; false when there is none. */
  private affords(piece: Inline | InlineFormat): boolean {
    const characters =
      ('url' in piece ? (piece.url?.length ?? 0) : 0) + ('title' in piece ? (piece.title?.length ?? 0) : 0);
    return this.room.takeAttribute(characters);
  }
}

/** Adds text to the end of the last text, or after another piece. */
function addText(inline: Inline[], text: string): void {
  const last = inline[inline.length - 1];
  if (last?.type === 'text') inline[inline.length - 1] = { type: 'text', text: last.text + text };
  else inline.push({ type: 'text', text });
}

/** A format with its text. Written out, because a spread of objects of several shapes takes ten times as long. */
function formatted(format: InlineFormat, inline: Inline[]): Inline {
  switch (format.type) {
    case 'link':
      return { type: format.type, url: format.url, title: format.title, inline };
    case 'abbreviation':
      return { type: format.type, title: format.title, inline };
    default:
      return { type: format.type, inline };
  }
}
