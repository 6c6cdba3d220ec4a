/**
 * Blocks of code: their text with its white space intact, and their language.
 *
 * Highlighters put each line into an element (often without a line feed between), or break lines by `<br>`; both become
 * `\n`. The numbers they print beside the lines are not words of the page and are left out.
 */
import { memoized } from '../page/memo.js';
import { type NodeId, nameOf, type Page, TEXT, textOf } from '../page/page.js';
import type { Code } from './document.js';
import { collapse } from './inline-run.js';

/** Elements that begin a new line inside code. */
const LINES: ReadonlySet<string> = new Set('div p li tr table ol ul section'.split(' '));
/** Class names of an element that is one line of code. */
const LINE_CLASS = /(?:^|\s)(?:line|code-?line|token-line|view-line|hljs-ln-line|cl|row)(?:\s|$)/i;
/** Class names of elements that hold line numbers. */
const GUTTER_CLASS =
  /(?:^|\s)(?:gutter|rouge-gutter|lineno|linenos|linenodiv|line-?numbers?|line-numbers-rows|ln|lnt|hljs-ln-numbers|blob-num)(?:\s|$)/i;
const ONLY_NUMBERS = /^[\d\s.:]*$/;

/** Search range for the language above `<pre>`, in levels: wrappers of known highlighters nest no deeper. */
const LANGUAGE_CLIMB = 5;
/** Class names that contain the language in a fixed form. */
const LANGUAGE_CLASSES: readonly RegExp[] = [
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|sourceCode|prettyprint\s+lang|hljs-language)-([\w+#.-]+)/i,
  /(?:^|\s)brush:\s*([\w+#.-]+)/i,
];
/** Class names that may be followed by a bare language: `hljs xml`, `highlight ruby`, `highlight-python`. */
const HIGHLIGHTER_CLASS = /(?:^|\s)(?:sourceCode|hljs|highlight(?:-[\w+#.-]+)?|prettyprint|code|syntax)(?:\s|$)/i;
/** Languages recognised without a prefix: class names have too many other words. */
const BARE_LANGUAGES: ReadonlySet<string> = new Set(
  (
    'bash c clojure cpp c++ csharp c# css dart diff dockerfile elixir erlang fortran go graphql groovy haskell html ini java ' +
    'javascript js json jsx julia kotlin latex less lisp lua makefile markdown matlab nginx objc ocaml perl php powershell ' +
    'prolog python py r ruby rb rust rs sass scala scheme scss sh shell sql swift toml ts tsx typescript vb xml yaml yml zig'
  ).split(' '),
);
const LANGUAGE_ATTRIBUTES = ['data-language', 'data-lang', 'data-code-language', 'syntax'];
/** Values that highlighters write for code without a language. */
const NOT_A_LANGUAGE: ReadonlySet<string> = new Set('none plain plaintext text nohighlight undefined'.split(' '));

/** Per page: the elements with a class of line numbers already examined. Each `<pre>` of a gutter looks up its parent. */
const knownGutters = memoized((_page: Page) => new Map<NodeId, boolean>());

/** True when an element contains only line numbers of a highlighter. */
export function isLineNumbers(page: Page, node: NodeId): boolean {
  const name = page.attribute(node, 'class');
  if (name === null || !GUTTER_CLASS.test(name)) return false;
  const known = knownGutters(page);
  let isNumbers = known.get(node);
  if (isNumbers === undefined) {
    isNumbers = ONLY_NUMBERS.test(textOf(page, node));
    known.set(node, isNumbers);
  }
  return isNumbers;
}

/** The code in an element; null when there is none. Per node, `kept` is 1 for text to include; white space always is. */
export function codeIn(page: Page, element: NodeId, kept: Uint8Array): Code | null {
  const text = codeText(page, element, kept);
  return text === '' ? null : { type: 'code', language: languageOf(page, element), text };
}

/** The code of an element inside running text, white space collapsed as there; what is not kept is a space. */
export function inlineCode(page: Page, element: NodeId, kept: Uint8Array): string {
  let text = '';
  for (let node = element + 1; node < page.end[element]; node++)
    if (page.tag[node] === TEXT) text += kept[node] === 1 ? textOf(page, node) : ' ';
  return collapse(text);
}

function codeText(page: Page, element: NodeId, kept: Uint8Array): string {
  const end = page.end[element];
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
    if (page.tag[node] === TEXT) {
      const text = textOf(page, node);
      if (kept[node] === 1 || text.trim() === '') write(text.replace(/\r\n?/g, '\n').replace(/\u00a0/g, ' '));
      continue;
    }
    const name = nameOf(page, node);
    if (name === 'br') {
      // After an element that is a line, the break ends that line.
      lineEnds = false;
      pieces.push('\n');
      lastCharacter = '\n';
    } else if (isLineNumbers(page, node)) node = page.end[node] - 1;
    else if (isLine(page, node, name, element)) {
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

function isLine(page: Page, node: NodeId, name: string, element: NodeId): boolean {
  if (LINES.has(name)) return true;
  if (name === 'code') return page.parent[node] === element && page.end[node] !== page.end[element];
  if (name !== 'span') return false;
  const classes = page.attribute(node, 'class');
  return (classes !== null && LINE_CLASS.test(classes)) || page.attribute(node, 'data-line') !== null;
}

function languageOf(page: Page, element: NodeId): string | null {
  const end = page.end[element];
  for (let node = element; node < end && node < element + 4; node++) {
    if (page.tag[node] === TEXT) continue;
    const name = nameOf(page, node);
    if (node !== element && name !== 'code' && name !== 'samp') continue;
    const language = languageAt(page, node);
    if (language !== null) return language;
  }
  let up = page.parent[element];
  for (let climbed = 0; up > 0 && climbed < LANGUAGE_CLIMB; climbed++, up = page.parent[up]) {
    const language = languageAt(page, up);
    if (language !== null) return language;
  }
  return null;
}

function languageAt(page: Page, node: NodeId): string | null {
  for (const name of LANGUAGE_ATTRIBUTES) {
    const value = page.attribute(node, name)?.trim().toLowerCase();
    if (value && /^[\w+#.-]+$/.test(value) && !NOT_A_LANGUAGE.has(value)) return value;
  }
  const classes = page.attribute(node, 'class');
  if (classes === null) return null;
  for (const pattern of LANGUAGE_CLASSES) {
    const found = pattern.exec(classes)?.[1]?.toLowerCase();
    if (found && !NOT_A_LANGUAGE.has(found)) return found;
  }
  if (!HIGHLIGHTER_CLASS.test(classes)) return null;
  const words = classes
    .toLowerCase()
    .replace(/\bhighlight-/g, '')
    .split(/\s+/);
  return words.find((word) => BARE_LANGUAGES.has(word)) ?? null;
}
