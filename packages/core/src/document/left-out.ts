/**
 * Parts of the page that no document includes: additions of generators to headings, the frames of highlighters, and the links of
 * notes back to their references.
 */
import { memoized } from '../page/memo.js';
import type { Page } from '../page/page.js';
import { codeFrames } from './code-frame.js';
import { notesOf } from './footnotes.js';
import { furnitureOf } from './furniture.js';

/** Per node: 1 if no document includes it, even in a kept block. Linear in the page. */
export const leftOut: (page: Page) => Uint8Array = memoized((page: Page) => {
  const { added } = furnitureOf(page);
  const all = codeFrames(page).leftOut.map((one, node) => one | added[node]);
  for (const node of notesOf(page).skipped) all.fill(1, node, page.end[node]);
  return all;
});
