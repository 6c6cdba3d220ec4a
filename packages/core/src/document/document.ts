import type { Metadata } from '../page/metadata/metadata.js';

/** Extracted content as structure: what renderers print. Plain records, closed unions. */
export interface Document {
  /** Address of the page, or null. Links and images inside are absolute when it is known. */
  readonly url: string | null;
  readonly metadata: Metadata;
  readonly content: readonly Content[];
}

/** Block-level content. */
export type Content =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3 | 4 | 5 | 6; readonly inline: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly inline: readonly Inline[] }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Content[])[];
    }
  | { readonly type: 'definitions'; readonly entries: readonly Definition[] }
  | { readonly type: 'quote'; readonly content: readonly Content[] }
  | { readonly type: 'code'; readonly language: string | null; readonly text: string }
  | { readonly type: 'table'; readonly caption: readonly Inline[]; readonly rows: readonly TableRow[] }
  | { readonly type: 'figure'; readonly content: readonly Content[]; readonly caption: readonly Inline[] }
  | { readonly type: 'rule' };

export interface Definition {
  readonly term: readonly Inline[];
  readonly description: readonly Content[];
}

export interface TableRow {
  /** True for a row of column headings (`<thead>`, or a first row of `<th>` only). */
  readonly head: boolean;
  readonly cells: readonly TableCell[];
}

export interface TableCell {
  readonly head: boolean;
  readonly align: 'left' | 'center' | 'right' | null;
  readonly columns: number;
  readonly rows: number;
  readonly content: readonly Content[];
}

/** Running text. White space is already collapsed; a `break` is a line break the author set. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'strong' | 'emphasis' | 'deleted' | 'subscript' | 'superscript' | 'mark';
      readonly inline: readonly Inline[];
    }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'math'; readonly tex: string | null; readonly text: string; readonly display: boolean }
  | { readonly type: 'link'; readonly url: string; readonly title: string | null; readonly inline: readonly Inline[] }
  | { readonly type: 'image'; readonly url: string; readonly alt: string; readonly title: string | null }
  | { readonly type: 'break' };
