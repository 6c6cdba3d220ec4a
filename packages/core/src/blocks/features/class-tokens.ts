/**
 * The words of classes, ids, roles and data attributes around a block, as numbers: the strongest single evidence there is,
 * since template authors name their parts (`entry-content`, `related`, `share`). A log-linear model over them is trained by
 * the lab; here is only which words stand where.
 */
import type { NodeId, Page } from '../../page/page.js';
import { classOf, LETTER, LOWER, lowered, UPPER } from '../../text/characters.js';
import { mix } from '../../text/word-hashes.js';

const DATA_ATTRIBUTES = [
  'data-testid',
  'data-component',
  'data-section-type',
  'data-block',
  'data-type',
  'data-module',
  'data-hook',
  'data-element_type',
  'data-widget_type',
];
const SHORTEST = 3;
const LONGEST = 23;
/** Ancestors looked at. */
const REACH = 32;
/** Levels whose words count as near. */
const NEAR = 3;
const NEAR_SALT = 0x2545f491;
const ABOVE_SALT = 0x68e31da4;

/** Collects hashed words of a page's elements; each element's attributes are read once. */
export class ClassTokens {
  private readonly own: (Uint32Array | undefined)[] = [];
  private readonly stamps = new Map<number, number>();
  private stamp = 0;
  private readonly plain: Uint8Array;

  constructor(private readonly page: Page) {
    this.plain = Uint8Array.from(page.names, (name) => (name === 'div' || name === 'span' ? 1 : 0));
  }

  /** The distinct tokens of a block's element: near ones and those of all ancestors, each under its own salt. */
  around(element: NodeId, into: number[]): void {
    into.length = 0;
    this.stamp++;
    for (let node = element, step = 0; node > 0 && step < REACH; node = this.page.parent[node], step++) {
      const tokens = this.of(node);
      for (let at = 0; at < tokens.length; at++) {
        if (step < NEAR) this.put(mix(tokens[at] ^ NEAR_SALT), into);
        this.put(mix(tokens[at] ^ ABOVE_SALT), into);
      }
    }
  }

  /** The distinct tokens of every element asked about so far, unsalted: once all blocks were, those of the page. */
  all(): number[] {
    const found = new Set<number>();
    for (const tokens of this.own) if (tokens !== undefined) for (const token of tokens) found.add(token);
    return [...found];
  }

  private put(token: number, into: number[]): void {
    if (this.stamps.get(token) === this.stamp) return;
    this.stamps.set(token, this.stamp);
    into.push(token);
  }

  /** The distinct tokens of one element's own attributes, and of its tag unless it is a div or span. */
  of(node: NodeId): Uint32Array {
    let tokens = this.own[node];
    if (tokens !== undefined) return tokens;
    const { page } = this;
    const found = new Set<number>();
    addWords(page.attribute(node, 'class'), 300, 14, 1, found);
    addWords(page.attribute(node, 'id'), 80, 6, 1, found);
    addWhole(page.attribute(node, 'role'), 2, found);
    addWhole(page.attribute(node, 'itemprop'), 3, found);
    addWhole((page.attribute(node, 'itemtype') ?? '').split('/').pop() ?? '', 4, found);
    addWords(page.attribute(node, 'aria-label'), 60, 3, 5, found);
    for (const name of DATA_ATTRIBUTES) addWords(page.attribute(node, name), 60, 4, 6, found);
    if (this.plain[page.tag[node]] === 0) addWhole(page.names[page.tag[node]], 7, found);
    tokens = Uint32Array.from(found);
    this.own[node] = tokens;
    return tokens;
  }
}

/** The token that stands for a kind and topic of hidden text, which has no classes around it. */
export function hiddenToken(kind: number, topic: number): number {
  return mix(0x7ed55d16 + kind * 64 + topic);
}

/** Splits at anything but letters and at camel humps; keeps words of 3 to 23 letters. */
function addWords(value: string | null, reach: number, most: number, salt: number, into: Set<number>): void {
  if (value === null || value === '') return;
  const end = Math.min(value.length, reach);
  let hash = salt;
  let length = 0;
  let count = 0;
  let before = 0;
  for (let at = 0; at <= end; at++) {
    const code = at < end ? value.charCodeAt(at) : 0;
    const bits = at < end ? classOf(code) : 0;
    const isLetter = (bits & LETTER) !== 0 && code !== 95;
    if (!isLetter || ((bits & UPPER) !== 0 && (before & LOWER) !== 0)) {
      if (length >= SHORTEST && length <= LONGEST) {
        into.add(mix(hash));
        if (++count >= most) return;
      }
      hash = salt;
      length = 0;
    }
    if (isLetter) {
      hash = Math.imul(hash ^ lowered(code), 0x01000193);
      length++;
    }
    before = bits;
  }
}

function addWhole(value: string | null, salt: number, into: Set<number>): void {
  if (value === null || value === '') return;
  let hash = salt;
  for (let at = 0; at < Math.min(value.length, 24); at++)
    hash = Math.imul(hash ^ lowered(value.charCodeAt(at)), 0x01000193);
  into.add(mix(hash));
}
