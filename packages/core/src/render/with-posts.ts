/** Posts and comments as content: each is a section, under a heading or after a rule. */
import type { Content, Document, HeadingLevel, Inline, Post } from '../document/document.js';
import { textOfContents } from './content-text.js';
import type { RenderOptions } from './renderer.js';

/** Heading level of posts, below the title of the discussion. */
const POST_LEVEL = 2;
const DEEPEST = 6;
const RULE: Content = { type: 'rule' };
const SEPARATOR: Inline = { type: 'text', text: ' · ' };

/**
 * The content of a document with its posts as sections. A heading has the words of the content above a post; where they lack its author
 * or date, these follow.
 */
export function contentWithPosts({ content, posts, aroundPosts: { before, after } }: Document): readonly Content[] {
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
  return head.length === 0 || missing.length === 0 ? [...head, ...missing] : [...head, SEPARATOR, ...missing];
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
  return parts.flatMap((part, at) => (at === 0 ? [part] : [SEPARATOR, part]));
}

/** Lowers headings inside a section below the heading of the section. */
function below(content: Content): Content {
  if (content.type !== 'heading') return content;
  return { ...content, level: Math.min(DEEPEST, content.level + POST_LEVEL) as HeadingLevel };
}
