/**
 * Whether the text that the page level keeps is below titles that link to other pages, as the entries of a list are.
 *
 * Observation (page streams, tuning half): an archive page of one article looks like the article: one container, one headline, no
 * further pages. But the headline links to the article's address. Of 17 sites, 9 have such titles on every list, and 13 on no
 * article. Headings of related articles link to other pages too, but little text is below them.
 */

import { type NodeId, type Page, tagTable } from '@dehusk/html';
import type { LabelledBlocks } from '../../blocks/block.js';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** Minimum words of kept running text, and the least share of them below such titles. */
const MIN_WORDS = 15;
const MIN_SHARE = 0.6;
/** Largest share of a block's words in links for running text. */
const MAX_LINKED = 0.5;

/**
 * Whether most of the kept running text is below such titles: after one, and before a heading of its level or above. Linear in
 * the page.
 *
 * @param leadsAway whether a link leads to another page of the site
 */
export function hasEntryTitles(
  page: Page,
  { blocks, labels }: LabelledBlocks,
  leadsAway: (link: NodeId) => boolean,
): boolean {
  const headings = tagTable(page, new Set(HEADINGS));
  const anchor = page.nameIndex('a');
  let all = 0;
  let below = 0;
  // Levels of the title above the current text, and of the last heading; 0 for none.
  let title = 0;
  let level = 0;
  let headingEnd = 0;
  let link: NodeId = 0;
  let node = 1;
  for (let at = 0; at < blocks.length; at++) {
    const { first, words, linkWords } = blocks[at];
    for (; node < first; node++) {
      const isHeading = headings[page.tag[node]] === 1;
      if (isHeading) {
        level = HEADINGS.indexOf(page.names[page.tag[node]]) + 1;
        headingEnd = page.end[node];
        if (level <= title) title = 0;
      } else if (page.tag[node] === anchor) link = node;
      // The link is in the heading or around it.
      if ((isHeading ? node < page.end[link] : link === node && node < headingEnd) && leadsAway(link)) title = level;
    }
    if (labels.keep[at] === 0 || linkWords > MAX_LINKED * words) continue;
    all += words;
    if (title > 0) below += words;
  }
  return all >= MIN_WORDS && below >= MIN_SHARE * all;
}
