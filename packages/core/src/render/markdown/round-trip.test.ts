/**
 * Round trip of Markdown: a GFM parser (micromark, mdast) must read the structure that was printed. Both structures are compared
 * in a normal form: blocks, and running text as spans with their marks.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Nodes, Parents, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { type Content, type Document, type Inline, NO_STRUCTURE, type TableCell } from '../../document/document.js';
import { NO_METADATA } from '../../metadata/metadata.js';
import { contentTree, inlines } from './arbitrary.fixture.js';
import { markdown } from './markdown.js';

const documentOf = (content: readonly Content[]): Document => ({
  url: null,
  metadata: NO_METADATA,
  content,
  ...NO_STRUCTURE,
});

// mdast's transforms link bare addresses in the finished tree, escaped or not; the tokenizer, which is what GFM specifies, does not.
const fromGfm = gfmFromMarkdown().map(({ transforms: _, ...rest }) => rest);
const parsed = (text: string): readonly RootContent[] =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: fromGfm }).children;

/** A run of text: its characters (or a placeholder for an image or break) and the marks of all of them. */
type Stretch = { text: string; marks: string };
type Block = readonly unknown[];

/** Joins stretches with the same marks; white space (no-break spaces too) has none, is one space, and is not at the edges or beside breaks. */
function normal(stretches: readonly Stretch[]): Stretch[] {
  const characters: Stretch[] = [];
  for (const { text, marks } of stretches)
    for (const part of /^\uE000/.test(text) ? [text] : text.split(/(\s+)/)) {
      if (part === '') continue;
      const isSpace = /^\s+$/.test(part);
      characters.push(isSpace ? { text: ' ', marks: '' } : { text: part, marks });
    }
  const result: Stretch[] = [];
  const isBreak = (one: Stretch | undefined): boolean => one === undefined || one.text === '\uE000break';
  for (const [at, one] of characters.entries()) {
    const last = result.at(-1);
    if (one.text === ' ') {
      if (
        isBreak(last) ||
        isBreak(characters.slice(at + 1).find((next) => next.text !== ' ')) ||
        last?.text.endsWith(' ')
      )
        continue;
      if (last?.marks === '' && !last.text.startsWith('\uE000')) last.text += ' ';
      else result.push({ ...one });
    } else if (isBreak(one) && one.text !== '' && last === undefined) continue;
    else if (last && last.marks === one.marks && !last.text.startsWith('\uE000') && !one.text.startsWith('\uE000'))
      last.text += one.text;
    else result.push({ ...one });
  }
  while (result.length > 0 && isBreak(result.at(-1))) result.pop();
  return result;
}

const marked = (marks: readonly string[]): string => [...new Set(marks)].sort().join(' ');

/** True for a link that shows its own address: readers of GFM make one of each address in a text. */
const isBare = (url: string, children: readonly { readonly type: string }[]): boolean => {
  const text = children.map((child) => ('value' in child ? child.value : 'text' in child ? child.text : '')).join('');
  return ['', 'http://', 'mailto:'].some((scheme) => url === scheme + text);
};

// --- what was printed

function stretchesOf(inline: readonly Inline[], marks: readonly string[], lineBreak: string): Stretch[] {
  return inline.flatMap((one): Stretch[] => {
    switch (one.type) {
      case 'text':
        return [{ text: one.text, marks: marked(marks) }];
      case 'code':
        return [{ text: one.text, marks: one.text.trim() === '' ? '' : marked([...marks, 'code']) }];
      case 'break':
        return [lineBreak === ' ' ? { text: ' ', marks: '' } : { text: '\uE000break', marks: '' }];
      case 'math':
        return [{ text: `$${one.tex}$`, marks: marked(marks) }];
      case 'image':
        return [
          { text: `\uE000image ${one.url} ${one.alt.replace(/\s+/g, ' ').trim()} ${one.title}`, marks: marked(marks) },
        ];
      case 'link':
        return stretchesOf(
          one.inline,
          marks.some((mark) => mark.startsWith('link')) || isBare(one.url, one.inline)
            ? marks
            : [...marks, `link:${one.url}:${one.title}`],
          lineBreak,
        );
      case 'media':
      case 'footnote':
      case 'checkbox':
      case 'ruby':
      case 'abbreviation':
        throw new assert.AssertionError({ message: `unexpected ${one.type}` });
      default:
        return stretchesOf(one.inline, [...marks, one.type], lineBreak);
    }
  });
}
const running = (inline: readonly Inline[], lineBreak = '\n'): Stretch[] => normal(stretchesOf(inline, [], lineBreak));

