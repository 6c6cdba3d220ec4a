/**
 * L3S-GN1's annotation: every text run of a page is wrapped in `<span class="x-nc-selN">` (a link in it may stay outside or
 * inside), N being its class. The numbers are the paper’s, with one correction: the
 * published class shares swap the last two rows; by the pages themselves 4 is related content and 5 is comments.
 */
import { nameOf, type Page, textOf } from '@dehusk/core/internal';

/** What the classes mean, by number. */
export const L3S_CLASSES = ['not content', 'headline', 'full text', 'supplement', 'related', 'comments'] as const;

/**
 * The class of every node's text, by the nearest annotating element around it: 0…5, or −1 where none is annotated.
 * Parents come before children, so one pass settles all.
 */
export function annotatedClasses(page: Page): Int8Array {
  const classes = new Int8Array(page.size).fill(-1);
  for (let node = 1; node < page.size; node++) {
    classes[node] = classes[page.parent[node]];
    const value = page.tag[node] === 0 ? null : page.attribute(node, 'class');
    const own = value === null ? null : /(?:^|\s)x-nc-sel([0-5])(?:\s|$)/.exec(value);
    if (own) classes[node] = Number(own[1]);
  }
  return classes;
}

/** Elements that break a line in the gold text. */
const LINES = new Set(
  'address article aside blockquote br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
);

/** The annotated page's text of the classes wanted, a line a block, each line with its class. */
export function annotatedLines(page: Page, wanted: ReadonlySet<number>): { kind: number; text: string }[] {
  const classes = annotatedClasses(page);
  const lines: { kind: number; text: string }[] = [];
  let kind = -1;
  let pieces: string[] = [];
  const flush = (): void => {
    const text = pieces.join('').replace(/\s+/g, ' ').trim();
    if (text !== '') lines.push({ kind, text });
    pieces = [];
  };
  /** Where the innermost open line-breaking elements end. */
  const ends: number[] = [];
  for (let node = 1; node < page.size; node++) {
    while (ends.length > 0 && node >= ends[ends.length - 1]) {
      ends.pop();
      flush();
    }
    if (page.tag[node] !== 0) {
      if (LINES.has(nameOf(page, node))) {
        flush();
        ends.push(page.end[node]);
      }
      continue;
    }
    const own = classes[node];
    if (!wanted.has(own) || /^(?:script|style)$/.test(nameOf(page, page.parent[node]))) continue;
    if (own !== kind) flush();
    kind = own;
    pieces.push(textOf(page, node));
  }
  flush();
  return lines;
}
