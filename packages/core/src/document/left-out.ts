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
  const all = codeFrames(page).leftOut.slice();
  for (const nodes of [furnitureOf(page).added, notesOf(page).skipped])
    for (const node of nodes) all.fill(1, node, page.end[node]);
  return all;
});
