/**
 * Readers' comments below an article that no name tells from it.
 *
 * Observation: comments are running text like the article's, often in the same element, and where no class says `comment` the
 * block trees take them for more of the article. What gives them away is their rhythm: short lines of one template, each
 * with a time of day (`Brad, Glasgow on 11:16am Wed 9 Jan`), each followed by text. On a page that is surely an article such
 * lines can only begin after it. So everything from the first of them on is made less probable.
 *
 * WCXB and the news sets leave comments out of their gold. Canola and CleanEval keep them, and lose by this.
 */
import { PAGE_TYPES, type PageRows } from '../../blocks/features.js';

/** Least probability of the page being an article: in a forum such lines are the content. */
const ARTICLE_CHANCE = 0.7;
/** A line with a time of day and at most this many words opens a comment … */
const OPENING_WORDS = 20;
const TIME_OF_DAY = /(?<!\d)\d{1,2}:\d\d(?!\d)/;
/** … when one of the next blocks, this many at most, has this many words and opens none itself. */
const REACH = 3;
const COMMENT_WORDS = 5;
/** Least number of such lines under one chain of elements, and the least share of them that are followed by text. */
const MIN_COMMENTS = 3;
const FOLLOWED_SHARE = 0.7;
/** Words of running text, at least this probable, that must stand before the first of them: the article. */
const ARTICLE_WORDS = 100;
const SURE = 0.6;
/** What the probability of the thread's blocks is multiplied by. */
const DOUBT = 0.5;

const ARTICLE = PAGE_TYPES.indexOf('article');

/**
 * Number of the block that a thread of readers' comments begins with, −1 when there is none. Linear in the page.
 *
 * @param types probabilities of {@link PAGE_TYPES}
 * @param probability per row: of main content
 */
export function commentThread({ visible, group }: PageRows, types: Float32Array, probability: Float32Array): number {
  if (types[ARTICLE] < ARTICLE_CHANCE) return -1;
  const { size, words, prose, blocks } = visible;
  const opens = new Uint8Array(size);
  for (let b = 0; b < size; b++) if (words[b] <= OPENING_WORDS && TIME_OF_DAY.test(blocks.text[b])) opens[b] = 1;
  const threads = new Map<number, { readonly first: number; count: number; followed: number }>();
  let sure = 0;
  for (let b = 0; b < size; b++) {
    if (opens[b] === 0) {
      if (prose[b] === 1 && probability[b] >= SURE) sure += words[b];
      continue;
    }
    if (sure < ARTICLE_WORDS) continue;
    let thread = threads.get(group[b]);
    if (thread === undefined) {
      thread = { first: b, count: 0, followed: 0 };
      threads.set(group[b], thread);
    }
    thread.count++;
    for (let next = b + 1; next < size && next <= b + REACH; next++)
      if (opens[next] === 0 && words[next] >= COMMENT_WORDS) {
        thread.followed++;
        break;
      }
  }
  // A map keeps the order of its first entries: the first thread found begins first.
  for (const { first, count, followed } of threads.values())
    if (count >= MIN_COMMENTS && followed >= FOLLOWED_SHARE * count) return first;
  return -1;
}

/** Makes the blocks of a thread of readers' comments, and all visible ones below, less probable, in place. */
export function doubtReadersThread(rows: PageRows, types: Float32Array, probability: Float32Array): void {
  const first = commentThread(rows, types, probability);
  if (first < 0) return;
  for (let b = first; b < rows.visible.size; b++) probability[b] *= DOUBT;
}
