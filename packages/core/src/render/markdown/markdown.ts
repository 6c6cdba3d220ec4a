import { yamlValue } from '@dehusk/html';
import type { Content, Definition, Document, Footnote, Inline, List } from '../../document/document.js';
import { arranged } from '../arrange.js';
import { inlineHtml, languageName, noteName } from '../content-html.js';
import { textOfContents } from '../content-text.js';
import { printingNoControls, type Renderer } from '../renderer.js';
import { longestBackticks } from './escape.js';
import { type InlineContext, inlineMarkdown, paragraphLines, styleOf } from './inline.js';
import { tableLines } from './table.js';

export const markdown: Renderer = printingNoControls({
  name: 'markdown',
  summary: 'GitHub Flavored Markdown or CommonMark; with metadata as YAML front matter when asked for.',
  mediaType: 'text/markdown',
  extension: 'md',
  render(document, options = {}) {
    const content = arranged(document, options, true);
    const style = styleOf(options, content);
    const lines = contentLines(content, {
      inLink: false,
      inCell: false,
      live: '',
      style,
      lineBreak: '\\\n',
      marks: [],
    });
    const references = [...(style.references ?? [])].map(([target, number]) => `[${number}]: ${target}`);
    if (references.length > 0) lines.push('', ...references);
    const body = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
    return options.metadata === true ? frontMatter(document) + body : body;
  },
});

/**
 * Metadata as YAML front matter, with its fences and a blank line; empty when nothing is known. Strings are written as JSON, which
 * YAML 1.2 reads: no text can end its field.
 */
function frontMatter({ url, metadata }: Document): string {
  const fields: [string, string | readonly string[] | null][] = [
    ['title', metadata.title],
    ['author', metadata.author],
    ['date', metadata.date],
    ['dateModified', metadata.dateModified],
    ['excerpt', metadata.description],
    ['siteName', metadata.siteName],
    ['url', metadata.canonicalUrl ?? url],
    ['language', metadata.language],
    ['image', metadata.image],
    ['licence', metadata.licence],
    ['categories', metadata.categories],
    ['tags', metadata.tags],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value === null || value.length === 0 ? [] : [`${name}: ${yamlValue(value)}`],
  );
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
}

/** Maximum number that a list may start at. */
const MAX_LIST_START = 999_999_999;

/** A piece of content with its lines, at least one. */
interface MarkdownBlock {
  readonly type: Content['type'];
  readonly lines: readonly string[];
}

/**
 * The lines of content, a blank one between blocks.
 *
 * Each function returns lines without a prefix; containers indent or mark the lines of their content. Blank lines separate blocks,
 * so no block can be parsed as part of the previous one.
 *
 * Structure that GFM lacks remains visible: a definition list becomes a list of bold terms; details and some tables (`table.ts`)
 * become HTML; captions become paragraphs. Without HTML, and in CommonMark, only the words are kept.
 */
function contentLines(contents: readonly Content[], context: InlineContext): string[] {
  return joined(blocksOf(contents, context), false);
}

function joined(blocks: readonly MarkdownBlock[], tight: boolean): string[] {
  const lines: string[] = [];
  for (const block of blocks) {
    if (lines.length > 0 && !tight) lines.push('');
    for (const line of block.lines) lines.push(line);
  }
  return lines;
}

function blocksOf(contents: readonly Content[], context: InlineContext): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let previous: Content | null = null;
  /** Adjacent lists alternate their markers: with the same marker they would be one list. */
  let turn = false;
  for (const one of contents.flatMap((given) => withSyntax(given, context.style))) {
    const joins = one.type === 'list' && previous?.type === 'list' && previous.ordered === one.ordered;
    const turned: boolean = joins && !turn;
    const lines = blockLines(one, context, { turn: turned, first: blocks.length === 0 });
    if (lines.length === 0) continue;
    turn = turned;
    blocks.push({ type: one.type, lines });
    previous = one;
  }
  return blocks;
}