const blocksOf = (contents: readonly Content[]): Block[] => contents.flatMap(blocksOfOne);
function blocksOfOne(one: Content): Block[] {
  switch (one.type) {
    case 'heading':
      return paragraph(['heading', one.level], running(one.inline, ' '));
    case 'paragraph':
      return paragraph(['paragraph'], running(one.inline));
    case 'list':
      return list(one.ordered ? one.start : null, one.items);
    case 'definitions':
      return list(
        null,
        one.entries.map(({ term, description }) => [
          { type: 'paragraph', inline: [{ type: 'strong', inline: term }] } as Content,
          ...description,
        ]),
      );
    case 'quote': {
      const inside = blocksOf(one.content);
      return inside.length === 0 ? [] : [['quote', inside]];
    }
    case 'code':
      return [['code', one.language, one.text]];
    case 'table': {
      const width = Math.max(0, ...one.rows.map((row) => row.cells.length));
      const cells = (row: readonly TableCell[], inHead = false): unknown[] =>
        row.map((cell) => cellStretches(cell.content, inHead));
      const head = one.rows[0]?.head ? cells(one.rows[0].cells, true) : [];
      while (head.length < width) head.push([]);
      const body = (one.rows[0]?.head ? one.rows.slice(1) : one.rows).map((row) => cells(row.cells));
      const caption = paragraph(['paragraph'], running(one.caption));
      return width === 0 ? caption : [...caption, ['table', [head, ...body]]];
    }
    case 'figure':
      return [...blocksOf(one.content), ...paragraph(['paragraph'], running(one.caption))];
    case 'rule':
      return [['rule']];
    case 'callout':
    case 'details':
    case 'footnotes':
      throw new assert.AssertionError({ message: `unexpected ${one.type}` });
  }
}
/** Blocks of a cell: one run of text with breaks between; headings are bold below the row of headings. */
function cellStretches(contents: readonly Content[], inHead: boolean): Stretch[] {
  const blocks = contents.map((one) => {
    if (one.type === 'code') return running([{ type: 'code', text: one.text.trim() }]);
    if (one.type !== 'paragraph' && one.type !== 'heading') return [];
    return running(one.type === 'heading' && !inHead ? [{ type: 'strong', inline: one.inline }] : one.inline);
  });
  return blocks
    .filter((one) => one.length > 0)
    .flatMap((one, at) => (at === 0 ? one : [{ text: '\uE000break', marks: '' }, ...one]));
}
function paragraph(kind: readonly unknown[], inline: readonly Stretch[]): Block[] {
  return inline.length === 0 ? [] : [[...kind, inline]];
}
function list(start: number | null, items: readonly (readonly Content[])[]): Block[] {
  const printed = items.map(blocksOf).filter((item) => item.length > 0);
  return printed.length === 0 ? [] : [['list', start, printed]];
}

// --- what was read

const HTML_MARKS: Record<string, string> = {
  strong: 'strong',
  em: 'emphasis',
  del: 'deleted',
  sub: 'subscript',
  sup: 'superscript',
  mark: 'mark',
  code: 'code',
};

