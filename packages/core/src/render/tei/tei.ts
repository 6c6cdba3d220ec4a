import { hostOf, safeAddress } from '@dehusk/html';
import type { Content, Document, Inline, List, MarkName, Table, TableCell } from '../../document/document.js';
import { NO_METADATA } from '../../metadata/metadata.js';
import { arranged } from '../arrange.js';
import { compact, element, escapeXml, languageName, noteName } from '../content-html.js';
import { printingNoControls, type Renderer } from '../renderer.js';

/** The program named in the header as the one that encoded the text. */
const PROGRAM = { ident: 'dehusk', label: 'Dehusk' };
/** W3C dates TEI accepts: a year, month, day, or a moment. */
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/;
const LANGUAGE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;

export const tei: Renderer = printingNoControls({
  name: 'tei',
  summary: 'XML-TEI P5: header with metadata, text in divisions.',
  mediaType: 'application/tei+xml',
  extension: 'tei.xml',
  render(document, options = {}) {
    // TEI requires a header, with a title, a publication and a source, even for a document without metadata.
    const header = teiHeader(options.metadata === false ? { ...document, metadata: NO_METADATA } : document);
    const body = element('body', {}, `\n${teiBody(arranged(document, options, true))}\n`);
    const text = element('text', {}, `\n${body}\n`);
    const root = element('TEI', { xmlns: 'http://www.tei-c.org/ns/1.0' }, `\n${header}\n${text}\n`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
  },
});

/** The TEI header: title, authors, publisher, dates, licence and source of the text. */
function teiHeader({ url, metadata }: Document): string {
  const title = element('title', { type: 'main' }, escapeXml(metadata.title ?? url ?? 'Untitled'));
  const names = metadata.authors.length > 0 ? metadata.authors : metadata.author === null ? [] : [metadata.author];
  const authors = names.map((name) => element('author', {}, escapeXml(name))).join('');
  const publisher = element('publisher', {}, escapeXml(metadata.siteName ?? hostOf(url) ?? 'unknown'));
  const dates = dateElement(metadata.date, 'published') + dateElement(metadata.dateModified, 'modified');
  const address = safeAddress(metadata.canonicalUrl ?? url ?? '');
  const source = address === null ? '' : element('ref', { target: address }, escapeXml(address));
  const fileDescription = [
    element('titleStmt', {}, title + authors),
    element('publicationStmt', {}, publisher + availability(metadata.licence) + dates),
    element('sourceDesc', {}, element('bibl', {}, title + authors + publisher + dates + source)),
  ];
  const program = element('application', { version: '1', ident: PROGRAM.ident }, element('label', {}, PROGRAM.label));
  const parts = [
    element('fileDesc', {}, `\n${fileDescription.join('\n')}\n`),
    element('encodingDesc', {}, element('appInfo', {}, program)),
    profile(metadata),
  ];
  return element('teiHeader', {}, `\n${parts.filter((part) => part !== '').join('\n')}\n`);
}

function dateElement(date: string | null, type: string): string {
  return date === null ? '' : element('date', { type, when: whenOf(date) }, escapeXml(date));
}

/** The date as TEI may hold it in an attribute; a moment needs its seconds. */
function whenOf(date: string): string | null {
  if (!DATE.test(date)) return null;
  return date.replace(/T(\d{2}:\d{2})(?=$|Z|[+-])/, 'T$1:00');
}

function availability(licence: string | null): string {
  if (licence === null || licence.trim() === '') return '';
  const target = /^https?:\/\//i.test(licence) ? safeAddress(licence) : null;
  return element('availability', {}, element('licence', { target }, escapeXml(licence)));
}

function profile(metadata: Document['metadata']): string {
  const { language, description } = metadata;
  let parts = '';
  if (description !== null && description.trim() !== '')
    parts += element('abstract', {}, element('p', {}, escapeXml(description)));
  if (language !== null && LANGUAGE.test(language))
    parts += element('langUsage', {}, element('language', { ident: language }, escapeXml(language)));
  const classes = keywords('categories', metadata.categories) + keywords('tags', metadata.tags);
  if (classes !== '') parts += element('textClass', {}, classes);
  return parts === '' ? '' : element('profileDesc', {}, parts);
}

function keywords(type: string, terms: readonly string[]): string {
  if (terms.length === 0) return '';
  return element('keywords', { n: type }, terms.map((term) => element('term', {}, escapeXml(term))).join(''));
}

/**
 * The content of `<body>`: what comes before the first heading, then divisions.
 *
 * Divisions are nested by level; headings inside other content, where TEI has no division, are anonymous blocks. Callouts and
 * details are texts of their own. Every element is one that the standard's modules core, textstructure, figures and linking define,
 * in a place its content model allows (`content-model.fixture.ts`).
 */
function teiBody(contents: readonly Content[]): string {
  /** Levels of the divisions that are open. */
  const open: number[] = [];
  const lines = contents.map((content) => {
    if (content.type !== 'heading') return blockTei(content);
    let ends = '';
    while (open.length > 0 && open[open.length - 1] >= content.level) {
      ends += '</div>\n';
      open.pop();
    }
    open.push(content.level);
    return `${ends}<div>\n${element('head', {}, inlineTei(content.inline))}`;
  });
  return withBlock(contents, lines) + '\n</div>'.repeat(open.length);
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
    case 'callout':
      return textApart({ type: 'callout', subtype: nameToken(one.kind) }, one.title, one.content);
    case 'details':
      return textApart({ type: 'details' }, one.summary, one.content);
    case 'footnotes':
      return one.notes
        .map(({ id, content }) =>
          element('note', { place: 'foot', 'xml:id': `fn-${noteName(id)}` }, blocksTei(content)),
        )
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

/** Content set apart from the text: a `floatingText` with a heading. */
function textApart(all: Readonly<Record<string, string | null>>, head: readonly Inline[], content: readonly Content[]) {
  const title = head.length > 0 ? element('head', {}, inlineTei(head)) : '';
  return element('floatingText', all, element('body', {}, title + withBlock(content, content.map(blockTei))));
}

/** The elements of content in a body, which needs a block or a division; rules and notes are neither. */
function withBlock(contents: readonly Content[], lines: readonly string[]): string {
  const isBlock = (line: string, at: number): boolean => line !== '' && !NO_BLOCKS.has(contents[at]?.type ?? '');
  return [...lines.filter((line) => line !== ''), ...(lines.some(isBlock) ? [] : ['<p/>'])].join('\n');
}

const NO_BLOCKS: ReadonlySet<string> = new Set<Content['type']>(['rule', 'footnotes']);

/** A word for an attribute that takes no white space; null for none. */
function nameToken(text: string): string | null {
  return text.trim().replace(/[^\p{L}\p{N}_.-]+/gu, '-') || null;
}

/** Images of a figure need no paragraph; everything else is a block. */
function figureTei(content: Content): string {
  if (content.type === 'paragraph' && content.inline.every((piece) => piece.type === 'image'))
    return inlineTei(content.inline);
  return blockTei(content);
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

function oneInlineTei(inline: Inline): string {
  switch (inline.type) {
    case 'text':
      return escapeXml(inline.text);
    case 'code':
      return element('code', {}, escapeXml(inline.text));
    case 'math': {
      const notation = inline.tex === null ? null : 'TeX';
      return element(
        'formula',
        { notation, rend: inline.display ? 'display' : null },
        escapeXml(inline.tex ?? inline.text),
      );
    }
    case 'break':
      return element('lb', {});
    case 'image': {
      const url = safeAddress(inline.url);
      const words = inline.alt || inline.title || '';
      return url === null ? '' : element('graphic', { url }, words === '' ? '' : element('desc', {}, escapeXml(words)));
    }
    case 'media': {
      const target = inline.url === null ? null : safeAddress(inline.url);
      const title = escapeXml(inline.title || inline.url || '');
      return target === null ? title : element('ref', { target, type: inline.kind }, title);
    }
    case 'footnote':
      return element('ref', { target: `#fn-${noteName(inline.id)}`, type: 'footnote' }, escapeXml(inline.label));
    case 'checkbox':
      return inline.checked ? '☑ ' : '☐ ';
    case 'ruby':
      return element(
        'ruby',
        {},
        element('rb', {}, inlineTei(inline.inline)) + element('rt', {}, escapeXml(inline.reading)),
      );
    case 'abbreviation': {
      const short = element('abbr', {}, inlineTei(inline.inline));
      return inline.title === '' ? short : element('choice', {}, short + element('expan', {}, escapeXml(inline.title)));
    }
    case 'link': {
      const target = safeAddress(inline.url);
      const text = inlineTei(inline.inline);
      return target === null ? text : element('ref', { target }, text);
    }
    default:
      return element('hi', { rend: RENDITIONS[inline.type] }, inlineTei(inline.inline));
  }
}
