/**
 * Lists of teasers beside a sure article.
 *
 * Observation: a teaser has a heading and a sentence or two, and where no class says `related` the block trees find it more
 * likely than not. Twenty of them outweigh a short article. But a body of sure paragraphs in one element, and elsewhere a
 * list of like items of which nearly each has a link, are an article and what else there is to read.
 *
 * On a page of items, the surest text may be an item's own: so the list must not be the one the body is an item of, and the
 * body must be more than the introduction to it.
 */
import { elementShapes } from '../../blocks/features/shapes.js';
import { PAGE_TYPES, type PageRows } from '../../blocks/features.js';
import type { Page } from '../../page/page.js';
import { type ArticleBody, SURE } from './article-body.js';
import { scaleOdds } from './odds.js';

/** Least probability of the page being an article. At .25 WCXB's service pages lose, at .35 half of the gain is gone. */
const ARTICLE_CHANCE = 0.3;
/** Least number of sure blocks in the body, and least share of the page's expected words that it has. */
const BODY_BLOCKS = 2;
const BODY_SHARE = 0.1;
/** Elements of one shape beside one another are items from this many on, and teasers when this share of them has a link. */
const MIN_ITEMS = 3;
const LINKED_SHARE = 0.7;
/** What the odds of a teaser's blocks are multiplied by, unless they are sure. */
const TEASER_ODDS = 0.1;

const ARTICLE = PAGE_TYPES.indexOf('article');

/** Makes teasers less probable, in place. Linear in the page. */
export function doubtTeasers(
  rows: PageRows,
  types: Float32Array,
  probability: Float32Array,
  body: ArticleBody | null,
): void {
  if (body === null || types[ARTICLE] < ARTICLE_CHANCE || body.sureBlocks < BODY_BLOCKS) return;
  const { page, size, words, blocks } = rows.visible;
  let inside = 0;
  let all = 0;
  for (let b = 0; b < size; b++) {
    const expected = probability[b] * words[b];
    all += expected;
    if (b >= body.first && b < body.end) inside += expected;
  }
  if (inside < BODY_SHARE * all) return;
  const items = itemsOutside(page, body);
  const { leader } = elementShapes(page);
  const links = linksBefore(page);
  const isList = new Map<number, boolean>();
  for (let node = body.node; node > 0; node = page.parent[node]) isList.set(leader[node], false);
  for (let b = 0; b < size; b++) {
    const item = items[blocks.element[b]];
    if (item < 0 || (b >= body.first && b < body.end) || probability[b] >= SURE) continue;
    let isTeaser = isList.get(leader[item]);
    if (isTeaser === undefined) {
      isTeaser = isLinked(page, links, leader[item]);
      isList.set(leader[item], isTeaser);
    }
    if (isTeaser) probability[b] = scaleOdds(probability[b], TEASER_ODDS);
  }
}

/** Per node: the outermost item of a list around it that the body does not stand in, −1 where there is none. */
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

/** Whether most items of the list that an element leads have a link. */
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
