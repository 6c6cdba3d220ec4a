/**
 * The URL Tree's segmenter: every element but inline formatting separates text blocks, as in the paper.
 *
 * Rules: every element of HTML5 except inline formatting ends a block where it begins and where it ends, `span` and form
 * controls included; the head counts (`title` is a block); the contents of `script`, `style` and `noscript` do not. Pieces of
 * one block are joined by a space, white space collapsed. Blocks are small: about 150 per page.
 *
 * Departures: elements newer than the authors' list (`main`, `svg`, custom elements) separate blocks too. With `legacySplit`
 * every element does, links and bold text included. The output of the authors' program shows this, although neither the
 * paper nor the program's list of inline elements says so; the blocks then equal theirs on 71 of 71 pages.
 */
import {
  classOf,
  countWordsBetween,
  HASH_SEED_HIGH,
  HASH_SEED_LOW,
  holderOf,
  LETTER,
  lowered,
  type NodeId,
  type Page,
  scramble,
  stepHigh,
  stepLow,
  TEXT,
  tagNames,
  tagTable,
} from '@dehusk/html';
import type { Block } from '../../blocks/block.js';

const SPLITTING = tagNames(
  'address area article aside audio base bb blockquote body br button canvas caption col colgroup command datagrid ' +
    'datalist dd details div dl dt embed eventsource fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header ' +
    'hgroup hr html iframe img input keygen label legend li link mark map menu meta meter nav noscript object ol optgroup ' +
    'option output p param pre progress ruby rp rt script section select source span style summary table tbody td ' +
    'textarea tfoot th thead time title tr ul video wbr',
);
const ALSO_SPLITTING = tagNames(
  'main picture template svg dialog center marquee frame frameset noframes math slot search',
);
const WITHOUT_TEXT = tagNames('script noscript style');

/** A block with the facts of the URL Tree's rules. */
export interface UrlTreeBlock extends Block {
  /** Characters of all pieces, white space collapsed, joining spaces not counted. */
  readonly textChars: number;
  /** The text node with the fewest ancestors: its path is the block's path. */
  readonly shallowest: NodeId;
}

/** Splits a page, head included, into the URL Tree's blocks, in document order. Linear in the page; never throws on one. */
export function urlTreeBlocks(page: Page, { legacySplit = false } = {}): UrlTreeBlock[] {
  // Links do not split by default: names that many articles link (`BBC`) would be separate blocks and be dropped as repeats.
  const splitting = tagTable(page, SPLITTING);
  if (legacySplit) splitting.fill(1);
  else
    for (const [index, name] of page.names.entries())
      if (ALSO_SPLITTING.has(name) || name.includes('-')) splitting[index] = 1;
  const withoutText = tagTable(page, WITHOUT_TEXT);
  const anchor = page.nameIndex('a');

  const blocks: UrlTreeBlock[] = [];
  let pieces: string[] = [];
  let nodes: NodeId[] = [];
  let first = -1;
  let last = -1;
  let shallowest = -1;
  let textChars = 0;
  let linkChars = 0;
  let linkWords = 0;
  let linkEnd = 0;
  const flush = (): void => {
    if (first < 0) return;
    const text = pieces.join(' ');
    const words = countWordsBetween(text, 0, text.length);
    const parent = holderOf(page, first, last);
    blocks.push({ first, last, nodes, parent, text, words, linkWords, linkChars, textChars, shallowest });
    pieces = [];
    nodes = [];
    first = -1;
    textChars = linkChars = linkWords = 0;
  };

  /** Open splitting elements: where one ends, the block ends. */
  const open: NodeId[] = [];
  for (let node = 1; node < page.size; node++) {
    while (open.length > 0 && node >= page.end[open[open.length - 1]]) {
      open.pop();
      flush();
    }
    const name = page.tag[node];
    if (name !== TEXT) {
      if (splitting[name] === 1) {
        flush();
        open.push(node);
      }
      if (name === anchor && page.end[node] > linkEnd) linkEnd = page.end[node];
      if (withoutText[name] === 1) node = page.end[node] - 1;
      continue;
    }
    const piece = page.chars
      .slice(page.textFrom[node], page.textTo[node])
      .replace(/\r/g, '')
      .trim()
      .replace(/\s+/g, ' ');
    if (piece === '') continue;
    if (first < 0) first = shallowest = node;
    else if (page.depth[node] < page.depth[shallowest]) shallowest = node;
    last = node;
    nodes.push(node);
    pieces.push(piece);
    textChars += piece.length;
    if (node < linkEnd) {
      linkChars += piece.length;
      linkWords += countWordsBetween(piece, 0, piece.length);
    }
  }
  flush();
  return blocks;
}

// The identity of a text block: its letters, lower case, hashed to 64 bits. Punctuation, spacing and digits make no difference, so
// `Copyright 2020` is `Copyright 2021`. All blocks without letters (dates in digits, prices, scores) share one hash, as in the paper.

/** How blocks are made and hashed; part of a model, since hashes of different kinds cannot be compared. */
export interface BlockHashing {
  readonly kind: string;
  readonly letterless: string;
  readonly legacySplit: boolean;
}

/** Hashes of blocks, one row each, and which rows are not counted. */
export interface BlockHashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly skipped: Uint8Array;
}

export const blockHashes = (size: number): BlockHashes => ({
  high: new Uint32Array(size),
  low: new Uint32Array(size),
  skipped: new Uint8Array(size),
});

/** Writes the hash of a text's letters to a row; returns their number. */
export function hashLetters(text: string, { high, low }: BlockHashes, row: number): number {
  let stepsHigh = HASH_SEED_HIGH;
  let stepsLow = HASH_SEED_LOW;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isLetterAt(text, at, code)) continue;
    const unit = lowered(code);
    stepsHigh = stepHigh(stepsHigh, unit);
    stepsLow = stepLow(stepsLow, unit);
    letters++;
  }
  high[row] = scramble(stepsHigh);
  low[row] = scramble(stepsLow);
  return letters;
}

const UNDERSCORE = 0x5f;
const ASTRAL_LETTER = /^\p{L}/u;

/** `\p{L}`; letters beyond the Basic Multilingual Plane count by both their code units. */
export function isLetterAt(text: string, at: number, code: number): boolean {
  if ((classOf(code) & LETTER) === 0 || code === UNDERSCORE) return false;
  if (code < 0xd800 || code > 0xdfff) return true;
  const from = code >= 0xdc00 ? at - 1 : at;
  return from >= 0 && (text.codePointAt(from) as number) > 0xffff && ASTRAL_LETTER.test(text.slice(from, from + 2));
}
