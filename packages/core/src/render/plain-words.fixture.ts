/** The words a reader sees in an output: Markdown as micromark and mdast read it, HTML, TEI and XML without their tags. */
import assert from 'node:assert/strict';
import { parse } from '@dehusk/html';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Document } from '../document/document.js';
import { rendererNamed } from './index.js';

/** The long form of an abbreviation in TEI; in HTML it is an attribute. */
const EXPANSION = /<expan>[^<]*<\/expan>/g;
/** Elements that do not end a word. */
const WITHIN_WORD =
  /<\/?(?:a|abbr|b|choice|code|del|em|hi|i|ins|kbd|mark|ref|s|small|span|strong|sub|sup|u)(?:\s[^>]*)?>/gi;

/** Words in lower case, in their order. */
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** A document whose posts have no author and date, which formats with headings print above each. */
export const withoutBylines = (document: Document): Document => ({
  ...document,
  posts: document.posts.map((post) => ({ ...post, author: null, date: null })),
});

/** The words of a document's content in a format, in their order. */
export function printedWords(document: Document, format: string): string[] {
  // TEI shows the descriptions of images, and every format but text the titles or addresses of embedded media.
  const options = { metadata: false, title: false, images: false };
  const printed = rendererNamed(format).render(withoutBylines(document), options);
  if (format === 'text') return wordsIn(printed);
  if (format === 'markdown') return wordsIn(markdownText(printed));
  // TEI writes out what abbreviations stand for; HTML has it in attributes.
  return wordsIn(markupText(printed.replace(/^.*<text>/s, '').replace(/<expan>.*?<\/expan>/gs, '')));
}

/** The text of markup: its characters, with a space where a tag ends a word. */
function markupText(markup: string): string {
  const parsed = parse(
    `<body>${markup
      .replace(EXPANSION, '')
      .replace(WITHIN_WORD, '')
      .replace(/<[^>]*>/g, ' ')}`,
  );
  assert.ok(parsed.ok);
  return parsed.page.chars;
}

/** The text that a Markdown reader shows. */
function markdownText(markdown: string): string {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  // Markup of one paragraph may be several nodes: it is read once all are joined.
  return markupText(shown(tree));
}

function shown(node: Nodes): string {
  switch (node.type) {
    case 'html':
      return node.value;
    case 'footnoteReference':
      return `[${node.label ?? node.identifier}]`;
    case 'text':
    case 'inlineCode':
      return escaped(node.value);
    case 'link':
    case 'emphasis':
    case 'strong':
    case 'delete':
      return node.children.map(shown).join('');
    default:
      if ('children' in node) return `<p>${node.children.map(shown).join('')}<p>`;
      return `<p>${'value' in node ? escaped(node.value) : ''}<p>`;
  }
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
