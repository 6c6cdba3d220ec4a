/**
 * Context rules for pages that are probably articles: they use the position of the article's body.
 *
 * Observation: the block trees score each block without its context, and the scores of an article's body differ little from one block
 * to the next. So the position of the body helps to decide lists of teasers elsewhere. Effects are in docs/default-extractor.md.
 */

import { memoized, type NodeId, type Page, TEXT } from '@dehusk/html';
import type { Changes } from '../blocks/block.js';
import { elementShapes } from '../blocks/shapes.js';
import { PAGE_TYPES } from '../page-types.js';
import { titledHeadline } from './features/section.js';
import type { PageRows } from './features.js';

const ARTICLE = PAGE_TYPES.indexOf('article');
const FORUM = PAGE_TYPES.indexOf('forum');

/** A probability with its odds multiplied: 0.5 times 3 is 0.75. Stays within 0…1. */
export function scaleOdds(probability: number, factor: number): number {
  const scaled = probability * factor;
  return scaled === 0 ? 0 : scaled / (scaled + 1 - probability);
}

/** A block of running text with at least this probability is certain. */
const CERTAIN = 0.75;
/** The body holds at least this share of the words of the certain blocks. */
const BODY_SHARE = 0.75;
/** Least words of certain running text: beside a short notice a list of teasers has more. */
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
  const items = linkedItems(visible);
  const isCertain = (b: number): boolean => prose[b] === 1 && probability[b] >= CERTAIN && items[blocks.element[b]] < 0;
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
/** Probability of a forum from which on lists may be posts. */
const TEASER_FORUM = 0.3;
/** Least number of certain blocks in the body, and the least share of the page's expected words it holds, without a headline. */
const BODY_BLOCKS = 2;
const EXPECTED_SHARE = 0.1;
/** Siblings of one shape are items from this many on, and teasers when this share of them has a link. */
const MIN_ITEMS = 3;
const LINKED_SHARE = 0.7;
/** Factor of the odds of a teaser's blocks. */
const TEASER_ODDS = 0.1;

/**
 * Lowers the probability of lists of teasers beside a certain article, in place. Linear in the page.
 *
 * Observation: a teaser has a heading and a sentence or two, and without a class named `related` the block trees tend to
 * keep it. Twenty of them outweigh a short article. On a page of items the most certain text may belong to an item: so the
 * list that holds the body is left alone, and the body must be more than an introduction to the list. Items whose title leads to
 * another page are teasers however certain their text is, when the headline of the body agrees with the page's title.
 */
export function lowerTeasers(
  visible: PageRows['visible'],
  types: Float32Array,
  probability: Float32Array,
  body: ArticleBody | null,
): void {
  if (body === null || types[ARTICLE] < TEASER_ARTICLE || types[FORUM] >= TEASER_FORUM) return;
  const { page, size, words, blocks, linkDensity } = visible;
  const headline = titledHeadline(visible);
  const isTitled = headline >= 0 && headline < body.end && (types[ARTICLE] >= SURE_ARTICLE || declaresArticle(page));
  let inside = 0;
  let all = 0;
  for (let b = 0; b < size; b++) {
    const expected = probability[b] * words[b];
    all += expected;
    if (b >= body.first && b < body.end) inside += expected;
  }
  if (!isTitled && (body.certain.length < BODY_BLOCKS || inside < EXPECTED_SHARE * all)) return;
  const titled = linkedItems(visible);
  const items = itemsOutside(page, body);
  const { leader } = elementShapes(page);
  const links = linksBefore(page);
  const isTeasers = new Map<number, boolean>();
  for (let node = body.node; node > 0; node = page.parent[node]) isTeasers.set(leader[node], false);
  const lines: number[] = [];
  for (let b = 0; b < size; b++) {
    const element = blocks.element[b];
    const item = items[element];
    if (b >= body.first && b < body.end) continue;
    if (isTitled && linkDensity[b] >= TITLE_LINKED && words[b] >= TITLE_WORDS) lines.push(b);
    if (item < 0) continue;
    const isSure = isTitled && titled[element] >= 0 && !holds(page, titled[element], body.node);
    if (!isSure && probability[b] >= CERTAIN) continue;
    const list = leader[item];
    const isTeaser = isSure || (isTeasers.get(list) ?? isLinked(page, links, list));
    if (!isSure) isTeasers.set(list, isTeaser);
    if (isTeaser) probability[b] = scaleOdds(probability[b], isSure ? SURE_ODDS : TEASER_ODDS);
  }
  if (lines.length >= MIN_LINES) for (const b of lines) probability[b] = scaleOdds(probability[b], SURE_ODDS);
}

