/**
 * Context rules for pages that are probably articles: they use the position of the article's body.
 *
 * Observation: the block trees score each block without its context, and the scores of an article's body differ little from one block
 * to the next. So the position of the body helps to decide lists of teasers elsewhere. Effects are in docs/default-extractor.md.
 */

import { addTo, computed, memoized, type NodeId, nearestWith, type Page, TEXT, addressOf as urlOf } from '@dehusk/html';
import { type Changes, PAGE_TYPES, setBlocks } from '../blocks/block.js';
import { elementShapes } from '../blocks/shapes.js';
import { running } from './features/facts.js';
import { titledHeadline } from './features/section.js';
import type { PageRows } from './features.js';
import { ASKED, COOKIE, DECLARED_ARTICLE, PARTNERS } from './surroundings-data.js';

const ARTICLE = PAGE_TYPES.indexOf('article');
const FORUM = PAGE_TYPES.indexOf('forum');

/** A probability with its odds multiplied: 0.5 times 3 is 0.75. Stays within 0…1. */
export function scaleOdds(probability: number, factor: number): number {
  const scaled = probability * factor;
  return scaled === 0 ? 0 : scaled / (scaled + 1 - probability);
}

/** Least probability of running text behind the headline that the title names, and of any without one. */
const [OWN, CERTAIN] = [0.5, 0.75];
/** Least words of it: a short notice. Probability of a forum from which on lists may be posts. */
const [NOTICE_WORDS, TEASER_FORUM] = [12, 0.3];
/** Probability of a page without such a headline, and of one with other signs, at least. */
const [SURE_ARTICLE, LIKELY_ARTICLE] = [0.6, 0.3];
/** Least number of signs; words of a headline that is a sentence, blocks after it searched for a date, words that are no introduction. */
const SIGNS = { least: 3, most: 8, headline: 5, blocks: 5, words: 60 };
/**
 * Items of this mean probability are the content below few signs; and when each has so many words and all so many times the words of the
 * text before them.
 */
const CONTENT = { probability: 0.5, signs: 3, words: 60, ratio: 4.5 };
/** Items of this mean probability with so many words, and so many times those of the text, are a directory with an introduction. */
const DIRECTORY = { probability: 0.25, words: 600, ratio: 10 };
/** Factor of the odds of teasers' blocks. */
const TEASER_ODDS = 0.02;
/** Lines of links alone, from this number on, are a list of teasers; most words of the label above a list. */
const [MIN_LINES, LIST_LABEL_WORDS] = [4, 6];

/**
 * Lowers the probability of lists of teasers beside the page's own article, in place. Linear in the page.
 *
 * Observation: twenty teasers outweigh a short article, and the page then looks like a list. But the running text behind the headline that
 * agrees with the title is in no item of a list, and items that lead to other pages are beside it, or follow it in its element.
 * Where the page may be about its items, several signs must say that it is about its headline.
 */
