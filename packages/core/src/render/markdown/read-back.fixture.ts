/**
 * Reads Markdown back as a document, by micromark with the extensions for GFM and formulas. Printing that document must produce
 * the same Markdown. HTML is read only in the forms that the renderer prints.
 */
import assert from 'node:assert/strict';
import type { Definition as LinkDefinition, Nodes, PhrasingContent, TableCell as ReadCell, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { type Content, type Document, type Inline, NO_STRUCTURE } from '../../document/document.js';
import { NO_METADATA } from '../../metadata/metadata.js';
import { dollarMath } from './dollar-math.fixture.js';

// mdast's transforms link bare addresses in the finished tree, escaped or not; the tokenizer, which is what GFM specifies, does not.
const mdastExtensions = [...gfmFromMarkdown().map(({ transforms: _, ...rest }) => rest), mathFromMarkdown()];

/** Reads Markdown as the renderer prints it; throws on any other HTML. */
export function readBack(markdown: string): Document {
  const { children } = fromMarkdown(markdown, { extensions: [gfm(), dollarMath()], mdastExtensions });
  const definitions = new Map<string, LinkDefinition>();
  for (const child of children) if (child.type === 'definition') definitions.set(child.identifier, child);
  const reader = new Reader(markdown, definitions);
  return { url: null, metadata: NO_METADATA, content: reader.blocks(children), ...NO_STRUCTURE };
}

const MARKS: Readonly<Record<string, string>> = {
  strong: 'strong',
  em: 'emphasis',
  del: 'deleted',
  sub: 'subscript',
  sup: 'superscript',
  mark: 'mark',
  kbd: 'keyboard',
};

class Reader {
  constructor(
    private readonly source: string,
    private readonly definitions: ReadonlyMap<string, LinkDefinition>,
  ) {}

  private written(node: Nodes): string {
    return this.source.slice(node.position?.start.offset, node.position?.end.offset);
  }

  blocks(nodes: readonly RootContent[]): Content[] {
    /** Details that are open, outermost first: where each begins, and its summary. */
    const open: { readonly from: number; readonly summary: readonly Inline[] }[] = [];
    const out: Content[] = [];
    for (const node of nodes) {
      const html = node.type === 'html' ? node.value : '';
      if (html.startsWith('<details>')) {
        const [summary] = htmlContent(html.replace('<details>', '').replace(/<(\/?)summary>/g, '<$1p>'));
        open.push({ from: out.length, summary: summary?.type === 'paragraph' ? summary.inline : [] });
      } else if (html === '</details>') {
        const { from, summary } = open.pop() ?? assert.fail('</details> without a start');
        out.push({ type: 'details', summary, content: out.splice(from) });
      } else out.push(...this.block(node));
    }
    assert.equal(open.length, 0, 'details that do not end');
    return out;
  }

  private block(node: RootContent): readonly Content[] {
    switch (node.type) {
      case 'heading':
        return [{ type: 'heading', level: node.depth, inline: this.inlines(node.children) }];
      case 'paragraph':
        return [{ type: 'paragraph', inline: this.inlines(node.children) }];
      case 'thematicBreak':
        return [{ type: 'rule' }];
      case 'blockquote': {
        const name = /^>\s*\[!(\w+)\]/.exec(this.written(node))?.[1];
        const content = this.blocks(node.children);
        if (name === undefined) return [{ type: 'quote', content }];
        const [first, ...rest] = content;
        const [label, ...more] = first?.type === 'paragraph' ? first.inline : assert.fail();
        const text = label?.type === 'text' ? label.text : assert.fail();
        const inline: Inline[] = [{ type: 'text', text: text.replace(`[!${name}]`, '').trimStart() }, ...more];
        const isEmpty = inline.length === 1 && text.trim() === `[!${name}]`;
        const inside: Content[] = isEmpty ? rest : [{ type: 'paragraph', inline }, ...rest];
        return [{ type: 'callout', kind: name, title: [], content: inside }];
      }
      case 'list': {
        const items = node.children.map(({ checked, children }) => {
          const [first, ...rest] = this.blocks(children);
          if (typeof checked !== 'boolean' || first?.type !== 'paragraph') return first ? [first, ...rest] : rest;
          const box: Inline = { type: 'checkbox', checked };
          return [{ ...first, inline: [box, ...first.inline] }, ...rest];
        });
        const start = node.ordered ? (node.start ?? 1) : 1;
        return [{ type: 'list', ordered: node.ordered === true, start, numbering: 'decimal', items }];
      }
      case 'code':
        return [{ type: 'code', language: node.lang ?? null, text: node.value }];
      case 'math':
        return [{ type: 'paragraph', inline: [{ type: 'math', tex: node.value, text: '', display: true }] }];
      case 'table': {
        const rows = node.children.map(({ children }, at) => ({
          head: at === 0,
          cells: children.map((cell, column) => ({
            head: at === 0,
            align: node.align?.[column] ?? null,
            columns: 1,
            rows: 1,
            content: [{ type: 'paragraph' as const, inline: this.cell(cell) }],
          })),
        }));
        return [{ type: 'table', caption: [], rows }];
      }
      case 'html':
        return htmlContent(node.value);
      case 'footnoteDefinition':
        return [{ type: 'footnotes', notes: [{ id: node.label ?? '', content: this.blocks(node.children) }] }];
      case 'definition':
        return [];
      default:
        return assert.fail(`unexpected ${node.type}: ${this.written(node)}`);
    }
  }

  /** A table's rows are split before their formulas are read, so `\|` in a formula is a bar; mdast leaves it as written. */
  private cell(cell: ReadCell): Inline[] {
    return this.inlines(cell.children).map(function unescaped(one: Inline): Inline {
      if (one.type === 'math') return { ...one, tex: one.tex?.replaceAll('\\|', '|') ?? null };
      return 'inline' in one ? { ...one, inline: one.inline.map(unescaped) } : one;
    });
  }

  private inlines(nodes: readonly PhrasingContent[]): Inline[] {
    /** HTML elements that are open, each with what it holds so far. */
    const stack: { tag: string; attributes: string; inline: Inline[] }[] = [{ tag: '', attributes: '', inline: [] }];
    const top = () => stack.at(-1) ?? assert.fail();
    for (const node of nodes) {
      if (node.type !== 'html') {
        top().inline.push(...this.inline(node));
        continue;
      }
      const [, closing, tag = '', attributes = ''] = /^<(\/?)(\w+)((?: [\w-]+="[^"<]*")*)>$/.exec(node.value) ?? [];
      if (tag === 'br') top().inline.push({ type: 'break' });
      else if (closing === '') stack.push({ tag, attributes, inline: [] });
      else {
        const done = stack.pop() ?? assert.fail();
        assert.equal(tag, done.tag, node.value);
        top().inline.push(...element(done));
      }
    }
    assert.equal(stack.length, 1, `<${top().tag}> does not end`);
    return top().inline;
  }

  private inline(node: Exclude<PhrasingContent, { type: 'html' }>): Inline[] {
    switch (node.type) {
      case 'text':
        return [{ type: 'text', text: node.value }];
      case 'inlineCode':
        return [{ type: 'code', text: node.value }];
      case 'inlineMath':
        return [{ type: 'math', tex: node.value, text: '', display: this.written(node).startsWith('$$') }];
      case 'break':
        return [{ type: 'break' }];
      case 'strong':
      case 'emphasis':
        return [{ type: node.type, inline: this.inlines(node.children) }];
      case 'delete':
        return [{ type: 'deleted', inline: this.inlines(node.children) }];
      case 'link':
        // An address in a text, which GFM makes a link.
        if (!/^[[<]/.test(this.written(node))) return this.inlines(node.children);
        return [{ type: 'link', url: node.url, title: node.title ?? null, inline: this.inlines(node.children) }];
      case 'linkReference': {
        const { url, title } = this.definitions.get(node.identifier) ?? assert.fail(node.identifier);
        return [{ type: 'link', url, title: title ?? null, inline: this.inlines(node.children) }];
      }
      case 'image':
        return [{ type: 'image', url: node.url, alt: node.alt ?? '', title: node.title ?? null }];
      case 'imageReference': {
        const { url, title } = this.definitions.get(node.identifier) ?? assert.fail(node.identifier);
        return [{ type: 'image', url, alt: node.alt ?? '', title: title ?? null }];
      }
      case 'footnoteReference':
        return [{ type: 'footnote', id: node.label ?? '', label: node.label ?? '' }];
      default:
        return assert.fail(`unexpected ${(node as Nodes).type}`);
    }
  }
}

function element({ tag, attributes, inline }: { tag: string; attributes: string; inline: Inline[] }): Inline[] {
  const mark = MARKS[tag];
  if (mark !== undefined) return [{ type: mark, inline } as Inline];
  const text = (): string => inline.map((one) => ('text' in one ? one.text : '')).join('');
  if (tag === 'code') return [{ type: 'code', text: text() }];
  if (tag === 'rp') return [];
  if (tag === 'rt') return [{ type: 'ruby', inline: [], reading: text() }];
  if (tag === 'ruby') {
    const rt = inline.pop();
    assert.ok(rt?.type === 'ruby');
    return [{ ...rt, inline }];
  }
  if (tag !== 'abbr') return assert.fail(`unexpected <${tag}>`);
  const title = (/title="(.*)"/.exec(attributes)?.[1] ?? '').replace(
    /&(amp|lt|gt|quot|#124);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#124': '|' })[name] ?? '',
  );
  return [{ type: 'abbreviation', inline, title }];
}

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type HtmlElement = DefaultTreeAdapterTypes.Element;

/** The content of HTML in the forms of `content-html.ts`. */
function htmlContent(html: string): Content[] {
  return htmlBlocks(parseFragment(html).childNodes);
}

const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node;
const attribute = (node: HtmlElement, name: string): string | null =>
  node.attrs.find((attr) => attr.name === name)?.value ?? null;
const childElements = (node: HtmlElement): HtmlElement[] => node.childNodes.filter(isElement);
const textIn = (node: HtmlNode): string =>
  'value' in node ? node.value : isElement(node) ? node.childNodes.map(textIn).join('') : '';

function htmlBlocks(nodes: readonly HtmlNode[]): Content[] {
  const out: Content[] = [];
  let inline: Inline[] = [];
  const end = (): void => {
    if (inline.some((one) => one.type !== 'text' || one.text.trim() !== '')) out.push({ type: 'paragraph', inline });
    inline = [];
  };
  for (const node of nodes) {
    const block = isElement(node) ? htmlBlock(node) : null;
    if (block === null) inline.push(...htmlInline(node));
    else {
      end();
      out.push(block);
    }
  }
  end();
  return out;
}

function htmlBlock(node: HtmlElement): Content | null {
  const inside = (): Content[] => htmlBlocks(node.childNodes);
  const [, level] = /^h([1-6])$/.exec(node.tagName) ?? [];
  if (level) return { type: 'heading', level: Number(level) as 1, inline: node.childNodes.flatMap(htmlInline) };
  switch (node.tagName) {
    case 'p':
      return { type: 'paragraph', inline: node.childNodes.flatMap(htmlInline) };
    case 'ul':
    case 'ol': {
      const start = Number(attribute(node, 'start') ?? 1);
      const numbering = NUMBERINGS[attribute(node, 'type') ?? '1'] ?? 'decimal';
      const items = childElements(node).map((item) => htmlBlocks(item.childNodes));
      return { type: 'list', ordered: node.tagName === 'ol', start, numbering, items };
    }
    case 'blockquote':
      return { type: 'quote', content: inside() };
    case 'pre': {
      const [code] = childElements(node);
      const language = attribute(code as HtmlElement, 'class')?.replace('language-', '') ?? null;
      return { type: 'code', language, text: textIn(node) };
    }
    case 'hr':
      return { type: 'rule' };
    case 'dl': {
      const entries: { term: Inline[]; description: Content[] }[] = [];
      for (const one of childElements(node))
        if (one.tagName === 'dt') entries.push({ term: one.childNodes.flatMap(htmlInline), description: [] });
        else {
          const last = entries.at(-1);
          // A line feed is between entries.
          if (last && one.parentNode?.childNodes[one.parentNode.childNodes.indexOf(one) - 1]?.nodeName === 'dt')
            last.description = htmlBlocks(one.childNodes);
          else entries.push({ term: [], description: htmlBlocks(one.childNodes) });
        }
      return { type: 'definitions', entries };
    }
    case 'table': {
      const rows = childElements(node).flatMap((section) =>
        childElements(section).map((row) => ({
          head: section.tagName === 'thead',
          cells: childElements(row).map(htmlCell),
        })),
      );
      return { type: 'table', caption: [], rows };
    }
    case 'figure': {
      const caption = childElements(node).find((one) => one.tagName === 'figcaption');
      const content = htmlBlocks(node.childNodes.filter((one) => one !== caption));
      return { type: 'figure', content, caption: caption?.childNodes.flatMap(htmlInline) ?? [] };
    }
    default:
      return null;
  }
}

const NUMBERINGS: Readonly<Record<string, 'lower-alpha' | 'upper-alpha' | 'lower-roman' | 'upper-roman'>> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
};

function htmlCell(cell: HtmlElement) {
  return {
    head: cell.tagName === 'th',
    align: attribute(cell, 'align') as 'left' | null,
    columns: Number(attribute(cell, 'colspan') ?? 1),
    rows: Number(attribute(cell, 'rowspan') ?? 1),
    content: htmlBlocks(cell.childNodes),
  };
}

function htmlInline(node: HtmlNode): Inline[] {
  // Line feeds of the renderer's are between a paragraph and what follows.
  if ('value' in node) return [{ type: 'text', text: node.value.replace(/\n$/, '') }];
  if (!isElement(node)) return assert.fail(node.nodeName);
  const inside = (): Inline[] => node.childNodes.flatMap(htmlInline);
  switch (node.tagName) {
    case 'br':
      return [{ type: 'break' }];
    case 'code':
      return [{ type: 'code', text: textIn(node) }];
    case 'a':
      return [{ type: 'link', url: attribute(node, 'href') ?? '', title: attribute(node, 'title'), inline: inside() }];
    case 'img':
      return [
        {
          type: 'image',
          url: attribute(node, 'src') ?? '',
          alt: attribute(node, 'alt') ?? '',
          title: attribute(node, 'title'),
        },
      ];
    case 'input':
      return [{ type: 'checkbox', checked: attribute(node, 'checked') !== null }];
    case 'ruby': {
      const [rt] = node.childNodes.filter((one) => one.nodeName === 'rt');
      const base = node.childNodes.filter((one) => one.nodeName !== 'rp' && one !== rt);
      return [{ type: 'ruby', inline: base.flatMap(htmlInline), reading: rt === undefined ? '' : textIn(rt) }];
    }
    case 'abbr':
      return [{ type: 'abbreviation', title: attribute(node, 'title') ?? '', inline: inside() }];
    default: {
      const mark = MARKS[node.tagName] ?? assert.fail(`unexpected <${node.tagName}>`);
      return [{ type: mark, inline: inside() } as Inline];
    }
  }
}
