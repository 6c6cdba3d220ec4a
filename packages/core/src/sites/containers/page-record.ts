/**
 * What the containers learner remembers of a page: its text blocks (a hash, a length, how much of it is linked, how sure the
 * page level is of it), the elements that hold them, and what the page looks like from outside: its address's shape and
 * the headings that link elsewhere. No text is kept.
 *
 * An element is its tag and the words a style sheet would name it by: `#story`, `div.entry-content`, each class by itself,
 * since the classes beside it change from page to page (`post-123`, `tag-travel`). Digits in names are written `#`.
 */
import type { LabelledBlocks } from '../../blocks/block.js';
import { contentBlocks } from '../../blocks/content-blocks.js';
import { nodeProbabilities, stretchProbability } from '../../blocks/node-probabilities.js';
import type { Memo } from '../../page/memo.js';
import type { NodeId, Page } from '../../page/page.js';
import { listSignals } from './list-signals.js';
import { type AddressShape, addressShape, headingTargets } from './page-address.js';
import { nameHash, textHash } from './record-hash.js';

/** A page as it is remembered. Columns of one row a block, and of one row an element. */
export interface PageRecord extends AddressShape {
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
  /** Per block: the element it stands in, as a row of the elements. */
  readonly element: Uint16Array;
  /** Per element, in document order: hash of its name (`elementName`). */
  readonly name: Uint32Array;
  /** Per element: the row of its parent; its own row when it has none. */
  readonly parent: Uint16Array;
  /** Per element: the blocks [from, to) it holds. */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
  /** Hashes of the addresses on the page's own host that its headings link to, the page's own left out. */
  readonly targets: Uint32Array;
  /** What the page says of its own kind, a bit each (`page-signs.ts`). */
  readonly signs: number;
}

/** Most blocks and elements remembered of a page; real articles have a few hundred of each. */
const MAX_ROWS = 4_000;
/** Longest id or class; longer ones are machine-made. */
const LONGEST = 60;
/** Most classes of one element that count. */
const MAX_CLASSES = 8;

/** Reads a page into a record; `named` is told each element's name with its hash. */
export function recordOf(
  page: Page,
  url: string,
  labelled: LabelledBlocks,
  named: (hash: number, name: string) => void,
): PageRecord {
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
    // The elements around the block that hold no earlier one, outermost first.
    open.length = 0;
    let node = blocks.element[at];
    while (node > 0 && !rows.has(node)) {
      open.push(node);
      node = page.parent[node];
    }
    while (open.length > 0 && name.length < MAX_ROWS) {
      const next = open.pop() as NodeId;
      const own = elementName(page, next);
      const hash = nameHash(own);
      named(hash, own);
      rows.set(next, name.length);
      parent.push(rows.get(page.parent[next]) ?? name.length);
      name.push(hash);
      from.push(at);
      to.push(at);
    }
    let row = rows.get(blocks.element[at]) ?? 0;
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
    signs: listSignals(page, url, labelled),
    ...addressShape(url),
  };
}

/** An element's tag, then the words that name it, single spaces between: `div #story div.post div.post-#`. */
export function elementName(page: Page, node: NodeId): string {
  const tag = page.names[page.tag[node]];
  const words = [tag];
  const id = page.attribute(node, 'id');
  if (id?.trim()) words.push(`#${plain(id.trim())}`);
  const classes = page.attribute(node, 'class');
  if (classes)
    for (const one of new Set(classes.trim().split(/\s+/, MAX_CLASSES))) if (one) words.push(`${tag}.${plain(one)}`);
  return words.join(' ');
}

function plain(name: string): string {
  return name.slice(0, LONGEST).replace(/\s+/g, '-').replace(/\d+/g, '#');
}
