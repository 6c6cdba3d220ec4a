import type { Content, Inline } from '../document/document.js';

/** A run of text, or further content. */
type ContentPart = { readonly inline: readonly Inline[] } | { readonly content: readonly Content[] };

/** The parts of a piece of content in the order in which every format prints them; none of code and rules. */
export function partsOf(one: Content): readonly ContentPart[] {
  switch (one.type) {
    case 'heading':
    case 'paragraph':
      return [one];
    case 'list':
      return one.items.map((content) => ({ content }));
    case 'definitions':
      return one.entries.flatMap(({ term, description }) => [{ inline: term }, { content: description }]);
    case 'quote':
      return [one];
    case 'callout':
      return [{ inline: one.title }, one];
    case 'details':
      return [{ inline: one.summary }, one];
    case 'footnotes':
      return one.notes;
    case 'table':
      return [{ inline: one.caption }, ...one.rows.flatMap(({ cells }) => cells)];
    case 'figure':
      return [one, { inline: one.caption }];
    case 'code':
    case 'rule':
      return [];
  }
}
