/**
 * Prints running text as Markdown.
 *
 * Emphasis is the hard part: whether `**` opens or closes depends on the characters on both sides ("flanking"). It fails inside
 * words, next to punctuation and in scripts without spaces. A mark is printed with a delimiter only where the standard's rule
 * holds and `_` and `*` do not collide. Otherwise it is printed as an HTML element (`<strong>`), which GFM displays in the same
 * way.
 */

import { safeAddress, singleSpaced } from '@dehusk/html';
import type { Content, Inline, Marked, MarkName } from '../../document/document.js';
import { attributes, MARK_TAGS, noteName } from '../content-html.js';
import { partsOf } from '../content-text.js';
import type { RenderOptions } from '../renderer.js';
import {
  escapeTarget,
  escapeText,
  harmlessTex,
  liveCharacters,
  longestBackticks,
  PAIRED,
  quotedTitle,
  type TextContext,
} from './escape.js';

/** The style of the printed Markdown: the options, resolved once per document. */
export function styleOf(options: RenderOptions, contents: readonly Content[]) {
  return {
    /** Tables, strikethrough, task boxes and footnotes in the syntax of GFM. */
    gfm: options.flavour !== 'commonmark',
    /** HTML where there is no syntax. */
    html: options.htmlFallback !== false,
    tables: options.tableStyle ?? 'pipe',
    githubCallouts: options.callouts === 'github',
    /** Maximum length of a line of prose; infinite for no limit. */
    width: options.wrap || Number.POSITIVE_INFINITY,
    /** Targets of links with their numbers, to be printed at the end; null when they are printed in the text. */
    references: options.linkStyle === 'reference' ? new Map<string, number>() : null,
    /** Names of the footnotes whose definitions are printed; references to others are text. */
    notes: new Set<string>(options.flavour === 'commonmark' ? [] : noteNames(contents)),
  };
}

function noteNames(contents: readonly Content[]): string[] {
  return contents.flatMap((one) => [
    ...(one.type === 'footnotes'
      ? one.notes.flatMap(({ id, content }) => (content.length > 0 ? noteName(id) : []))
      : []),
    ...partsOf(one).flatMap((part) => ('content' in part ? noteNames(part.content) : [])),
  ]);
}

/** Stand-in for a space at which no line may break; becomes a space when the lines are complete. */
const FIXED_SPACE = '\x01';

/** Starts a line without being markup there; a number with a period would begin a list. */
const SAFE_START = /^(?!\d+[.)]$)[\p{L}\p{N}]/u;
/** Before a line end, a backslash is a line break, and a tag that is alone on its line begins a block of HTML. */
const UNSAFE_END = /[\\>]$/;

/**
 * Breaks a line of prose at spaces into lines of at most `width` characters. A line is longer where no break is safe: the next
 * word could be read as markup, or the word before with the break.
 */
function wrapped(line: string, width: number): string[] {
  if (line.length <= width) return [line.replaceAll(FIXED_SPACE, ' ')];
  const lines: string[] = [];
  let current: string[] = [];
  let length = 0;
  const end = (): void => {
    lines.push(current.join(' ').replaceAll(FIXED_SPACE, ' '));
    current = [];
    length = 0;
  };
  /** Words that no break may part. */
  let together: string[] = [];
  const words = line.split(' ');
  for (const [at, word] of words.entries()) {
    together.push(word);
    const next = words[at + 1];
    if (next !== undefined && (!SAFE_START.test(next) || UNSAFE_END.test(word))) continue;
    const unit = together.join(' ');
    together = [];
    if (current.length > 0 && length + 1 + unit.length > width) end();
    current.push(unit);
    length += unit.length + (current.length > 1 ? 1 : 0);
  }
  end();
  return lines;
}

export interface InlineContext extends TextContext {
  readonly style: ReturnType<typeof styleOf>;
  /** Line breaks are printed as this: a backslash at the line's end, `<br>` in a table, a space in a heading. */
  readonly lineBreak: '\\\n' | '<br>' | ' ';
  /** Marks that are on around this text. */
  readonly marks: readonly MarkName[];
}

