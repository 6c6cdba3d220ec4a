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
import { countWordsBetween, holderOf, isSpace, type NodeId, type Page, TEXT, tagNames, tagTable } from '@dehusk/html';

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
const NOT_SHOWN = tagNames('template iframe noembed noframes');
const HEADINGS = tagNames('h1 h2 h3 h4 h5 h6');

/** Options of algorithms that do not follow jusText. */
export const PLAIN_PARAGRAPHS: ParagraphOptions = { html5: true, gluesBlankText: false, keepsForms: false };

/** Splits a page into paragraphs, in document order. Linear in the page. */
export function paragraphsOf(page: Page, options: ParagraphOptions): Paragraph[] {
  const { tag, end, size, chars, textFrom, textTo } = page;
  const breaking = tagTable(
    page,
    options.html5 ? new Set([...PARAGRAPH_TAGS, ...HTML5_PARAGRAPH_TAGS]) : PARAGRAPH_TAGS,
  );
  // The reference unwraps forms before it looks for paragraphs, so that `form` in its list never fires.
  const form = page.nameIndex('form');
  if (!options.keepsForms && form >= 0) breaking[form] = 0;
  const removed = tagTable(
    page,
    new Set([...REMOVED, ...(options.keepsForms ? [] : REMOVED_CONTROLS), ...(options.html5 ? NOT_SHOWN : [])]),
  );
  const headings = tagTable(page, HEADINGS);
  const anchor = page.nameIndex('a');
  const lineBreak = page.nameIndex('br');
  const choice = page.nameIndex('select');

  const paragraphs: Paragraph[] = [];
  // The paragraph being collected: one stretch of `chars` until something interrupts it, then pieces.
  let nodes: NodeId[] = [];
  let first = -1;
  let last = -1;
  let pieces = '';
  let isStretch = true;
  let linkChars = 0;
  let linkWords = 0;
  let isHeading = false;
  let isChoice = false;
  let followsBreak = false;
  // Since the last text: whether there was anything but text of the paragraph, and whether there was a space or a break.
  let isInterrupted = false;
  let spacePending = false;
  // Ends of the subtrees of the nearest link, heading and select; 0 when outside.
  let linkEnd = 0;
  let headingEnd = 0;
  let choiceEnd = 0;
  const open: NodeId[] = [];

  /** Ends the paragraph; the next one begins at `at`. */
  const close = (at: NodeId): void => {
    if (first >= 0) {
      const raw = isStretch ? chars.slice(textFrom[first], textTo[last]) : pieces;
      paragraphs.push({
        first,
        last,
        nodes,
        parent: holderOf(page, first, last),
        text: collapsed(raw),
        words: countWordsBetween(raw, 0, raw.length),
        linkChars,
        linkWords,
        isHeading,
        isChoice,
      });
    }
    nodes = [];
    first = last = -1;
    pieces = '';
    isStretch = true;
    linkChars = linkWords = 0;
    isInterrupted = spacePending = false;
    isHeading = at < headingEnd;
    isChoice = at < choiceEnd;
  };

  for (let node = 1; node < size; node++) {
    while (open.length > 0 && node >= end[open[open.length - 1]]) {
      open.pop();
      close(node);
    }
    const name = tag[node];
    if (name === TEXT) {
      const from = textFrom[node];
      const to = textTo[node];
      const length = collapsedLength(chars, from, to);
      if (length === 0) {
        if (options.gluesBlankText) isInterrupted = true;
        else spacePending = true;
        continue;
      }
      if (first < 0) first = node;
      else {
        if (isStretch && isInterrupted) {
          pieces = chars.slice(textFrom[first], textTo[last]);
          isStretch = false;
        }
        if (!isStretch) pieces += (spacePending ? ' ' : '') + chars.slice(from, to);
      }
      isInterrupted = spacePending = false;
      last = node;
      nodes.push(node);
      if (node < linkEnd) {
        linkChars += length;
        linkWords += countWordsBetween(chars, from, to);
      }
      followsBreak = false;
      continue;
    }
    if (removed[name] === 1) {
      isInterrupted = true;
      node = end[node] - 1;
      continue;
    }
    if (breaking[name] === 1) {
      open.push(node);
      if (headings[name] === 1 && end[node] > headingEnd) headingEnd = end[node];
      close(node);
    } else if (name === lineBreak && followsBreak) close(node);
    else {
      followsBreak = name === lineBreak;
      if (followsBreak) isInterrupted = spacePending = true;
      else if (name === anchor) linkEnd = Math.max(linkEnd, end[node]);
      else if (name === choice) choiceEnd = Math.max(choiceEnd, end[node]);
    }
  }
  close(size);
  return paragraphs;
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
