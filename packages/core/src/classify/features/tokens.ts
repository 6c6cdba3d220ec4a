/**
 * Sets of hashed tokens for the log-linear models that the lab trains.
 *
 * Class tokens are the words of classes, ids, roles and data attributes around a block: the strongest single evidence,
 * because template authors name their elements (`entry-content`, `related`, `share`). Block words are the words of short
 * blocks and of the heading before them (`Share`, `Related articles`, `Reply`).
 */

import {
  type ClassColumn,
  classesOf,
  classOf,
  fnv1aStep,
  HashNumbers,
  LETTER,
  LOWER,
  lowered,
  type NodeId,
  newColumn,
  type Page,
  scramble,
  UPPER,
  widened,
} from '@dehusk/html';
import type { BlockFacts } from './facts.js';

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
/** Elements searched, a block's own and its ancestors. */
const REACH = 32;
/** Levels whose words count as near. */
const NEAR = 3;
const NEAR_SALT = 0x2545f491;
const ABOVE_SALT = 0x68e31da4;

/** The attributes read, in the order of their tokens. The salt of a token depends on the kind of attribute. */
const READ = ['class', 'id', 'role', 'itemprop', 'itemtype', 'aria-label', ...DATA_ATTRIBUTES];
const CLASS = 0;
const ID = 1;
const ROLE = 2;
const ITEMPROP = 3;
const ITEMTYPE = 4;
const LABEL = 5;

/**
 * The hashed words of a page's elements. Each element's attributes are read once. Distinct words are numbered, so that
 * tests for repeats and weights are lookups in columns.
 */
export class ClassTokens {
  /** Per node: its words are [from, to) of `words`, as numbers; `from` is −1 until the node is read. */
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  private words = new Int32Array(1024);
  private length = 0;
  /** Distinct words, and by number: their tokens near a block and above it. */
  private readonly distinct = new HashNumbers();
  private readonly near: number[] = [];
  private readonly above: number[] = [];
  /** Per word: the last query it was found by, near and above; and the last element that had it. */
  private seenNear = new Int32Array(256);
  private seenAbove = new Int32Array(256);
  private seenOwn = new Int32Array(256);
  private query = 0;
  /** The words around an element, in the order found, as 2 × number, + 1 for one above; the same room serves every element. */
  private surrounding = new Int32Array(512);
  /** Per word: its weights near a block and above it, when there is a model. */
  private nearWorth = new Float64Array(256);
  private aboveWorth = new Float64Array(256);
  private readonly plain: Uint8Array;
  private readonly classes: ClassColumn;
  /** By tag and class attribute: the first element with this tag and class and no other attribute that is read. */
  private readonly firstOf = new Map<number, NodeId>();
  /** Per attribute name of the page: its place in {@link READ}, or −1. */
  private readonly reads: Int8Array;
  /** Per place in {@link READ}: the attribute of the element being read, or −1. */
  private readonly found = new Int32Array(READ.length).fill(-1);

  /** @param model weights of tokens, for {@link logOdds} */
  constructor(
    private readonly page: Page,
    private readonly model: TokenWorth | null = null,
  ) {
    this.from = newColumn(Int32Array, page.size).fill(-1);
    this.to = newColumn(Int32Array, page.size);
    this.classes = classesOf(page);
    this.plain = Uint8Array.from(page.names, (name) => (name === 'div' || name === 'span' ? 1 : 0));
    this.reads = Int8Array.from(page.attributeColumns.names, (name) => READ.indexOf(name));
  }

  /** The distinct tokens of a block's element: near ones and those of all ancestors, each with its own salt. */
  around(element: NodeId): Uint32Array {
    const found = this.visit(element);
    return Uint32Array.from({ length: found }, (_, at) => {
      const one = this.surrounding[at];
      return (one & 1) === 0 ? this.near[one >> 1] : this.above[one >> 1];
    });
  }

