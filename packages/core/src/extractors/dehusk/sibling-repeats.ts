/**
 * Paragraphs that repeat themselves side by side.
 *
 * Observation: a text that stands on a page twice is mostly a teaser of itself, a second copy for narrow screens, a
 * description the shop prints again, and is kept once. Those copies stand in different places of the template. Copies that
 * are children of one element were written there: a refrain, a form letter, a test page's dummy text.
 */
import type { PageRows } from '../../blocks/features.js';

/** Least words of such a text: shorter ones are kept wherever they are probable (`decode.ts`). */
const MIN_WORDS = 4;

/** Makes equal texts in elements of one name under one parent as probable as the most probable of them, in place. */
export function trustSiblingRepeats({ visible, text }: PageRows, probability: Float32Array): void {
  const { page, size, words, blocks } = visible;
  const copies = new Map<string, number[]>();
  for (let b = 0; b < size; b++) {
    if (words[b] < MIN_WORDS) continue;
    const element = blocks.element[b];
    const key = `${text[b]} ${page.parent[element]} ${page.tag[element]}`;
    const found = copies.get(key);
    if (found === undefined) copies.set(key, [b]);
    else found.push(b);
  }
  for (const found of copies.values()) {
    if (found.length < 2) continue;
    let most = 0;
    for (const b of found) most = Math.max(most, probability[b]);
    for (const b of found) probability[b] = most;
  }
}
