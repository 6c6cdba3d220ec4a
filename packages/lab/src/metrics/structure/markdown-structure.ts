/** What the structure metrics compare. */
export interface MarkdownTableRow {
  readonly cells: readonly string[];
  readonly isHead: boolean;
}
export type MarkdownTable = readonly MarkdownTableRow[];

export interface MarkdownStructure {
  /** Paragraphs, headings and list items, normalised; without code, formulas and table cells. */
  readonly text: string[];
  /** The same with code and table cells, in order. */
  readonly plain: string[];
  readonly code: { readonly code: string; readonly language: string }[];
  readonly formulas: readonly string[];
  readonly tables: MarkdownTable[];
  readonly headings: (readonly [level: number, text: string])[];
  /** Nesting depth and first paragraph of each list item. */
  readonly items: (readonly [depth: number, text: string])[];
  /** Text and absolute target; without links within the page and bare addresses. */
  links: (readonly [text: string, target: string])[];
  images: string[];
  quotes: number;
  footnoteReferences: number;
  readonly footnotes: string[];
}