/** Least probability of an article that does not declare itself one, for the same. */
const SURE_ARTICLE = 0.8;
/** Lines outside the body that are links alone, from this number on, are a list of teasers without elements for its items. */
const MIN_LINES = 4;
/** Factor of the odds of items whose titles lead to other pages. */
const SURE_ODDS = 0.02;
/** A title of an item has at least this many words, more than the name of a person, and this share of them in its link. */
const TITLE_WORDS = 3;
const TITLE_LINKED = 0.9;
/** Blocks of an item searched for its title. */
const TITLE_BLOCKS = 4;

/** Open Graph's type of an article. */
const DECLARED = /<meta[^>]{0,80}og:type[^>]{0,80}["']article["']|<meta[^>]{0,80}["']article["'][^>]{0,80}og:type/i;
/** Characters of a page searched for it. */
const HEAD = 20_000;

const declaresArticle = (page: Page): boolean => DECLARED.test(page.source.slice(0, HEAD));

const holds = (page: Page, outer: NodeId, inner: NodeId): boolean => outer <= inner && inner < page.end[outer];

/** Per node: the outermost item around it of a list whose items mostly begin with a link to another page and have text; −1 without one. */
const linkedItems = memoized(({ page, blocks, blocksBefore, words, linkDensity }: PageRows['visible']): Int32Array => {
  const { alike, leader, next } = elementShapes(page);
  const isTitledList = new Map<number, boolean>();
  const isTitled = (node: NodeId): boolean => {
    const end = blocksBefore[page.end[node]];
    for (let b = blocksBefore[node]; b < Math.min(end, blocksBefore[node] + TITLE_BLOCKS); b++)
      if (words[b] >= TITLE_WORDS && linkDensity[b] >= TITLE_LINKED) return leadsAway(page, blocks.first[b]);
    return false;
  };
  const isList = (list: NodeId): boolean => {
    let items = 0;
    let titled = 0;
    let several = 0;
    for (let item = list; item > 0; item = next[item]) {
      const own = blocksBefore[page.end[item]] - blocksBefore[item];
      if (own === 0) continue;
      items++;
      if (own > 1) several++;
      if (isTitled(item)) titled++;
    }
    return items >= MIN_ITEMS && titled >= LINKED_SHARE * items && several >= LINKED_SHARE * items;
  };
  const found = new Int32Array(page.size).fill(-1);
  for (let node = 1; node < page.size; node++) {
    const around = found[page.parent[node]];
    found[node] = around;
    if (around >= 0 || page.tag[node] === TEXT || alike[node] < MIN_ITEMS) continue;
    const list = leader[node];
    let own = isTitledList.get(list);
    if (own === undefined) {
      own = isList(list);
      isTitledList.set(list, own);
    }
    if (own) found[node] = node;
  }
  return found;
});

/** Levels from a text to its link. */
const LINK_LEVELS = 6;

/** Whether a text is in a link to another page. */
function leadsAway(page: Page, text: NodeId): boolean {
  const anchor = page.nameIndex('a');
  let node = page.parent[text];
  for (let level = 0; level < LINK_LEVELS && node > 0; level++, node = page.parent[node])
    if (page.tag[node] === anchor)
      return !/^(?:#|javascript:|mailto:|tel:|$)/i.test(page.attribute(node, 'href') ?? '');
  return false;
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

/** Least probability of an article whose text is cleared of links to other pages. */
const CLEARED_ARTICLE = 0.7;
/** Share of the kept words that are such links at most: a list of links has more. */
const CLEARED_SHARE = 0.2;
/** Words of such links that a short text may have all the same. */
const CLEARED_WORDS = 30;
/** Words of a line that leads to another page, and share of them in its link. */
const LINE_WORDS = { least: 3, most: 30 };
const LINE_LINKED = 0.75;
/** Most words of a box with such a line, least number of words that are not its own, and levels from the line to the box. */
const BOX_WORDS = 80;
const BOX_LEVELS = 4;

/**
 * Drops lines of an article that are links to other pages of the site, and the boxes that such a line opens or ends, in place.
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
    if (words[b] > LINE_WORDS.most || linkDensity[b] < LINE_LINKED || !staysOnSite(page, blocks.first[b])) continue;
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
    if (box >= 0)
      for (let own = blocksBefore[box]; own < blocksBefore[page.end[box]]; own++)
        drop(own, 'a box that leads to another page');
  }
  let all = 0;
  for (let b = 0; b < size; b++) all += keep[b] * words[b];
  const share = [...dropped.keys()].reduce((sum, b) => sum + words[b], 0);
  if (share > Math.max(CLEARED_WORDS, CLEARED_SHARE * all)) return;
  for (const [b, rule] of dropped) {
    keep[b] = 0;
    changed[b] = rule;
  }
}

/** Whether a text is in a link to another page of the site. */
function staysOnSite(page: Page, text: NodeId): boolean {
  const anchor = page.nameIndex('a');
  let node = page.parent[text];
  for (let level = 0; level < LINK_LEVELS && node > 0; level++, node = page.parent[node]) {
    if (page.tag[node] !== anchor) continue;
    const href = page.attribute(node, 'href') ?? '';
    if (/^(?:#|javascript:|mailto:|tel:|$)/i.test(href)) return false;
    if (!/^(?:[a-z]+:)?\/\//i.test(href)) return !/\.(?:pdf|zip|docx?|xlsx?|mp3|mp4)$/i.test(href);
    return (
      page.url !== null &&
      URL.canParse(href, page.url) &&
      new URL(href, page.url).hostname === new URL(page.url).hostname
    );
  }
  return false;
}

/** Cookies in the languages of consent dialogs, and what such dialogs ask for. */
const COOKIE = /cookie|informasjonskaps|evästee|sütik|ciasteczk|çerez|кук[иі]|クッキー|kolačić|küpsis|slapuk|sīkdat/i;
const PARTNERS = /partner|advertis|Werbung|publicit|publicid|реклам/i;
const ASKED =
  /consent|accept|agree|legitimate interest|personal data|tracking|zustimm|einwillig|akzept|datenschutz|consent|accepte|données personnelles|consent|acept|datos personales|consenso|accett|dati personali|toestemming|akkoord|samtyk|godta|personvern|samtyck|godkänn|hyväks|zgod|souhlas|elfogad|соглас|принима|同意|동의|aceit|dados pessoais|συναίν|αποδοχή|onay/i;
/** Least blocks that name cookies or partners, or ask, and most words of the dialog around them; least kept words outside it. */
const CONSENT_BLOCKS = 2;
const CONSENT_WORDS = 400;
const REST_WORDS = 20;
/** Blocks about partners that ask, of a dialog that names no cookies. */
const ASKING_BLOCKS = 3;

/** Drops dialogs that ask for consent: boxes outside the element of the headline whose sentences name cookies or partners and ask. */
export function dropConsent(visible: PageRows['visible'], keep: Uint8Array, changed: Changes): void {
  const { page, size, words, blocks, blocksBefore, sums } = visible;
  const asks: number[] = [];
  let all = 0;
  let cookies = 0;
  for (let b = 0; b < size; b++) {
    if (keep[b] === 0) continue;
    all += words[b];
    const text = blocks.text[b].slice(0, CONSENT_CHARACTERS);
    const isCookie = COOKIE.test(text);
    if ((!isCookie && !PARTNERS.test(text)) || !ASKED.test(text)) continue;
    asks.push(b);
    if (isCookie) cookies++;
  }
  if (cookies === 0 && asks.length < ASKING_BLOCKS) return;
  const [first] = asks;
  const last = asks[asks.length - 1];
  let box = blocks.element[first];
  while (
    box > 0 &&
    (blocks.last[last] >= page.end[box] || blocksBefore[page.end[box]] - blocksBefore[box] < CONSENT_BLOCKS)
  )
    box = page.parent[box];
  const wordsOf = (node: NodeId): number => sums.words[blocksBefore[page.end[node]]] - sums.words[blocksBefore[node]];
  const headline = titledHeadline(visible);
  if (box <= 0 || wordsOf(box) > CONSENT_WORDS || (headline >= 0 && holds(page, box, blocks.element[headline]))) return;
  let own = 0;
  for (let b = blocksBefore[box]; b < blocksBefore[page.end[box]]; b++) own += keep[b] * words[b];
  if (all - own < REST_WORDS) return;
  for (let b = blocksBefore[box]; b < blocksBefore[page.end[box]]; b++) {
    if (keep[b] === 0) continue;
    keep[b] = 0;
    changed[b] = 'a dialog that asks for consent';
  }
}

/** Characters of a block searched for words of consent. */
const CONSENT_CHARACTERS = 600;
