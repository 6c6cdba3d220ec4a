/**
 * Several articles on one page: the page's own, then others, as news sites append them for endless scrolling.
 *
 * Observation: the block trees score each article alike, and one page then holds three. But only the first has the headline that the
 * page's title names; the others have headlines of the same level, a date, an author or an address of their own, and their own text.
 * So an article that is set aside is never inside the section of the page's own headline: both have an element of one shape around headline
 * and text, or their headlines are side by side. A box with a headline in the midst of the text is left to the block trees.
 * Sections of one article, entries of a live blog, answers and items of a list have headings of a lower level or none, or no date
 * and author, or their headline is the page's again (`Re: …`). On a blog's front page the title names no post, and all posts stay.
 */

import { headingAround, type NodeId, nameOf, type Page } from '@dehusk/html';
import { type Changes, type OtherArticle, setBlocks } from '../blocks/block.js';
import { elementShapes } from '../blocks/shapes.js';
import { bylinesOf } from '../records/bylines.js';
import type { BlockFacts } from './features/facts.js';
import { titledHeadline } from './features/section.js';

/** The blocks of an article below the page's own, [from, to), and that of its headline. */
interface ArticleSpan {
  readonly heading: number;
  readonly from: number;
  readonly to: number;
}

/** Share of its words that another headline has in the page's title at most. */
const OTHER_OVERLAP = 0.6;
/** Lowest level of headlines. */
const MAX_LEVEL = 3;
/** Headings of one level beyond which a page is a list. */
const MAX_HEADINGS = 60;
/** Least words of a headline of another article, least words of running text below it, and of kept text below the page's own. */
const HEADLINE_WORDS = 3;
const OTHER_WORDS = 60;
const OWN_WORDS = 30;
/** Share of the title's words that the page's own headline has at least when more is set aside than stays. */
const SURE_COVERED = 0.6;
/** Most words of running text above a headline in its article: a label, a lead. */
const ABOVE_WORDS = 30;
/** Most blocks between a headline and its article's text. */
const SIGN_BLOCKS = 8;

/** The other articles of a page in document order; empty for most pages. Linear in the page. */
function articlesBelow(facts: BlockFacts, keep: Uint8Array): readonly ArticleSpan[] {
  const { page, heading, words, blocks, blocksBefore } = facts;
  const headings = headlineBlocks(facts);
  const own = titledHeadline(facts);
  if (own < 0) return [];
  const level = heading[own];
  const same = headings.filter((b) => b >= own && heading[b] === level);
  if (same.length < 2 || same.length > MAX_HEADINGS) return [];
  const elements = same.map((b) => headingOf(page, blocks.element[b]));
  const roots = elements.map((element, at) =>
    at === 0 ? element : rootOf(facts, same[at], element, elements[at - 1]),
  );
  const others: ArticleSpan[] = [];
  let allInBoxes = true;
  let aside = 0;
  // Blocks before this one may belong to the last article found.
  let reach = 0;
  for (let at = 1; at < same.length; at++) {
    const [b, element, root] = [same[at], elements[at], roots[at]];
    const from = blocksBefore[root];
    const next = at + 1 < same.length ? blocksBefore[roots[at + 1]] : facts.size;
    const isBox = proseIn(facts, from, blocksBefore[page.end[root]]) >= OTHER_WORDS;
    const end = blocksBefore[page.end[isBox ? root : Math.max(0, page.parent[root])]];
    const to = Math.min(next, end);
    const text = proseIn(facts, from, to);
    const ownRoot = rootOf(facts, own, elements[0], element);
    const hasOwnText = keptIn(facts, keep, blocksBefore[ownRoot], blocksBefore[page.end[ownRoot]]) >= OWN_WORDS;
    const isOther =
      words[b] >= HEADLINE_WORDS &&
      facts.titleOverlap[b] < OTHER_OVERLAP &&
      text >= OTHER_WORDS &&
      isSigned(facts, b, root, element) &&
      isBox === hasOwnText &&
      (isBeside(facts, [own, ownRoot], [b, root]) || (isBox && isAlike(page, [elements[0], ownRoot], [element, root])));
    if (isOther) {
      others.push({ heading: b, from, to });
      allInBoxes &&= isBox;
      reach = end;
    } else if (from < reach) {
      // A part of the article before it.
      others[others.length - 1] = { ...others[others.length - 1], to: Math.min(next, reach) };
    } else continue;
    aside += text;
  }
  if (others.length === 0) return others;
  // More text goes than stays only if each article has its element, and the page's title names this one alone.
  const kept = keptIn(facts, keep, own + 1, others[0].from);
  const least = allInBoxes && facts.titleCovered[own] >= SURE_COVERED ? OWN_WORDS : Math.max(OWN_WORDS, aside);
  return kept < least ? [] : others;
}

