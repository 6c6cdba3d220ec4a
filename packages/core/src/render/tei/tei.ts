import { hostOf, safeAddress } from '@dehusk/html';
import type { Document } from '../../document/document.js';
import { NO_METADATA } from '../../metadata/metadata.js';
import { arranged } from '../arrange.js';
import type { Renderer } from '../renderer.js';
import { printingNoControls } from '../without-controls.js';
import { element, escapeXml } from '../xml-element.js';
import { teiBody } from './body.js';

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
