/**
 * Escapes text for GitHub Flavored Markdown: exactly the characters that a parser would read as markup get a backslash, so plain
 * prose remains unchanged.
 */

/** The position of text; some characters are markup only in some positions. */
export interface TextContext {
  /** Inside the text of a link: `]` ends it, and bare addresses are not linked. */
  readonly inLink: boolean;
  /** Inside a table cell: `|` ends it. */
  readonly inCell: boolean;
  /** The running text has a formula or a second `$`: each `$` may begin one. */
  readonly hasMath: boolean;
}

/**
 * Characters that may be markup: brackets of links, code, strikethrough; emphasis unless between spaces (`*`) or inside
 * a word (`_`); `<` before what may be a tag; `&` before what may be a character reference.
 */
const SPECIAL = /[\\`[\](~*_<&|$]/g;
const WHITE_SPACE = /\s/;
const WORD = /[\p{L}\p{N}]/u;
const TAG_START = /[A-Za-z/!?]/;
const CHARACTER_REFERENCE = /&(?:#[xX]?[0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{0,40});/y;
/** Text that GFM turns into links: `http://`, `www.` and the `@` of mail addresses; marked also takes `ftp://`. */
export const BARE_ADDRESS = /(?<=https?|ftp):(?=\/\/)|(?<=www)\.|(?<=[\w.+-])@(?=[\w.-])/gi;

/** Escapes text. `atLineStart` is true when nothing but indentation precedes it on its line. */
export function escapeText(given: string, atLineStart: boolean, context: TextContext): string {
  const text = given.replaceAll('\0', '\ufffd');
  // The edges of text may touch the delimiters of a mark, as white space between them is moved away.
  const first = text.search(/\S/);
  const last = text.trimEnd().length - 1;
  let escaped = text.replace(SPECIAL, (character, at: number) =>
    (character === '*' && (at === first || at === last)) || isMarkup(character, at, text, context)
      ? `\\${character}`
      : character,
  );
  // In links, only addresses with escapes, which are not undone in an address of a parser that does not see the link.
  escaped = context.inLink
    ? escaped.replace(/\S+/g, (word) => (word.includes('\\') ? word.replace(BARE_ADDRESS, '\\$&') : word))
    : escaped.replace(BARE_ADDRESS, '\\$&');
  return atLineStart ? escapeLineStart(escaped) : escaped;
}

function isMarkup(character: string, at: number, text: string, context: TextContext): boolean {
  const before = text[at - 1];
  const after = text[at + 1];
  switch (character) {
    case ']':
      return context.inLink;
    case '(':
      // Brackets of formulas are not escaped, and marked removes the backslashes before those in a link.
      return before === ']' && (context.inLink || context.hasMath);
    case '|':
      return context.inCell;
    case '$':
      return context.hasMath;
    case '*':
      return !(isSpace(before) && isSpace(after));
    case '_':
      return !(isWord(before) && isWord(after));
    case '<':
      return after === undefined || TAG_START.test(after);
    case '&':
      CHARACTER_REFERENCE.lastIndex = at;
      return CHARACTER_REFERENCE.test(text);
    default:
      return true;
  }
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && WHITE_SPACE.test(character);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && WORD.test(character);
}

/** Escapes what begins a heading, quote, list, rule, underline of a heading, or table delimiter row. */
function escapeLineStart(text: string): string {
  return text
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^([-+=>:|])(?![\p{L}\p{N}])/u, '\\$1')
    .replace(/^(>|=)/, '\\$1')
    .replace(/^(#{1,6})(?=\s|$)/, '\\$1');
}

/** Written as a reference in addresses and titles: marked removes a backslash there, and leaves the rest to the browser. */
const REFERENCE_START = /&(?=#|[A-Za-z][A-Za-z0-9]*;)/g;

/** A link target, of an address without white space. Parentheses stay when they are balanced. */
export function escapeTarget(url: string, context: TextContext): string {
  let target = url.replace(/[\\[\]`]/g, '\\$&').replace(REFERENCE_START, '&amp;');
  if (!isBalanced(target)) target = target.replace(/[()]/g, '\\$&');
  if (context.inCell) target = target.replace(/\|/g, '\\|');
  return target;
}

/** Maximum nesting of unescaped parentheses: the standard requires parsers to support 32 levels. */
const MAX_PARENTHESES = 30;

function isBalanced(target: string): boolean {
  let open = 0;
  for (const character of target)
    if (character === '(') {
      if (++open > MAX_PARENTHESES) return false;
    } else if (character === ')' && --open < 0) return false;
  return open === 0;
}

/** A link title with its quotes and the space before them; empty for none. */
export function quotedTitle(title: string | null, context: TextContext): string {
  if (title === null || title.trim() === '') return '';
  let escaped = title
    .replaceAll('\0', '\ufffd')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\"[\]`]/g, '\\$&')
    .replace(REFERENCE_START, '&amp;')
    .replaceAll('<', '&lt;');
  if (context.inCell) escaped = escaped.replace(/\|/g, '\\|');
  return ` "${escaped}"`;
}
