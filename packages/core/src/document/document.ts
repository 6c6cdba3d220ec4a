import type { NodeId } from '@dehusk/html';
import type { Metadata } from '../metadata/metadata.js';

/**
 * Deepest nesting of content, counted in containers (a list and its item are two). `assemble` never builds a deeper document:
 * deeper content is flattened into its container, so renderers may recurse. Real pages stay below 40.
 */
export const MAX_NESTING = 100;

/**
 * Extracted content as structure, the input of renderers. In documents of `assemble`, posts, comments and items are computed on
 * first access; until then the document keeps its page in memory.
 */
export interface Document {
  /** Address of the page, or null. Links and images inside are absolute when it is known. */
  readonly url: string | null;
  readonly metadata: Metadata;
  readonly content: readonly Content[];
  /**
   * A discussion's contributions in document order, the opening one first; empty on pages that are no discussion. They group the
   * words of `content`: those before the posts, those of each post's head and content, and those after, one after the other, are
   * the words of `content`.
   */
  readonly posts: readonly Post[];
  /** Content before the first post and after the last one; empty without posts. */
  readonly aroundPosts: { readonly before: readonly Content[]; readonly after: readonly Content[] };
  /** Comments below the main content, and contributions to a discussion without kept words; never part of `content`. */
  readonly comments: readonly Post[];
  /** The entries of a listing or collection, the one product of a product page, or the articles below the page's own. */
  readonly items: readonly Item[];
}

/** The records of a document, besides its running text. */
export type Structure = Pick<Document, 'posts' | 'aroundPosts' | 'comments' | 'items'>;

/** Nothing but running text. */
export const NO_STRUCTURE: Structure = { posts: [], aroundPosts: { before: [], after: [] }, comments: [], items: [] };

/** Records of one kind, and for each the nodes of its words, its title and its author. */
export interface Located<R> {
  readonly records: readonly R[];
  readonly nodes: readonly (readonly NodeId[])[];
}

/** One contribution to a discussion, or one comment. */
export interface Post {
  readonly author: string | null;
  /** ISO 8601 as precise as known; as written ("3 hours ago") when it cannot be parsed; null when the page has none. */
  readonly date: string | null;
  /** The post's own subject line. */
  readonly title: string | null;
  /** The post's own address, absolute when the page's is known. */
  readonly url: string | null;
  /** Position in the list of the post it answers, as far as nesting or indentation shows; null for none. */
  readonly replyTo: number | null;
  /** Number of answers above it; 0 when it answers nothing. */
  readonly depth: number;
  /** The kept words before its body that name author, date or subject; empty when there are none, and for comments. */
  readonly head: readonly Inline[];
  /** The other kept words, at least one piece; of a comment the words of its body. */
  readonly content: readonly Content[];
}

/** One entry of a listing or collection. */
export interface Item {
  readonly title: string;
  /** Absolute when the page's address is known. */
  readonly url: string | null;
  /** The other content of the entry; may be empty. */
  readonly content: readonly Content[];
  /** As the page writes it, with its currency: `€ 19,99`; of a product that only describes its price, number and currency: `19.99 EUR`. */
  readonly price: string | null;
  readonly image: string | null;
  /** As {@link Post.date}. */
  readonly date: string | null;
}

/** Block-level content. */
export type Content =
  | { readonly type: 'heading'; readonly level: HeadingLevel; readonly inline: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly inline: readonly Inline[] }
  | List
  | { readonly type: 'definitions'; readonly entries: readonly Definition[] }
  | { readonly type: 'quote'; readonly content: readonly Content[] }
  | Callout
  | { readonly type: 'details'; readonly summary: readonly Inline[]; readonly content: readonly Content[] }
  | Code
  | Table
  | { readonly type: 'figure'; readonly content: readonly Content[]; readonly caption: readonly Inline[] }
  | { readonly type: 'footnotes'; readonly notes: readonly Footnote[] }
  | { readonly type: 'rule' };

export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

export interface List {
  readonly type: 'list';
  readonly ordered: boolean;
  /** Number of the first item as the page shows it; 1 for unordered lists. */
  readonly start: number;
  /** How the items are numbered, by the names of CSS; `decimal` for unordered lists. */
  readonly numbering: Numbering;
  /** Each item has at least one piece of content. */
  readonly items: readonly (readonly Content[])[];
}

export type Numbering = 'decimal' | 'lower-alpha' | 'upper-alpha' | 'lower-roman' | 'upper-roman';

