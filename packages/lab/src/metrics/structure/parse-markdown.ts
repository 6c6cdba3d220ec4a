/**
 * Reads a Markdown text into what the structure metrics compare. The dialect is the reference scorer's: CommonMark with
 * tables, strikethrough, footnotes, definition lists and links for bare addresses; HTML blocks are parsed as HTML.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import deflist from 'markdown-it-deflist';
import footnote from 'markdown-it-footnote';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { absolute, isInPage, normalise, SPACE, trim, trimEnd, unquote, wordsOf } from './python-text.js';

const MARKDOWN = new MarkdownIt('commonmark', { html: true, linkify: true })
  .enable(['table', 'strikethrough', 'linkify'])
  .use(footnote)
  .use(deflist);
// Addresses become links only where the text names a protocol.
MARKDOWN.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// A rule that newer versions added: the reference has only the one after inline parsing.
MARKDOWN.inline.ruler.disable('linkify');

const TASK = new RegExp(`^[${SPACE}]*\\[[ xX]\\][${SPACE}]+`);
const LANGUAGE_END = new RegExp(`[${SPACE},{:]`);
const IMG = /^<img\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]+)/i;
const ANCHOR = /^<a\b[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)/i;

/** Whether a link's text is its address: such a link is text, in whichever form it is written. */
export function isBareLink(text: string, target: string): boolean {
  return /^(?:https?:\/\/|www\.)/.test(text) || wordsOf(text).join(' ') === wordsOf(unquote(target)).join(' ');
}

/** What is open while the tokens of a text are read. */
interface State {
  readonly into: MarkdownStructure;
  lists: number;
  table: MarkdownTableRow[] | null;
  cells: string[];
  isHead: boolean;
  footnoteLines: string[] | null;
  /** The open list items; text is null until the first paragraph. */
  readonly items: { readonly depth: number; text: string | null }[];
}

/** A text without its formulas, and with them as TeX. */
const blank = (text: string): string => normalise(replaceFormulas(text, () => ' '));
const withFormulas = ({ into }: State, text: string): string => replaceFormulas(text, (at) => into.formulas[at] ?? '');

function put({ into }: Pick<State, 'into'>, text: string): void {
  const line = blank(text);
  if (line === '') return;
  into.text.push(line);
  into.plain.push(line);
}

function putCode({ into }: Pick<State, 'into'>, code: string, language: string): void {
  into.code.push({ code, language });
  into.plain.push(code);
}

function readInline(state: State, token: Token, before: Token | undefined): void {
  const { into, table, cells, items } = state;
  let text = inlineText(token, into);
  if (before?.type === 'heading_open') {
    into.headings.push([Number(before.tag[1]), blank(text)]);
    put(state, text);
  } else if (table !== null) {
    cells.push(normalise(withFormulas(state, text)));
    into.plain.push(blank(text));
  } else {
    const item = items.at(-1);
    if (item?.text === null) {
      text = text.replace(TASK, '');
      item.text = blank(text);
    }
    state.footnoteLines?.push(blank(text));
    put(state, text);
  }
}

function readCode(state: State, { type, content, info }: Token): void {
  putCode(state, withFormulas(state, content), type === 'fence' ? languageOf(info) : '');
  const item = state.items.at(-1);
  if (item) item.text ??= '';
}

const openList = (state: State): void => void state.lists++;
const closeList = (state: State): void => void state.lists--;
const closeCell = (state: State, { type }: Token): void => {
  state.isHead = type === 'th_close';
};

const HANDLERS: Readonly<Record<string, (state: State, token: Token, before: Token | undefined) => void>> = {
  inline: readInline,
  ...{ fence: readCode, code_block: readCode },
  html_block(state, { content }) {
    readHtmlBlock(
      content,
      state.into,
      (text) => put(state, text),
      (code, language) => putCode(state, code, language),
    );
  },
  table_open(state) {
    state.table = [];
  },
  tr_open(state) {
    state.cells = [];
  },
  ...{ th_close: closeCell, td_close: closeCell },
  tr_close({ table, cells, isHead }) {
    table?.push({ cells, isHead });
  },
  table_close(state) {
    state.into.tables.push(state.table ?? []);
    state.table = null;
  },
  ...{ bullet_list_open: openList, ordered_list_open: openList },
  ...{ bullet_list_close: closeList, ordered_list_close: closeList },
  list_item_open({ items, lists }) {
    items.push({ depth: lists, text: null });
  },
  list_item_close({ items, into }) {
    const item = items.pop();
    into.items.push([item?.depth ?? 0, item?.text ?? '']);
  },
  blockquote_open({ into }) {
    into.quotes++;
  },
  footnote_open(state) {
    state.footnoteLines = [];
  },
  footnote_close(state) {
    state.into.footnotes.push((state.footnoteLines ?? []).join(' '));
    state.footnoteLines = null;
  },
};

