/**
 * What the containers learner remembers of a page: its text blocks (a hash, a length, how sure the page level is of them) and
 * the selectors that hold each of them. No text is kept.
 *
 * A selector is one word of a style sheet, as `article`, `#story` or `div.entry-content`: a class or id by itself, since the
 * classes beside it change from page to page (`post-123`, `tag-travel`). Digits in names are written `#`.
 */

import type { LabelledBlocks } from '../../blocks/block.js';
import { contentBlocks } from '../../blocks/content-blocks.js';
import { nodeProbabilities, stretchProbability } from '../../blocks/node-probabilities.js';
import { type NodeId, type Page, TEXT } from '../../page/page.js';
import { HASH_SEED_HIGH, HASH_SEED_LOW, scramble, stepHigh, stepLow } from '../../text/hash.js';

/** A page as it is remembered. Columns of one row a block, and of one row a selector's element. */
export interface PageRecord {
  /** Per block: hash of its letters and digits; 0 when it has none. */
  readonly text: Uint32Array;
  /** Per block: length in UTF-16 code units, at most 65,535. */
  readonly chars: Uint16Array;
  /** Per block: the page level's probability of main content, in 255ths. */
  readonly probability: Uint8Array;
  /** Per selector's element, in document order: the selector, as an index into the model's names when stored, a hash here. */
  readonly selector: Uint32Array;
  /** Per selector's element: the blocks [from, to) it holds. */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
}

/** Most blocks and selectors' elements remembered of a page; real articles have a few hundred of each. */
const MOST_ROWS = 4_000;
/** Longest selector; longer class names are machine-made. */
const LONGEST = 60;
/** Most classes of one element that count. */
const MOST_CLASSES = 8;

/** Elements whose names alone say what they hold. */
const TELLING = new Set(['article', 'main', 'aside', 'nav', 'header', 'footer', 'section', 'form', 'body']);

/** Reads a page into a record; `named` is told each selector with its hash. */
export function recordOf(
  page: Page,
  labelled: LabelledBlocks,
  named: (hash: number, selector: string) => void,
): PageRecord {
  const blocks = contentBlocks(page);
  const size = Math.min(blocks.size, MOST_ROWS);
  const sure = nodeProbabilities(page, labelled);
  const text = new Uint32Array(size);
  const chars = new Uint16Array(size);
  const probability = new Uint8Array(size);
  for (let at = 0; at < size; at++) {
    text[at] = textHash(blocks.text[at]);
    chars[at] = Math.min(65_535, blocks.text[at].length);
    probability[at] = Math.round(255 * stretchProbability(page, sure, blocks.first[at], blocks.last[at]));
  }
  const selector: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let next = 0;
  for (let node = 1; node < page.size && next < size && selector.length < MOST_ROWS; node++) {
    // Blocks that begin before the element do not stand in it.
    while (next < size && blocks.first[next] < node) next++;
    if (page.tag[node] === TEXT || page.end[node] <= node + 1 || next >= size) continue;
    if (blocks.first[next] >= page.end[node]) continue;
    const after = firstFrom(blocks.first, page.end[node], next, size);
    for (const one of selectorsOf(page, node)) {
      const hash = nameHash(one);
      named(hash, one);
      selector.push(hash);
      from.push(next);
      to.push(after);
    }
  }
  return {
    text,
    chars,
    probability,
    selector: Uint32Array.from(selector),
    from: Uint16Array.from(from),
    to: Uint16Array.from(to),
  };
}

/** The selectors of an element. */
export function selectorsOf(page: Page, node: NodeId): string[] {
  const tag = page.names[page.tag[node]];
  const found: string[] = TELLING.has(tag) ? [tag] : [];
  const id = page.attribute(node, 'id');
  if (id) found.push(`#${plain(id)}`);
  const classes = page.attribute(node, 'class');
  if (classes)
    for (const one of new Set(classes.trim().split(/\s+/, MOST_CLASSES))) if (one) found.push(`${tag}.${plain(one)}`);
  return found;
}

function plain(name: string): string {
  return name.slice(0, LONGEST).replace(/\d+/g, '#');
}

/** Hash of a block's letters and digits, lower case: what makes two blocks the same text. Never 0 unless there are none. */
export function textHash(text: string): number {
  let high = HASH_SEED_HIGH;
  let letters = 0;
  for (const letter of text.toLowerCase()) {
    if (!/[\p{L}\p{Nd}]/u.test(letter)) continue;
    high = stepHigh(high, letter.codePointAt(0) ?? 0);
    letters++;
  }
  return letters === 0 ? 0 : scramble(high) || 1;
}

/** Hash of a selector's name. */
export function nameHash(name: string): number {
  let low = HASH_SEED_LOW;
  for (let at = 0; at < name.length; at++) low = stepLow(low, name.charCodeAt(at));
  return scramble(low);
}

/** The first place in [low, high) whose value is at least `least`; values ascend. */
function firstFrom(values: Int32Array, least: number, low: number, high: number): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (values[middle] < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