/** Represents a line break until all is written; escaped text never contains this character. */
const BREAK = '\0';
const EDGE = /[\0\x01\s]/;
const EDGES_AT_START = /^[\0\x01\s]+/;
const WHITE_SPACE_RUN = /[ \t\n\r\f\v]+/g;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/** Running text without white space or breaks at its edges, on one line unless it has breaks. */
export function inlineMarkdown(inline: readonly Inline[], context: InlineContext): string {
  return unwrapped(inline, context).replaceAll(FIXED_SPACE, ' ');
}

export function paragraphLines(inline: readonly Inline[], context: InlineContext): string[] {
  const text = unwrapped(inline, context);
  return text === '' ? [] : text.split('\n').flatMap((line) => wrapped(line, context.style.width));
}

function unwrapped(inline: readonly Inline[], context: InlineContext): string {
  const live = context.live + liveIn([inline], context);
  return trimEdges(write(inline, { ...context, live }, '', '')).body.replaceAll(BREAK, context.lineBreak);
}

/** The paired characters that may be markup in texts that are printed as one run. */
export function liveIn(texts: readonly (readonly Inline[])[], { style, lineBreak }: InlineContext): string {
  let live = style.references === null ? '' : '[';
  const runOf = (one: Inline): string => {
    // Readers of formulas look for a dollar in addresses, titles and readings, too.
    if (Object.values(one).some((value) => typeof value === 'string' && value.includes('$')) && one.type !== 'text')
      live += '$';
    switch (one.type) {
      case 'text':
        return one.text;
      case 'break':
        return lineBreak;
      case 'math':
        if (one.tex === null) return one.text;
        live += '$';
        return SEPARATOR;
      case 'media':
        return SEPARATOR + (one.title || one.url || '') + SEPARATOR;
      default: {
        if (!('inline' in one)) return SEPARATOR;
        if (!style.html) live += PAIRED;
        else if (one.type === 'strong' || one.type === 'emphasis' || one.type === 'deleted') live += '*_~';
        const { before, body, after } = trimEdges(one.inline.map(runOf).join(''));
        return before + SEPARATOR + body + SEPARATOR + after;
      }
    }
  };
  const run = texts.map((inline) => inline.map(runOf).join('').trim()).join(lineBreak);
  return [...new Set(live + liveCharacters(run))].join('');
}

/** Stands for what is no text of the run, and is no white space. */
const SEPARATOR = '\x02';

function trimEdges(text: string): { before: string; body: string; after: string } {
  const before = EDGES_AT_START.exec(text)?.[0] ?? '';
  const rest = text.slice(before.length);
  // Searched backwards: a pattern tried at every space would take quadratic time.
  let end = rest.length;
  while (end > 0 && EDGE.test(rest[end - 1])) end--;
  return { before, body: rest.slice(0, end), after: rest.slice(end) };
}

/** True at the start of a line, where white space is no text and more characters are markup. */
function startsLine(previous: string, { lineBreak }: InlineContext): boolean {
  return previous === '' || (previous === BREAK && lineBreak === '\\\n');
}

/** Running text whose spaces may become line ends. */
const WRAPS: ReadonlySet<Inline['type']> = new Set([
  ...(['text', 'link', 'abbreviation', 'ruby', 'media'] as const),
  ...(Object.keys(MARK_TAGS) as MarkName[]),
]);

/** Writes pieces between a character before (empty: the start of a line) and what comes after. */
function write(inline: readonly Inline[], context: InlineContext, before: string, after: string): string {
  const pieces = merged(withoutRepeatedMarks(inline, context));
  // A list, joined at the end: asking a growing string for its last character copies it each time.
  const out: string[] = [];
  let previous = before;
  for (const [at, piece] of pieces.entries()) {
    // `!` before `[` would make a link an image.
    if (piece.type === 'link' && previous === '!' && out.length > 0)
      out.push(`${(out.pop() as string).slice(0, -1)}\\!`);
    let printed = pieceMarkdown(piece, context, previous, leadingCharacter(pieces[at + 1], context) ?? after);
    // A bracket before a parenthesis would end the text of a link; a note at the start of a line, before a colon, would be defined.
    const isFirst = startsLine(out.at(-2)?.at(-1) ?? (out.length === 1 ? before : 'x'), context);
    if (previous === ']' && (printed.startsWith('(') || (isFirst && printed.startsWith(':')))) printed = `\\${printed}`;
    if (!WRAPS.has(piece.type)) printed = printed.replaceAll(' ', FIXED_SPACE);
    // White space at the start of a line would hide from the text after it that it starts the line.
    if (startsLine(previous, context)) printed = printed.replace(/^[\x01\s]+/, '');
    // A break there is none, and would hide it, too.
    if (printed === '' || (printed === BREAK && previous === '')) continue;
    out.push(printed);
    previous = printed[printed.length - 1];
  }
  return out.join('');
}

