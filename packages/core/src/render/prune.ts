/** Removes the parts that the caller switched off, and shifts headings. Shared by all formats. */
import {
  type Content,
  type Document,
  type HeadingLevel,
  type Inline,
  type Post,
  setSourceRange,
  sourceRangeOf,
  type TableRow,
} from '../document/document.js';
import type { RenderOptions } from './renderer.js';

/**
 * The document without link targets, images or tables, or with the alternative text of images, as the options say. Text of links
 * stays; a formula is no image; a paragraph or figure left empty by an image goes too. Returns the same object when nothing changes.
 */
export function prune(document: Document, options: RenderOptions = {}): Document {
  const cut = cutOf(options);
  if (cut === null) return document;
  const { content, posts, aroundPosts, comments, items } = document;
  const cutPost = (post: Post): Post => ({
    ...post,
    head: inlines(post.head, cut),
    content: contents(post.content, cut),
  });
  return {
    ...document,
    content: contents(content, cut),
    posts: posts.map(cutPost),
    aroundPosts: { before: contents(aroundPosts.before, cut), after: contents(aroundPosts.after, cut) },
    comments: comments.map(cutPost),
    items: items.map((item) => ({
      ...item,
      content: contents(item.content, cut),
      image: cut.images ? null : item.image,
    })),
  };
}

/** Content under the same options. */
export function prunedContents(all: readonly Content[], options: RenderOptions): readonly Content[] {
  const cut = cutOf(options);
  return cut === null ? all : contents(all, cut);
}

/** Null when nothing changes. */
function cutOf({
  links = true,
  images = true,
  tables = true,
  headingShift: shift = 0,
}: RenderOptions): PruneOptions | null {
  if (links && images === true && tables && shift === 0) return null;
  return { links: !links, images: images !== true, alt: images === 'alt', tables: !tables, shift };
}

interface PruneOptions {
  readonly links: boolean;
  readonly images: boolean;
  /** Removed images leave their alternative text. */
  readonly alt: boolean;
  readonly tables: boolean;
  readonly shift: number;
}

function contents(all: readonly Content[], cut: PruneOptions): Content[] {
  return all.flatMap((one) => content(one, cut));
}

function content(one: Content, cut: PruneOptions): Content[] {
  switch (one.type) {
    case 'heading': {
      const inline = inlines(one.inline, cut);
      const level = Math.min(6, Math.max(1, one.level + cut.shift)) as HeadingLevel;
      return inline.length === 0 ? [] : [{ ...one, level, inline }];
    }
    case 'paragraph': {
      const inline = inlines(one.inline, cut);
      return inline.length === 0 ? [] : [{ ...one, inline }];
    }
    case 'list': {
      const items = one.items.map((item) => contents(item, cut)).filter((item) => item.length > 0);
      return items.length === 0 ? [] : [{ ...one, items }];
    }
    case 'definitions': {
      const entries = one.entries
        .map(({ term, description }) => ({ term: inlines(term, cut), description: contents(description, cut) }))
        .filter(({ term, description }) => term.length > 0 || description.length > 0);
      return entries.length === 0 ? [] : [{ ...one, entries }];
    }
    case 'quote':
    case 'callout':
    case 'details': {
      const inside = contents(one.content, cut);
      const head = one.type === 'callout' ? one.title : one.type === 'details' ? one.summary : [];
      const above = inlines(head, cut);
      if (inside.length === 0 && above.length === 0) return [];
      if (one.type === 'quote') return [{ ...one, content: inside }];
      return [
        { ...one, ...(one.type === 'callout' ? { title: above } : { summary: above }), content: inside } as Content,
      ];
    }
    case 'footnotes': {
      const notes = one.notes.map((note) => ({ ...note, content: contents(note.content, cut) }));
      return [{ ...one, notes }];
    }
    case 'code':
    case 'rule':
      return [one];
    case 'table':
      return cut.tables
        ? []
        : [{ ...one, caption: inlines(one.caption, cut), rows: one.rows.map((row) => cells(row, cut)) }];
    case 'figure': {
      const inside = contents(one.content, cut);
      const caption = inlines(one.caption, cut);
      if (inside.length > 0) return [{ ...one, content: inside, caption }];
      return caption.length === 0 ? [] : [{ type: 'paragraph', inline: caption }];
    }
  }
}

function cells(row: TableRow, cut: PruneOptions): TableRow {
  return { ...row, cells: row.cells.map((cell) => ({ ...cell, content: contents(cell.content, cut) })) };
}

function inlines(all: readonly Inline[], cut: PruneOptions): Inline[] {
  const range = sourceRangeOf(all);
  const left = joined(all.flatMap((one) => inline(one, cut)));
  if (range !== null) setSourceRange(left, ...range);
  return left;
}

function inline(one: Inline, cut: PruneOptions): Inline[] {
  switch (one.type) {
    case 'image':
      return cut.images ? words(one.alt, cut) : [one];
    case 'media':
      if (cut.images) return words(one.title, cut);
      if (!cut.links) return [one];
      return one.title === '' ? [] : [{ ...one, url: null }];
    default: {
      if (!('inline' in one)) return [one];
      const inside = inlines(one.inline, cut);
      if (inside.length === 0 || (cut.links && one.type === 'link')) return inside;
      return [{ ...one, inline: inside }];
    }
  }
}

/** What is left of an image that is removed. */
function words(text: string, cut: PruneOptions): Inline[] {
  return cut.alt && text.trim() !== '' ? [{ type: 'text', text }] : [];
}

/** Joins adjacent texts; empty when only white space and breaks are left. */
function joined(all: readonly Inline[]): Inline[] {
  const result: Inline[] = [];
  /** Texts that are neighbours, joined once all are found. */
  let texts: string[] = [];
  for (const [at, one] of all.entries()) {
    if (one.type === 'text') texts.push(one.text);
    if (one.type === 'text' && all[at + 1]?.type === 'text') continue;
    result.push(texts.length > 1 ? { type: 'text', text: texts.join('').replace(/ {2,}/g, ' ') } : one);
    texts = [];
  }
  return result.every((one) => one.type === 'break' || (one.type === 'text' && one.text.trim() === '')) ? [] : result;
}
