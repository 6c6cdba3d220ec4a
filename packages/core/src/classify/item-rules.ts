/**
 * Item rules: correct the choice of blocks so that the items of a list are kept alike.
 *
 * Observation: what a template repeats in each item (title, teaser, date, price) is wanted in all items or in none, but the
 * decoder chooses block by block. Buttons that every item repeats are hardly ever gold. On a board's index and topic lists the
 * trees, trained on threads, see neither posts nor teasers, and keep the description above the list and nothing else.
 *
 * The rules:
 * - the topics of a board, or the entries of a list of links, are kept whole, and what stands behind them is dropped;
 * - blocks at the same place of the items of one list are kept when half of them are;
 * - buttons whose text the page repeats are dropped.
 *
 * docs/default-extractor.md lists what was tried without gain.
 */

import {
  addTo,
  computed,
  countWordsBetween,
  HashNumbers,
  type NodeId,
  nearestWith,
  type Page,
  TEXT,
  textOf,
} from '@dehusk/html';
import { type Changes, setBlocks } from '../blocks/block.js';
import { elementShapes } from '../blocks/shapes.js';
import { bylinesBefore, bylinesOf } from '../records/bylines.js';
import { titlesOf } from '../records/titles.js';
import type { BlockFacts } from './features/facts.js';
import { textCopies } from './features/repetition.js';
import type { PageRows } from './features.js';

/** Siblings of one shape with words are items from this many on. */
const MIN_ITEMS = 3;
/** Levels from a block to its item. */
const ITEM_REACH = 12;
/** A repeated text with this many words is decided by the decoder (`decode.ts`). */
const REPEAT_WORDS = 4;

/** Most words of a title, which is no date, above the kept text of an item, its least probability, and least share of the items with one of their own. */
const ITEM_TITLE = { words: 12, probability: 0.15, share: 0.8 };
const NO_TITLES: ReadonlySet<number> = new Set();

/** Keeps the blocks at one place of the items of a list when half of them are kept, and titles above kept texts. */
export function completeItems(
  rows: PageRows,
  probability: Float32Array,
  hasTitles: boolean,
  keep: Uint8Array,
  changed: Changes,
): void {
  const { visible, text, words } = rows;
  const items = itemsOf(visible);
  const { wholeChain, leader } = elementShapes(visible.page);
  const newPlace = () => ({ blocks: [] as number[], last: -1, items: 0, kept: 0 });
  const places = new Map<number, ReturnType<typeof newPlace>>();
  const keptTexts = new Set<number>();
  for (let b = 0; b < visible.size; b++) {
    if (keep[b] === 1) keptTexts.add(text[b]);
    const item = items[b];
    if (item < 0) continue;
    const key = leader[item] * 2 ** 32 + wholeChain[visible.blocks.element[b]];
    const place = computed(places, key, newPlace);
    if (place.last !== item) place.items++;
    place.last = item;
    place.blocks.push(b);
    place.kept += keep[b];
  }
  const isTitle = (b: number): boolean =>
    words[b] <= ITEM_TITLE.words &&
    visible.digitDensity[b] === 0 &&
    probability[b] >= ITEM_TITLE.probability &&
    items[b + 1] === items[b] &&
    keep[b + 1] === 1 &&
    words[b + 1] > words[b] &&
    // The title alone leads to another page from a teaser.
    visible.linkDensity[b] <= visible.linkDensity[b + 1];
  for (const { blocks, items: count, kept } of places.values()) {
    if (count < MIN_ITEMS || kept === blocks.length) continue;
    const titles = hasTitles ? new Set(blocks.filter(isTitle).map((b) => text[b])) : NO_TITLES;
    const isTitled = titles.size >= ITEM_TITLE.share * blocks.length;
    if (kept < blocks.length / 2 && !isTitled) continue;
    for (const b of blocks)
      if (words[b] < REPEAT_WORDS || !keptTexts.has(text[b]))
        setBlocks({ keep, changed }, b, b + 1, 1, 'kept in most items of the list');
  }
}

