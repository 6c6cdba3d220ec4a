/**
 * Reads a Markdown text into what the structure metrics compare. The dialect is the reference scorer's: CommonMark with
 * tables, strikethrough, footnotes, definition lists and links for bare addresses; HTML blocks are parsed as HTML.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import deflist from 'markdown-it-deflist';
import footnote from 'markdown-it-footnote';
import { replaceFormulas, takeFormulas } from './formulas.js';
import { readHtmlBlock } from './html-block.js';
import type { MarkdownStructure, TableRow } from './markdown-structure.js';
import { normalise, SPACE, trim, wordsOf } from './python-text.js';
import { absolute, isInPage, unquote } from './python-url.js';

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

/**
 * Parses a Markdown text.
 *
 * @param hasMath whether `$…$`, `\(…\)` and the like are formulas
 * @param address base of relative links
 */
export function parseMarkdown(markdown: string, hasMath: boolean, address: string): MarkdownStructure {
  const source = markdown.replace(/\r\n/g, '\n').replace(/\t/g, '    ');
  const { text: withoutMath, formulas } = hasMath ? takeFormulas(source) : { text: source, formulas: [] };
  const into: MarkdownStructure = {
    ...{ text: [], plain: [], code: [], formulas, tables: [], headings: [], items: [], links: [], images: [] },
    ...{ quotes: 0, footnoteReferences: 0, footnotes: [] },
  };
  const blank = (text: string): string => normalise(replaceFormulas(text, () => ' '));
  const withFormulas = (text: string): string => replaceFormulas(text, (at) => formulas[at] ?? '');
  const put = (text: string): void => {
    const line = blank(text);
    if (line === '') return;
    into.text.push(line);
    into.plain.push(line);
  };
  const putCode = (code: string, language: string): void => {
    into.code.push({ code, language });
    into.plain.push(code);
  };

  let lists = 0;
  let table: TableRow[] | null = null;
  let cells: string[] = [];
  let isHead = false;
  let footnoteLines: string[] | null = null;
  /** The open list items; text is null until the first paragraph. */
  const open: { readonly depth: number; text: string | null }[] = [];
  const tokens = MARKDOWN.parse(withoutMath, {});
  for (const [at, token] of tokens.entries()) {
    switch (token.type) {
      case 'inline': {
        let text = inlineText(token, into);
        const before = tokens[at - 1];
        if (before?.type === 'heading_open') {
          into.headings.push([Number(before.tag[1]), blank(text)]);
          put(text);
        } else if (table !== null) {
          cells.push(normalise(withFormulas(text)));
          into.plain.push(blank(text));
        } else {
          const item = open.at(-1);
          if (item?.text === null) {
            text = text.replace(TASK, '');
            item.text = blank(text);
          }
          footnoteLines?.push(blank(text));
          put(text);
        }
        break;
      }
      case 'fence':
      case 'code_block': {
        putCode(withFormulas(token.content), token.type === 'fence' ? languageOf(token.info) : '');
        const item = open.at(-1);
        if (item) item.text ??= '';
        break;
      }
      case 'html_block':
        readHtmlBlock(token.content, into, put, putCode);
        break;
      case 'table_open':
        table = [];
        break;
      case 'tr_open':
        cells = [];
        break;
      case 'th_close':
      case 'td_close':
        isHead = token.type === 'th_close';
        break;
      case 'tr_close':
        table?.push({ cells, spans: cells.map(() => '1×1'), isHead });
        break;
      case 'table_close':
        into.tables.push(table ?? []);
        table = null;
        break;
      case 'bullet_list_open':
      case 'ordered_list_open':
        lists++;
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
        lists--;
        break;
      case 'list_item_open':
        open.push({ depth: lists, text: null });
        break;
      case 'list_item_close': {
        const item = open.pop();
        into.items.push([item?.depth ?? 0, item?.text ?? '']);
        break;
      }
      case 'blockquote_open':
        into.quotes++;
        break;
      case 'footnote_open':
        footnoteLines = [];
        break;
      case 'footnote_close':
        into.footnotes.push((footnoteLines ?? []).join(' '));
        footnoteLines = null;
        break;
    }
  }
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
