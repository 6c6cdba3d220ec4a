/** Linked titles: the links that may name the entries of a list. */

import { computed, HEADINGS, headingAround, type NodeId, type Page, TEXT, textOf } from '@dehusk/html';
import { spacedText } from '../metadata/finding.js';

/** A linked title. */
export interface Title {
  readonly node: NodeId;
  readonly kind: 'title';
  /** Confidence, 1…5. */
  readonly rank: number;
  /** The element whose words are the title: the link, or the heading in it. */
  readonly words: NodeId;
}

/** Links with the same words to this many addresses are buttons. */
const SAME_WORDS = 3;
const TITLE_CLASS = /title|name|heading|headline|product-?link|entry/i;
/** Addresses that lead to no page of an entry. */
const NO_TARGET = /^(?:#|javascript:|tel:|mailto:)/i;
/** A link that holds these is a card. */
const CARD = /^(?:div|p|li|ul|section|article|figure|td|picture|dl|header)$/;

/**
 * Links with kept words, in document order, without those that share their words with the links to two other addresses.
 *
 * @param kept per node: 1 for kept text
 */
export function titlesOf(page: Page, kept: Uint8Array): Title[] {
  const anchor = page.nameIndex('a');
  if (anchor < 0) return [];
  const found: { title: Title; words: string }[] = [];
  /** Addresses of the links with the same words. */
  const targets = new Map<string, Set<string>>();
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] !== anchor || page.textFrom[node] === page.textTo[node]) continue;
    const href = page.attribute(node, 'href')?.trim() ?? '';
    if (href === '' || NO_TARGET.test(href)) continue;
    let isKept = false;
    let heading: NodeId = -1;
    let named: NodeId = -1;
    let piece: NodeId = -1;
    let isCard = false;
    for (let inner = node + 1; inner < page.end[node]; inner++) {
      const name = page.names[page.tag[inner]];
      if (page.tag[inner] === TEXT) {
        if (kept[inner] === 1) isKept = true;
        if (piece < 0 && kept[inner] === 1 && /[\p{L}\p{N}]{2}/u.test(textOf(page, inner))) piece = inner;
      } else if (page.textFrom[inner] === page.textTo[inner]) continue;
      else if (heading < 0 && HEADINGS.has(name)) heading = inner;
      else if (named < 0 && TITLE_CLASS.test((page.attribute(inner, 'class') ?? '').slice(0, 300))) named = inner;
      else if (CARD.test(name)) isCard = true;
    }
    if (!isKept) continue;
    // Of a link around a card the title is its heading, or the element named so, or the first words.
    const inside = heading >= 0 ? heading : isCard ? (named >= 0 ? named : piece) : node;
    const words = spacedText(page, inside);
    if (!/[\p{L}\p{N}]/u.test(words)) continue;
    computed(targets, words, () => new Set()).add(href);
    const up = page.parent[node];
    const inHeading = heading >= 0 || headingAround(page, up, 2) >= 0;
    const classes = `${page.attribute(node, 'class') ?? ''} ${page.attribute(up, 'class') ?? ''}`.slice(0, 300);
    const rank = inHeading ? 5 : TITLE_CLASS.test(classes) ? 4 : words.length >= 15 ? 3 : 2;
    found.push({ title: { node, kind: 'title', rank, words: inside }, words });
  }
  return found.filter(({ words }) => (targets.get(words)?.size ?? 0) < SAME_WORDS).map(({ title }) => title);
}