/** @param hasMath whether `$…$`, `\(…\)` and the like are formulas @param address base of relative links */
export function parseMarkdown(markdown: string, hasMath: boolean, address: string): MarkdownStructure {
  const source = markdown.replace(/\r\n/g, '\n').replace(/\t/g, '    ');
  const { text, formulas } = hasMath ? takeFormulas(source) : { text: source, formulas: [] };
  const into: MarkdownStructure = {
    ...{ text: [], plain: [], code: [], formulas, tables: [], headings: [], items: [], links: [], images: [] },
    ...{ quotes: 0, footnoteReferences: 0, footnotes: [] },
  };
  const state: State = { into, lists: 0, table: null, cells: [], isHead: false, footnoteLines: null, items: [] };
  const tokens = MARKDOWN.parse(text, {});
  for (const [at, token] of tokens.entries()) HANDLERS[token.type]?.(state, token, tokens[at - 1]);
  into.links = into.links
    .filter(([text, target]) => target !== '' && !isInPage(address, target) && !isBareLink(text, target))
    .map(([text, target]) => [text, absolute(address, target)]);
  into.images = into.images.filter((target) => target !== '').map((target) => absolute(address, target));
  return into;
}

/** The text of an inline token; its links, images and footnote references are added to the structure. */
function inlineText({ children }: Token, into: MarkdownStructure): string {
  let text = '';
  const open: { readonly target: string; readonly from: number }[] = [];
  const closeLink = (): void => {
    const link = open.pop();
    if (link) into.links.push([normalise(replaceFormulas(text.slice(link.from), () => '')), link.target]);
  };
  for (const child of children ?? []) {
    switch (child.type) {
      case 'text':
      case 'code_inline':
        text += child.content;
        break;
      case 'softbreak':
      case 'hardbreak':
        text += ' ';
        break;
      case 'link_open':
        open.push({ target: child.attrGet('href') ?? '', from: text.length });
        break;
      case 'link_close':
        closeLink();
        break;
      case 'image':
        into.images.push(child.attrGet('src') ?? '');
        break;
      case 'footnote_ref':
        into.footnoteReferences++;
        break;
      case 'html_inline': {
        const image = IMG.exec(child.content)?.[1];
        if (image !== undefined) into.images.push(image);
        const target = ANCHOR.exec(child.content)?.[1];
        if (target !== undefined) open.push({ target, from: text.length });
        else if (/^<\/a\s*>/i.test(child.content)) closeLink();
        if (/^<br/i.test(child.content)) text += ' ';
      }
    }
  }
  return text;
}

/** The language of a fence's info string: `{.js}`, `js,ignore` and `js:title` are `js`. */
function languageOf(info: string): string {
  const [first] = trim(info)
    .replace(/^[{.]+/, '')
    .split(LANGUAGE_END);
  return first.replace(/^\}+|\}+$/g, '').toLowerCase();
}

type HtmlBlockNode = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: HtmlBlockNode): node is Element => 'tagName' in node;
const attribute = ({ attrs }: Element, name: string): string => attrs.find((one) => one.name === name)?.value ?? '';

/** The elements below a node in document order, without the inside of those for which `skip` is true. */
function* elementsIn(root: DefaultTreeAdapterTypes.ParentNode, skip: (one: Element) => boolean): Generator<Element> {
  const waiting = [...root.childNodes].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    yield node;
    if (!skip(node)) waiting.push(...[...node.childNodes].reverse());
  }
}

/** The text below a node without scripts and without the elements for which `skip` is true; `<br>` is a space if `breaks`. */
function textIn(
  root: DefaultTreeAdapterTypes.ParentNode,
  { skip, breaks }: { readonly skip: (one: Element) => boolean; readonly breaks: boolean },
): string {
  let text = '';
  const waiting = [...root.childNodes].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.nodeName === '#text') text += (node as DefaultTreeAdapterTypes.TextNode).value;
    if (!isElement(node) || isScript(node) || skip(node)) continue;
    if (breaks && node.tagName === 'br') text += ' ';
    waiting.push(...[...node.childNodes].reverse());
  }
  return text;
}

