/**
 * Entries of live blogs and timelines: the time belongs to its text.
 *
 * Observation: dates and times are boilerplate nearly everywhere (bylines, teasers, comments), so the block trees drop them. In a
 * list of dated entries whose texts are the content, each time heads its entry, and without them the order is lost.
 */

import { LETTERS, nameOf } from '@dehusk/html';
import { elementShapes } from '../blocks/shapes.js';
import { PAGE_TYPES } from '../page-types.js';
import type { PageRows } from './features.js';

const FORUM = PAGE_TYPES.indexOf('forum');
/** In a thread, times are part of the posts' headers: the rule applies below this probability of a forum. */
const MOST_FORUM = 0.3;
/** A time of day, or the minute of a match, alone in its block. */
const TIME = new RegExp(
  String.raw`^(?:[${LETTERS}]{1,4} )?\d{1,2}(?:[:.]\d\d(?::\d\d)?| ?[hH](?: ?\d\d)?|時(?:\d{1,2}分)?)(?: ?[apAP]\.?[mM]\.?)?(?: [${LETTERS}]{2,4})?$|^\d{1,3}(?:\+\d{1,2})?['’]$`,
);
const TIME_WORDS = 4;
/** An entry is at most this many elements above its time; there are at least this many. */
const REACH = 4;
const MIN_ENTRIES = 3;
/** Most blocks of an entry. */
const MAX_BLOCKS = 40;
/** An entry's text has this many words and this probability. */
const TEXT_WORDS = 8;
const TEXT_PROBABILITY = 0.5;

/** Raises the times of entries to the probability of their texts, in place. Linear in the page. */
export function raiseEntryTimes({ visible }: PageRows, types: Float32Array, probability: Float32Array): void {
  if (types[FORUM] >= MOST_FORUM) return;
  const { page, size, words, digitDensity, blocks, blocksBefore } = visible;
  const { alike, leader } = elementShapes(page);
  const entries = new Map<number, { readonly time: number; readonly chance: number }[]>();
  for (let b = 0; b < size; b++) {
    if (words[b] > TIME_WORDS || digitDensity[b] === 0 || !TIME.test(blocks.text[b])) continue;
    // A button jumps to that moment of a recording.
    if (nameOf(page, blocks.element[b]) === 'button') continue;
    let entry = blocks.element[b];
    for (let level = 0; level < REACH && entry > 0; level++, entry = page.parent[entry]) {
      const from = blocksBefore[entry];
      const to = blocksBefore[page.end[entry]];
      if (alike[entry] < MIN_ENTRIES || to - from < 2) continue;
      if (to - from > MAX_BLOCKS) break;
      let chance = 0;
      for (let other = from; other < to; other++)
        if (words[other] >= TEXT_WORDS) chance = Math.max(chance, probability[other]);
      if (chance >= TEXT_PROBABILITY) {
        const list = entries.get(leader[entry]);
        if (list === undefined) entries.set(leader[entry], [{ time: b, chance }]);
        else list.push({ time: b, chance });
      }
      break;
    }
  }
  for (const list of entries.values())
    if (list.length >= MIN_ENTRIES)
      for (const { time, chance } of list) probability[time] = Math.max(probability[time], chance);
}