/** Per block: the nearest item around it whose list has two or more blocks an item, else the nearest item; −1 without one. */
function itemsOf({ page, size, blocks, blocksBefore }: BlockFacts): Int32Array {
  const { alike, leader } = elementShapes(page);
  /** Per leader: items with blocks, and their blocks. */
  const count = new Uint32Array(page.size);
  const inside = new Uint32Array(page.size);
  for (let node = 1; node < page.size; node++) {
    if (alike[node] < MIN_ITEMS) continue;
    const own = blocksBefore[page.end[node]] - blocksBefore[node];
    if (own === 0) continue;
    count[leader[node]]++;
    inside[leader[node]] += own;
  }
  const [cell, head] = [page.nameIndex('td'), page.nameIndex('th')];
  const items = new Int32Array(size).fill(-1);
  for (let b = 0; b < size; b++) {
    let node = blocks.element[b];
    for (let level = 0; node > 0 && level < ITEM_REACH; level++, node = page.parent[node]) {
      if (alike[node] < MIN_ITEMS || page.tag[node] === cell || page.tag[node] === head) continue;
      const list = leader[node];
      if (count[list] < MIN_ITEMS) continue;
      if (items[b] < 0) items[b] = node;
      if (inside[list] < 2 * count[list]) continue;
      items[b] = node;
      break;
    }
  }
  return items;
}

/** Levels from a text to its button, and most words of one. */
const BUTTON_REACH = 4;
const BUTTON_WORDS = 5;
const BUTTON_CLASS = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i;

/** Drops buttons, and links with the class of one, whose text the page has twice: `Add to cart`, `Book now`. */
export function dropButtons({ visible, words }: PageRows, keep: Uint8Array, changed: Changes): void {
  const { page, size, blocks } = visible;
  const { copies } = textCopies(visible);
  for (let b = 0; b < size; b++)
    if (keep[b] === 1 && words[b] <= BUTTON_WORDS && copies[b] > 1 && isButton(page, blocks.first[b]))
      setBlocks({ keep, changed }, b, b + 1, 0, 'a repeated button');
}

function isButton(page: Page, text: NodeId): boolean {
  const [button, anchor] = [page.nameIndex('button'), page.nameIndex('a')];
  const isOne = (node: NodeId): boolean =>
    page.tag[node] === button ||
    (page.tag[node] === anchor && BUTTON_CLASS.test((page.attribute(node, 'class') ?? '').slice(0, 300)));
  return nearestWith(page, page.parent[text], BUTTON_REACH, isOne) > 0;
}

/** The rows of a topic list: block ranges [from, to), ascending. */
type Topics = readonly (readonly [from: number, to: number])[];

/** Least number of rows, and least share of them with each part of a topic. */
const MIN_TOPICS = 4;
const PART_SHARE = 0.7;
/** Means over the rows: most words, least words of the title, least counts (answers and views, points and comments). */
const ROW_WORDS = 60;
const TITLE_WORDS = 2;
const COUNTS = 1.5;
/** Least share of the page's words in the rows, and most running text beside them and in them, as a share of their words. */
const LIST_SHARE = 0.3;
const PROSE_BESIDE = 0.5;
const PROSE_INSIDE = 0.6;
/** So rows hold at most 2.5 times the words of a page that are no running text, and the page at most 1.1 times theirs that are. */
const PROSE_TO_OTHERS = (PROSE_INSIDE + PROSE_BESIDE) / (1 - PROSE_INSIDE);
/** Most lists looked at, those with most words first: nested ones are as many as the page is deep. */
const MAX_CANDIDATES = 8;
const ROW_BLOCKS = 60;
/** Most sibling elements of one row: link lists have a row for the title, one for its points, and a spacer. */
const MAX_STRIDE = 4;
/** A number with a word or two (`214 points`, `Replies: 18`) that is no price, share or reading time. */
const COUNT = /^(?!.*\bmin)[^\d$€£¥]{0,24}\d[\d.,\s]*[kKmM万]?(?:[^\d$€£¥%]{0,24}\d[\d.,]*)?[^\d$€£¥%]{0,24}$/;

