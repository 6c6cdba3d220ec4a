/**
 * XML in the vocabulary of trafilatura: `<doc>` with the metadata as attributes, `<main>` with the text, `<comments>`. For
 * programs written for that output; TEI keeps more of the structure.
 */
import { hostOf, safeAddress } from '@dehusk/html';
import type { Content, Document, Inline, MarkName } from '../../document/document.js';
import { arranged, commentSections } from '../arrange.js';
import { compact, element, escapeXml } from '../content-html.js';
import { prunedContents } from '../prune.js';
import { printingNoControls, type Renderer } from '../renderer.js';

/** Between the members of a list in an attribute. */
const SEPARATOR = ';';

export const xml: Renderer = printingNoControls({
  name: 'xml',
  summary: 'XML in the vocabulary of trafilatura: doc, main and comments.',
  mediaType: 'application/xml',
  extension: 'xml',
  render(document, options = {}) {
    const main = element('main', {}, xmlBody(arranged(document, { ...options, comments: false }, true)));
    const [, ...comments] = prunedContents(commentSections(document, options), options);
    const attributes = options.metadata === false ? {} : metadataAttributes(document);
    const doc = element('doc', attributes, `\n${main}\n${element('comments', {}, xmlBody(comments))}\n`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${doc}\n`;
  },
});

/** The metadata under trafilatura's names; null where the page has none. */
function metadataAttributes({ url, metadata }: Document): Record<string, string | null> {
  const list = (all: readonly string[]): string | null => (all.length === 0 ? null : all.join(SEPARATOR));
  return {
    sitename: metadata.siteName,
    title: metadata.title,
    author: list(metadata.authors) ?? metadata.author,
    date: metadata.date,
    url: url ?? metadata.canonicalUrl,
    hostname: hostOf(url ?? metadata.canonicalUrl),
    description: metadata.description,
    categories: list(metadata.categories),
    tags: list(metadata.tags),
    license: metadata.licence,
    language: metadata.language,
  };
}

/** Elements of content, one per line, with a line feed around them; empty for no content. */
function xmlBody(contents: readonly Content[]): string {
  return contents.length === 0 ? '' : `\n${blocksXml(contents)}\n`;
}

/**
 * Content as the elements trafilatura prints: `head`, `p`, `list`, `item`, `quote`, `code`, `table`, `row`, `cell`, `hi`, `ref`,
 * `graphic`, `lb`, `del`. Content without an element there (callouts, details, footnotes, figures) is printed as these.
 */
function blocksXml(contents: readonly Content[]): string {
  return contents
    .map(blockXml)
    .filter((one) => one !== '')
    .join('\n');
}

const compactXml = (contents: readonly Content[]): string => compact(contents, inlineXml, blocksXml);

/** A run of text as an element; nothing for none. */
const runXml = (name: string, inline: readonly Inline[], all = {}): string =>
  inline.length === 0 ? '' : element(name, all, inlineXml(inline));

function blockXml(one: Content): string {
  switch (one.type) {
    case 'heading':
      return runXml('head', one.inline, { rend: `h${one.level}` });
    case 'paragraph':
      return runXml('p', one.inline);
    case 'list':
      return listXml(
        one.ordered ? 'ol' : 'ul',
        one.items.map((item) => element('item', {}, compactXml(item))),
      );
    case 'definitions':
      return listXml(
        'dl',
        one.entries.flatMap(({ term, description }) => [
          runXml('item', term, { rend: 'dt' }),
          description.length === 0 ? '' : element('item', { rend: 'dd' }, compactXml(description)),
        ]),
      );
    case 'quote':
      return element('quote', {}, xmlBody(one.content));
    case 'callout':
      return element('quote', {}, `\n${joined(runXml('p', one.title), blocksXml(one.content))}\n`);
    case 'details':
      return joined(runXml('p', one.summary), blocksXml(one.content));
    case 'footnotes':
      return listXml(
        'ol',
        one.notes.map(({ content }) => element('item', {}, compactXml(content))),
      );
    case 'code':
      return element('code', { 'xml:space': 'preserve' }, escapeXml(one.text));
    case 'table': {
      const rows = one.rows
        .filter(({ cells }) => cells.length > 0)
        .map(({ cells }) =>
          element(
            'row',
            { span: String(cells.reduce((sum, cell) => sum + cell.columns, 0)) },
            cells
              .map((cell) => element('cell', { role: cell.head ? 'head' : null }, compactXml(cell.content)))
              .join(''),
          ),
        );
      const table = rows.length === 0 ? '' : element('table', {}, `\n${rows.join('\n')}\n`);
      return joined(runXml('p', one.caption), table);
    }
    case 'figure':
      return joined(blocksXml(one.content), runXml('p', one.caption));
    case 'rule':
      return '<lb/>';
  }
}

function listXml(rend: string, items: readonly string[]): string {
  const lines = items.filter((item) => item !== '');
  return lines.length === 0 ? '' : element('list', { rend }, `\n${lines.join('\n')}\n`);
}

/** Lines that are not empty. */
const joined = (...lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n');

/** `rend` of marked text, by the first letter of its HTML element; `deleted` is an element. */
const RENDITIONS: Readonly<Record<Exclude<MarkName, 'deleted'>, string>> = {
  strong: '#b',
  emphasis: '#i',
  subscript: '#sub',
  superscript: '#sup',
  mark: '#mark',
  keyboard: '#t',
};

function inlineXml(all: readonly Inline[]): string {
  return all.map(oneInlineXml).join('');
}

function oneInlineXml(inline: Inline): string {
  switch (inline.type) {
    case 'text':
      return escapeXml(inline.text);
    case 'code':
      return element('code', {}, escapeXml(inline.text));
    case 'math':
      return escapeXml(inline.tex ?? inline.text);
    case 'break':
      return '<lb/>';
    case 'image': {
      const src = safeAddress(inline.url);
      return src === null ? '' : element('graphic', { src, alt: inline.alt || null, title: inline.title || null });
    }
    case 'media':
    case 'link': {
      const target = inline.url === null ? null : safeAddress(inline.url);
      const text = inline.type === 'link' ? inlineXml(inline.inline) : escapeXml(inline.title || inline.url || '');
      return target === null ? text : element('ref', { target }, text);
    }
    case 'footnote':
      return escapeXml(`[${inline.label}]`);
    case 'checkbox':
      return inline.checked ? '☑ ' : '☐ ';
    case 'ruby':
      return `${inlineXml(inline.inline)}(${escapeXml(inline.reading)})`;
    case 'abbreviation':
      return inlineXml(inline.inline);
    case 'deleted':
      return element('del', { rend: 'overstrike' }, inlineXml(inline.inline));
    default:
      return element('hi', { rend: RENDITIONS[inline.type] }, inlineXml(inline.inline));
  }
}