const isScript = ({ tagName }: Element): boolean => tagName === 'script' || tagName === 'style';
const isTable = ({ tagName }: Element): boolean => tagName === 'table';
const isPre = ({ tagName }: Element): boolean => tagName === 'pre';
const EVERYTHING = { skip: (): boolean => false, breaks: false };

/**
 * Adds the structure of an HTML block.
 *
 * It is parsed as browsers do; the reference scorer uses libxml2, which differs on malformed tables and on entities that HTML 4 did
 * not have.
 * @param put adds a line of text
 * @param putCode adds a code block
 */
function readHtmlBlock(
  html: string,
  into: Pick<MarkdownStructure, 'images' | 'links' | 'tables' | 'plain'>,
  put: (text: string) => void,
  putCode: (code: string, language: string) => void,
): void {
  const root = parseFragment(html, { scriptingEnabled: false });
  for (const one of elementsIn(root, isScript)) {
    if (one.tagName === 'img') into.images.push(attribute(one, 'data-src') || attribute(one, 'src'));
    if (one.tagName === 'a' && attribute(one, 'href') !== '')
      into.links.push([normalise(textIn(one, EVERYTHING)), attribute(one, 'href')]);
  }
  for (const one of elementsIn(root, isTable)) {
    const table = isTable(one) ? tableOf(one) : [];
    if (table.length === 0) continue;
    into.tables.push(table);
    for (const { cells } of table) into.plain.push(...cells);
  }
  const isBlock = (one: Element): boolean => isTable(one) || isPre(one);
  for (const one of elementsIn(root, isBlock)) if (isPre(one)) putCode(textIn(one, EVERYTHING), '');
  put(textIn(root, { skip: isBlock, breaks: true }));
}

function tableOf(table: Element): MarkdownTable {
  const rows: MarkdownTableRow[] = [];
  for (const row of elementsIn(table, isTable)) {
    if (row.tagName !== 'tr') continue;
    const cells = row.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
    if (cells.length === 0) continue;
    rows.push({
      cells: cells.map((cell) => normalise(textIn(cell, EVERYTHING))),
      isHead: cells.every(({ tagName }) => tagName === 'th'),
    });
  }
  return rows;
}

/** What the structure metrics compare. */
export interface MarkdownTableRow {
  readonly cells: readonly string[];
  readonly isHead: boolean;
}
export type MarkdownTable = readonly MarkdownTableRow[];

export interface MarkdownStructure {
  /** Paragraphs, headings and list items, normalised; without code, formulas and table cells. */
  readonly text: string[];
  /** The same with code and table cells, in order. */
  readonly plain: string[];
  readonly code: { readonly code: string; readonly language: string }[];
  readonly formulas: readonly string[];
  readonly tables: MarkdownTable[];
  readonly headings: (readonly [level: number, text: string])[];
  /** Nesting depth and first paragraph of each list item. */
  readonly items: (readonly [depth: number, text: string])[];
  /** Text and absolute target; without links within the page and bare addresses. */
  links: (readonly [text: string, target: string])[];
  images: string[];
  quotes: number;
  footnoteReferences: number;
  readonly footnotes: string[];
}

// Finds the formulas of a Markdown text outside code and replaces each by a placeholder, so that the Markdown parser cannot
// read `_` or `\\` in them. The patterns and their limits are the reference scorer's.

/** Around a formula's number in the text, and around a code span's number while formulas are searched. */
const FORMULA = /\ue000(\d+)\ue001/g;
const CODE = /\ue002(\d+)\ue003/g;

function replaceFormulas(text: string, by: (formula: number) => string): string {
  return text.replace(FORMULA, (_, formula: string) => by(Number(formula)));
}

const FENCE = /^(?:[ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\p{Nd}+[.)])[ \t]+)*)[ \t]*(`{3,}|~{3,})([^\n]*)$/u;
/** The line breaks of Python's `splitlines`. */
const LINES =
  /(?:[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]))|[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+$/g;
const INLINE_CODE = /(?<![`\\])(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])+?)(?<!`)\1(?!`)/g;

type FormulaSpan = readonly [from: number, to: number];

