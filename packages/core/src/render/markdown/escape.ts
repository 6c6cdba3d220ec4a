/**
 * Escapes text for GitHub Flavored Markdown: exactly the characters that a parser would read as markup get a backslash, so plain
 * prose remains unchanged. Characters that are markup only in pairs need both in one run of text (`liveCharacters`).
 */

/** The position of text; some characters are markup only in some positions. */
export interface TextContext {
  /** Inside the text of a link: `]` ends it, and bare addresses are not linked. */
  readonly inLink: boolean;
  /** Inside a table cell: `|` ends it. */
  readonly inCell: boolean;
  /** Those of `*_~[$` that the running text around has enough of for markup. */
  readonly live: string;
}

/** All characters that are markup only in pairs. */
export const PAIRED = '*_~[$';
/**
 * Characters that may be markup: brackets of links, code, strikethrough; emphasis unless between spaces (`*`) or inside
 * a word (`_`); `<` before what may be a tag; `&` before what may be a character reference.
 */
const SPECIAL = /[\\`[\](~*_<&|$]/g;
const WHITE_SPACE = /[\p{Zs}\t\n\f\r]/u;
const WORD = /[\p{L}\p{N}]/u;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const TAG_START = /[A-Za-z/!?]/;
const CHARACTER_REFERENCE = /&(?:#[xX]?[0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{0,40});/y;
/** Text that GFM turns into links: `http://`, `www.` and the `@` of mail addresses; marked also takes `ftp://`. */
const BARE_ADDRESS = /(?<=https?|ftp):(?=\/\/)|(?<=www)\.|(?<=[\w.+-])@(?=[\w.-])/gi;

/**
 * The paired characters that may be markup in a run of text without marks or formulas, in which other pieces are control
 * characters: openers before closers by the rules of CommonMark, for dollars those of Pandoc and GitHub.
 */
export function liveCharacters(run: string): string {
  let live = '';
  for (const sign of ['*', '~', '$']) if (hasPair(run, sign)) live += sign;
  const underscores = [...run.matchAll(/_+/g)].filter(
    ({ 0: signs, index }) => !(isWord(run[index - 1]) && isWord(run[index + signs.length])),
  );
  if (underscores.length > 1) live += '_';
  if (/\][[(:]/.test(run)) live += '[';
  return live;
}

/** True when a run of the sign before text is followed by another after text; a dollar before a digit ends no formula. */
function hasPair(run: string, sign: string): boolean {
  const isDollar = sign === '$';
  let opened = -1;
  for (let at = run.indexOf(sign); at >= 0; at = run.indexOf(sign, at)) {
    const start = at;
    while (run[at] === sign) at++;
    const closes = start > 0 && !isSpace(run[start - 1]) && !(isDollar && /\d/.test(run[at] ?? ''));
    if ((closes && opened >= 0) || (isDollar && at - start > 1)) return true;
    if (at < run.length && !isSpace(run[at])) opened = start;
  }
  return false;
}

/**
 * Escapes text. `atLineStart` is true when nothing but indentation precedes it on its line; `before` and `after` are the characters on
 * both sides of it where it is printed, empty at the start or end of running text.
 */
export function escapeText(
  given: string,
  atLineStart: boolean,
  context: TextContext,
  { before, after } = { before: 'x', after: 'x' },
): string {
  const text = given.replaceAll('\0', '\ufffd');
  // The edges of text may touch the delimiters of a mark, as white space between them is moved away.
  const first = text.search(/\S/);
  const last = text.trimEnd().length - 1;
  const escaped = text.replace(SPECIAL, (character, at: number) =>
    isMarkup(character, at, text, context, at === first || at === last, at === last) ? `\\${character}` : character,
  );
  // Escapes are not undone in an address of a parser that sees a link, so an address that has some must not become one; neither
  // must one that continues in the next piece. A mark does not continue an address of mail.
  const start = escaped.search(/\S/);
  const end = escaped.trimEnd().length;
  const addresses = escaped.replace(/\S+/g, (word, at: number) =>
    word.replace(BARE_ADDRESS, (sign) => {
      const starts = at > start || (at > 0 && !DELIMITER.test(before)) || BEFORE_ADDRESS.test(before);
      const isLast = at + word.length === end;
      const ends = !isLast || (end < escaped.length && !DELIMITER.test(after)) || AFTER_ADDRESS[sign].test(after);
      return (context.inLink || (starts && ends)) && !word.includes('\\') ? sign : `\\${sign}`;
    }),
  );
  return atLineStart ? escapeLineStart(addresses) : addresses;
}

/** Before or after the text of a mark or link, from which white space at its edges is moved away. */
const DELIMITER = /[*_~<>[\]]/;
/** What an address may follow: white space (a control character until all is written), the start, or a mark. */
const BEFORE_ADDRESS = /^[\0\x01\s*~]?$/;
/**
 * What ends an address, by the sign that makes it one: white space or the end; for mail also a mark or a line break, whose
 * backslash other addresses would take in.
 */
const AFTER_ADDRESS: Readonly<Record<string, RegExp>> = {
  ':': /^[\x01\s]?$/,
  '.': /^[\x01\s]?$/,
  '@': /^[\0\x01\s*~]?$/,
};

function isMarkup(
  character: string,
  at: number,
  text: string,
  context: TextContext,
  atEdge: boolean,
  isLast: boolean,
): boolean {
  const before = text[at - 1];
  const after = text[at + 1];
  switch (character) {
    case '\\':
      return isLast || ASCII_PUNCTUATION.test(after);
    case ']':
      return context.inLink;
    case '[':
      return context.inLink || after === '^' || context.live.includes('[');
    case '(':
      // Brackets of formulas are not escaped, and marked removes the backslashes before those in a link.
      return before === ']' && (context.inLink || context.live.includes('$'));
    case '|':
      return context.inCell;
    case '*':
      return context.live.includes('*') && (atEdge || !(isSpace(before) && isSpace(after)));
    case '_':
      return context.live.includes('_') && !(isWord(before) && isWord(after));
    case '<':
      return after === undefined || TAG_START.test(after);
    case '&':
      CHARACTER_REFERENCE.lastIndex = at;
      return CHARACTER_REFERENCE.test(text);
    case '~':
    case '$':
      return context.live.includes(character);
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

/** Escapes what begins a heading, quote, list, rule, code, task box, definition, underline of a heading, or table delimiter row. */
function escapeLineStart(text: string): string {
  return text
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^([-+=>:|])(?![\p{L}\p{N}])/u, '\\$1')
    .replace(/^(>|=)/, '\\$1')
    .replace(/^[*_]+(?=\s|$)|^~{3,}/, (signs) => signs.replace(/./g, '\\$&'))
    .replace(/^(?=\[[ xX]\]|\[!)/, '\\')
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

export function longestBackticks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Inner formulas, in `\text{}`, are in parentheses: a dollar would end the formula around them. */
function withoutDollars(tex: string): string {
  if (!tex.includes('$')) return tex;
  let open = false;
  return tex.replace(/\\[\s\S]|\$/g, (sign) => {
    if (sign !== '$') return sign;
    open = !open;
    return open ? '\\(' : '\\)';
  });
}

/**
 * TeX that is no markup to parsers without formulas: a space after `<` and `]`, which TeX ignores, prevents tags and links; the
 * quotation mark that TeX sets for a backtick prevents code; an empty group, which shows nothing, parts a bare address.
 */
export function harmlessTex(tex: string): string {
  return withoutDollars(tex)
    .replaceAll('\0', '\ufffd')
    .replace(/<(?=[A-Za-z/!?])/g, '< ')
    .replaceAll('](', '] (')
    .replace(BARE_ADDRESS, '{}$&')
    .replaceAll('`', '‘');
}