function readStretches(nodes: readonly PhrasingContent[], marks: readonly string[]): Stretch[] {
  const html: string[] = [];
  const now = (): string[] => [...marks, ...html];
  return nodes.flatMap((node): Stretch[] => {
    switch (node.type) {
      case 'text':
        return [{ text: node.value, marks: marked(now()) }];
      case 'inlineCode':
        return [{ text: node.value, marks: node.value.trim() === '' ? '' : marked([...now(), 'code']) }];
      case 'break':
        return [{ text: '\uE000break', marks: '' }];
      case 'html': {
        if (node.value === '<br>') return [{ text: '\uE000break', marks: '' }];
        const [, closing, name = ''] = /^<(\/?)(\w+)>$/.exec(node.value) ?? [];
        const mark = HTML_MARKS[name];
        assert.ok(mark, `unexpected HTML ${node.value}`);
        if (closing) assert.equal(html.pop(), mark);
        else html.push(mark);
        return [];
      }
      case 'image':
        return [{ text: `\uE000image ${node.url} ${node.alt} ${node.title}`, marks: marked(now()) }];
      case 'link':
        if (isBare(node.url, node.children)) return readStretches(node.children, now());
        return readStretches(node.children, [...now(), `link:${node.url}:${node.title ?? null}`]);
      case 'strong':
        return readStretches(node.children, [...now(), 'strong']);
      case 'emphasis':
        return readStretches(node.children, [...now(), 'emphasis']);
      case 'delete':
        return readStretches(node.children, [...now(), 'deleted']);
      default:
        throw new assert.AssertionError({ message: `unexpected ${node.type}` });
    }
  });
}

function readBlocks(nodes: readonly Nodes[]): Block[] {
  return nodes.flatMap((node): Block[] => {
    switch (node.type) {
      case 'heading':
        return [['heading', node.depth, normal(readStretches(node.children, []))]];
      case 'paragraph':
        return paragraph(['paragraph'], normal(readStretches(node.children, [])));
      case 'list':
        return [['list', node.ordered ? node.start : null, node.children.map((item) => readBlocks(item.children))]];
      case 'blockquote':
        return [['quote', readBlocks(node.children)]];
      case 'code':
        return [['code', node.lang ?? null, node.value]];
      case 'thematicBreak':
        return [['rule']];
      case 'table':
        return [
          ['table', node.children.map((row) => row.children.map((cell) => normal(readStretches(cell.children, []))))],
        ];
      default:
        return [
          [node.type, 'children' in node ? readBlocks((node as Parents).children) : (node as { value: string }).value],
        ];
    }
  });
}

function assertRoundTrip(content: readonly Content[]): void {
  const printed = markdown.render(documentOf(content));
  assert.deepEqual(readBlocks(parsed(printed)), blocksOf(content), printed);
}

// --- documents that are hard to print

/** Documents a test; set ROUND_TRIP_RUNS to search further. */
const RUNS = Number(process.env.ROUND_TRIP_RUNS ?? 250);
/** The same documents in each run; set ROUND_TRIP_SEED for others. */
const SEED = Number(process.env.ROUND_TRIP_SEED ?? 20_261_120);

test('running text reads back as it was printed', () => {
  fc.assert(
    fc.property(inlines, (inline) => assertRoundTrip([{ type: 'paragraph', inline }])),
    { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
  );
});

test('block structure reads back as it was printed', () => {
  fc.assert(
    fc.property(contentTree.some, (content) => assertRoundTrip(content)),
    { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
  );
});

test('a list that begins in the item of a list behind a paragraph', () => {
  const word: Content = { type: 'paragraph', inline: [{ type: 'text', text: 'a' }] };
  const list = (ordered: boolean, start: number, ...items: Content[][]): Content => ({
    type: 'list',
    ordered,
    start,
    numbering: 'decimal',
    items,
  });
  assertRoundTrip([list(false, 1, [word, list(false, 1, [list(true, 10, [word]), word], [word])])]);
});