  /** Log-odds of {@link around} by the model. */
  logOdds(element: NodeId): number {
    const count = this.visit(element);
    const { surrounding, nearWorth, aboveWorth } = this;
    let sum = 0;
    for (let at = 0; at < count; at++) {
      const one = surrounding[at];
      sum += (one & 1) === 0 ? nearWorth[one >> 1] : aboveWorth[one >> 1];
    }
    return (this.model?.bias ?? 0) + sum / Math.sqrt(Math.max(1, count));
  }

  /** The distinct tokens, unsalted, of every element queried so far: after all blocks, those of the page. */
  all(): number[] {
    const { page, from, to, words, distinct } = this;
    const tokens: number[] = [];
    const isIn = new Uint8Array(distinct.size);
    for (let node = 0; node < page.size; node++)
      for (let at = from[node]; at >= 0 && at < to[node]; at++)
        if (isIn[words[at]] === 0) {
          isIn[words[at]] = 1;
          tokens.push(distinct.hashes[words[at]]);
        }
    return tokens;
  }

  /** Finds the words around an element, once as near and once as above each; returns their number. */
  private visit(element: NodeId): number {
    const { from, to } = this;
    const { parent } = this.page;
    for (let node = element, step = 0; node > 0 && step < REACH; node = parent[node], step++)
      if (from[node] < 0) this.read(node);
    const { words, seenNear, seenAbove, surrounding } = this;
    const query = ++this.query;
    let count = 0;
    for (let node = element, step = 0; node > 0 && step < REACH; node = parent[node], step++) {
      for (let at = from[node]; at < to[node]; at++) {
        const word = words[at];
        if (step < NEAR && seenNear[word] !== query) {
          seenNear[word] = query;
          surrounding[count++] = 2 * word;
        }
        if (seenAbove[word] !== query) {
          seenAbove[word] = query;
          surrounding[count++] = 2 * word + 1;
        }
      }
    }
    return count;
  }

  /** Reads an element's own attributes, and its tag unless it is a div or span. */
  private read(node: NodeId): void {
    const { page, found } = this;
    const { from, to, name, value } = page.attributeColumns;
    const first = from[node];
    const end = to[node];
    let isNamed = false; // by another attribute than its class
    for (let at = first; at < end; at++) {
      const place = this.reads[name[at]];
      if (place < 0 || found[place] >= 0) continue;
      found[place] = at;
      isNamed ||= place !== CLASS;
    }
    if (!isNamed) {
      const key = this.classes.of[node] * page.names.length + page.tag[node];
      const alike = this.firstOf.get(key);
      if (alike !== undefined) {
        this.from[node] = this.from[alike];
        this.to[node] = this.to[alike];
        found[CLASS] = -1;
        return;
      }
      this.firstOf.set(key, node);
    }
    this.from[node] = this.length;
    if (first < end) {
      const valueAt = (place: number): string => (found[place] < 0 ? '' : value(found[place]));
      this.addWords(node, valueAt(CLASS), 300, 14, 1);
      this.addWords(node, valueAt(ID), 80, 6, 1);
      this.addWhole(node, valueAt(ROLE), 2);
      this.addWhole(node, valueAt(ITEMPROP), 3);
      if (found[ITEMTYPE] >= 0) this.addWhole(node, valueAt(ITEMTYPE).split('/').pop() ?? '', 4);
      this.addWords(node, valueAt(LABEL), 60, 3, 5);
      for (let place = LABEL + 1; place < READ.length; place++) this.addWords(node, valueAt(place), 60, 4, 6);
      found.fill(-1);
    }
    if (this.plain[page.tag[node]] === 0) this.addWhole(node, page.names[page.tag[node]], 7);
    this.to[node] = this.length;
  }