function pieceMarkdown(piece: Inline, context: InlineContext, previous: string, next: string): string {
  switch (piece.type) {
    case 'text':
      return textMarkdown(piece.text, previous, context, next);
    case 'code':
      return codeMarkdown(piece.text, context);
    case 'math':
      return mathMarkdown(piece, previous, context);
    case 'break':
      return BREAK;
    case 'image': {
      const url = safeAddress(piece.url);
      if (url === null) return '';
      const alt = escapeText(singleSpaced(piece.alt), false, { ...context, inLink: true, live: PAIRED });
      return `![${alt}]${targetMarkdown(url, piece.title, context)}`;
    }
    case 'media': {
      const url = piece.url === null ? null : safeAddress(piece.url);
      const title: Inline = { type: 'text', text: piece.title || piece.url || '' };
      if (url === null || context.inLink) return write([title], context, previous, next);
      return linkMarkdown({ type: 'link', url, title: null, inline: [title] }, context, previous, next);
    }
    case 'footnote':
      if (context.style.notes.has(noteName(piece.id)) && !context.inLink) return `[^${noteName(piece.id)}]`;
      return textMarkdown(`[${piece.label}]`, 'x', { ...context, live: PAIRED });
    case 'checkbox':
      if (!context.style.gfm) return piece.checked ? '☑ ' : '☐ ';
      return piece.checked ? '[x] ' : '[ ] ';
    case 'ruby': {
      const reading = textMarkdown(piece.reading, 'x', { ...context, live: PAIRED });
      return context.style.html
        ? `<ruby>${write(piece.inline, context, '>', '<')}<rp>(</rp><rt>${reading}</rt><rp>)</rp></ruby>`
        : `${write(piece.inline, context, previous, '(')}(${reading})`;
    }
    case 'abbreviation': {
      if (!context.style.html || piece.title === '') return write(piece.inline, context, previous, next);
      const long = singleSpaced(piece.title).replaceAll('\0', '\ufffd');
      const title = attributes({ title: long }).replaceAll('|', '&#124;').replaceAll(' ', FIXED_SPACE);
      return `<abbr${title}>${write(piece.inline, context, '>', '<')}</abbr>`;
    }
    case 'link':
      return linkMarkdown(piece, context, previous, next);
    default:
      return markMarkdown(piece, context, previous, next);
  }
}

/** Marks that are on already, and links in links, print as their content. */
function withoutRepeatedMarks(inline: readonly Inline[], context: InlineContext): readonly Inline[] {
  const repeats = (one: Inline): one is Marked | (Inline & { type: 'link' }) =>
    one.type === 'link' ? context.inLink : isMarked(one) && context.marks.includes(one.type);
  if (!inline.some(repeats)) return inline;
  return inline.flatMap((one) => (repeats(one) ? withoutRepeatedMarks(one.inline, context) : [one]));
}

const isMarked = (inline: Inline): inline is Marked => inline.type in MARK_TAGS;

