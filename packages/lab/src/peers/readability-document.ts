import { blockText } from './block-text.js';

/** What Readability needs of a DOM: it reads and mutates the document it is given. */
export type ReadabilityDocument = ConstructorParameters<typeof import('@mozilla/readability').Readability>[0];

/** The text of the article Mozilla's Readability finds in a document; empty when it finds none. Default options. */
export function readDocument(
  Readability: typeof import('@mozilla/readability').Readability,
  document: ReadabilityDocument,
): string {
  const content = new Readability(document).parse()?.content;
  return content ? blockText(content) : '';
}
