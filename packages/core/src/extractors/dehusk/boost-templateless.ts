/**
 * Pages without a template.
 *
 * Observation: what the block trees know best is furniture, and on a small page with none of it (a text saved by itself, a
 * part of a page, a test case) they still leave out the heading, and paragraphs that look like ones they have seen. Where
 * no element says navigation and hardly any has a class, there is nothing to leave out.
 */
import type { PageRows } from '../../blocks/features.js';
import { attributeReader, TEXT } from '../../page/page.js';
import { scaleOdds } from './odds.js';

/** Elements that say template. */
const TEMPLATE_ELEMENTS = ['nav', 'header', 'footer', 'aside', 'form'];
/** Least and most words of such a page, and the largest share of them in links. */
const MIN_WORDS = 20;
const MAX_WORDS = 400;
const LINK_SHARE = 0.08;
/** Largest share of elements with a class. */
const NAMED_SHARE = 0.1;
/** What the odds of all blocks are multiplied by. */
const BARE_ODDS = 10;

/** Makes the visible blocks of a page without a template more probable, in place. */
export function boostTemplateless({ visible }: PageRows, probability: Float32Array): void {
  const { page, size, sums } = visible;
  const words = sums.words[size];
  if (words < MIN_WORDS || words > MAX_WORDS || sums.linkWords[size] > LINK_SHARE * words) return;
  if (TEMPLATE_ELEMENTS.some((name) => page.nameIndex(name) >= 0)) return;
  const classOf = attributeReader(page, 'class');
  let elements = 0;
  let named = 0;
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === TEXT) continue;
    elements++;
    if (classOf(node) !== null) named++;
  }
  if (named > NAMED_SHARE * elements) return;
  for (let b = 0; b < size; b++) probability[b] = scaleOdds(probability[b], BARE_ODDS);
}
