/**
 * Block content as GitHub Flavored Markdown: each function returns lines without a prefix; containers indent or mark the lines of
 * their content. Blank lines separate blocks, so no block can be read as part of the one before.
 *
 * Structure that GFM lacks stays visible: a definition list is a list of bold terms; details and some tables (`table.ts`) are HTML;
 * captions are paragraphs. Without HTML and in CommonMark the words stay, side by side.
 */
import type { Callout, Content, Footnote, Inline, List } from '../../document/document.js';
import { inlineHtml, languageName, noteName } from '../content-html.js';
import { textOfContents } from '../content-text.js';
import { type InlineContext, inlineMarkdown, longestRun, paragraphLines } from './inline.js';
import { tableLines } from './table.js';

/** Maximum number that a list may start at. */
const MAX_LIST_START = 999_999_999;

/** The lines of content, a blank one between blocks. */
export function contentLines(contents: readonly Content[], context: InlineContext, tight = false): string[] {
  const lines: string[] = [];
  let previous: Content | null = null;
  /** Adjacent lists alternate their markers: with the same marker they would be one list. */
  let turn = false;
  for (const one of contents.flatMap(withoutFigures)) {
    turn = isListLike(one) && previous?.type === 'list' && previous.ordered === asList(one).ordered ? !turn : false;
    const block = blockLines(one, context, { turn, first: lines.length === 0 });
    if (block.length === 0) continue;
    if (lines.length > 0 && !tight) lines.push('');
    for (const line of block) lines.push(line);
    previous = isListLike(one) ? asList(one) : one;
  }
  return lines;
}

/** A figure as its content and its caption, side by side with the blocks around it. */
function withoutFigures(one: Content): Content[] {
  if (one.type !== 'figure') return [one];
  return [...one.content.flatMap(withoutFigures), { type: 'paragraph', inline: one.caption }];
}

interface Place {
  readonly turn: boolean;
  readonly first: boolean;
}

function blockLines(one: Content, context: InlineContext, place: Place): string[] {
  switch (one.type) {
    case 'heading': {
      const text = inlineMarkdown(one.inline, { ...context, lineBreak: ' ' });
      // A run of # after a space would end the heading.
      return text === '' ? [] : [`${'#'.repeat(one.level)} ${text.replace(/(^|\s)(#*)#$/, '$1$2\\#')}`];
    }
    case 'paragraph':
      return paragraphLines(one.inline, context);
    case 'list':
      return listLines(one, context, place.turn);
    case 'definitions':
      return listLines(asList(one), context, place.turn);
    case 'quote':
      return quoted(contentLines(one.content, inside(context, 2)));
    case 'callout':
      return calloutLines(one, context);
    case 'details':
      return detailsLines(one, context);
    case 'footnotes':
      return one.notes.flatMap((note, at) => {
        const lines = noteLines(note, context);
        return at === 0 ? lines : ['', ...lines];
      });
    case 'code': {
      const text = one.text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
      const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
      const language = (languageName(one) ?? '').replace(/[\\&]/g, '\\$&');
      return [fence + language, ...text.split('\n'), fence];
    }
    case 'table':
      return tableLines(one, context);
    case 'figure':
      return contentLines(withoutFigures(one), context);
    case 'rule':
      // `---` on the first line begins front matter; on the first line of an item it would end the list.
      return [place.first ? '___' : '---'];
  }
}

const quoted = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '>' : `> ${line}`));

/** The context of content that is indented by a number of characters. */
function inside(context: InlineContext, indent: number): InlineContext {
  const { style } = context;
  return { ...context, style: { ...style, width: Math.max(MIN_WIDTH, style.width - indent) } };
}

/** Content under a title, as bold words: what a callout or details look like without syntax of their own. */
function titled(title: readonly Inline[], content: readonly Content[]): readonly Content[] {
  return title.length === 0 ? content : [{ type: 'paragraph', inline: [strong(title)] }, ...content];
}

