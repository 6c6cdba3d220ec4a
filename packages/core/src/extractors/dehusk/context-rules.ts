/**
 * What a page's judgements say of one another, before blocks are chosen: each block was judged by itself.
 *
 * Seven rules in a fixed order, each in a file that says what was observed. They move probabilities and keep nothing
 * themselves; the page type they are asked for leans to the article where the page names little (`leaned-types.ts`).
 */
import type { PageRows } from '../../blocks/features.js';
import { articleBody } from './article-body.js';
import { trustBetweenSure } from './between-sure.js';
import { boostTemplateless } from './boost-templateless.js';
import { doubtReadersThread } from './comment-thread.js';
import { trustHiddenBody } from './hidden-body.js';
import { trustSiblingRepeats } from './sibling-repeats.js';
import { joinTableRows } from './table-rows.js';
import { doubtTeasers } from './teaser-lists.js';

/**
 * Changes the probabilities of a page's rows in place. Linear in the page.
 *
 * @param types probabilities of `PAGE_TYPES`, leaned
 * @param probability per row: of main content
 */
export function contextRules(rows: PageRows, types: Float32Array, probability: Float32Array): void {
  doubtReadersThread(rows, types, probability);
  // Teasers that are sure are left as they are, so the body stays what it is.
  const body = articleBody(rows, probability);
  doubtTeasers(rows, types, probability, body);
  trustBetweenSure(rows, types, probability, body);
  trustSiblingRepeats(rows, probability);
  boostTemplateless(rows, probability);
  trustHiddenBody(rows, probability);
  joinTableRows(rows, probability);
}
