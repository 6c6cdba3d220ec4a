/** Arranges the content for Markdown, HTML, TEI and XML: the title, the content (for discussions, the posts), the comments. */
import type { Content, Document } from '../document/document.js';
import { SEPARATOR } from '../metadata/title-signs-data.js';
import { textOfContents } from './content-text.js';
import { prunedContents } from './prune.js';
import type { RenderOptions } from './renderer.js';
import { commentSections, contentWithPosts } from './with-posts.js';

/** Pieces of content searched for the title: breadcrumbs, a date and a picture may come before it. */
const TITLE_REACH = 5;
/** Minimum share of the title's characters in a heading that is a part of it. */
const TITLE_SHARE = 0.5;

/** The content to print under these options. */
export function arranged(document: Document, options: RenderOptions, withPosts: boolean): readonly Content[] {
  const main = withPosts ? contentWithPosts(document) : document.content;
  const content = [...main, ...commentSections(document, options)];
  const title = options.title === false ? [] : missingTitle(content, document);
  return prunedContents([...title, ...content], options);
}

/** The title as a heading, unless there is none, or the content is empty or begins with it or another. */
function missingTitle(content: readonly Content[], { metadata: { title }, content: main }: Document): Content[] {
  if (title === null || wordsOf(title) === '' || content.length === 0) return [];
  if (content.slice(0, TITLE_REACH).some((one) => isTitle(one, title))) return [];
  // A page names itself in its one heading of the first level; its title may be that of the site.
  const isTop = (one: Content): boolean => one.type === 'heading' && one.level === 1;
  if (main.slice(0, TITLE_REACH).some(isTop) && main.filter(isTop).length === 1) return [];
  return [{ type: 'heading', level: 1, inline: [{ type: 'text', text: title }] }];
}

/**
 * True for a paragraph or heading with the title's words, and for a heading that is half of the title or more, or holds the title
 * and more words. A title that names the site, too, has its parts between separators; one part is enough.
 */
function isTitle(content: Content, title: string): boolean {
  if (content.type !== 'heading' && content.type !== 'paragraph') return false;
  const words = wordsOf(textOfContents([content]));
  const wanted = wordsOf(title);
  if (content.type === 'paragraph' || words === '' || words === wanted) return words === wanted;
  const parts = title.split(SEPARATOR).map(wordsOf);
  if (parts.includes(words)) return true;
  const holds = (all: string, some: string): boolean => some !== '' && ` ${all} `.includes(` ${some} `);
  return (
    holds(words, wanted) ||
    holds(words, parts[0] ?? '') ||
    (holds(wanted, words) && words.length >= wanted.length * TITLE_SHARE)
  );
}

/** Words in lower case with a space between, without punctuation. */
function wordsOf(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ');
}
