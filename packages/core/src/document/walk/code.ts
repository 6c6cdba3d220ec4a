/** Code as a block and inside running text. */
import { type NodeId, nameOf, type Page, TEXT, tagNames, textOf, withoutInvisible } from '@dehusk/html';
import { codeFrames } from '../code-frame.js';
import { type Code, setSourceRange } from '../document.js';
import { collapse } from '../inline-run.js';
import { openLink, styledFormats } from './inlines.js';
import type { Handler, WalkState } from './walk-state.js';

const addCode: Handler = (state, node) => {
  if (state.inlineDepth > 0) return node + 1;
  state.endParagraph();
  if (isVerse(state, node)) return addVerse(state, node);
  const block = codeIn(state.page, node, state.kept.kept);
  if (block !== null) {
    const code = { ...block, text: state.room.fitting(block.text) };
    setSourceRange(code, state.page.sourceFrom[node], state.page.sourceTo[state.page.end[node] - 1]);
    state.builder.add([code]);
  }
  return state.page.end[node];
};

/** Names of poems that are set like code, of the element or the one around it. */
const VERSE_CLASS = /(?:^|[\s_-])(?:verse|verseblock|poem|poetry|lyrics|preformatted-block)(?:\s|$)/;

function isVerse({ page }: WalkState, node: NodeId): boolean {
  const isNamed = (one: NodeId): boolean => VERSE_CLASS.test(page.attribute(one, 'class') ?? '');
  return nameOf(page, node) === 'pre' && (isNamed(node) || isNamed(page.parent[node]));
}

/** Adds the lines of a poem, an empty one between stanzas. */
function addVerse(state: WalkState, verse: NodeId): NodeId {
  const { page, kept } = state;
  for (const stanza of (codeIn(page, verse, kept.kept)?.text ?? '').split(/\n\s*\n/)) {
    for (const [at, line] of stanza.split('\n').entries()) {
      if (at > 0) state.run.lineBreak();
      state.run.text(line.trim());
    }
    state.run.readFrom(page.sourceFrom[verse], page.sourceTo[page.end[verse] - 1]);
    state.endParagraph();
  }
  return page.end[verse];
}

const addInlineCode: Handler = (state, node) => {
  const { page, kept, run } = state;
  if (!kept.hasText(node)) return node + 1;
  if (state.code.blocks.has(node)) return addCode(state, node);
  const link = linkInCode(page, node);
  if (link >= 0) openLink(state, link);
  const collapsed = inlineCode(page, node, kept.kept);
  const text = collapsed.trim();
  if (collapsed.startsWith(' ')) run.space();
  if (text !== '') {
    state.addInline({ type: 'code', text });
    state.run.readFrom(page.sourceFrom[node], page.sourceTo[page.end[node] - 1]);
  }
  if (collapsed.endsWith(' ')) run.space();
  return page.end[node];
};

/** Elements that begin a new line inside code. */
const LINES = tagNames('div p li tr table ol ul section');
/** Elements between which white space is not shown, not even in code. */
const PARTS = tagNames('table thead tbody tfoot tr ol ul');
const LINE_CLASS = /(?:^|\s)(?:line|[\w-]{0,40}(?:code|token|view|highlight)-?line|hljs-ln-line|cl|row)(?:\s|$)/i;

const LINE_STYLE = /(?:^|[;\s])display\s*:\s*(?:block|flex|grid)/i;

/** The code in an element; null when there is none. Per node, `kept` is 1 for text to include; white space always is. */
function codeIn(page: Page, element: NodeId, kept: Uint8Array): Code | null {
  const text = codeText(page, element, kept);
  return text === '' ? null : { type: 'code', language: codeFrames(page).blocks.get(element) ?? null, text };
}

/** The code of an element inside running text, white space collapsed as there; what is not kept is a space. */
function inlineCode(page: Page, element: NodeId, kept: Uint8Array): string {
  let text = '';
  for (let node = element + 1; node < page.end[element]; node++)
    if (page.tag[node] === TEXT) text += kept[node] === 1 ? textOf(page, node) : ' ';
  return collapse(withoutInvisible(text));
}

/**
 * The text of code with its white space intact. Highlighters put each line into an element (often without a line feed between), or
 * break lines by `<br>`; both become `\n`. What they add around and into the code (`code-frame.ts`) is left out.
 */
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
  if ((classes !== null && LINE_CLASS.test(classes)) || page.attribute(node, 'data-line') !== null) return true;
  return LINE_STYLE.test(page.attribute(node, 'style') ?? '');
}

/** The `<a>` around all of the text of a `<code>`, or −1. */
function linkInCode(page: Page, code: NodeId): NodeId {
  let link: NodeId = -1;
  for (let node = code + 1; node < page.end[code]; node++)
    if (
      nameOf(page, node) === 'a' &&
      page.textFrom[node] === page.textFrom[code] &&
      page.textTo[node] === page.textTo[code]
    )
      link = node;
  return link;
}

/** Class names of elements without a name for it that are code. */
const CODE_CLASS = /(?:^|\s)(?:ltx_font_typewriter|texttt|docutils literal)(?:\s|$)/;

/** An element whose name says nothing: its style may. */
function addStyled(state: WalkState, node: NodeId): NodeId {
  const { page, run } = state;
  if (nameOf(page, node) !== 'span' || state.notes.wrappers.has(node) || state.formulas.noEmphasis.has(node))
    return node + 1;
  if (CODE_CLASS.test(page.attribute(node, 'class') ?? '')) return addInlineCode(state, node);
  for (const type of styledFormats(page, node)) if (run.turnOn({ type })) state.onExit(node, () => state.run.turnOff());
  return node + 1;
}

/** The handlers of code, and of elements that only their style makes code, by role. */
export const CODE_HANDLERS = { pre: addCode, code: addInlineCode, inline: addStyled };
