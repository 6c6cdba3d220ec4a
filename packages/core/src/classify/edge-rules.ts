/**
 * Edge rules: keep the lead of a text, and drop what is directly before and after it in its own element: menus of pages without elements
 * for them, lines of date and author, labels of tabs, the end of a newsletter, invitations to follow, boxes about the author, single
 * comments.
 *
 * Observation: these have the classes of the text, or none, so the block trees see a short paragraph of the article. They can be known by
 * where their links lead, and by the dates and names that the page declares.
 */

import {
  attributeReader,
  classesOf,
  classTest,
  firstFrom,
  memoized,
  type NodeId,
  nearestWith,
  type Page,
  TEXT,
  tagNames,
  tagTable,
  textOf,
  visibilityOf,
} from '@dehusk/html';
import { type Changes, countsBefore, setBlocks } from '../blocks/block.js';
import { elementShapes } from '../blocks/shapes.js';
import { authorsOfPage, bylinesOf } from '../records/bylines.js';
import { type BlockFacts, running, wordsIn } from './features/facts.js';
import { titledHeadline } from './features/section.js';
import * as named from './surroundings-data.js';

/** A page with its choice of blocks. */
export interface Edges {
  readonly facts: BlockFacts;
  readonly keep: Uint8Array;
  readonly changed: Changes;
  /** The first kept running text; −1 without one. */
  readonly first: number;
}

export function edgesOf(facts: BlockFacts, keep: Uint8Array, changed: Changes): Edges {
  return { facts, keep, changed, first: facts.prose.findIndex((one, b) => one === 1 && keep[b] === 1) };
}

/** Levels climbed from a block to the box around it, and from a text to its link, at most. */
const LEVELS = { box: 12, link: 5 };

/** The first element at or above a node that is as asked; −1 without one. */
const elementAbove = (page: Page, from: NodeId, is: (node: NodeId) => boolean): NodeId =>
  nearestWith(page, from, LEVELS.link, (node) => page.tag[node] !== TEXT && is(node));

/** The outermost of the elements around a node, itself included, that are as asked. */
export function boxAround(page: Page, from: NodeId, is: (node: NodeId) => boolean): NodeId {
  let box = from;
  for (let level = 0; level < LEVELS.box && page.parent[box] > 0 && is(page.parent[box]); level++)
    box = page.parent[box];
  return box;
}

function linksIn({ page, blocks }: BlockFacts, block: number): NodeId[] {
  const isLink = (node: NodeId): boolean => page.tag[node] === page.nameIndex('a');
  const found = new Set<NodeId>([elementAbove(page, blocks.first[block], isLink)]);
  for (let node = blocks.first[block]; node <= blocks.last[block]; node++) if (isLink(node)) found.add(node);
  return [...found].filter((node) => node > 0);
}

/** The addresses of links in or around a block; empty ones are places of the page. */
export const addressesIn = (facts: BlockFacts, block: number): string[] =>
  linksIn(facts, block).map((link) => facts.page.attribute(link, 'href') ?? '');

/** Whether two blocks are in children of one element. */
export const isBeside = ({ page, blocks }: BlockFacts, one: number, other: number): boolean =>
  page.parent[blocks.element[one]] === page.parent[blocks.element[other]];

/** Least probability of a lead and of a caption before it, least words of a caption, and most blocks between a headline and its text. */
const LEAD = { probability: 0.2, caption: 0.05, words: 3, blocks: 6 };

/** Keeps running text and captions between the headline that the title names and the first kept text, unless the page has them twice. */
export function keepLead(edges: Edges, probability: Float32Array): void {
  const { facts, keep, first } = edges;
  const headline = titledHeadline(facts);
  if (headline < 0 || first - headline > LEAD.blocks) return;
  const texts = new Set(facts.text.filter((_, b) => keep[b] === 1));
  const caption = facts.page.nameIndex('figcaption');
  const signed = signedBefore(facts, first);
  const isCaption = (b: number): boolean =>
    caption >= 0 &&
    facts.words[b] >= LEAD.words &&
    elementAbove(facts.page, facts.blocks.element[b], (node) => facts.page.tag[node] === caption) > 0;
  for (let b = headline + 1; b < first; b++) {
    const isLead = isCaption(b)
      ? probability[b] >= LEAD.caption
      : facts.prose[b] === 1 && probability[b] >= LEAD.probability;
    if (isLead && signed[b] < 3 && !texts.has(facts.text[b]))
      setBlocks(edges, b, b + 1, 1, 'the lead below the headline');
  }
}