/** Content as kinds of content that Markdown in this style has syntax for. */
function withSyntax(one: Content, style: InlineContext['style']): Content[] {
  const all = (contents: readonly Content[]): Content[] => contents.flatMap((inner) => withSyntax(inner, style));
  switch (one.type) {
    case 'figure':
      return [...all(one.content), { type: 'paragraph', inline: one.caption }];
    case 'definitions':
      return [listOfTerms(one.entries)];
    case 'callout':
      return style.githubCallouts ? [one] : [{ type: 'quote', content: titled(one.title, one.content) }];
    case 'details':
      return style.html ? [one] : all(titled(one.summary, one.content));
    case 'footnotes':
      if (style.gfm) return [one];
      return one.notes.flatMap(({ id, content }) => [
        { type: 'paragraph', inline: [{ type: 'text', text: `[${noteName(id)}]` }] },
        ...all(content),
      ]);
    default:
      return [one];
  }
}

/** The lines of content of a kind that `withSyntax` returns; none when it has no text. */
function blockLines(
  content: Content,
  context: InlineContext,
  place: { readonly turn: boolean; readonly first: boolean },
): string[] {
  switch (content.type) {
    case 'heading': {
      const text = inlineMarkdown(content.inline, { ...context, lineBreak: ' ' });
      // A run of # after a space would end the heading.
      return text === '' ? [] : [`${'#'.repeat(content.level)} ${text.replace(/(^|\s)(#*)#$/, '$1$2\\#')}`];
    }
    case 'paragraph':
      return paragraphLines(content.inline, context);
    case 'list':
      return listLines(content, context, place.turn);
    case 'quote':
      return quoted(contentLines(content.content, inside(context, 2)));
    case 'callout':
      return calloutLines(content, context);
    case 'details':
      return detailsLines(content, context);
    case 'footnotes':
      return content.notes.flatMap((note, at) => {
        const lines = noteLines(note, context);
        return at === 0 ? lines : ['', ...lines];
      });
    case 'code': {
      const text = content.text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
      const fence = '`'.repeat(Math.max(3, longestBackticks(text) + 1));
      const language = (languageName(content) ?? '').replace(/[\\&]/g, '\\$&');
      return [fence + language, ...text.split('\n'), fence];
    }
    case 'table':
      return tableLines(content, context);
    case 'rule':
      // `---` on the first line begins front matter; on the first line of an item it would end the list.
      return [place.first ? '___' : '---'];
    default:
      return [];
  }
}

const quoted = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '>' : `> ${line}`));

/** The context of content that is indented by a number of characters. */
function inside(context: InlineContext, indent: number): InlineContext {
  const { style } = context;
  return { ...context, style: { ...style, width: Math.max(MIN_WIDTH, style.width - indent) } };
}

/** Content under a bold title: the form of callouts and details for which there is no syntax. */
function titled(title: readonly Inline[], content: readonly Content[]): readonly Content[] {
  return title.length === 0 ? content : [{ type: 'paragraph', inline: [strong(title)] }, ...content];
}

/** A callout in GitHub's form, which has five kinds and no other title than their names. */
function calloutLines({ kind, title, content }: Content & { type: 'callout' }, context: InlineContext): string[] {
  const name = GITHUB_KINDS.find(([, kinds]) => kinds.includes(kind.toLowerCase()))?.[0] ?? 'NOTE';
  const words = textOfContents([{ type: 'paragraph', inline: title }]).toLowerCase();
  const saysKind = words === name.toLowerCase() || words === kind.toLowerCase();
  const blocks = blocksOf(saysKind ? content : titled(title, content), inside(context, 2));
  // Only a paragraph may follow without being read as a part of the name's.
  const between = blocks.length === 0 || blocks[0].type === 'paragraph' ? [] : [''];
  return quoted([`[!${name}]`, ...between, ...joined(blocks, false)]);
}

