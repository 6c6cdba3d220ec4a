import type { Content, Document, Inline } from '../../document/document.js';
import { prune } from '../prune.js';
import type { Renderer } from '../renderer.js';
import { commentSections, contentWithPosts } from '../with-posts.js';
import { contentLines } from './block.js';
import { IN_PARAGRAPH } from './inline.js';

export const markdown: Renderer = {
  name: 'markdown',
  summary: 'GitHub Flavored Markdown; with metadata as YAML front matter when asked for.',
  mediaType: 'text/markdown',
  extension: 'md',
  render(document, options = {}) {
    const pruned = prune(document, options);
    // Dollars in text are escaped only in documents with formulas: elsewhere they are prices.
    const content = [...contentWithPosts(pruned), ...commentSections(pruned, options)];
    const lines = contentLines(content, { ...IN_PARAGRAPH, hasMath: content.some(hasMath) });
    const body = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
    return options.metadata === true ? frontMatter(document) + body : body;
  },
};

function hasMath(one: Content): boolean {
  switch (one.type) {
    case 'heading':
    case 'paragraph':
      return one.inline.some(isMath);
    case 'list':
      return one.items.flat().some(hasMath);
    case 'definitions':
      return one.entries.some((entry) => entry.term.some(isMath) || entry.description.some(hasMath));
    case 'quote':
      return one.content.some(hasMath);
    case 'callout':
      return one.title.some(isMath) || one.content.some(hasMath);
    case 'details':
      return one.summary.some(isMath) || one.content.some(hasMath);
    case 'footnotes':
      return one.notes.some((note) => note.content.some(hasMath));
    case 'figure':
      return one.caption.some(isMath) || one.content.some(hasMath);
    case 'table':
      return one.caption.some(isMath) || one.rows.some(({ cells }) => cells.some((cell) => cell.content.some(hasMath)));
    default:
      return false;
  }
}

function isMath(one: Inline): boolean {
  return one.type === 'math' ? one.tex !== null : 'inline' in one && one.inline.some(isMath);
}

/**
 * Metadata as YAML front matter, with its fences and a blank line; empty when nothing is known. Strings are written as JSON, which
 * YAML 1.2 reads: no text can end its field.
 */
function frontMatter({ url, metadata }: Document): string {
  const fields: [string, string | readonly string[] | null][] = [
    ['title', metadata.title],
    ['author', metadata.byline],
    ['date', metadata.datePublished],
    ['modified', metadata.dateModified],
    ['description', metadata.description],
    ['site', metadata.siteName],
    ['url', metadata.canonicalUrl ?? url],
    ['language', metadata.language],
    ['image', metadata.image],
    ['licence', metadata.licence],
    ['categories', metadata.categories],
    ['tags', metadata.tags],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value === null || value.length === 0 ? [] : [`${name}: ${yaml(value)}`],
  );
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
}

function yaml(value: string | readonly string[]): string {
  // YAML reads these as line ends or the start of a stream; JSON does not escape them.
  return JSON.stringify(value).replace(
    /[\u0085\u2028\u2029\ufeff\x7f-\x9f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