/**
 * Share of a block's characters in links that makes it links alone, most words of each, least links, and most words of all of them, as a
 * share of the kept ones or so many: a menu, not a list of articles.
 */
const MENU = { linked: 0.6, words: 4, links: 2, share: 0.2, most: 30 };
/** Addresses that no menu has: places of the page, files. */
const NOT_MENU = /^#|\.(?:zip|t?gz|bz2|xz|pdf|exe|dmg|jar|asc|sha\d+)$/i;
/** Most words of a line with a date or an author, with both, and beside one; most lines: events have more; least share of numbers. */
const BYLINE = { words: 7, both: 12, beside: 5, lines: 2, digits: 0.3 };
const TERMS = tagNames('dt dd');

/** Drops menus before the first kept running text, and of articles also the lines of date and author there. */
export function dropOpening(edges: Edges, isArticle: boolean): void {
  const { facts, keep, first } = edges;
  const { page, heading, words, linkDensity, digitDensity, blocks, date } = facts;
  const signed = signedBefore(facts, first);
  const terms = tagTable(page, TERMS);
  const isMenu = (b: number): boolean =>
    linkDensity[b] >= MENU.linked &&
    words[b] <= MENU.words * Math.max(1, blocks.links[b]) &&
    terms[page.tag[blocks.element[b]]] === 0 &&
    !addressesIn(facts, b).some((address) => NOT_MENU.test(address));
  const isByline = (b: number): boolean =>
    words[b] <= (signed[b] === 3 ? BYLINE.both : BYLINE.words) &&
    (signed[b] > 0 || (date[b] === 1 && words[b] > 2 && digitDensity[b] >= BYLINE.digits));
  const opening: number[] = [];
  for (let b = 0; b < first; b++) if (keep[b] === 1 && heading[b] === 0) opening.push(b);
  // One link may be its author's.
  const menus = new Set(opening.filter(isMenu));
  const sumOf = (of: ArrayLike<number>): number => [...menus].reduce((sum, b) => sum + of[b], 0);
  const all = words.reduce((sum, own, b) => sum + keep[b] * own, 0);
  const hasMenu = sumOf(blocks.links) >= MENU.links && sumOf(words) <= Math.max(MENU.most, MENU.share * all);
  const lines = opening.filter(isByline);
  const isOpening = opening.filter((b) => signed[b] === 3).length <= BYLINE.lines;
  const isSigned = (line: number, b: number): boolean =>
    line === b || (Math.abs(line - b) === 1 && words[b] <= BYLINE.beside && isBeside(facts, line, b));
  for (const b of opening) {
    if (hasMenu && menus.has(b)) setBlocks(edges, b, b + 1, 0, 'links before the text');
    else if (
      (isOpening && signed[b] === 3) ||
      (isArticle && opening.length <= BYLINE.lines && lines.some((line) => isSigned(line, b)))
    )
      setBlocks(edges, b, b + 1, 0, 'the line of date and author');
  }
}

/** Per block before the text: 1 with an author, 2 with a date, 3 with both. */
function signedBefore({ page, blocks, blocksBefore }: BlockFacts, first: number): Uint8Array {
  const signed = new Uint8Array(Math.max(0, first));
  for (const { node, kind } of first > 0 ? bylinesOf(page) : []) {
    if (node > blocks.last[first]) break;
    const next = blocksBefore[node];
    const b = next < first && blocks.first[next] < page.end[node] ? next : next - 1;
    if (b >= 0 && b < first && blocks.last[b] >= node) signed[b] |= kind === 'date' ? 2 : 1;
  }
  return signed;
}

