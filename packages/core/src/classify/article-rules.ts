/**
 * Context rules for pages that are probably articles: they use the position of the article's body.
 *
 * Observation: the block trees score each block without its context, and the scores of an article's body differ little from one block
 * to the next. So the position of the body helps to decide the blocks between two certain paragraphs of it, lists of teasers
 * elsewhere, and comments below it. Effects are in docs/default-extractor.md.
 */

import type { NodeId, Page } from '@dehusk/html';
import { elementShapes } from '../blocks/shapes.js';
import { PAGE_TYPES } from '../page-types.js';
import type { PageRows } from './features.js';

const ARTICLE = PAGE_TYPES.indexOf('article');

/** A probability with its odds multiplied: 0.5 times 3 is 0.75. Stays within 0…1. */
export function scaleOdds(probability: number, factor: number): number {
  const scaled = probability * factor;
  return scaled === 0 ? 0 : scaled / (scaled + 1 - probability);
}

/** A block of running text with at least this probability is certain. */
const CERTAIN = 0.75;
/** The body holds at least this share of the words of the certain blocks, which have at least this many words. */
const BODY_SHARE = 0.75;
export const BODY_WORDS = 60;
/** The same for a short notice, which only {@link lowerTeasers} trusts: beside it a list of teasers has more words. */
const NOTICE_WORDS = 25;

/** The element that holds the certain running text of a page. */
interface ArticleBody {
  /** The innermost such element. */
  readonly node: NodeId;
  /** Its first block, and one past its last. */
  readonly first: number;
  readonly end: number;
  /** Its certain blocks, ascending. */
  readonly certain: readonly number[];
  /** Number of words of all certain running text of the page. */
  readonly words: number;
}

/**
 * Finds the body, or a short notice; null when little text is certain or no element holds most of it. Linear in the page.
 */
export function articleBody({ visible }: PageRows, probability: Float32Array): ArticleBody | null {
  const { page, size, words, blocks, blocksBefore, prose } = visible;
  const isCertain = (b: number): boolean => prose[b] === 1 && probability[b] >= CERTAIN;
  const certainWords = new Float64Array(page.size);
  let all = 0;
  for (let b = 0; b < size; b++) {
    if (!isCertain(b)) continue;
    all += words[b];
    // A body is more than one paragraph, so counting begins above the block's own element.
    certainWords[Math.max(0, page.parent[blocks.element[b]])] += words[b];
  }
  if (all < NOTICE_WORDS) return null;
  for (let node = page.size - 1; node > 0; node--) certainWords[page.parent[node]] += certainWords[node];
  // Elements with more than half of the words are nested, so the last of them is the innermost.
  let node = page.size - 1;
  while (node > 0 && certainWords[node] < BODY_SHARE * all) node--;
  if (node === 0) return null;
  const first = blocksBefore[node];
  const end = blocksBefore[page.end[node]];
  const certain: number[] = [];
  for (let b = first; b < end; b++) if (isCertain(b)) certain.push(b);
  return { node, first, end, certain, words: all };
}

/** In a forum, lines with a time of day are the content: they open comments from this probability of an article on. */
const THREAD_ARTICLE = 0.7;
/** A line with a time of day and at most this many words opens a comment … */
const OPENING_WORDS = 20;
const TIME_OF_DAY = /(?<!\d)\d{1,2}:\d\d(?!\d)/;
/** … when one of the next blocks, at most this many on, has this many words and opens no comment. */
const COMMENT_REACH = 3;
const COMMENT_WORDS = 5;
/** Least number of such lines in one template group, and the least share of them that text follows. */
const MIN_COMMENTS = 3;
const FOLLOWED_SHARE = 0.7;
/** Words of running text, with at least this probability, that must precede the first of them: the article. */
const ARTICLE_WORDS = 100;
const ARTICLE_TEXT = 0.6;
/** Factor of the probability of the thread's blocks. */
const THREAD_FACTOR = 0.5;

/**
 * The first block of a comment thread below an article, −1 without one.
 *
 * Observation: comments are running text like the article's, often in the same element, and without a class named `comment`
 * the block trees keep them. Their rhythm identifies them: short lines of one template group with a time of day
 * (`Brad, Glasgow on 11:16am Wed 9 Jan`), each followed by text.
 */
export function commentThread({ visible, group }: PageRows, types: Float32Array, probability: Float32Array): number {
  if (types[ARTICLE] < THREAD_ARTICLE) return -1;
  const { size, words, prose, blocks } = visible;
  const opens = new Uint8Array(size);
  for (let b = 0; b < size; b++) if (words[b] <= OPENING_WORDS && TIME_OF_DAY.test(blocks.text[b])) opens[b] = 1;
  const threads = new Map<number, { readonly first: number; count: number; followed: number }>();
  let articleWords = 0;
  for (let b = 0; b < size; b++) {
    if (opens[b] === 0) {
      if (prose[b] === 1 && probability[b] >= ARTICLE_TEXT) articleWords += words[b];
      continue;
    }
    if (articleWords < ARTICLE_WORDS) continue;
    let thread = threads.get(group[b]);
    if (thread === undefined) {
      thread = { first: b, count: 0, followed: 0 };
      threads.set(group[b], thread);
    }
    thread.count++;
    for (let next = b + 1; next < size && next <= b + COMMENT_REACH; next++)
      if (opens[next] === 0 && words[next] >= COMMENT_WORDS) {
        thread.followed++;
        break;
      }
  }
  // A map keeps insertion order, so the thread that begins first comes first.
  for (const { first, count, followed } of threads.values())
    if (count >= MIN_COMMENTS && followed >= FOLLOWED_SHARE * count) return first;
  return -1;
}

