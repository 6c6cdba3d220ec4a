/**
 * The containers learner's record of a page: its text blocks (a hash, a length, the linked share, the page level's
 * probability), the elements that hold them, the shape of its address, and the headings that link elsewhere. No text is kept.
 *
 * An element is its words (`element-name.ts`): `#story`, `div.entry-content`, each class alone, since the classes beside it
 * change from page to page (`post-123`, `tag-travel`).
 */

import type { Memo, NodeId, Page } from '@dehusk/html';
import type { LabelledBlocks } from '../../blocks/block.js';
import { contentBlocks } from '../../blocks/content-blocks.js';
import { nodeProbabilities, stretchProbability } from '../../blocks/node-probabilities.js';
import { elementAround, elementName } from '../element-name.js';
import { nameHash, textHash } from '../record-hash.js';
import { listSignals } from './list-signals.js';
import { addressShape, headingTargets } from './page-address.js';

/** A remembered page. Columns with one row per block, and columns with one row per element. */
export interface ContainerRecord {
  /** Values computed from the record once, see `memoized`. */
  readonly memo: Memo;
  /** Per block: hash of its letters and digits, lower case. */
  readonly text: Uint32Array;
  /** Per block: length in UTF-16 code units, at most 65,535. */
  readonly chars: Uint16Array;
  /** Per block: share of its characters inside links, in 255ths. */
  readonly linked: Uint8Array;
  /** Per block: the page level's probability of main content, in 255ths. */
  readonly probability: Uint8Array;
  /** Per block: its element, as a row of the elements. */
  readonly element: Uint16Array;
  /** Per element, in document order: hash of its words, see {@link elementName}. */
  readonly name: Uint32Array;
  /** Per element: the row of its parent; its own row when it has none. */
  readonly parent: Uint16Array;
  /** Per element: the blocks [from, to) it holds. */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
  /** Hashes of the addresses on the page's host that its headings link to, except its own; ascending. */
  readonly targets: Uint32Array;
  /** Hashes of the parts of its address, see `page-address.ts`; ascending. */
  readonly shape: Uint32Array;
  /** Signals of its kind, one bit each, see `list-signals.ts`. */
  readonly signals: number;
}

/** Blocks and elements remembered of a page, at most; real articles have a few hundred of each. */
const MAX_ROWS = 4_000;

/** Reads a page into a record; adds the words of its elements by hash to `names`. */
export function recordOf(
  page: Page,
  url: string,
  labelled: LabelledBlocks,
  names: Map<number, string>,
): ContainerRecord {
  const blocks = contentBlocks(page);
  const size = Math.min(blocks.size, MAX_ROWS);
  const sure = nodeProbabilities(page, labelled);
  const text = new Uint32Array(size);
  const chars = new Uint16Array(size);
  const linked = new Uint8Array(size);
  const probability = new Uint8Array(size);
  const element = new Uint16Array(size);
  const rows = new Map<NodeId, number>();
  const name: number[] = [];
  const parent: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const open: NodeId[] = [];
  for (let at = 0; at < size; at++) {
    const length = blocks.text[at].length;
    text[at] = textHash(blocks.text[at]);
    chars[at] = Math.min(65_535, length);
    linked[at] = Math.round((255 * Math.min(length, blocks.linkChars[at])) / Math.max(1, length));
    probability[at] = Math.round(255 * stretchProbability(page, sure, blocks.first[at], blocks.last[at]));
    // The elements around the block that hold no earlier block, innermost first.
    open.length = 0;
    const around = elementAround(page, blocks, at);
    let node = around;
    while (name.length < MAX_ROWS && node > 0 && !rows.has(node)) {
      open.push(node);
      node = page.parent[node];
    }
    while (open.length > 0 && name.length < MAX_ROWS) {
      const next = open.pop() as NodeId;
      const own = elementName(page, next);
      const hash = nameHash(own);
      names.set(hash, own);
      rows.set(next, name.length);
      parent.push(rows.get(page.parent[next]) ?? name.length);
      name.push(hash);
      from.push(at);
      to.push(at);
    }
    let row = rows.get(around) ?? 0;
    element[at] = row;
    for (;;) {
      to[row] = at + 1;
      if (parent[row] === row) break;
      row = parent[row];
    }
  }
  return {
    memo: new Map(),
    text,
    chars,
    linked,
    probability,
    element,
    name: Uint32Array.from(name),
    parent: Uint16Array.from(parent),
    from: Uint16Array.from(from),
    to: Uint16Array.from(to),
    targets: headingTargets(page, url),
    shape: addressShape(url),
    signals: listSignals(page, url, labelled),
  };
}