/** An admonition: a note, a tip, a warning set apart from the text. */
interface Callout {
  readonly type: 'callout';
  /** The kind as the page's markup names it, lower case: `note`, `warning`, `tip`. */
  readonly kind: string;
  /** The title as shown; empty when the page shows none. */
  readonly title: readonly Inline[];
  readonly content: readonly Content[];
}

/** The text of a footnote. Each reference to it is an {@link Inline} of type `footnote` with the same id. */
export interface Footnote {
  /** Unique in the document: letters, digits, `-` and `_`. */
  readonly id: string;
  /** At least one piece. */
  readonly content: readonly Content[];
}

/** A term and its description. Either may be empty, never both. */
export interface Definition {
  readonly term: readonly Inline[];
  readonly description: readonly Content[];
}

/** A block of code. */
export interface Code {
  readonly type: 'code';
  /** The language as the page names it, lower case (`python`, `c++`), or null. */
  readonly language: string | null;
  /** The code with its white space intact; lines are separated by `\n`. */
  readonly text: string;
}

/** A table of data. Tables that only lay a page out are replaced by the content of their cells. */
export interface Table {
  readonly type: 'table';
  readonly caption: readonly Inline[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  /** True for a row of column headings: in `<thead>`, of `<th>` only at the beginning, or first rows in bold. */
  readonly head: boolean;
  readonly cells: readonly TableCell[];
}

export interface TableCell {
  /** True for a heading, of a column or of a row. */
  readonly head: boolean;
  readonly align: 'left' | 'center' | 'right' | null;
  /** Columns and rows the cell spans, at least 1. */
  readonly columns: number;
  readonly rows: number;
  readonly content: readonly Content[];
}

/** Running text. White space is already collapsed; a `break` is a line break the author set. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | Marked
  | { readonly type: 'code'; readonly text: string }
  | {
      readonly type: 'math';
      /** The formula in TeX, when the page has it. */
      readonly tex: string | null;
      /** Its characters as shown; empty when the page has only TeX. */
      readonly text: string;
      /** True for a formula on a separate line. */
      readonly display: boolean;
    }
  | { readonly type: 'link'; readonly url: string; readonly title: string | null; readonly inline: readonly Inline[] }
  | { readonly type: 'image'; readonly url: string; readonly alt: string; readonly title: string | null }
  | Media
  /** A reference to a {@link Footnote}; `label` is its marker as shown, without brackets. */
  | { readonly type: 'footnote'; readonly id: string; readonly label: string }
  /** The box of a task list, at the start of its item. */
  | { readonly type: 'checkbox'; readonly checked: boolean }
  /** Text with its reading above (`<ruby>`). */
  | { readonly type: 'ruby'; readonly inline: readonly Inline[]; readonly reading: string }
  /** A short form; `title` is its long form. */
  | { readonly type: 'abbreviation'; readonly inline: readonly Inline[]; readonly title: string }
  | { readonly type: 'break' };

/** Embedded media that are no image: a video, a sound, a post of another site, a drawing with a title. */
interface Media {
  readonly type: 'media';
  readonly kind: 'video' | 'audio' | 'frame' | 'drawing';
  /** Null for a drawing in the page. */
  readonly url: string | null;
  /** Its name in the page's markup; empty when it has none. It is no text of the page. */
  readonly title: string;
}

/** Text that is set apart. Marks of one kind do not nest. */
export interface Marked {
  readonly type: MarkName;
  readonly inline: readonly Inline[];
}

export type MarkName = 'strong' | 'emphasis' | 'deleted' | 'subscript' | 'superscript' | 'mark' | 'keyboard';

/** A range of the decoded HTML, in UTF-16 code units. */
type SourceRange = readonly [from: number, to: number];

/** Keys of the range in its part: two numbers take a third of the memory of a list. A `WeakMap` takes four times as long. */
const FROM = Symbol('start in the source');
const TO = Symbol('end in the source');

/** Remembers the range of a run of text, or of a block of code. */
export function setSourceRange(part: object, from: number, to: number): void {
  if (to <= from) return;
  Object.defineProperty(part, FROM, { value: from, configurable: true });
  Object.defineProperty(part, TO, { value: to, configurable: true });
}

/** The range of a part that `assemble` built; null for another. */
export function sourceRangeOf(part: object): SourceRange | null {
  const { [FROM]: from, [TO]: to } = part as { readonly [FROM]?: number; readonly [TO]?: number };
  return from === undefined || to === undefined ? null : [from, to];
}