const nodesById = memoized((page: Page): ReadonlyMap<string, NodeId> => {
  const idOf = attributeReader(page, 'id');
  const nodes = new Map<string, NodeId>();
  for (let node = page.size - 1; node > 0; node--) {
    const id = page.tag[node] === TEXT ? null : idOf(node);
    if (id !== null) nodes.set(id, node);
  }
  return nodes;
});

/** Most words of a tab's label. */
const TAB_WORDS = 6;

/** Drops the labels of tabs that show code: buttons, labels of choices, or links to code, directly before code. */
export function dropTabs(edges: Edges): void {
  const { page, size, words, blocks, blocksBefore } = edges.facts;
  const [label, anchor, button, code] = ['label', 'a', 'button', 'pre'].map((name) => page.nameIndex(name));
  if (code < 0) return;
  const roleOf = attributeReader(page, 'role');
  const isCode = (b: number): boolean =>
    b < size && elementAbove(page, blocks.element[b], (node) => page.tag[node] === code) > 0;
  const nodes = nodesById(page);
  const { hiddenBy } = visibilityOf(page);
  const targetOf = (id: string | null | undefined): NodeId => nodes.get(id ?? '') ?? -1;
  const isTab = (node: NodeId): boolean => {
    if (page.tag[node] === button || roleOf(node) === 'tab') return true;
    if (page.tag[node] === label)
      return /^(?:radio|checkbox)$/i.test(page.attribute(targetOf(page.attribute(node, 'for')), 'type') ?? '');
    // A table of contents leads to headings.
    const target = page.tag[node] === anchor ? targetOf(/^#(.+)/.exec(page.attribute(node, 'href') ?? '')?.[1]) : -1;
    return target >= 0 && isCode(blocksBefore[target]);
  };
  let from = 0;
  for (let b = 0; b < size; b++) {
    const first = blocks.first[b];
    if (hiddenBy[first] > 0 || (words[b] <= TAB_WORDS && elementAbove(page, first, isTab) > 0)) continue;
    if (b > from && isCode(b)) setBlocks(edges, from, b, 0, 'the label of a tab');
    from = b + 1;
  }
}

/**
 * Most blocks and words of the end of a newsletter before its link, most words after it, and least share of the kept words before it; most
 * characters of the link; most words of its buttons, and share of them in their link.
 */
const MAIL = { blocks: 4, words: 60, place: 0.6, link: 60, button: 5, linked: 0.9 };

/** Whether a page has elements that indicate a template; letters have none. */
export const hasTemplate = (page: Page): boolean =>
  ['nav', 'header', 'footer', 'aside', 'form'].some((name) => page.nameIndex(name) >= 0);

/**
 * Drops the end of a newsletter: the box with the link that ends the subscription, and the little that follows but headings; and its
 * buttons. A page about mailing lists has such links before its end.
 */
export function dropMailEnd(edges: Edges): void {
  const { facts, keep } = edges;
  const { page, size, words, blocks, blocksBefore, sums, heading, linkDensity } = facts;
  const endsSubscription = (link: NodeId): boolean =>
    named.UNSUBSCRIBE.test(textOf(page, link).slice(0, MAIL.link)) ||
    named.UNSUBSCRIBE_ADDRESS.test(page.attribute(link, 'href') ?? '');
  const isLetter = !hasTemplate(page);
  const b = keep.findIndex(
    (own, at) => (own === 1 || isLetter) && blocks.links[at] > 0 && linksIn(facts, at).some(endsSubscription),
  );
  if (b < 0 || words[b] > MAIL.words) return;
  const kept = running(size, (at) => keep[at] * words[at]);
  if (kept[b] < MAIL.place * kept[size] || kept[size] - kept[b + 1] > MAIL.words) return;
  const box = boxAround(page, blocks.element[b], (node) => {
    const from = blocksBefore[node];
    const isShort = from >= b - MAIL.blocks && sums.words[b] - sums.words[from] <= MAIL.words;
    return isShort && sums.headings[b] === sums.headings[from];
  });
  setBlocks(edges, Math.min(b, blocksBefore[box]), b + 1, 0, 'the end of a newsletter');
  for (let own = b + 1; own < size; own++)
    if (heading[own] === 0) setBlocks(edges, own, own + 1, 0, 'the end of a newsletter');
  for (let own = 0; own < b && isLetter; own++)
    if (linkDensity[own] >= MAIL.linked && words[own] <= MAIL.button && heading[own] === 0)
      setBlocks(edges, own, own + 1, 0, 'a button of a newsletter');
}

/** Kept blocks at the end of an article that may be an invitation, and most words of one and of a line of copyright. */
const INVITATION = { blocks: 3, words: 45, copyright: 15 };

/** Drops short blocks at the end of an article with links to social networks or a subscription, and lines of copyright. */
export function dropInvitations(edges: Edges): void {
  const { facts, keep, first } = edges;
  const { size, words, blocks } = facts;
  for (let b = size - 1, seen = 0; first >= 0 && b > first && seen < INVITATION.blocks; b--) {
    if (keep[b] === 0) continue;
    seen++;
    if (words[b] <= INVITATION.copyright && named.COPYRIGHT.test(blocks.text[b]) && !isBeside(facts, b, first))
      setBlocks(edges, b, b + 1, 0, 'a line of copyright');
    if (words[b] > INVITATION.words || blocks.links[b] === 0) continue;
    const addresses = addressesIn(facts, b);
    const social = addresses.filter((address) => named.SOCIAL.test(address)).length;
    if (social >= 2 || addresses.some((address) => named.SUBSCRIPTION.test(address)))
      setBlocks(edges, b, b + 1, 0, 'an invitation to follow or to subscribe');
  }
}

/** Most words of an author's name and of the box about an author, and most names looked for. */
const AUTHOR = { words: 4, box: 150, names: 5 };

/**
 * Drops the box about the author that ends a text: it opens with a name that the page gives as author, or with a portrait and a name with
 * which its text begins.
 */
export function dropBiography(edges: Edges): void {
  const { facts, keep } = edges;
  const { page, size, words, blocks, blocksBefore, sums, prose, heading } = facts;
  // A poem has no running text before it.
  const first = keep.findIndex((one, b) => one === 1 && heading[b] === 0);
  if (first < 0 || edges.first < 0) return;
  let known: readonly string[] | null = null;
  const names = (): readonly string[] => {
    if (known !== null) return known;
    const signed = bylinesOf(page).filter(({ kind, node }) => kind === 'author' && node < blocks.first[first]);
    const authors = [...signed.slice(0, AUTHOR.names).map(({ value }) => value), ...authorsOfPage(page)];
    known = authors.slice(0, 2 * AUTHOR.names).map((name) => name.toLowerCase());
    return known;
  };
  const isRepeated = (b: number, text: string): boolean =>
    heading[b] > 0 && blocks.images[b] > 0 && b + 1 < size && blocks.text[b + 1].toLowerCase().startsWith(text);
  let last = size - 1;
  while (keep[last] === 0 || prose[last] === 0) last--;
  for (let b = first + 1; b < size; b++) {
    // The box ends the text.
    if (sums.words[last + 1] - sums.words[b] > AUTHOR.box) continue;
    const isName = words[b] <= AUTHOR.words;
    if (keep[b] === 0 && !(isName && heading[b] > 0)) continue;
    const text = blocks.text[b].slice(0, 200).toLowerCase();
    const opens = isName
      ? isRepeated(b, text) || names().includes(text)
      : prose[b] === 1 && !isBeside(facts, b, first) && names().some((name) => text.startsWith(`${name} `));
    if (!opens) continue;
    const box = boxAround(page, blocks.element[b], (up) => blocksBefore[up] >= b && wordsIn(facts, up) <= AUTHOR.box);
    const end = Math.min(size, Math.max(blocksBefore[page.end[box]], isName ? b + 2 : b + 1));
    if (last < end && sums.words[end] - sums.words[b] <= AUTHOR.box) setBlocks(edges, b, end, 0, 'about the author');
  }
}

const COMMENTS = tagNames('dt li article');
/** Most words of the line above the comments. */
const LABEL_WORDS = 8;

/**
 * Drops comments below a text that their ids name, and the line above them. The replies of a topic have such ids, too, but are signed in
 * elements like those of its opening post, or the page has classes of a forum.
 */
export function dropComments(edges: Edges): void {
  const { facts, first } = edges;
  const { page, blocksBefore, words, prose, blocks } = facts;
  if (first < 0) return;
  if (classesOf(page).values.some((one) => named.FORUM_CLASS.test(one))) return;
  const { nearChain } = elementShapes(page);
  const openers = new Set<number>();
  for (const { node, kind } of bylinesOf(page)) {
    if (kind !== 'author') continue;
    if (node < blocks.first[first]) openers.add(nearChain[node]);
    else if (openers.has(nearChain[node])) return;
  }
  const idOf = attributeReader(page, 'id');
  const isItem = tagTable(page, COMMENTS);
  let isFirst = true;
  for (let node = blocks.last[first] + 1; node < page.size; node++) {
    const id = page.tag[node] === TEXT ? null : idOf(node);
    if (id === null) continue;
    if (!named.COMMENT_ID.test(id) && !(isItem[page.tag[node]] === 1 && named.SHORT_COMMENT_ID.test(id))) continue;
    // The id of a term or an anchor: the comment is around it.
    const isShort = wordsIn(facts, node) <= LABEL_WORDS * 2;
    const comment = isShort && blocksBefore[page.parent[node]] > first ? page.parent[node] : node;
    const from = blocksBefore[comment];
    if (from <= first) continue;
    if (isFirst && words[from - 1] <= LABEL_WORDS && prose[from - 1] === 0)
      setBlocks(edges, from - 1, from, 0, 'a comment');
    isFirst = false;
    setBlocks(edges, from, blocksBefore[page.end[comment]], 0, 'a comment');
    node = Math.max(node, page.end[comment] - 1);
  }
}

/** Most words of a line with the number of comments. */
const NUMBER_WORDS = 5;
const FORMS = tagNames('textarea');

/** Drops comments from the line with their number to the end of its box, when a date or a form follows in it. */
export function dropCounted(edges: Edges): void {
  const { facts, first } = edges;
  const { page, size, words, blocks, blocksBefore, linkDensity } = facts;
  const forms = countsBefore(page, FORMS);
  const signed = bylinesOf(page).map(({ node }) => node);
  for (let b = first + 1; first >= 0 && b < size; b++) {
    const text = blocks.text[b];
    // A link leads to the comments of one of several entries.
    if (linkDensity[b] >= MENU.linked || words[b] > NUMBER_WORDS) continue;
    if (!/\d/.test(text) || !named.COMMENT_WORD.test(text) || /[.。]$/.test(text)) continue;
    const box = boxAround(page, page.parent[blocks.element[b]], (up) => blocksBefore[up] === b);
    const to = blocksBefore[page.end[box]];
    if (to <= b + 1 || blocksBefore[box] < first) continue;
    const end = page.end[box];
    const isSigned = (signed[firstFrom(signed, blocks.last[b] + 1)] ?? end) < end;
    if (forms[end] === forms[box] && !isSigned) continue;
    setBlocks(edges, b, to, 0, 'comments below their number');
    return;
  }
}

/** Drops blocks in elements that themes put around an article, by the names they give them, unless they are more than the rest. */
export function dropFurniture(edges: Edges): void {
  const { facts, keep } = edges;
  const { page, size, words, blocks } = facts;
  const isNamed = classTest(page, named.FURNITURE);
  const idOf = attributeReader(page, 'id');
  const body = page.nameIndex('body');
  const isFurniture = (node: NodeId): boolean =>
    page.tag[node] !== body && (isNamed(node) || named.FURNITURE.test(idOf(node) ?? ''));
  const found: number[] = [];
  let balance = 0;
  for (let b = 0; b < size; b++) {
    const isLabel = words[b] <= LABEL_WORDS && named.ADVERTISEMENT.test(blocks.text[b]);
    const isFound = keep[b] === 1 && (isLabel || elementAbove(page, blocks.element[b], isFurniture) > 0);
    if (isFound) found.push(b);
    balance += keep[b] * (isFound ? -words[b] : words[b]);
  }
  if (balance >= 0) for (const b of found) setBlocks(edges, b, b + 1, 0, 'around an article');
}