const GITHUB_KINDS: readonly (readonly [name: string, kinds: readonly string[]])[] = [
  ['TIP', ['tip', 'hint', 'success']],
  ['IMPORTANT', ['important']],
  ['WARNING', ['warning', 'attention']],
  ['CAUTION', ['caution', 'danger', 'error', 'failure', 'bug']],
];

function detailsLines({ summary, content }: Content & { type: 'details' }, context: InlineContext): string[] {
  const words = inlineHtml(summary, { inMarkdown: true, referenced: new Set() }).replace(/\s+/g, ' ');
  const lines = contentLines(content, context);
  return ['<details>', `<summary>${words}</summary>`, '', ...lines, ...(lines.length > 0 ? [''] : []), '</details>'];
}

/** The definition of a footnote. */
function noteLines({ id, content }: Footnote, context: InlineContext): string[] {
  const blocks = blocksOf(content, inside(context, NOTE_INDENT.length));
  if (blocks.length === 0) return [];
  const lines = joined(blocks, false).map((line) => (line === '' ? '' : NOTE_INDENT + line));
  const label = `[^${noteName(id)}]:`;
  // Parsers without footnotes take the first word for the address of a link; after a blank line they see code.
  if (blocks[0].type !== 'paragraph' || ACTIVE_SCHEME.test(lines[0])) return [label, '', ...lines];
  return [`${label} ${lines[0].trimStart()}`, ...lines.slice(1)];
}

/** A scheme that may act, before anything; any but those of the web, in a line that is an address, with a title or without. */
const ACTIVE_SCHEME =
  /^ *(?:(?:javascript|vbscript|data)\\?:|(?!https?\\?:|mailto\\?:)[a-z][a-z\d+.-]*\\?:\S*(?:\s+["'(].*)?$)/i;

const NOTE_INDENT = '    ';
/** Minimum length of lines, however deep they are. */
const MIN_WIDTH = 20;

function listLines(list: List, context: InlineContext, turn: boolean): string[] {
  let number = Math.min(Math.max(0, list.start), MAX_LIST_START);
  const items: { readonly marker: string; readonly blocks: readonly MarkdownBlock[] }[] = [];
  for (const item of list.items) {
    const marker = list.ordered ? `${Math.min(number, MAX_LIST_START)}${turn ? ')' : '.'} ` : turn ? '* ' : '- ';
    const blocks = blocksOf(item, inside(context, marker.length));
    if (blocks.length === 0) continue;
    items.push({ marker, blocks });
    number++;
  }
  const tight = items.every(({ blocks }) => isTight(blocks));
  return items.flatMap(({ marker, blocks }, at) => {
    const indent = ' '.repeat(marker.length);
    const lines = joined(blocks, tight).map((line, row) => (row === 0 ? marker : line === '' ? '' : indent) + line);
    return at === 0 || tight ? lines : ['', ...lines];
  });
}

/** An item that needs no blank lines: one block, or a paragraph and a list that may follow it directly. */
function isTight([first, second, ...rest]: readonly MarkdownBlock[]): boolean {
  if (second === undefined) return first.type !== 'table';
  return (
    rest.length === 0 && first.type === 'paragraph' && second.type === 'list' && !STARTS_LATER.test(second.lines[0])
  );
}

/** A list that does not start at 1, also as the first item of others, may not follow the lines of a paragraph. */
const STARTS_LATER = /^(?:[-*] |1[.)] )*(?!1[.)])\d+[.)] /;

/** Definitions as a list of bold terms, each with its description. */
function listOfTerms(entries: readonly Definition[]): List {
  const items = entries.map(({ term, description }) => titled(term, description));
  return { type: 'list', ordered: false, start: 1, numbering: 'decimal', items };
}

function strong(inline: readonly Inline[]): Inline {
  return { type: 'strong', inline };
}
