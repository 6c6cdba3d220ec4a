/**
 * Block content as GitHub Flavored Markdown: each function returns lines without a prefix; containers indent or mark the lines of
 * their content. Blank lines separate blocks, so no block can be read as part of the one before.
 *
 * Structure that GFM lacks stays visible: a definition list is a list of bold terms; a table with spans, or with more than
 * paragraphs in a cell, is an HTML table; captions are paragraphs.
 */
import type { Content, Inline, List, Table, TableCell } from '../../document/document.js';
import { languageName, tableHtml } from '../content-html.js';
import { type InlineContext, inlineMarkdown, longestRun } from './inline.js';

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
    case 'paragraph': {
      const text = inlineMarkdown(one.inline, context);
      return text === '' ? [] : text.split('\n');
    }
    case 'list':
      return listLines(one, context, place.turn);
    case 'definitions':
      return listLines(asList(one), context, place.turn);
    case 'quote':
      return contentLines(one.content, context).map((line) => (line === '' ? '>' : `> ${line}`));
    case 'callout': {
      const title: Content[] = one.title.length > 0 ? [{ type: 'paragraph', inline: [strong(one.title)] }] : [];
      return blockLines({ type: 'quote', content: [...title, ...one.content] }, context, place);
    }
    case 'details': {
      const summary: Content[] = one.summary.length > 0 ? [{ type: 'paragraph', inline: [strong(one.summary)] }] : [];
      return contentLines([...summary, ...one.content], context);
    }
    case 'footnotes':
      return one.notes.flatMap(({ id, content }, at) => {
        const lines = contentLines(content, context).map((line, row) =>
          row === 0 ? `[^${id}]: ${line}` : line === '' ? '' : `    ${line}`,
        );
        return at === 0 ? lines : ['', ...lines];
      });
    case 'code': {
      const text = one.text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
      const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
      const language = (languageName(one) ?? '').replace(/[\\&]/g, '\\$&');
      return [fence + language, ...text.split('\n'), fence];
    }
    case 'table': {
      const caption = inlineMarkdown(one.caption, context);
      const table = isSimple(one) ? pipeTableLines(one, context) : htmlTableLines(one);
      if (caption === '' || table.length === 0) return caption === '' ? table : caption.split('\n');
      return [...caption.split('\n'), '', ...table];
    }
    case 'figure':
      return contentLines(withoutFigures(one), context);
    case 'rule':
      // `---` on the first line begins front matter; on the first line of an item it would end the list.
      return [place.first ? '___' : '---'];
  }
}

function listLines(list: List, context: InlineContext, turn: boolean): string[] {
  const lines: string[] = [];
  const tight = list.items.every((item) => isTight(item));
  let number = Math.min(Math.max(0, list.start), MAX_LIST_START);
  for (const item of list.items) {
    const content = contentLines(item, context, tight);
    if (content.length === 0) continue;
    const marker = list.ordered ? `${Math.min(number, MAX_LIST_START)}${turn ? ')' : '.'} ` : turn ? '* ' : '- ';
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

/** True when GFM can print a table: no spans, only paragraphs in cells. */
function isSimple(table: Table): boolean {
  return table.rows.every((row) =>
    row.cells.every(
      (cell) => cell.columns === 1 && cell.rows === 1 && cell.content.every((one) => one.type === 'paragraph'),
    ),
  );
}

function pipeTableLines(table: Table, context: InlineContext): string[] {
  const width = table.rows.reduce((widest, row) => Math.max(widest, row.cells.length), 0);
  if (width === 0) return [];
  const [first] = table.rows;
  const head = first?.head ? first : null;
  const body = head === null ? table.rows : table.rows.slice(1);
  const inCell: InlineContext = { ...context, inCell: true, lineBreak: '<br>' };
  const line = (cells: readonly TableCell[]): string =>
    `| ${cells.map((cell) => cellMarkdown(cell, inCell)).join(' | ')} |`;
  const headCells = Array.from({ length: width }, (_, at) =>
    head?.cells[at] ? cellMarkdown(head.cells[at], inCell) : '',
  );
  return [
    `| ${headCells.join(' | ')} |`,
    `| ${alignments(table, width)
      .map((align) => DELIMITERS[align ?? 'none'])
      .join(' | ')} |`,
    ...body.map((row) => line(row.cells)),
  ];
}

function cellMarkdown(cell: TableCell, context: InlineContext): string {
  return cell.content
    .map((one) => (one.type === 'paragraph' ? inlineMarkdown(one.inline, context) : ''))
    .filter((text) => text !== '')
    .join('<br>');
}

/** Per column: the alignment of the first cell that declares one. */
function alignments(table: Table, width: number): TableCell['align'][] {
  const found: TableCell['align'][] = new Array(width).fill(null);
  for (const row of table.rows) for (const [at, cell] of row.cells.entries()) found[at] ??= cell.align;
  return found;
}

const DELIMITERS = { left: ':--', center: ':-:', right: '--:', none: '---' };

/** An HTML table ends at the first blank line, so those of code inside are written as references. */
function htmlTableLines(table: Table): string[] {
  if (table.rows.length === 0) return [];
  return tableHtml({ ...table, caption: [] }, { inMarkdown: true, referenced: new Set() })
    .replace(/\n(?=[ \t]*(?:\n|$))/g, '&#10;')
    .split('\n');
}
