/**
 * Paragraphs, as jusText makes them: splits a page where a paragraph-level element begins or ends, and at `<br><br>`.
 *
 * The rules are the reference's (Pomikálek 2011, section 5.2 of the thesis; Python 3.0.2), as one walk over the columns: the
 * start or end of a paragraph tag closes the paragraph; so does a `br` that follows a `br` with no other start tag and no text
 * between; inside a paragraph every run of white space becomes one space (or one newline when it has one).
 *
 * Departures, each an option:
 * - the reference drops text nodes of white space only, which glues neighbours together (`About us</a> <a>Terms` becomes
 *   `About usTerms`); here such a node is a space unless `gluesBlankText`;
 * - HTML5's sections, lists, navigation and figures end a paragraph too when `html5`, and what a browser does not show
 *   (`template`, the raw text of `iframe`, `noembed`, `noframes`) is skipped;
 * - a paragraph of line breaks only has no text node and is left out: it can change no other paragraph's class.
 */

import type { Block } from '@dehusk/core';
import {
  countWordsBetween,
  FALLBACKS,
  HEADINGS,
  holderOf,
  isSpace,
  type NodeId,
  nameOf,
  type Page,
  TEXT,
  tagNames,
  tagTable,
} from '@dehusk/html';

interface ParagraphOptions {
  /** HTML5's grouping elements end paragraphs too. */
  readonly html5: boolean;
  /** Text nodes of white space only vanish, as in the reference. */
  readonly gluesBlankText: boolean;
  /** Forms end paragraphs and the text of `select`, `button` and `textarea` is kept, as in the C++ program. */
  readonly keepsForms: boolean;
}

/** A block with two facts that jusText uses. White space is collapsed to one space, or to one newline where it had one. */
export interface Paragraph extends Block {
  /** The paragraph began inside `h1` … `h6`. */
  readonly isHeading: boolean;
  /** The paragraph began inside a `select`. */
  readonly isChoice: boolean;
}

/** The reference's list, member by member. */
const PARAGRAPH_TAGS = tagNames(
  'body blockquote caption center col colgroup dd div dl dt fieldset form legend optgroup option p pre table td ' +
    'textarea tfoot th thead tr ul li h1 h2 h3 h4 h5 h6',
);
/** The additions of `html5`. */
const HTML5_PARAGRAPH_TAGS = tagNames(
  'ol section article header footer nav main aside figure figcaption hr address tbody details summary',
);
const REMOVED = tagNames('head script style applet');
const REMOVED_CONTROLS = tagNames('button input select textarea');
const NOT_SHOWN = tagNames(FALLBACKS, 'template');

/** Options of algorithms that do not follow jusText. */
export const PLAIN_PARAGRAPHS: ParagraphOptions = { html5: true, gluesBlankText: false, keepsForms: false };

/** Splits a page into paragraphs, in document order. Linear in the page. */
export function paragraphsOf(page: Page, options: ParagraphOptions): Paragraph[] {
  return new ParagraphWalk(page, options).read();
}

class ParagraphWalk {
  private readonly paragraphs: Paragraph[] = [];
  // The paragraph being collected: one stretch of the page's characters until something interrupts it, then pieces.
  private nodes: NodeId[] = [];
  private first: NodeId = -1;
  private last: NodeId = -1;
  private pieces = '';
  private isStretch = true;
  private linkChars = 0;
  private linkWords = 0;
  private isHeading = false;
  private isChoice = false;
  private followsBreak = false;
  // Since the last text: whether there was anything but text of the paragraph, and whether there was a space or a break.
  private isInterrupted = false;
  private spacePending = false;
  // Ends of the subtrees of the nearest link, heading and select; 0 when outside.
  private linkEnd = 0;
  private headingEnd = 0;
  private choiceEnd = 0;

  constructor(
    private readonly page: Page,
    private readonly options: ParagraphOptions,
  ) {}

  read(): Paragraph[] {
    const { page } = this;
    const { tag, end, size } = page;
    const { breaking, removed } = tagTables(page, this.options);
    const headings = tagTable(page, HEADINGS);
    const open: NodeId[] = [];
    for (let node = 1; node < size; node++) {
      while (open.length > 0 && node >= end[open[open.length - 1]]) {
        open.pop();
        this.close(node);
      }
      const name = tag[node];
      if (name === TEXT) this.addText(node);
      else if (removed[name] === 1) {
        this.isInterrupted = true;
        node = end[node] - 1;
      } else if (breaking[name] === 1) {
        open.push(node);
        if (headings[name] === 1 && end[node] > this.headingEnd) this.headingEnd = end[node];
        this.close(node);
      } else this.enterInline(node);
    }
    this.close(size);
    return this.paragraphs;
  }

