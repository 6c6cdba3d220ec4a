/**
 * Sets of hashed tokens for the log-linear models that the lab trains.
 *
 * Class tokens are the words of classes, ids, roles and data attributes around a block: the strongest single evidence,
 * because template authors name their elements (`entry-content`, `related`, `share`). Block words are the words of short
 * blocks and of the heading before them (`Share`, `Related articles`, `Reply`).
 */
import type { NodeId, Page } from '../../page/page.js';
import { widened } from '../../text/bytes.js';
import { classOf, LETTER, LOWER, lowered, UPPER } from '../../text/characters.js';
import { fnv1aStep, scramble } from '../../text/hash.js';
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
  /** Distinct words by number: the word itself, and its tokens near a block and above it. */
  private readonly distinct: number[] = [];
  private readonly near: number[] = [];
  private readonly above: number[] = [];
  /** Open addressing: 1 + the number of a word, 0 where none is. */
  private slots = new Int32Array(512);
  /** Per word: the last query it was found by, near and above; and the last element that had it. */
  private seenNear = new Int32Array(256);
  private seenAbove = new Int32Array(256);
  private seenOwn = new Int32Array(256);
  private query = 0;
  private readonly plain: Uint8Array;
  /** Per attribute name of the page: its place in {@link READ}, or −1. */
  private readonly reads: Int8Array;
  /** Per place in {@link READ}: the attribute of the element being read, or −1. */
  private readonly found = new Int32Array(READ.length).fill(-1);

  constructor(private readonly page: Page) {
    this.from = new Int32Array(page.size).fill(-1);
    this.to = new Int32Array(page.size);
    this.plain = Uint8Array.from(page.names, (name) => (name === 'div' || name === 'span' ? 1 : 0));
    this.reads = Int8Array.from(page.attributeColumns.names, (name) => READ.indexOf(name));
  }

  /** The distinct tokens of a block's element: near ones and those of all ancestors, each with its own salt. */
  around(element: NodeId, into: number[]): void {
    into.length = 0;
    this.visit(element, (word, isNear) => into.push(isNear ? this.near[word] : this.above[word]));
  }

  /** Log-odds of {@link around} by a model. `known` holds the weights of the page's words for that model. */
  logOdds(element: NodeId, of: TokenWorth, known: WordWorth): number {
    let sum = 0;
    let count = 0;
    this.visit(element, (word, isNear) => {
      count++;
      for (let next = known.near.length; next <= word; next++) {
        known.near.push(of.worth(this.near[next]));
        known.above.push(of.worth(this.above[next]));
      }
      sum += isNear ? known.near[word] : known.above[word];
    });
    return of.bias + sum / Math.sqrt(Math.max(1, count));
  }

  /** The distinct tokens, unsalted, of every element queried so far: after all blocks, those of the page. */
  all(): number[] {
    const { page, from, to, words, distinct } = this;
    const tokens: number[] = [];
    const isIn = new Uint8Array(distinct.length);
    for (let node = 0; node < page.size; node++)
      for (let at = from[node]; at >= 0 && at < to[node]; at++)
        if (isIn[words[at]] === 0) {
          isIn[words[at]] = 1;
          tokens.push(distinct[words[at]]);
        }
    return tokens;
  }

  /** Calls `show` for the words around an element, once as near and once as above each. */
  private visit(element: NodeId, show: (word: number, isNear: boolean) => void): void {
    const { page, from, to } = this;
    const query = ++this.query;
    for (let node = element, step = 0; node > 0 && step < REACH; node = page.parent[node], step++) {
      if (from[node] < 0) this.read(node);
      for (let at = from[node]; at < to[node]; at++) {
        const word = this.words[at];
        if (step < NEAR && this.seenNear[word] !== query) {
          this.seenNear[word] = query;
          show(word, true);
        }
        if (this.seenAbove[word] !== query) {
          this.seenAbove[word] = query;
          show(word, false);
        }
      }
    }
  }

  /** Reads an element's own attributes, and its tag unless it is a div or span. */
  private read(node: NodeId): void {
    const { page, found } = this;
    const { from, to, name, value } = page.attributeColumns;
    this.from[node] = this.length;
    const first = from[node];
    const end = to[node];
    if (first < end) {
      for (let at = first; at < end; at++) {
        const place = this.reads[name[at]];
        if (place >= 0 && found[place] < 0) found[place] = at;
      }
      const valueAt = (place: number): string => (found[place] < 0 ? '' : value[found[place]]);
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
    const mask = this.slots.length - 1;
    let slot = word & mask;
    for (; this.slots[slot] !== 0; slot = (slot + 1) & mask)
      if (this.distinct[this.slots[slot] - 1] === word) return this.slots[slot] - 1;
    const number = this.distinct.push(word) - 1;
    this.slots[slot] = number + 1;
    this.near.push(scramble(word ^ NEAR_SALT));
    this.above.push(scramble(word ^ ABOVE_SALT));
    if (number + 1 === this.seenNear.length) {
      this.seenNear = widened(this.seenNear);
      this.seenAbove = widened(this.seenAbove);
      this.seenOwn = widened(this.seenOwn);
      this.slots = new Int32Array(this.slots.length * 2);
      const wide = this.slots.length - 1;
      for (let known = 0; known <= number; known++) {
        let place = this.distinct[known] & wide;
        while (this.slots[place] !== 0) place = (place + 1) & wide;
        this.slots[place] = known + 1;
      }
    }
    return number;
  }
}

/** The weight of a token in a log-linear model, 0 for an unknown one, and the model's bias. */
export interface TokenWorth {
  readonly bias: number;
  worth(token: number): number;
}

/** The weights of a page's words near a block and above it, filled on demand; empty at first. */
export interface WordWorth {
  readonly near: number[];
  readonly above: number[];
}

/** A copy of a column in one twice as long. */
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
  private heading = -1;
  private readonly found = new Set<number>();

  constructor(private readonly facts: BlockFacts) {}

  /** The distinct tokens of block b. Call it for every block, in order. */
  next(b: number, into: number[]): void {
    const { tokens, tokenFrom, heading } = this.facts;
    const { found } = this;
    found.clear();
    const from = tokenFrom[b];
    const count = tokenFrom[b + 1] - from;
    if (count <= SHORT_BLOCK) {
      for (let at = 0; at < Math.min(count, FIRST_WORDS); at++) found.add(tokens[from + at]);
      for (let at = 0; at + 1 < Math.min(count, FIRST_PAIRS); at++)
        found.add(scramble(tokens[from + at] ^ Math.imul(tokens[from + at + 1], PAIR_SALT)));
      if (count <= WHOLE_WORDS) {
        let whole = WHOLE_SALT;
        for (let at = 0; at < count; at++) whole = scramble(Math.imul(whole, 31) ^ tokens[from + at]);
        found.add(whole);
      }
    }
    if (this.heading >= 0 && b - this.heading < HEADING_REACH) {
      const start = tokenFrom[this.heading];
      const length = tokenFrom[this.heading + 1] - start;
      if (length <= HEADING_WORDS)
        for (let at = 0; at < length; at++) found.add(scramble(tokens[start + at] ^ HEADING_SALT));
    }
    if (heading[b] > 0) this.heading = b;
    into.length = 0;
    for (const token of found) into.push(token);
  }
}