/**
 * Lowers the probability of everything from the first line of a comment thread on, in place. WCXB and the news sets leave
 * comments out of their gold; Canola and CleanEval keep them and lose by this.
 */
export function lowerCommentThread(rows: PageRows, types: Float32Array, probability: Float32Array): void {
  const first = commentThread(rows, types, probability);
  if (first < 0) return;
  for (let b = first; b < rows.visible.size; b++) probability[b] *= THREAD_FACTOR;
}

/** Least probability of an article for {@link lowerTeasers}. At .25 WCXB's service pages lose; .35 halves the gain. */
const TEASER_ARTICLE = 0.3;
/** Least number of certain blocks in the body, and the least share of the page's expected words it holds. */
const BODY_BLOCKS = 2;
const EXPECTED_SHARE = 0.1;
/** Siblings of one shape are items from this many on, and teasers when this share of them has a link. */
const MIN_ITEMS = 3;
const LINKED_SHARE = 0.7;
/** Factor of the odds of a teaser's blocks that are not certain. */
const TEASER_ODDS = 0.1;

/**
 * Lowers the probability of lists of teasers beside a certain article, in place. Linear in the page.
 *
 * Observation: a teaser has a heading and a sentence or two, and without a class named `related` the block trees tend to
 * keep it. Twenty of them outweigh a short article. On a page of items the most certain text may belong to an item: so the
 * list that holds the body is left alone, and the body must be more than an introduction to the list.
 */
export function lowerTeasers(
  visible: PageRows['visible'],
  types: Float32Array,
  probability: Float32Array,
  body: ArticleBody | null,
): void {
  if (body === null || types[ARTICLE] < TEASER_ARTICLE || body.certain.length < BODY_BLOCKS) return;
  const { page, size, words, blocks } = visible;
  let inside = 0;
  let all = 0;
  for (let b = 0; b < size; b++) {
    const expected = probability[b] * words[b];
    all += expected;
    if (b >= body.first && b < body.end) inside += expected;
  }
  if (inside < EXPECTED_SHARE * all) return;
  const items = itemsOutside(page, body);
  const { leader } = elementShapes(page);
  const links = linksBefore(page);
  const isTeasers = new Map<number, boolean>();
  for (let node = body.node; node > 0; node = page.parent[node]) isTeasers.set(leader[node], false);
  for (let b = 0; b < size; b++) {
    const item = items[blocks.element[b]];
    if (item < 0 || (b >= body.first && b < body.end) || probability[b] >= CERTAIN) continue;
    const list = leader[item];
    const isTeaser = isTeasers.get(list) ?? isLinked(page, links, list);
    isTeasers.set(list, isTeaser);
    if (isTeaser) probability[b] = scaleOdds(probability[b], TEASER_ODDS);
  }
}

/** Per node: the outermost list item around it that does not hold the body, −1 without one. */
function itemsOutside(page: Page, { node: body }: ArticleBody): Int32Array {
  const { alike } = elementShapes(page);
  const items = new Int32Array(page.size).fill(-1);
  for (let node = 1; node < page.size; node++) {
    if (node <= body && page.end[node] >= page.end[body]) continue;
    const around = items[page.parent[node]];
    items[node] = around >= 0 || alike[node] < MIN_ITEMS ? around : node;
  }
  return items;
}

/** Per node, and one past the last: number of links before it. */
function linksBefore(page: Page): Int32Array {
  const link = page.nameIndex('a');
  const before = new Int32Array(page.size + 1);
  for (let node = 0; node < page.size; node++) before[node + 1] = before[node] + (page.tag[node] === link ? 1 : 0);
  return before;
}

/** Whether most items of the list of a leader have a link. */
function isLinked(page: Page, links: Int32Array, leader: number): boolean {
  const { next } = elementShapes(page);
  let items = 0;
  let linked = 0;
  for (let item = leader; item > 0; item = next[item]) {
    items++;
    if (links[page.end[item]] > links[item]) linked++;
  }
  return linked >= LINKED_SHARE * items;
}

/** Least probability of an article for {@link raiseBetweenCertain}, and of a block that is raised. */
const BETWEEN_ARTICLE = 0.5;
const BETWEEN_BLOCK = 0.25;
/** A certain block is at most this many blocks before, and another at most as many after. */
const BETWEEN_REACH = 6;
/** Factor of the odds of a block between them. Of 2, 3 and 4 the smallest changed most and lost least. */
const BETWEEN_ODDS = 2;

/**
 * Raises the probability of uncertain blocks between certain ones of one body, in place.
 *
 * Observation: a quotation, a code listing or a short line is uncertain anywhere. Between paragraphs of one body it is more
 * often part of the article than not. Boxes that are not (subscriptions, advertisements) mostly have telling names and stay
 * below {@link BETWEEN_BLOCK}.
 */
export function raiseBetweenCertain(types: Float32Array, probability: Float32Array, body: ArticleBody | null): void {
  if (body === null || types[ARTICLE] < BETWEEN_ARTICLE) return;
  const { certain } = body;
  for (let at = 0; at + 1 < certain.length; at++)
    for (let b = certain[at] + 1; b < certain[at + 1]; b++)
      if (b - certain[at] <= BETWEEN_REACH && certain[at + 1] - b <= BETWEEN_REACH && probability[b] >= BETWEEN_BLOCK)
        probability[b] = scaleOdds(probability[b], BETWEEN_ODDS);
}