export function lowerTeasers({ visible }: PageRows, types: Float32Array, probability: Float32Array): void {
  if (types[FORUM] >= TEASER_FORUM) return;
  const { page, size, words, blocks, linkDensity, prose, blocksBefore } = visible;
  const headline = titledHeadline(visible);
  if (headline < 0 && types[ARTICLE] < SURE_ARTICLE) return;
  const items = linkedItems(visible);
  const least = headline < 0 ? CERTAIN : OWN;
  const isOwn = (b: number): boolean => prose[b] === 1 && probability[b] >= least && items[blocks.element[b]] < 0;
  let first = headline + 1;
  while (first < size && !isOwn(first)) first++;
  if (first === size) return;
  // The own text ends with its last block in the container of the first.
  const container = page.parent[blocks.element[first]];
  let last = first;
  let own = 0;
  for (let b = first; b < size && b < blocksBefore[page.end[container]]; b++)
    if (isOwn(b)) {
      last = b;
      own += words[b];
    }
  const signs = headline < 0 ? SIGNS.most : evidence(visible, types, headline, own);
  if (own < NOTICE_WORDS || signs < SIGNS.least) return;
  const lists = new Map<NodeId, number[]>();
  const lines: number[] = [];
  for (let b = 0; b < size; b++) {
    const item = items[blocks.element[b]];
    const isInside = b >= first && b <= last;
    if (isInside || (item >= 0 && item <= blocks.first[first] && blocks.first[first] < page.end[item])) continue;
    const isOutside = b < first || b >= blocksBefore[page.end[container]];
    if (isOutside && linkDensity[b] >= TITLE_LINKED && words[b] >= TITLE_WORDS && addressOf(page, blocks.first[b]))
      lines.push(b);
    if (item >= 0) addTo(lists, page.parent[item], b);
  }
  const wordsOf = (of: readonly number[]): number => of.reduce((sum, b) => sum + words[b], 0);
  const hasMean = (of: readonly number[], least: number): boolean =>
    of.reduce((sum, b) => sum + words[b] * probability[b], 0) >= least * wordsOf(of);
  const isLikely = (of: readonly number[]): boolean => hasMean(of, CONTENT.probability);
  const likely = new Set([...lists.values()].filter(isLikely));
  const isLong = (of: readonly number[]): boolean =>
    wordsOf(of) >= CONTENT.words * new Set(of.map((b) => items[blocks.element[b]])).size;
  // A text may be the introduction to items: the ten best of a kind.
  const introduced = [...likely].filter((list) => types[ARTICLE] < LIKELY_ARTICLE || isLong(list));
  const isIntroduction = signs <= CONTENT.signs || wordsOf(introduced.flat()) >= CONTENT.ratio * own;
  const possible = [...lists.values()].filter((of) => hasMean(of, DIRECTORY.probability));
  if (wordsOf(possible.flat()) >= Math.max(DIRECTORY.words, DIRECTORY.ratio * own)) return;
  const lower = (b: number): void => {
    probability[b] = scaleOdds(probability[b], TEASER_ODDS);
  };
  for (const list of lists.values()) {
    if (isIntroduction && likely.has(list)) continue;
    const label = list[0] - 1;
    if (label > last && words[label] <= LIST_LABEL_WORDS && prose[label] === 0) lower(label);
    list.forEach(lower);
  }
  const isAboutLines = isIntroduction && isLikely(lines) && !isDeclared(page);
  if (lines.length >= MIN_LINES && !isAboutLines) lines.forEach(lower);
}