/**
 * The topics of a board or the entries of a list of links: rows of one template that make up most of the page, each with a linked
 * title, a name or date, and a number that is no part of a date (answers, views, points). Posts of a thread have running text
 * instead of linked titles; teasers have no numbers.
 */
function topicList(facts: BlockFacts): Topics | null {
  const { page, sums, size, digitDensity, blocks, blocksBefore, total } = facts;
  const marks = bylinesBefore(page);
  const running = sums.proseWords[size];
  if (marks[page.size] < PART_SHARE * MIN_TOPICS || running > PROSE_TO_OTHERS * (total - running)) return null;
  const { wholeChain } = elementShapes(page);
  const digits = new Uint32Array(size + 1);
  for (let b = 0; b < size; b++) digits[b + 1] = digits[b] + (digitDensity[b] > 0 ? 1 : 0);
  /** Per chain of shapes: the elements with words. Most chains have too few to be listed. */
  const numbers = new HashNumbers();
  const chainOf = new Int32Array(page.size).fill(-1);
  const count = new Uint32Array(page.size);
  for (let node = 1; node < page.size; node++) {
    const inside = blocksBefore[page.end[node]] - blocksBefore[node];
    if (page.tag[node] === TEXT || inside === 0 || inside > ROW_BLOCKS) continue;
    chainOf[node] = numbers.numberOf(wholeChain[node]);
    count[chainOf[node]]++;
  }
  const chains = new Map<number, NodeId[]>();
  for (let node = 1; node < page.size; node++) {
    if (chainOf[node] < 0 || count[chainOf[node]] < MIN_TOPICS) continue;
    addTo(chains, chainOf[node], node);
  }
  const candidates: { readonly rows: Topics; readonly words: number }[] = [];
  for (const members of chains.values()) {
    const rows = rowsAt(facts, members);
    let words = 0;
    let prose = 0;
    let numbered = 0;
    for (const [from, to] of rows) {
      words += sums.words[to] - sums.words[from];
      prose += sums.proseWords[to] - sums.proseWords[from];
      if (digits[to] > digits[from]) numbered++;
    }
    if (words < LIST_SHARE * total || words > ROW_WORDS * rows.length || numbered < PART_SHARE * rows.length) continue;
    if (prose > PROSE_INSIDE * words || sums.proseWords[size] - prose > PROSE_BESIDE * words) continue;
    candidates.push({ rows, words });
  }
  // Equal ones are nested, the outer one first.
  candidates.sort((one, other) => other.words - one.words);
  const isMarked = ([from, to]: Topics[number]): boolean =>
    marks[blocks.element[from]] < marks[blocks.last[to - 1] + 1];
  const marked = candidates
    .slice(0, MAX_CANDIDATES)
    .filter(({ rows }) => rows.filter(isMarked).length >= PART_SHARE * rows.length);
  if (marked.length === 0) return null;
  const dated = datedNodes(page);
  const counted = marked.filter(({ rows }) => countsIn(facts, dated, rows) >= COUNTS * rows.length);
  if (counted.length === 0) return null;
  const titleWords = wordsOfTitles(page, dated);
  return counted.find(({ rows }) => areTitled(facts, titleWords, rows))?.rows ?? null;
}

/** Block ranges of rows: each element, or where the elements between them are always as many, these too. */
function rowsAt({ page, blocksBefore }: BlockFacts, members: readonly NodeId[]): Topics {
  const steps = (from: NodeId, to: NodeId): number => {
    let count = 0;
    let node = from;
    for (; node < to && count <= MAX_STRIDE; node = page.end[node]) if (page.tag[node] !== TEXT) count++;
    return node === to ? count : 0;
  };
  const stride = steps(members[0], members[1]);
  const isRegular =
    stride > 1 &&
    stride <= MAX_STRIDE &&
    members.every((node, at) => at === 0 || steps(members[at - 1], node) === stride);
  return members.map((node) => {
    let end = page.end[node];
    const until = page.end[page.parent[node]];
    for (let more = isRegular ? stride - 1 : 0; more > 0 && end < until; end = page.end[end])
      if (page.tag[end] !== TEXT) more--;
    return [blocksBefore[node], blocksBefore[end]] as const;
  });
}