/** Joins neighbours of the same kind: `**a****b**` could not be parsed. A formula without TeX is text. */
function merged(inline: readonly Inline[]): Inline[] {
  const result: Inline[] = [];
  /** Content of the last mark of the result, once it was joined: a copy that may grow. */
  let joined: Inline[] | null = null;
  for (const given of inline) {
    const one: Inline = given.type === 'math' && given.tex === null ? { type: 'text', text: given.text } : given;
    const last = result.at(-1);
    if (one.type === 'text' && one.text === '') continue;
    if (last?.type === one.type && (one.type === 'text' || one.type === 'code'))
      result[result.length - 1] = { type: one.type, text: (last as typeof one).text + one.text };
    else if (last?.type === one.type && isMarked(one)) {
      if (joined === null) {
        joined = [...(last as Marked).inline];
        result[result.length - 1] = { ...one, inline: joined };
      }
      for (const piece of one.inline) joined.push(piece);
    } else {
      result.push(one);
      joined = null;
    }
  }
  return result;
}

function textMarkdown(text: string, before: string, context: InlineContext, after = 'x'): string {
  const atLineStart = startsLine(before, context);
  const collapsed = text.replace(WHITE_SPACE_RUN, ' ');
  return escapeText(
    atLineStart ? collapsed.trimStart() : collapsed,
    atLineStart && context.lineBreak === '\\\n',
    context,
    // The delimiter of emphasis may be an underscore, which readers take for the start of an address of mail.
    { before: context.marks.includes('emphasis') && before === '*' ? '_' : before, after },
  );
}

function codeMarkdown(text: string, context: InlineContext): string {
  const code = text.replace(WHITE_SPACE_RUN, ' ').replaceAll('\0', '\ufffd');
  if (code.trim() === '') return code;
  // A table takes `\|` for an escaped bar even in code, and has no way to write the two characters. Marked ends the text of a link
  // at a bracket in code that holds a backtick.
  if ((context.inCell && code.includes('\\|')) || (context.inLink && code.includes('`'))) {
    const text = escapeText(code, false, { ...context, live: PAIRED });
    return context.style.html ? `<code>${text}</code>` : text;
  }
  const fence = '`'.repeat(longestBackticks(code) + 1);
  const padded = /^`|`$|^ .* $/.test(code) ? ` ${code} ` : code;
  const printed = `${fence}${padded}${fence}`;
  return context.inCell ? printed.replace(/\|/g, '\\|') : printed;
}

function mathMarkdown(math: Inline & { type: 'math' }, previous: string, context: InlineContext): string {
  const given = (math.tex ?? '').replace(WHITE_SPACE_RUN, ' ').trim();
  // Brackets of TeX cannot be escaped, and may end the link.
  if (context.inLink && /[[\]]/.test(given)) return textMarkdown(given, previous, { ...context, live: PAIRED });
  const tex = harmlessTex(given).replace(/(?<!\\)(?:\\\\)*\\$/, '$& ');
  // As many dollars at the edges as nowhere inside.
  let dollars = math.display ? '$$' : '$';
  const inside = new Set(tex.match(/\$+/g));
  while (inside.has(dollars)) dollars += '$';
  const edge = /^\$|\$$/.test(tex) ? ' ' : '';
  const printed = `${previous === '$' ? ' ' : ''}${dollars}${edge}${tex}${edge}${dollars}`;
  if (!context.inCell) return printed;
  // A table has no way to write TeX's `\|`.
  return printed.replace(/(?<!\\)(\\*)\|/g, (_, slashes: string) =>
    slashes.length % 2 === 1 ? `${slashes}Vert ` : `${slashes}\\|`,
  );
}

function linkMarkdown(link: Inline & { type: 'link' }, context: InlineContext, previous: string, next: string): string {
  const url = safeAddress(link.url);
  if (url === null) return write(link.inline, context, previous, next);
  const [only] = link.inline;
  const isBare = link.inline.length === 1 && only?.type === 'text' && only.text === link.url && link.title === null;
  if (isBare && /^https?:\/\/[^\s\x00-\x20<>|\x7f]+$/.test(link.url)) return `<${link.url}>`;
  const { before, body, after } = trimEdges(write(link.inline, { ...context, inLink: true }, '[', ']'));
  if (body === '') return before;
  return `${before}[${body}]${targetMarkdown(url, link.title, context)}${after}`;
}

