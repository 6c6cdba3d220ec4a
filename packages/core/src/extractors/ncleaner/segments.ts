/** NCleaner's segments: the paragraphs of the page, each with the marker that tells what it is. */
import { type Paragraph, PLAIN_PARAGRAPHS, paragraphsOf } from '../../blocks/paragraphs.js';
import type { Page } from '../../page/page.js';

export interface Segment extends Paragraph {
  /** The text as the models read it: `<h>` before headings, `<l>` before what stands in a list item, else `<p>`. */
  readonly marked: string;
}

/** The segments of a page in document order. Linear in the page. */
export function segmentsOf(page: Page): Segment[] {
  const item = page.nameIndex('li');
  let node = 0;
  let itemEnd = 0;
  return paragraphsOf(page, PLAIN_PARAGRAPHS).map((paragraph) => {
    for (; node <= paragraph.first; node++)
      if (page.tag[node] === item && page.end[node] > itemEnd) itemEnd = page.end[node];
    const marker = paragraph.isHeading ? '<h>' : paragraph.first < itemEnd ? '<l>' : '<p>';
    return { ...paragraph, marked: marker + paragraph.text };
  });
}
