/**
 * Content as TEI P5. Headings open divisions, nested by level; headings inside other content, where TEI has no division, are
 * anonymous blocks. Every element is one that the standard's modules core, textstructure, figures and linking define,
 * in a place its content model allows (`content-model.fixture.ts`).
 */
import type { Content, Inline, List, MarkName, Table, TableCell } from '../../document/document.js';
import { safeAddress } from '../../page/addresses.js';
import { attributes, compact, languageName } from '../content-html.js';

/** The content of `<body>`: what comes before the first heading, then divisions. */
export function teiBody(contents: readonly Content[]): string {
  const lines: string[] = [];
  /** Levels of the divisions that are open. */
  const open: number[] = [];
  for (const one of contents) {
    if (one.type !== 'heading') {
      lines.push(blockTei(one));
      continue;
    }
    while (open.length > 0 && open[open.length - 1] >= one.level) {
      lines.push('</div>');
      open.pop();
    }
    lines.push(`<div>\n${element('head', {}, inlineTei(one.inline))}`);
    open.push(one.level);
  }
  for (const _ of open) lines.push('</div>');
  // A body needs a block or a division; a rule alone is neither.
  if (!lines.some((line) => line !== '' && !line.startsWith('<milestone'))) lines.push('<p/>');
  return lines.filter((line) => line !== '').join('\n');
}

function blocksTei(contents: readonly Content[]): string {
  return contents.map(blockTei).join('\n');
}

function blockTei(one: Content): string {
  switch (one.type) {
    case 'heading':
      return element('ab', { type: 'heading', n: String(one.level) }, inlineTei(one.inline));
    case 'paragraph':
      return element('p', {}, inlineTei(one.inline));
    case 'list':
      return listTei(one);
    case 'definitions': {
      const entries = one.entries.map(
        ({ term, description }) => element('label', {}, inlineTei(term)) + itemTei(description),
      );
      return entries.length === 0 ? '' : element('list', { type: 'gloss' }, entries.join('\n'));
    }
    case 'quote':
      return element('quote', {}, blocksTei(one.content));
    case 'callout': {
      const title = one.title.length > 0 ? element('label', {}, inlineTei(one.title)) : '';
      return element('floatingText', { type: 'callout', subtype: one.kind }, calloutBody(title, one.content));
    }
    case 'details': {
      const summary = one.summary.length > 0 ? element('p', {}, inlineTei(one.summary)) : '';
      return element('floatingText', { type: 'details' }, calloutBody(summary, one.content));
    }
    case 'footnotes':
      return one.notes
        .map(({ id, content }) => element('note', { place: 'foot', 'xml:id': `fn-${id}` }, blocksTei(content)))
        .join('\n');
    case 'code': {
      const text = element('code', { lang: languageName(one), 'xml:space': 'preserve' }, escapeXml(one.text));
      return element('ab', { type: 'code' }, text);
    }
    case 'table':
      return tableTei(one);
    case 'figure': {
      const caption = one.caption.length > 0 ? element('head', {}, inlineTei(one.caption)) : '';
      return element('figure', {}, one.content.map(figureTei).join('\n') + caption);
    }
    case 'rule':
      return element('milestone', { unit: 'section', rend: 'rule' });
  }
}

/** The body of a text inside the text: its title, then its content. */
function calloutBody(title: string, content: readonly Content[]): string {
  const blocks = blocksTei(content);
  return element('body', {}, title === '' && blocks === '' ? '<p/>' : title + blocks);
}

/** Images of a figure need no paragraph; everything else is a block. */
function figureTei(one: Content): string {
  if (one.type === 'paragraph' && one.inline.every((piece) => piece.type === 'image')) return inlineTei(one.inline);
  return blockTei(one);
}

function listTei(list: List): string {
  if (list.items.length === 0) return '';
  const items = list.items.map(itemTei).join('\n');
  const n = list.ordered && list.start !== 1 ? String(list.start) : null;
  return element('list', { rend: list.ordered ? 'numbered' : 'bulleted', n }, `\n${items}\n`);
}

function itemTei(contents: readonly Content[]): string {
  return element('item', {}, compactTei(contents));
}

const compactTei = (contents: readonly Content[]): string => compact(contents, inlineTei, blocksTei);

function tableTei(table: Table): string {
  const head = table.caption.length > 0 ? `${element('head', {}, inlineTei(table.caption))}\n` : '';
  const rows = table.rows
    .filter((row) => row.cells.length > 0)
    .map((row) => element('row', { role: row.head ? 'label' : null }, row.cells.map(cellTei).join('')));
  if (rows.length === 0) return table.caption.length > 0 ? element('p', {}, inlineTei(table.caption)) : '';
  return element('table', {}, `${head}${rows.join('\n')}`);
}

function cellTei(cell: TableCell): string {
  const all = {
    role: cell.head ? 'label' : null,
    cols: cell.columns > 1 ? String(cell.columns) : null,
    rows: cell.rows > 1 ? String(cell.rows) : null,
    rend: cell.align,
  };
  return element('cell', all, compactTei(cell.content));
}

const RENDITIONS: Readonly<Record<MarkName, string>> = {
  strong: 'bold',
  emphasis: 'italic',
  deleted: 'strikethrough',
  subscript: 'sub',
  superscript: 'sup',
  mark: 'highlight',
  keyboard: 'keyboard',
};

function inlineTei(all: readonly Inline[]): string {
  return all.map(oneInlineTei).join('');
}

function oneInlineTei(one: Inline): string {
  switch (one.type) {
    case 'text':
      return escapeXml(one.text);
    case 'code':
      return element('code', {}, escapeXml(one.text));
    case 'math': {
      const notation = one.tex === null ? null : 'TeX';
      return element('formula', { notation, rend: one.display ? 'display' : null }, escapeXml(one.tex ?? one.text));
    }
    case 'break':
      return element('lb', {});
    case 'image': {
      const url = safeAddress(one.url);
      const words = one.alt || one.title || '';
      return url === null ? '' : element('graphic', { url }, words === '' ? '' : element('desc', {}, escapeXml(words)));
    }
    case 'media': {
      const target = one.url === null ? null : safeAddress(one.url);
      const title = escapeXml(one.title || one.url || '');
      return target === null ? title : element('ref', { target, type: one.kind }, title);
    }
    case 'footnote':
      return element('ref', { target: `#fn-${one.id}`, type: 'footnote' }, escapeXml(one.label));
    case 'checkbox':
      return one.checked ? '☑ ' : '☐ ';
    case 'ruby':
      return `${inlineTei(one.inline)}${element('note', { type: 'reading' }, escapeXml(one.reading))}`;
    case 'abbreviation':
      return element('hi', { rend: 'abbreviation' }, inlineTei(one.inline));
    case 'link': {
      const target = safeAddress(one.url);
      const text = inlineTei(one.inline);
      return target === null ? text : element('ref', { target }, text);
    }
    default:
      return element('hi', { rend: RENDITIONS[one.type] }, inlineTei(one.inline));
  }
}

/** Characters XML 1.0 has no way to write, escaped or not. */
const NOT_XML =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Escapes text for an element or a quoted attribute. Characters XML cannot hold become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(NOT_XML, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\r/g, '&#13;');
}

/** An element; attributes that are null are left out. `content` is XML already. */
export function element(name: string, all: Readonly<Record<string, string | null>>, content = ''): string {
  const start = name + attributes(all, escapeXml);
  return content === '' ? `<${start}/>` : `<${start}>${content}</${name}>`;
}
