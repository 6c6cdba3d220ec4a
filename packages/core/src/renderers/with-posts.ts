/** Discussions as content: each post is a section under a heading with its author and date. */
import type { Content, Document, HeadingLevel, Inline, Post } from '../document/document.js';
import type { RenderOptions } from './renderer.js';

/** Heading level of posts, below the title of the discussion. */
const POST_LEVEL = 2;
const DEEPEST = 6;

/** The content of a document with its posts as sections, instead of their words alone. */
export function contentWithPosts({ content, posts, aroundPosts }: Document): readonly Content[] {
  if (posts.length === 0) return content;
  return [...aroundPosts.before, ...posts.flatMap(section), ...aroundPosts.after];
}

/** The comments as sections after a rule; empty unless requested. */
export function commentSections(document: Document, options: RenderOptions): readonly Content[] {
  // The option comes first: the comments of a document are computed on access.
  if (options.comments !== true || document.comments.length === 0) return [];
  return [{ type: 'rule' }, ...document.comments.flatMap(section)];
}

function section(post: Post): Content[] {
  const head = headOf(post);
  const content = post.content.map(below);
  return head.length === 0
    ? [{ type: 'rule' }, ...content]
    : [{ type: 'heading', level: POST_LEVEL, inline: head }, ...content];
}

/** Author and date, the date a link to the post where it has an address; then its subject. */
function headOf({ author, date, title, url }: Post): Inline[] {
  const parts: Inline[] = [];
  const add = (text: string | null, address: string | null = null): void => {
    if (text === null) return;
    const words: Inline = { type: 'text', text };
    parts.push(address === null ? words : { type: 'link', url: address, title: null, inline: [words] });
  };
  add(author);
  add(date, url);
  add(title);
  return parts.flatMap((part, at) => (at === 0 ? [part] : [{ type: 'text', text: ' · ' } as const, part]));
}

/** Lowers headings inside a post below the heading of the post. */
function below(one: Content): Content {
  if (one.type !== 'heading') return one;
  return { ...one, level: Math.min(DEEPEST, one.level + POST_LEVEL) as HeadingLevel };
}