/**
 * Drops the articles below the page's own, in place.
 *
 * @param keep per block: 1 when it is kept
 * @param changed receives the rule for each block dropped
 */
export function setArticlesAside(facts: BlockFacts, keep: Uint8Array, changed: Changes): OtherArticle[] {
  return articlesBelow(facts, keep).map(({ heading, from, to }) => {
    const kept: number[] = [];
    for (let b = from; b < to; b++) if (keep[b] === 1) kept.push(b);
    setBlocks({ keep, changed }, from, to, 0, 'another article');
    return { heading, kept };
  });
}

/** The first block of every heading up to {@link MAX_LEVEL}. */
function headlineBlocks({ page, size, heading, blocks }: BlockFacts): number[] {
  const found: number[] = [];
  let before: NodeId = -1;
  for (let b = 0; b < size; b++) {
    if (heading[b] === 0 || heading[b] > MAX_LEVEL) continue;
    const element = headingOf(page, blocks.element[b]);
    if (element !== before) found.push(b);
    before = element;
  }
  return found;
}

/** Levels between a block and its heading. */
const HEADING_LEVELS = 6;

function headingOf(page: Page, element: NodeId): NodeId {
  const heading = headingAround(page, element, HEADING_LEVELS);
  return heading < 0 ? element : heading;
}

/** The outermost element around a headline that does not hold another one, nor much running text above it. */
function rootOf({ page, blocksBefore, sums }: BlockFacts, headline: number, element: NodeId, other: NodeId): NodeId {
  let root = element;
  for (let up = page.parent[element]; up > 0; up = page.parent[up]) {
    if (up <= other && other < page.end[up]) break;
    if (sums.proseWords[headline] - sums.proseWords[blocksBefore[up]] > ABOVE_WORDS) break;
    root = up;
  }
  return root;
}

const ADDRESS = 'data-url data-href data-permalink data-link data-canonical data-path data-slug itemid'.split(' ');

/** Whether a date, an author or another address is at a headline, before the article's text. */
function isSigned({ page, size, blocks, prose }: BlockFacts, headline: number, root: NodeId, element: NodeId): boolean {
  for (let up = element; up >= root && up > 0; up = page.parent[up])
    if (ADDRESS.some((name) => page.attribute(up, name))) return true;
  let text = headline + 1;
  while (text < size && text <= headline + SIGN_BLOCKS && prose[text] === 0) text++;
  const until = text < size ? blocks.first[text] : page.size;
  return bylinesOf(page).some(({ node }) => node >= root && node < until && node !== element);
}

function proseIn({ sums }: BlockFacts, from: number, to: number): number {
  return sums.proseWords[to] - sums.proseWords[from];
}

function keptIn({ words }: BlockFacts, keep: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let b = from; b < to; b++) sum += keep[b] * words[b];
  return sum;
}

/** Share of a headline's characters in links that makes it a link. */
const LINKED = 0.5;

/** Whether two headlines, or elements around them, are children of one element and of one shape. */
function isBeside(
  { page, linkDensity }: BlockFacts,
  own: readonly [heading: number, root: NodeId],
  other: readonly [heading: number, root: NodeId],
): boolean {
  const { shape } = elementShapes(page);
  return (
    page.parent[own[1]] === page.parent[other[1]] &&
    shape[own[1]] === shape[other[1]] &&
    // A link in the midst of a text leads to another article, which is not here.
    linkDensity[own[0]] > LINKED === linkDensity[other[0]] > LINKED
  );
}

/** Whether two headlines are in elements of one shape: an `<article>`, the same item type, or the same tag and class. */
function isAlike(page: Page, own: readonly [NodeId, NodeId], other: readonly [NodeId, NodeId]): boolean {
  const { shape } = elementShapes(page);
  const shapesIn = ([heading, root]: readonly [NodeId, NodeId]): Set<number | string> => {
    const found = new Set<number | string>();
    for (let up = page.parent[heading]; up >= root && up > 0; up = page.parent[up]) {
      if (nameOf(page, up) === 'article') found.add('article');
      const type = page.attribute(up, 'itemtype');
      if (type) found.add(type);
      if ((page.attribute(up, 'class') ?? '').trim() !== '') found.add(shape[up]);
    }
    return found;
  };
  const shapes = shapesIn(own);
  return [...shapesIn(other)].some((one) => shapes.has(one));
}
