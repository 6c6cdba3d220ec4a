/**
 * GoldMiner's record of a page: its tags and its paragraphs as numbers, never its text.
 *
 * A page of a news site with 1,000 tags and 150 paragraphs takes about 5 kB. The columns answer every question of the learning,
 * for any choice of unique paragraphs, which makes two samples mergeable.
 */
import type { Block, LabelledBlocks } from '@dehusk/core';
import {
  classOf,
  HASH_SEED_HIGH,
  HASH_SEED_LOW,
  HEADINGS,
  hashHigh,
  lowered,
  type NodeId,
  nameOf,
  type Page,
  scramble,
  stepHigh,
  stepLow,
  WORD,
} from '@dehusk/html';
import { type TagTokens, tagTokens } from './tag-tokens.js';

/** Tags read from a page's beginning: bounds the memory that a hostile page can take (a long page has 5,000). */
const MAX_TOKENS = 20_000;
/** Paragraphs read from a page's beginning. */
const MAX_PARAGRAPHS = 4_000;

/** Bits of {@link PageFeatures.marks}. */
export const GOOD = 1;
/** A heading of at most one word: never a boundary (GoldMiner's program). */
const TINY_HEADING = 2;

/** The paragraphs and the tags of a page, in columns. */
export interface PageFeatures {
  /** Per tag or comment: hash of its normalised form. */
  readonly tokens: Uint32Array;
  /** Per paragraph: 53-bit hash of its letters and digits in lower case. */
  readonly keys: Float64Array;
  /** Per paragraph: {@link GOOD} and {@link TINY_HEADING}. */
  readonly marks: Uint8Array;
  /** Per paragraph: characters. */
  readonly lengths: Uint32Array;
  /** Per paragraph: number of tokens that begin before its text, so that the last of them opens it. */
  readonly before: Uint32Array;
  /** Per paragraph: the first token after its text. */
  readonly after: Uint32Array;
  /** Per paragraph: the row of the nearest element that holds it, or −1 for `body`; −1 for paragraphs that are not good. */
  readonly holder: Int32Array;
  /** Elements that hold good paragraphs, outer before inner. Per element: its opening tag's token… */
  readonly elementFrom: Uint32Array;
  /** …the first token after it… */
  readonly elementTo: Uint32Array;
  /** …and the row of the element around it, −1 for `body`. */
  readonly elementParent: Int32Array;
}

/** The source's tokens with their hashes. */
export interface HashedTokens extends TagTokens {
  readonly hashes: Uint32Array;
}

/** The tags of a page with their hashes. */
export function hashedTokens(page: Page): HashedTokens {
  const tokens = tagTokens(page.source, MAX_TOKENS);
  return { ...tokens, hashes: Uint32Array.from(tokens.texts, (text) => hashHigh(text)) };
}

/** 53-bit hash of the letters and digits of a text, in lower case; 0 when it has none. */
export function paragraphKey(text: string): number {
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((classOf(code) & WORD) === 0) continue;
    high = stepHigh(high, lowered(code));
    low = stepLow(low, lowered(code));
    count++;
  }
  return count === 0 ? 0 : joined(high, low);
}

/** Two lanes as one 53-bit number. */
export function joined(high: number, low: number): number {
  return scramble(high) * 0x200000 + (scramble(low) >>> 11);
}

/** The features of a page. @param labelled the page's paragraphs as the page-level extractor labels them */
export function featuresOf(page: Page, tokens: HashedTokens, { blocks, labels }: LabelledBlocks): PageFeatures {
  const seen: number[] = [];
  const keys: number[] = [];
  const limit = tokens.texts.length === MAX_TOKENS ? tokens.from[MAX_TOKENS - 1] : Number.POSITIVE_INFINITY;
  for (let at = 0; at < blocks.length && seen.length < MAX_PARAGRAPHS; at++) {
    if (page.sourceTo[blocks[at].last] > limit) break;
    const key = paragraphKey(blocks[at].text);
    if (key === 0) continue;
    seen.push(at);
    keys.push(key);
  }
  const size = seen.length;
  const features = {
    marks: new Uint8Array(size),
    lengths: new Uint32Array(size),
    before: new Uint32Array(size),
    after: new Uint32Array(size),
    holder: new Int32Array(size).fill(-1),
  };
  const elements = elementRows(page, tokens);
  for (let at = 0; at < size; at++) {
    const block = blocks[seen[at]];
    const isGood = labels.keep[seen[at]] === 1;
    features.marks[at] = (isGood ? GOOD : 0) | (block.words <= 1 && isHeading(page, block) ? TINY_HEADING : 0);
    features.lengths[at] = block.text.length;
    features.before[at] = firstAtOrAfter(tokens.from, page.sourceFrom[block.first]);
    features.after[at] = Math.max(features.before[at], firstAtOrAfter(tokens.from, page.sourceTo[block.last]));
    if (isGood) features.holder[at] = elements.rowOf(block.parent);
  }
  return {
    tokens: tokens.hashes,
    keys: Float64Array.from(keys),
    ...features,
    elementFrom: Uint32Array.from(elements.from),
    elementTo: Uint32Array.from(elements.to),
    elementParent: Int32Array.from(elements.parent),
  };
}

function isHeading(page: Page, block: Block): boolean {
  for (let node = page.parent[block.first], steps = 0; node > 0 && steps < 4; node = page.parent[node], steps++)
    if (HEADINGS.has(nameOf(page, node))) return true;
  return false;
}

/** The first index with a value of at least `offset`, in ascending values. */
function firstAtOrAfter(values: ArrayLike<number>, offset: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The elements around good paragraphs. Each element is looked up once. */
function elementRows(page: Page, tokens: HashedTokens) {
  const from: number[] = [];
  const to: number[] = [];
  const parent: number[] = [];
  const rows = new Map<NodeId, number>();
  /** The row of the nearest element, the node itself included, that has a token and is not `body` or `html`; else −1. */
  const rowOf = (node: NodeId): number => {
    const path: NodeId[] = [];
    let at = node;
    for (; at > 0 && !rows.has(at); at = page.parent[at]) path.push(at);
    let row = rows.get(at) ?? -1;
    for (const element of path.reverse()) {
      const name = nameOf(page, element);
      const source = page.sourceFrom[element];
      const token = firstAtOrAfter(tokens.from, source);
      const isTagged = page.openTo[element] > source && tokens.from[token] === source;
      if (isTagged && name !== 'body' && name !== 'html') {
        from.push(token);
        to.push(Math.max(token + 1, firstAtOrAfter(tokens.from, page.sourceTo[element])));
        parent.push(row);
        row = from.length - 1;
      }
      rows.set(element, row);
    }
    return row;
  };
  return { from, to, parent, rowOf };
}
