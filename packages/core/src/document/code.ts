/**
 * Blocks of code: their text with its white space intact, and their language.
 *
 * Highlighters put each line into an element (often without a line feed between), or break lines by `<br>`; both become
 * `\n`. What they add around and into the code (`code-frame.ts`) is left out.
 */
import { type NodeId, nameOf, type Page, TEXT, tagNames, textOf, withoutInvisible } from '@dehusk/html';
import { codeFrames } from './code-frame.js';
import type { Code } from './document.js';
import { collapse } from './inline-run.js';

/** Elements that begin a new line inside code. */
const LINES = tagNames('div p li tr table ol ul section');
/** Elements between which white space is not shown, not even in code. */
const PARTS = tagNames('table thead tbody tfoot tr ol ul');
/** Class names of an element that is one line of code. */
const LINE_CLASS = /(?:^|\s)(?:line|code-?line|token-line|view-line|hljs-ln-line|highlight-line|cl|row)(?:\s|$)/i;

/** The code in an element; null when there is none. Per node, `kept` is 1 for text to include; white space always is. */
export function codeIn(page: Page, element: NodeId, kept: Uint8Array): Code | null {
  const text = codeText(page, element, kept);
  return text === '' ? null : { type: 'code', language: codeFrames(page).blocks.get(element) ?? null, text };
}

/** The code of an element inside running text, white space collapsed as there; what is not kept is a space. */
export function inlineCode(page: Page, element: NodeId, kept: Uint8Array): string {
  let text = '';
  for (let node = element + 1; node < page.end[element]; node++)
    if (page.tag[node] === TEXT) text += kept[node] === 1 ? textOf(page, node) : ' ';
  return collapse(withoutInvisible(text));
}

function codeText(page: Page, element: NodeId, kept: Uint8Array): string {
  const end = page.end[element];
  const { leftOut, containers } = codeFrames(page);
  const isContainer = containers.has(element);
  const pieces: string[] = [];
  let lastCharacter = '\n';
  let lineEnds = false;
  const write = (text: string): void => {
    if (text === '') return;
    if (lineEnds && text[0] !== '\n') pieces.push('\n');
    lineEnds = false;
    pieces.push(text);
    lastCharacter = text[text.length - 1];
  };
  /** Open line elements: the end of each, and the number of pieces when it began. */
  const ends: number[] = [];
  const began: number[] = [];
  const closeLines = (node: NodeId): void => {
    while (ends.length > 0 && ends[ends.length - 1] <= node) {
      ends.pop();
      if (pieces.length === began.pop() || lastCharacter !== '\n') lineEnds = true;
    }
  };
  for (let node = element + 1; node < end; node++) {
    closeLines(node);
    if (leftOut[node] === 1) continue;
    if (page.tag[node] === TEXT) {
      const text = textOf(page, node);
      const isBlank = text.trim() === '';
      if (isBlank && isBetweenLines(page, node, text, isContainer)) continue;
      if (kept[node] === 1 || isBlank)
        write(
          withoutInvisible(text)
            .replace(/\r\n?/g, '\n')
            .replace(/\u00a0/g, ' '),
        );
      continue;
    }
    const name = nameOf(page, node);
    if (name === 'br') {
      // After an element that is a line, the break ends that line.
      lineEnds = false;
      pieces.push('\n');
      lastCharacter = '\n';
    } else if (isLine(page, node, name, element)) {
      if (lineEnds || (lastCharacter !== '\n' && LINES.has(name))) {
        pieces.push('\n');
        lastCharacter = '\n';
      }
      lineEnds = false;
      ends.push(page.end[node]);
      began.push(pieces.length);
    }
  }
  return pieces
    .join('')
    .trimEnd()
    .replace(/^(?:[ \t]*\n)+/, '');
}

/** True for white space that only separates the elements of lines in the source of the page. */
function isBetweenLines(page: Page, node: NodeId, text: string, isContainer: boolean): boolean {
  const name = nameOf(page, page.parent[node]);
  return PARTS.has(name) || (isContainer && text.includes('\n') && (LINES.has(name) || name === 'td'));
}

function isLine(page: Page, node: NodeId, name: string, element: NodeId): boolean {
  if (LINES.has(name)) return true;
  if (name === 'code') return page.parent[node] === element && page.end[node] !== page.end[element];
  if (name !== 'span') return false;
  const classes = page.attribute(node, 'class');
  return (classes !== null && LINE_CLASS.test(classes)) || page.attribute(node, 'data-line') !== null;
}