/** Fenced blocks and code spans, in order. */
function codeSpans(markdown: string): readonly FormulaSpan[] {
  const fenced: FormulaSpan[] = [];
  let open: { readonly from: number; readonly fence: string } | null = null;
  let at = 0;
  for (const line of markdown.match(LINES) ?? []) {
    if (open === null) {
      // The test first: the pattern is slow on long runs of spaces.
      const [, fence, info] = (/```|~~~/.test(line) && FENCE.exec(line.replace(/\n+$/, ''))) || [];
      if (fence !== undefined && !(fence.startsWith('`') && info.includes('`'))) open = { from: at, fence };
    } else {
      const text: string = trim(line).replace(/^[> \t]+/, '');
      if (text.length >= open.fence.length && text === open.fence[0].repeat(text.length)) {
        fenced.push([open.from, at + line.length]);
        open = null;
      }
    }
    at += line.length;
  }
  if (open !== null) fenced.push([open.from, markdown.length]);
  const spans: FormulaSpan[] = [];
  const addInline = (from: number, to: number): void => {
    for (const found of markdown.slice(from, to).matchAll(INLINE_CODE))
      spans.push([from + found.index, from + found.index + found[0].length]);
  };
  let last = 0;
  for (const [from, to] of fenced) {
    addInline(last, from);
    spans.push([from, to]);
    last = to;
  }
  addInline(last, markdown.length);
  return spans;
}

const NO_BLANK_LINE = '(?!\\n[ \\t]*\\n)';
const ENVIRONMENTS = 'align|aligned|equation|gather|eqnarray|multline|alignat|cases|array|[bpvB]?matrix';
const MATH = new RegExp(
  [
    `(?<!\\\\)\\$\\$(?<dollars>(?:${NO_BLANK_LINE}[^$]|\\\\\\$){1,6000}?)\\$\\$`,
    `(?<!\\\\)\\\\\\[(?<brackets>(?:${NO_BLANK_LINE}[\\s\\S]){1,6000}?)\\\\\\]`,
    `(?<!\\\\)\\\\\\((?<parentheses>(?:${NO_BLANK_LINE}[\\s\\S]){1,2000}?)\\\\\\)`,
    `(?<environment>\\\\begin\\{(?<name>${ENVIRONMENTS})(?<star>\\*?)\\}[\\s\\S]{1,6000}?\\\\end\\{\\k<name>\\k<star>\\})`,
    `(?<![\\\\$A-Za-z0-9])\\$(?<dollar>(?![${SPACE}$])(?:${NO_BLANK_LINE}[^$\\\\]|\\\\[\\s\\S]){0,1500}?(?<![${SPACE}]))\\$(?![\\p{Nd}$])`,
  ].join('|'),
  'gu',
);
/** What `\(…\)` and `\[…\]` need to be a formula instead of escaped brackets. */
const TEX = /\\[a-zA-Z]+|[\^_=]/;

/** Takes the formulas out of a Markdown text: the text with placeholders, and TeX without delimiters in the order of the text. */
function takeFormulas(markdown: string) {
  const code: string[] = [];
  let text = '';
  let last = 0;
  for (const [from, to] of codeSpans(markdown)) {
    text += `${markdown.slice(last, from)}\ue002${code.push(markdown.slice(from, to)) - 1}\ue003`;
    last = to;
  }
  text += markdown.slice(last);
  const withCode = (of: string): string => of.replace(CODE, (_, at: string) => code[Number(at)] ?? '');
  const formulas: string[] = [];
  text = text.replace(MATH, (...found) => {
    const groups: Readonly<Record<string, string | undefined>> = found.at(-1);
    const { dollars, brackets, parentheses, environment, dollar } = groups;
    const inner = dollars || brackets || parentheses || environment || dollar || '';
    if ((brackets || parentheses) && !TEX.test(inner)) return found[0];
    if (trim(inner) === '') return found[0];
    return `\ue000${formulas.push(trim(inner)) - 1}\ue001`;
  });
  return { text: withCode(text), formulas: formulas.map(withCode) };
}

/** A code block without white space at the end of lines, and without empty lines at its ends. */
export function codeKey(code: string): string {
  const lines = code
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\u00a0/g, ' ')
    .replace(/^\n+|\n+$/g, '')
    .split('\n');
  return lines
    .map(trimEnd)
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}