/** Per node: 1 in a date. */
function datedNodes(page: Page): Uint8Array {
  const dated = new Uint8Array(page.size);
  let until = 0;
  for (const { node, kind } of bylinesOf(page)) {
    if (kind !== 'date' || node < until) continue;
    until = page.end[node];
    dated.fill(1, node, until);
  }
  return dated;
}

/** Per node: words of a linked title, else 0. */
function wordsOfTitles(page: Page, dated: Uint8Array): Uint32Array {
  const named = new Set(bylinesOf(page).map(({ node }) => node));
  const titleWords = new Uint32Array(page.size);
  for (const { node, words } of titlesOf(page, new Uint8Array(page.size).fill(1)))
    if (!named.has(node) && dated[words] === 0)
      titleWords[node] = countWordsBetween(page.chars, page.textFrom[words], page.textTo[words]);
  return titleWords;
}

/** The counts in rows that are no part of a date. */
function countsIn({ page, blocks }: BlockFacts, dated: Uint8Array, rows: Topics): number {
  let counts = 0;
  for (const [from, to] of rows)
    for (let node = blocks.element[from]; node <= blocks.last[to - 1]; node++)
      if (page.tag[node] === TEXT && dated[node] === 0 && COUNT.test(textOf(page, node).trim().slice(0, 80))) counts++;
  return counts;
}

/** Whether most rows have a title at the same place. */
function areTitled({ page, blocks }: BlockFacts, titleWords: Uint32Array, rows: Topics): boolean {
  const { nearChain } = elementShapes(page);
  /** Per place of the title in a row: number of rows; and the most. */
  const places = new Map<number, number>();
  let titled = 0;
  let words = 0;
  for (const [from, to] of rows) {
    let longest = 0;
    let place = 0;
    // From the element of the first block on, so that a name in the attributes of a link counts.
    for (let node = blocks.element[from]; node <= blocks.last[to - 1]; node++) {
      if (titleWords[node] > longest) {
        longest = titleWords[node];
        place = nearChain[node];
      }
    }
    if (longest > 0) {
      const same = (places.get(place) ?? 0) + 1;
      places.set(place, same);
      titled = Math.max(titled, same);
    }
    words += longest;
  }
  return titled >= PART_SHARE * rows.length && words >= TITLE_WORDS * rows.length;
}

/** A text of at most this many words is the label of a number when it is beside one. */
const LABEL_WORDS = 3;

/**
 * Keeps the rows of a list of topics but for buttons, letters instead of portraits, and texts that most rows have; drops what follows.
 *
 * @returns whether the page is such a list
 */
export function keepTopics({ visible, text, words }: PageRows, keep: Uint8Array, changed: Changes): boolean {
  const { page, size, blocks, digitDensity } = visible;
  const topics = topicList(visible);
  if (topics === null) return false;
  const rowsWith = new Map<number, number>();
  for (const [from, to] of topics)
    for (const one of new Set(text.subarray(from, to))) rowsWith.set(one, (rowsWith.get(one) ?? 0) + 1);
  const isNumber = (b: number): boolean => words[b] === 1 && digitDensity[b] > 0;
  for (const [from, to] of topics)
    for (let b = from; b < to; b++) {
      const isCommon = (rowsWith.get(text[b]) ?? 0) > topics.length / 2;
      const isLabel = words[b] <= LABEL_WORDS && ((b > from && isNumber(b - 1)) || (b + 1 < to && isNumber(b + 1)));
      const isLetter = /^\p{L}$/u.test(blocks.text[b]) && words[b] === 1;
      if (isLetter || isButton(page, blocks.first[b]))
        setBlocks({ keep, changed }, b, b + 1, 0, 'a button or portrait of a list of topics');
      else if (!isCommon || isLabel) setBlocks({ keep, changed }, b, b + 1, 1, 'in a row of a list of topics');
    }
  setBlocks({ keep, changed }, topics[topics.length - 1][1], size, 0, 'after a list of topics');
  return true;
}
