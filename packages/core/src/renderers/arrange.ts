/** What Markdown, HTML and TEI print: the title, the content (of discussions the posts), the comments. */
import type { Content, Document } from '../document/document.js';
import type { Metadata } from '../page/metadata/metadata.js';
import { textOfContents } from './content-text.js';
import { prunedContents } from './prune.js';
import type { RenderOptions } from './renderer.js';
import { commentSections, contentWithPosts } from './with-posts.js';

/** A title is looked for in this many pieces of content: breadcrumbs, a date and a picture may come before it. */
const TITLE_REACH = 5;
/** Minimum share of the title's characters in a heading that is a part of it. */
const TITLE_SHARE = 0.5;

/** The content to print under these options. */
export function arranged(document: Document, options: RenderOptions, withPosts: boolean): readonly Content[] {
  const main = withPosts ? contentWithPosts(document) : document.content;
  const content = [...main, ...commentSections(document, options)];
  const title = options.title === false ? [] : missingTitle(content, document.metadata);
  return prunedContents([...title, ...content], options);
}

/** The title as a heading, unless there is none, or the content is empty or begins with it. */
function missingTitle(content: readonly Content[], metadata: Metadata): Content[] {
  const { title } = metadata;
  if (title === null || wordsOf(title) === '' || content.length === 0) return [];
  if (content.slice(0, TITLE_REACH).some((one) => isTitle(one, metadata))) return [];
  return [{ type: 'heading', level: 1, inline: [{ type: 'text', text: title }] }];
}

/**
 * True for a paragraph or heading with the title's words, for a heading that holds them and more, and for a heading that is the title
 * without the name of the site, or at least half of it.
 */
function isTitle(one: Content, { title, siteName }: Metadata): boolean {
  if (one.type !== 'heading' && one.type !== 'paragraph') return false;
  const words = wordsOf(textOfContents([one]));
  const wanted = wordsOf(title ?? '');
  if (words === wanted) return true;
  if (one.type === 'paragraph' || words === '') return false;
  if (` ${words} `.includes(` ${wanted} `)) return true;
  if (!` ${wanted} `.includes(` ${words} `)) return false;
  const rest = ` ${wanted} `.replace(` ${words} `, ' ').trim();
  return rest === wordsOf(siteName ?? '') || words.length >= wanted.length * TITLE_SHARE;
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