/** Signs that a page is about its headline and not about items below it: each counts one, a declaration two. */
function evidence(
  { page, size, words, date }: PageRows['visible'],
  types: Float32Array,
  headline: number,
  own: number,
): number {
  let isDated = false;
  for (let b = Math.max(0, headline - 2); b < Math.min(size, headline + SIGNS.blocks); b++)
    isDated ||= b !== headline && date[b] === 1;
  const path = page.url === null ? '' : page.url.replace(/^[a-z]+:\/\/[^/]*/i, '');
  return (
    Number(types[ARTICLE] >= LIKELY_ARTICLE) +
    Number(types[ARTICLE] >= SURE_ARTICLE) +
    Number(words[headline] >= SIGNS.headline) +
    Number(isDated) +
    Number(own >= SIGNS.words) +
    Number(/\/(?:19|20)\d\d\//.test(path)) +
    2 * Number(isDeclared(page))
  );
}

const isDeclared = (page: Page): boolean => DECLARED_ARTICLE.test(page.source.slice(0, HEAD));

/** A title of an item has at least this many words, more than the name of a person, this share of them in its link, in its first blocks. */
const [TITLE_WORDS, TITLE_LINKED, TITLE_BLOCKS] = [3, 0.9, 4];
/** Siblings of one shape are items from this number on, and teasers when this share of them leads to other pages and has text. */
const [MIN_ITEMS, LINKED_SHARE] = [3, 0.7];
/** Most words of a link that ends an item: `Read more`. */
const MORE_WORDS = 4;

/** Characters of a page searched for the declaration of an article. */
const HEAD = 20_000;

/** Per node: the outermost item around it of a list whose items mostly lead to another page and have text; −1 without one. */
const linkedItems = memoized((facts: PageRows['visible']): Int32Array => {
  const { page, blocksBefore } = facts;
  const { alike, leader, next } = elementShapes(page);
  const known = new Map<number, boolean>();
  const isList = (list: NodeId): boolean => {
    let items = 0;
    let linked = 0;
    for (let item = list; item > 0; item = next[item]) {
      if (blocksBefore[page.end[item]] === blocksBefore[item]) continue;
      items++;
      if (isTeaser(facts, item)) linked++;
    }
    return items >= MIN_ITEMS && linked >= LINKED_SHARE * items;
  };
  const paragraph = page.nameIndex('p');
  const found = new Int32Array(page.size).fill(-1);
  for (let node = 1; node < page.size; node++) {
    const around = found[page.parent[node]];
    found[node] = around;
    if (around >= 0 || page.tag[node] === TEXT || page.tag[node] === paragraph || alike[node] < MIN_ITEMS) continue;
    if (computed(known, leader[node], isList)) found[node] = node;
  }
  return found;
});

/** Whether an item has text and leads to another page: by its title, a last line, all of it, or a picture with a title and text. */
function isTeaser({ page, blocks, blocksBefore, words, linkDensity }: PageRows['visible'], item: NodeId): boolean {
  const from = blocksBefore[item];
  const end = blocksBefore[page.end[item]];
  const isLink = (b: number): boolean => linkDensity[b] >= TITLE_LINKED && addressOf(page, blocks.first[b]) !== null;
  if (end - from === 1)
    return blocks.images[from] > 0 && words[from] > TITLE_WORDS && addressOf(page, blocks.first[from]) !== null;
  for (let b = from; b < Math.min(end, from + TITLE_BLOCKS); b++)
    if (words[b] >= TITLE_WORDS && linkDensity[b] >= TITLE_LINKED) return isLink(b);
  return words[end - 1] <= MORE_WORDS && isLink(end - 1);
}

const LINK_LEVELS = 6;

/** The address of the link around a text; null without one, and for a place of a page, a picture or no page. */
function addressOf(page: Page, text: NodeId): string | null {
  const anchor = page.nameIndex('a');
  const link = nearestWith(page, page.parent[text], LINK_LEVELS + 1, (up) => page.tag[up] === anchor);
  const href = link < 0 ? '' : (page.attribute(link, 'href') ?? '');
  return /^(?:#|javascript:|mailto:|tel:|$)|#[^!]|\.(?:jpe?g|png|gif|webp)$/i.test(href) ? null : href;
}

/** Least probability of an article below which comments may be, least of its running text, and least words of that. */
const COMMENTED = { article: 0.7, probability: 0.6, words: 100 };
/** Most words of a line with a time of day, least words of the text after it, least such lines, and factor of the probability. */
const COMMENT = { line: 20, words: 5, lines: 3, factor: 0.5 };
const TIME_OF_DAY = /(?<!\d)\d{1,2}:\d\d(?!\d)/;

/**
 * Lowers everything from the first line of comments below an article on, in place. WCXB and the news sets leave comments out of their
 * gold; Canola and CleanEval keep them and lose by this.
 *
 * Observation: comments are running text like the article's, often in the same element. Their rhythm identifies them: short lines of one
 * template group with a time of day (`Brad, Glasgow on 11:16am Wed 9 Jan`), each followed by text.
 */
export function lowerCommentThread({ visible, group }: PageRows, types: Float32Array, probability: Float32Array): void {
  if (types[ARTICLE] < COMMENTED.article) return;
  const { size, words, prose, blocks } = visible;
  const opens = Uint8Array.from(blocks.text, (text, b) => Number(words[b] <= COMMENT.line && TIME_OF_DAY.test(text)));
  const isFollowed = (b: number): boolean =>
    [b + 1, b + 2, b + 3].some((next) => opens[next] === 0 && words[next] >= COMMENT.words);
  const lines = new Map<number, number[]>();
  let article = 0;
  for (let b = 0; b < size; b++)
    if (opens[b] === 0) article += prose[b] === 1 && probability[b] >= COMMENTED.probability ? words[b] : 0;
    else if (article >= COMMENTED.words && isFollowed(b)) addTo(lines, group[b], b);
  const first = [...lines.values()].find((list) => list.length >= COMMENT.lines)?.[0] ?? size;
  for (let b = first; b < size; b++) probability[b] *= COMMENT.factor;
}

/** Least probability of an article whose text is cleared of links to other pages. */
const CLEARED_ARTICLE = 0.7;
/** Share of the kept words that are such links at most: a list of links has more. */
const CLEARED_SHARE = 0.2;
/** Words of such links that a short text may have all the same. */
const CLEARED_WORDS = 30;
/** Words of a line that leads to another page, and share of them in its link. */
const LINE_WORDS = { least: 3, most: 30 };
const LINE_LINKED = 0.75;
/** Share of the words in links of navigation that is above and below a text. */
const NAVIGATION_LINKED = 0.4;
/** The source of a quotation. */
const SOURCE = /^[–—―]/;
/** Most words of a box with such a line, least number of words that are not its own, and levels from the line to the box. */
const BOX_WORDS = 80;
const BOX_LEVELS = 4;

/**
 * Drops lines of an article that are links to other pages of the site, the boxes that such a line opens or ends, and navigation that is
 * both above and below the text, in place.
 *
 * Observation: `Read also` and promotional boxes are in the same element and classes as the text. Sources lead to other sites.
 */
export function dropLinkedLines(
  visible: PageRows['visible'],
  types: Float32Array,
  keep: Uint8Array,
  changed: Changes,
): void {
  if (types[ARTICLE] < CLEARED_ARTICLE) return;
  const { page, size, words, linkDensity, blocks, blocksBefore, prose, heading, sums } = visible;
  const first = prose.findIndex((one, b) => one === 1 && keep[b] === 1);
  if (first < 0) return;
  const dropped = new Map<number, string>();
  const drop = (b: number, rule: string): void => {
    if (keep[b] === 1 && !dropped.has(b)) dropped.set(b, rule);
  };
  for (let b = first + 1; b < size; b++) {
    if (words[b] > LINE_WORDS.most || !(linkDensity[b] >= LINE_LINKED || isLabelledLink(visible, b))) continue;
    if (!staysOnSite(page, blocks.last[b]) || SOURCE.test(blocks.text[b])) continue;
    // `Read more` alone says nothing, but ends a box that a heading opens.
    const isShort = words[b] < LINE_WORDS.least;
    if (!isShort) drop(b, 'a line that leads to another page');
    let box = -1;
    for (
      let node = page.parent[blocks.element[b]], level = 0;
      node > 0 && level < BOX_LEVELS;
      node = page.parent[node], level++
    ) {
      const [from, to] = [blocksBefore[node], blocksBefore[page.end[node]]];
      if (sums.words[to] - sums.words[from] > BOX_WORDS || from <= first) break;
      if (isShort ? to === b + 1 && heading[from] > 0 : from === b || to === b + 1) box = node;
    }
    if (box < 0) continue;
    let from = blocksBefore[box];
    const isLabelled = heading[from - 1] > 0 && page.parent[blocks.element[from - 1]] === page.parent[box];
    if (isLabelled && words[from - 1] <= LIST_LABEL_WORDS) from--;
    for (let own = from; own < blocksBefore[page.end[box]]; own++) drop(own, 'a box that leads to another page');
  }
  let all = 0;
  for (let b = 0; b < size; b++) all += keep[b] * words[b];
  const share = [...dropped.keys()].reduce((sum, b) => sum + words[b], 0);
  if (share > Math.max(CLEARED_WORDS, CLEARED_SHARE * all)) dropped.clear();
  for (const b of repeatedNavigation(visible, first)) drop(b, 'navigation above and below the text');
  for (const [b, rule] of dropped) setBlocks({ keep, changed }, b, b + 1, 0, rule);
}

/** Lines of links that are word for word above the first kept text and below the last text. */
function repeatedNavigation({ size, words, linkDensity, blocks, prose, heading }: PageRows['visible'], first: number) {
  const isNavigation = (b: number): boolean =>
    words[b] <= LINE_WORDS.most && prose[b] === 0 && heading[b] === 0 && linkDensity[b] >= NAVIGATION_LINKED;
  const above = new Map<string, number>();
  for (let b = 0; b < first; b++) if (isNavigation(b)) above.set(blocks.text[b], b);
  const found: number[] = [];
  for (let b = prose.lastIndexOf(1) + 1; b < size; b++) {
    const same = isNavigation(b) ? above.get(blocks.text[b]) : undefined;
    if (same !== undefined) found.push(same, b);
  }
  return found;
}

/** Most words of a label before a link. */
const LABEL_WORDS = 4;

/** Whether a block is a few words, a colon and a link. */
function isLabelledLink({ blocks, words, linkDensity }: PageRows['visible'], block: number): boolean {
  const text = blocks.text[block];
  const colon = text.search(/[:：]/);
  if (colon < 0) return false;
  const label = text.slice(0, colon).split(' ').length;
  const linked = blocks.linkChars[block] / (text.length - colon);
  return label <= LABEL_WORDS && linked >= LINE_LINKED && words[block] * linkDensity[block] >= LINE_WORDS.least;
}

/** Whether a text is in a link to another page of the site. */
function staysOnSite(page: Page, text: NodeId): boolean {
  const href = addressOf(page, text);
  if (href === null) return false;
  if (!/^(?:[a-z]+:)?\/\//i.test(href)) return !/\.(?:pdf|zip|docx?|xlsx?|mp3|mp4)$/i.test(href);
  const own = page.url === null ? null : urlOf(page.url);
  return own !== null && urlOf(href, own)?.hostname === own.hostname;
}

/**
 * Most words of a dialog, least share of them in blocks that name cookies or partners or that ask; in blocks that ask where it names no
 * cookies, and least number of those; and least kept words outside it.
 */
const CONSENT = { words: 400, named: 0.4, asking: 0.6, blocks: 3, rest: 20 };
/** Characters of a block that are searched, and levels from a block to its dialog at most. */
const CONSENT_REACH = { characters: 600, levels: 12 };

/**
 * Drops dialogs that ask for consent: boxes beside the text, without the headline, most of whose words are about cookies or partners, and
 * that ask or have buttons. Recipes name cookies too, and reports name partners who agree.
 */
export function dropConsent(visible: PageRows['visible'], keep: Uint8Array, changed: Changes): void {
  const { page, size, words, blocks, blocksBefore, sums, buttonsBefore } = visible;
  const openings = blocks.text.map((text) => text.slice(0, CONSENT_REACH.characters));
  // One search of all takes half the time of one for each.
  const all = openings.join('\n');
  if (!COOKIE.test(all) && !PARTNERS.test(all)) return;
  const wordsWhere = (flags: ArrayLike<number>): Float64Array => running(size, (b) => flags[b] * words[b]);
  const flagsOf = (names: RegExp): Uint8Array => Uint8Array.from(openings, (text) => (names.test(text) ? 1 : 0));
  const isCookie = flagsOf(COOKIE);
  const cookies = wordsWhere(isCookie);
  const isAsked = flagsOf(ASKED);
  const asking = wordsWhere(isAsked);
  const asks = running(size, (b) => Number(asking[b + 1] > asking[b]));
  const named = running(size, (b) =>
    isCookie[b] === 1 || isAsked[b] === 1 || PARTNERS.test(openings[b]) ? words[b] : 0,
  );
  const headline = titledHeadline(visible);
  const kept = running(size, (b) => keep[b] * words[b]);
  for (let b = 0; b < size; b++) {
    if (named[b + 1] === named[b]) continue;
    let box = -1;
    for (let up = blocks.element[b], level = 0; up > 0 && level < CONSENT_REACH.levels; up = page.parent[up], level++) {
      const [from, to] = [blocksBefore[up], blocksBefore[page.end[up]]];
      const length = sums.words[to] - sums.words[from];
      if (length > CONSENT.words || (headline >= from && headline < to)) break;
      if (kept[size] - kept[to] + kept[from] < CONSENT.rest) break;
      const asked = asking[to] - asking[from];
      const isAbout = named[to] - named[from] >= CONSENT.named * length;
      const hasButtons = buttonsBefore[page.end[up]] > buttonsBefore[up];
      const isAsking =
        cookies[to] > cookies[from]
          ? hasButtons || (asked > 0 && to - from > 1)
          : asked >= CONSENT.asking * length && asks[to] - asks[from] >= CONSENT.blocks;
      if (isAbout && isAsking) box = up;
    }
    if (box < 0) continue;
    const to = blocksBefore[page.end[box]];
    setBlocks({ keep, changed }, blocksBefore[box], to, 0, 'a dialog that asks for consent');
    b = Math.max(b, to - 1);
  }
}