  /** Splits at anything but letters and at camel humps; keeps words of 3 to 23 letters. */
  private addWords(node: NodeId, value: string, reach: number, most: number, salt: number): void {
    if (value === '') return;
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
          this.add(node, scramble(hash));
          if (++count >= most) return;
        }
        hash = salt;
        length = 0;
      }
      if (isLetter) {
        hash = fnv1aStep(hash, lowered(code));
        length++;
      }
      before = bits;
    }
  }

  private addWhole(node: NodeId, value: string, salt: number): void {
    if (value === '') return;
    let hash = salt;
    for (let at = 0; at < Math.min(value.length, 24); at++) hash = fnv1aStep(hash, lowered(value.charCodeAt(at)));
    this.add(node, scramble(hash));
  }

  /** Adds a word to those of the node being read, unless it has it. */
  private add(node: NodeId, word: number): void {
    const number = this.numberOf(word);
    if (this.seenOwn[number] === node) return;
    this.seenOwn[number] = node;
    if (this.length === this.words.length) this.words = widened(this.words);
    this.words[this.length++] = number;
  }

  private numberOf(word: number): number {
    const { distinct, model } = this;
    const known = distinct.size;
    const number = distinct.numberOf(word);
    if (number < known) return number;
    this.near.push(scramble(word ^ NEAR_SALT));
    this.above.push(scramble(word ^ ABOVE_SALT));
    if (model !== null) {
      this.nearWorth[number] = model.worth(this.near[number]);
      this.aboveWorth[number] = model.worth(this.above[number]);
    }
    if (number + 1 === this.seenNear.length) {
      this.seenNear = widened(this.seenNear);
      this.seenAbove = widened(this.seenAbove);
      this.seenOwn = widened(this.seenOwn);
      this.surrounding = new Int32Array(2 * this.seenOwn.length);
      this.nearWorth = widened(this.nearWorth);
      this.aboveWorth = widened(this.aboveWorth);
    }
    return number;
  }
}

/** The weight of a token in a log-linear model, 0 for an unknown one, and the model's bias. */
interface TokenWorth {
  readonly bias: number;
  worth(token: number): number;
}

/** The token of a kind and topic of hidden text, which has no classes around it. */
export function hiddenToken(kind: number, topic: number): number {
  return scramble(0x7ed55d16 + kind * 64 + topic);
}

const SHORT_BLOCK = 40;
const FIRST_WORDS = 14;
const FIRST_PAIRS = 8;
const WHOLE_WORDS = 4;
const HEADING_WORDS = 12;
const HEADING_REACH = 60;
const PAIR_SALT = 0x1b873593;
const WHOLE_SALT = 0xcc9e2d51;
const HEADING_SALT = 0x52dce729;

/** Collects the word tokens of blocks in one forward pass. */
export class BlockWords {
  /** The distinct tokens of the block, of which {@link next} returns the number; the next block overwrites them. */
  readonly found = new Uint32Array(FIRST_WORDS + FIRST_PAIRS + 1 + HEADING_WORDS);
  private count = 0;
  private heading = -1;

  constructor(private readonly facts: BlockFacts) {}

  /** Finds the tokens of block b and returns their number. Call it for every block, in order. */
  next(b: number): number {
    const { tokens, tokenFrom, heading } = this.facts;
    this.count = 0;
    const from = tokenFrom[b];
    const count = tokenFrom[b + 1] - from;
    if (count <= SHORT_BLOCK) {
      for (let at = 0; at < Math.min(count, FIRST_WORDS); at++) this.add(tokens[from + at]);
      for (let at = 0; at + 1 < Math.min(count, FIRST_PAIRS); at++)
        this.add(scramble(tokens[from + at] ^ Math.imul(tokens[from + at + 1], PAIR_SALT)));
      if (count <= WHOLE_WORDS) {
        let whole = WHOLE_SALT;
        for (let at = 0; at < count; at++) whole = scramble(Math.imul(whole, 31) ^ tokens[from + at]);
        this.add(whole);
      }
    }
    if (this.heading >= 0 && b - this.heading < HEADING_REACH) {
      const start = tokenFrom[this.heading];
      const length = tokenFrom[this.heading + 1] - start;
      if (length <= HEADING_WORDS)
        for (let at = 0; at < length; at++) this.add(scramble(tokens[start + at] ^ HEADING_SALT));
    }
    if (heading[b] > 0) this.heading = b;
    return this.count;
  }

  /** Adds a token unless it is there. There are few: a search is faster than a table. */
  private add(token: number): void {
    const { found, count } = this;
    for (let at = 0; at < count; at++) if (found[at] === token) return;
    found[this.count++] = token;
  }
}