/** A callout as a quote; GitHub's form has five kinds, whose names stand for their titles. */
function calloutLines({ kind, title, content }: Callout, context: InlineContext): string[] {
  const within = inside(context, 2);
  if (!context.style.githubCallouts) return quoted(contentLines(titled(title, content), within));
  const name = GITHUB_KINDS.find(([, kinds]) => kinds.includes(kind.toLowerCase()))?.[0] ?? 'NOTE';
  const words = textOfContents([{ type: 'paragraph', inline: title }]).toLowerCase();
  const says = words === name.toLowerCase() || words === kind.toLowerCase();
  return quoted([`[!${name}]`, ...contentLines(says ? content : titled(title, content), within)]);
}

const GITHUB_KINDS: readonly (readonly [name: string, kinds: readonly string[]])[] = [
  ['TIP', ['tip', 'hint', 'success']],
  ['IMPORTANT', ['important']],
  ['WARNING', ['warning', 'attention']],
  ['CAUTION', ['caution', 'danger', 'error', 'failure', 'bug']],
];

function detailsLines({ summary, content }: Content & { type: 'details' }, context: InlineContext): string[] {
  if (!context.style.html) return contentLines(titled(summary, content), context);
  const words = inlineHtml(summary, { inMarkdown: true, referenced: new Set() }).replace(/\s+/g, ' ');
  return ['<details>', `<summary>${words}</summary>`, '', ...contentLines(content, context), '', '</details>'];
}

/** The definition of a footnote; CommonMark has none, so there it is a paragraph. */
function noteLines({ id, content }: Footnote, context: InlineContext): string[] {
  const { gfm } = context.style;
  const lines = contentLines(content, gfm ? inside(context, NOTE_INDENT.length) : context);
  if (lines.length === 0) return [];
  const name = noteName(id);
  if (!gfm) return [`\\[${name}\\]`, '', ...lines];
  return lines.map((line, at) => (at === 0 ? `[^${name}]: ${line}` : line === '' ? '' : NOTE_INDENT + line));
}

const NOTE_INDENT = '    ';
/** Minimum length of lines, however deep they are. */
const MIN_WIDTH = 20;

function listLines(list: List, context: InlineContext, turn: boolean): string[] {
  const lines: string[] = [];
  const tight = list.items.every((item) => isTight(item));
  let number = Math.min(Math.max(0, list.start), MAX_LIST_START);
  for (const item of list.items) {
    const marker = list.ordered ? `${Math.min(number, MAX_LIST_START)}${turn ? ')' : '.'} ` : turn ? '* ' : '- ';
    const content = contentLines(item, inside(context, marker.length), tight);
    if (content.length === 0) continue;
    number++;
    if (lines.length > 0 && !tight) lines.push('');
    const indent = ' '.repeat(marker.length);
    for (const [at, line] of content.entries()) lines.push(at === 0 ? marker + line : line === '' ? '' : indent + line);
  }
  return lines;
}

/** An item that needs no blank lines: one block, or a paragraph and a list that may follow it directly. */
function isTight(item: readonly Content[]): boolean {
  const [first, second] = item;
  if (item.length === 1) return first?.type !== 'definitions' && first?.type !== 'table' && first?.type !== 'figure';
  return item.length === 2 && first?.type === 'paragraph' && second?.type === 'list' && mayFollowDirectly(second);
}

/** Only a list that starts at 1 may follow the lines of a paragraph; the same holds for a list that begins in its first item. */
function mayFollowDirectly(list: List): boolean {
  if (list.ordered && list.start !== 1) return false;
  return (list.items[0] ?? []).every((one) => !isListLike(one) || mayFollowDirectly(asList(one)));
}

function isListLike(one: Content): one is Content & { type: 'list' | 'definitions' } {
  return one.type === 'list' || one.type === 'definitions';
}

/** A definition list as a list of bold terms, each with its description. */
function asList(one: Content & { type: 'list' | 'definitions' }): List {
  if (one.type === 'list') return one;
  const items = one.entries.map(({ term, description }): Content[] =>
    term.length === 0 ? [...description] : [{ type: 'paragraph', inline: [strong(term)] }, ...description],
  );
  return { type: 'list', ordered: false, start: 1, numbering: 'decimal', items };
}

function strong(inline: readonly Inline[]): Inline {
  return { type: 'strong', inline };
}
