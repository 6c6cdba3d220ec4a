/**
 * Plain text as a page: the markup that shows the same text, and an extractor that keeps all of it.
 *
 * Observation: paragraphs are separated by blank lines, and only their line breaks matter, except where a line is indented or has
 * columns aligned by spaces, as in code and tables.
 */
import { addTo, type NodeId, type Page, TEXT, textOf } from '@dehusk/html';
import type { Block, LabelledBlocks } from '../blocks/block.js';
import type { Extractor } from './extractor.js';

export const plainTextExtractor: Extractor<Record<never, never>> = {
  name: 'plain-text',
  summary: 'All text of a plain text file.',
  source: 'RFC 2046, section 4.1.3',
  defaults: {},
  domains: {},
  optionDocs: {},
  label(page: Page): LabelledBlocks {
    const paragraphs = new Map<NodeId, NodeId[]>();
    for (let node = 1; node < page.size; node++)
      if (page.tag[node] === TEXT && textOf(page, node).trim() !== '') addTo(paragraphs, page.parent[node], node);
    const blocks = [...paragraphs].map(([parent, nodes]): Block => {
      const text = nodes.map((node) => textOf(page, node).trim()).join('\n');
      const [first, last] = [nodes[0] as NodeId, nodes[nodes.length - 1] as NodeId];
      return { first, last, nodes, parent, text, words: text.split(/\s+/).length, linkWords: 0, linkChars: 0 };
    });
    return { blocks, labels: { keep: new Uint8Array(blocks.length).fill(1), why: blocks.map(() => 'plain text') } };
  },
};

/** An indented line, or columns: its white space counts. */
const ALIGNED = /^(?: {2}|\t)|\S(?: {3,}|\t)\S/m;
const MARKUP = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)[\s>]/i;

/**
 * The markup of plain text: `p` with `br` for paragraphs, `pre` for those with aligned lines. Linear in the text.
 * @returns null for text that is a page in spite of its media type, as of servers that declare everything `text/plain`
 */
export function plainTextMarkup(text: string): string | null {
  if (MARKUP.test(text.slice(0, 1_000))) return null;
  const paragraphs = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?|\f/g, '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .filter((line) => line.trim() !== '');
  const elements = paragraphs.map((paragraph) => {
    const escaped = paragraph
      .replace(/(?<!\n)\n+$/, '')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;');
    // The parser drops the first line break of a pre.
    if (ALIGNED.test(escaped)) return `<pre>\n${escaped}</pre>`;
    const lines = escaped.split('\n').map((line) => line.trim());
    return `<p>${lines.join('<br>')}</p>`;
  });
  return `<!doctype html><body>${elements.join('')}`;
}