  private addText(node: NodeId): void {
    const { chars, textFrom, textTo } = this.page;
    const from = textFrom[node];
    const to = textTo[node];
    const length = collapsedLength(chars, from, to);
    if (length === 0) {
      if (this.options.gluesBlankText) this.isInterrupted = true;
      else this.spacePending = true;
      return;
    }
    if (this.first < 0) this.first = node;
    else {
      if (this.isStretch && this.isInterrupted) {
        this.pieces = chars.slice(textFrom[this.first], textTo[this.last]);
        this.isStretch = false;
      }
      if (!this.isStretch) this.pieces += (this.spacePending ? ' ' : '') + chars.slice(from, to);
    }
    this.isInterrupted = this.spacePending = false;
    this.last = node;
    this.nodes.push(node);
    if (node < this.linkEnd) {
      this.linkChars += length;
      this.linkWords += countWordsBetween(chars, from, to);
    }
    this.followsBreak = false;
  }

  /** Enters an element that does not end the paragraph, unless it is the second `br` in a row. */
  private enterInline(node: NodeId): void {
    const { end } = this.page;
    const name = nameOf(this.page, node);
    if (name === 'br' && this.followsBreak) {
      this.close(node);
      return;
    }
    this.followsBreak = name === 'br';
    if (this.followsBreak) this.isInterrupted = this.spacePending = true;
    else if (name === 'a') this.linkEnd = Math.max(this.linkEnd, end[node]);
    else if (name === 'select') this.choiceEnd = Math.max(this.choiceEnd, end[node]);
  }

  /** Ends the paragraph; the next one begins at `at`. */
  private close(at: NodeId): void {
    const { page, first, last } = this;
    if (first >= 0) {
      const raw = this.isStretch ? page.chars.slice(page.textFrom[first], page.textTo[last]) : this.pieces;
      this.paragraphs.push({
        first,
        last,
        nodes: this.nodes,
        parent: holderOf(page, first, last),
        text: collapsed(raw),
        words: countWordsBetween(raw, 0, raw.length),
        linkChars: this.linkChars,
        linkWords: this.linkWords,
        isHeading: this.isHeading,
        isChoice: this.isChoice,
      });
    }
    this.nodes = [];
    this.first = this.last = -1;
    this.pieces = '';
    this.isStretch = true;
    this.linkChars = this.linkWords = 0;
    this.isInterrupted = this.spacePending = false;
    this.isHeading = at < this.headingEnd;
    this.isChoice = at < this.choiceEnd;
  }
}

/** Per tag name: 1 for elements that end paragraphs, and for those that are not read. */
function tagTables(page: Page, { html5, keepsForms }: ParagraphOptions): Record<'breaking' | 'removed', Uint8Array> {
  const breaking = tagTable(page, html5 ? new Set([...PARAGRAPH_TAGS, ...HTML5_PARAGRAPH_TAGS]) : PARAGRAPH_TAGS);
  // The reference unwraps forms before it looks for paragraphs, so that `form` in its list never fires.
  const form = page.nameIndex('form');
  if (!keepsForms && form >= 0) breaking[form] = 0;
  const removed = new Set([...REMOVED, ...(keepsForms ? [] : REMOVED_CONTROLS), ...(html5 ? NOT_SHOWN : [])]);
  return { breaking, removed: tagTable(page, removed) };
}

/** Runs of white space as one newline when they have a line end, else as one space; trimmed. */
function collapsed(text: string): string {
  return text.trim().replace(/\s{2,}|[^\S ]/g, (run) => (/[\n\r]/.test(run) ? '\n' : ' '));
}

/** Length of chars[from, to) with each run of white space as one character; 0 when it is all white space. */
function collapsedLength(chars: string, from: number, to: number): number {
  let length = 0;
  let inSpace = false;
  let isBlankSoFar = true;
  for (let at = from; at < to; at++) {
    if (isSpace(chars.charCodeAt(at))) {
      if (!inSpace) length++;
      inSpace = true;
    } else {
      length++;
      inSpace = false;
      isBlankSoFar = false;
    }
  }
  return isBlankSoFar ? 0 : length;
}
