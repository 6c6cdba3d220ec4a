/**
 * Arranges the content for Markdown, HTML, TEI and XML: the title, the content (for discussions, the posts), the comments. Each post and
 * comment is a section, under a heading or after a rule.
 */
import type { Content, Document, HeadingLevel, Inline, Post } from '../document/document.js';
import { SEPARATOR } from '../metadata/title-signs-data.js';
import { textOfContents } from './content-text.js';
import { prunedContents } from './prune.js';
import type { RenderOptions } from './renderer.js';

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

/** Heading level of posts, below the title of the discussion. */
const POST_LEVEL = 2;
const DEEPEST = 6;
const RULE: Content = { type: 'rule' };
const MIDDLE_DOT: Inline = { type: 'text', text: ' · ' };

/**
 * The content of a document with its posts as sections. A heading has the words of the content above a post; where they lack its author
 * or date, these follow.
 */
function contentWithPosts({ content, posts, aroundPosts: { before, after } }: Document): readonly Content[] {
  if (posts.length === 0) return content;
  const sections = posts.flatMap((post) => section(headOfPost(post), post.content));
  // A rule divides, so none comes first.
  if (before.length === 0 && sections[0]?.type === 'rule') sections.shift();
  return [...before, ...sections, ...section([], after)];
}

/** The comments as sections after a rule; empty unless requested. */
export function commentSections(document: Document, options: RenderOptions): readonly Content[] {
  // The option comes first: the comments of a document are computed on access.
  if (options.comments !== true || document.comments.length === 0) return [];
  return [RULE, ...document.comments.flatMap((comment) => section(headOf(comment), comment.content))];
}

function section(head: readonly Inline[], content: readonly Content[]): Content[] {
  if (head.length === 0) return content.length === 0 ? [] : [RULE, ...content];
  return [{ type: 'heading', level: POST_LEVEL, inline: head }, ...content.map(below)];
}

function headOfPost({ head, content, author, date, url }: Post): readonly Inline[] {
  const first = content.length > 0 && content[0].type !== 'quote' ? textOfContents(content.slice(0, 1)) : '';
  const line = `${textOfContents([{ type: 'paragraph', inline: head }])} ${first.length > MAX_BYLINE ? '' : first}`;
  const isNamed = author !== null && line.toLowerCase().includes(author.toLowerCase());
  const missing = headOf({
    author: isNamed ? null : author,
    date: hasDate(line, date) ? null : date,
    title: null,
    url,
  });
  return head.length === 0 || missing.length === 0 ? [...head, ...missing] : [...head, MIDDLE_DOT, ...missing];
}

/** Longest paragraph at the beginning of a post that can have its author and date, in characters. */
const MAX_BYLINE = 120;

/** Whether a line has the numbers of a date: its year, or month and day. */
function hasDate(line: string, date: string | null): boolean {
  const [year, month, day] = (date?.match(/\d+/g) ?? []).map(Number);
  const numbers = (line.match(/\d+/g) ?? []).map(Number);
  return numbers.includes(year) || (numbers.includes(month) && numbers.includes(day));
}

/** Author and date of a comment, the date a link to the comment where it has an address; then its subject. */
function headOf({ author, date, title, url }: Pick<Post, 'author' | 'date' | 'title' | 'url'>): Inline[] {
  const parts: Inline[] = [];
  const add = (text: string | null, address: string | null = null): void => {
    if (text === null) return;
    const words: Inline = { type: 'text', text };
    parts.push(address === null ? words : { type: 'link', url: address, title: null, inline: [words] });
  };
  add(author);
  add(date, url);
  add(title);
  return parts.flatMap((part, at) => (at === 0 ? [part] : [MIDDLE_DOT, part]));
}

/** Lowers headings inside a section below the heading of the section. */
function below(content: Content): Content {
  if (content.type !== 'heading') return content;
  return { ...content, level: Math.min(DEEPEST, content.level + POST_LEVEL) as HeadingLevel };
}