/** What follows the text of a link or image: `(target "title")`, or the number of its reference. */
function targetMarkdown(url: string, title: string | null, context: InlineContext): string {
  const { references } = context.style;
  const inCell = context.inCell && references === null;
  const target = escapeTarget(url, { ...context, inCell }) + quotedTitle(title, { ...context, inCell });
  if (references === null) return `(${target.replaceAll(' ', FIXED_SPACE)})`;
  const number = references.get(target) ?? references.size + 1;
  references.set(target, number);
  return `[${number}]`;
}

function markMarkdown(piece: Marked, context: InlineContext, previous: string, next: string): string {
  const { gfm, html } = context.style;
  const isDelimited = piece.type === 'strong' || piece.type === 'emphasis' || (piece.type === 'deleted' && gfm);
  const [start, end] = isDelimited ? '**' : '><';
  const marked = { ...context, marks: [...context.marks, piece.type] };
  const { before, body, after } = trimEdges(write(piece.inline, marked, start, end));
  if (body === '') return before;
  const delimiter = isDelimited
    ? delimiterOf(piece.type, body, before === '' ? previous : ' ', after === '' ? next : ' ')
    : null;
  if (delimiter !== null) return `${before}${delimiter}${body}${delimiter}${after}`;
  const tag = MARK_TAGS[piece.type];
  if (html) return `${before}<${tag}>${body}</${tag}>${after}`;
  // A power without its mark would be another number.
  if (piece.type === 'superscript' && /^[-+−]?\p{N}/u.test(body)) return `${before}^${body}${after}`;
  return write(piece.inline, marked, previous, next);
}

/** The delimiter that a parser will read as the mark between these characters, or null when none will. */
function delimiterOf(type: MarkName, body: string, left: string, right: string): string | null {
  const opens = !isPunctuation(body[0]) || isEdge(left);
  const closes = !isPunctuation(body[body.length - 1]) || isEdge(right);
  switch (type) {
    case 'strong':
      return opens && closes && left !== '*' && right !== '*' ? '**' : null;
    case 'emphasis':
      if (isEdge(left) && isEdge(right) && left !== '_' && right !== '_' && !/^_|_$/.test(body)) return '_';
      return opens && closes && left !== '*' && right !== '*' && !/^\*|\*$/.test(body) ? '*' : null;
    case 'deleted':
      return opens && closes && left !== '~' && right !== '~' && !/^~|~$/.test(body) ? '~~' : null;
    default:
      return null;
  }
}

/** White space, a break or punctuation, the start or the end. Halves of a pair are neither: parsers differ on symbols above U+FFFF. */
function isEdge(character: string): boolean {
  return character === '' || EDGE.test(character) || PUNCTUATION.test(character);
}

/** Punctuation, or half of a pair that may be. */
function isPunctuation(character: string): boolean {
  return PUNCTUATION.test(character) || /[\ud800-\udfff]/.test(character);
}

/** The first printed character of a piece, for the flanking rule; undefined for no piece. */
function leadingCharacter(piece: Inline | undefined, { style }: InlineContext): string | undefined {
  if (piece === undefined) return undefined;
  switch (piece.type) {
    case 'text':
      return piece.text[0];
    case 'break':
      return BREAK;
    case 'code':
      return '`';
    case 'math':
      return piece.tex === null ? (piece.text[0] ?? 'x') : '$';
    case 'image':
      return '!';
    case 'media':
    case 'footnote':
    case 'checkbox':
      return '[';
    default:
      if (!style.html && piece.type !== 'link') return firstText(piece.inline)[0] ?? 'x';
      if (EDGES_AT_START.test(firstText(piece.inline))) return firstText(piece.inline)[0];
      return piece.type === 'link' ? '[' : piece.type === 'strong' ? '*' : '<';
  }
}

/** The text a piece of running text begins with, through marks; empty when it begins with something else. */
function firstText(inline: readonly Inline[]): string {
  let pieces = inline;
  for (;;) {
    const first = pieces.find((piece) => piece.type !== 'text' || piece.text !== '');
    if (first === undefined) return ' ';
    if (first.type === 'text') return first.text;
    if (first.type === 'break') return BREAK;
    if (!('inline' in first)) return '';
    pieces = first.inline;
  }
}
