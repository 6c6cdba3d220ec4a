/**
 * Words as numbers: text → 32-bit hashes of its lower-cased words, without allocating a string per word.
 *
 * A word is a maximal run of letters, digits and their marks; in scripts written without spaces every character is a word.
 * One in four billion pairs collides: fine for features and overlap, not for the identity of documents.
 */
import { widened } from './bytes.js';
import { classOf, lowered, MARK, SPACELESS, WORD } from './characters.js';
import { FNV_BASIS, fnv1aStep, scramble } from './hash.js';

/** A growing list of word hashes: one list serves all blocks of a page. */
export class TokenList {
  values = new Uint32Array(1024);
  length = 0;

  push(hash: number): void {
    if (this.length === this.values.length) this.values = widened(this.values);
    this.values[this.length++] = hash;
  }

  /** Appends the words of a text, or of a range of it, and returns how many there were. */
  add(text: string, from = 0, to = text.length): number {
    const before = this.length;
    let hash = FNV_BASIS;
    let open = false;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      const bits = classOf(code);
      if ((bits & WORD) !== 0) {
        if ((bits & SPACELESS) !== 0) {
          if (open) this.push(scramble(hash));
          this.push(scramble(fnv1aStep(FNV_BASIS, code)));
          hash = FNV_BASIS;
          open = false;
        } else {
          hash = fnv1aStep(hash, lowered(code));
          open = true;
        }
      } else if (open && (bits & MARK) !== 0) hash = fnv1aStep(hash, code);
      else if (open) {
        this.push(scramble(hash));
        hash = FNV_BASIS;
        open = false;
      }
    }
    if (open) this.push(scramble(hash));
    return this.length - before;
  }
}

/** Serves every call of {@link tokensOf} with a text of up to {@link POOLED} characters. */
const pool = new TokenList();
const POOLED = 100_000;

/** The word hashes of one text. */
export function tokensOf(text: string): Uint32Array {
  const list = text.length > POOLED ? new TokenList() : pool;
  list.length = 0;
  list.add(text);
  return list.values.slice(0, list.length);
}

/** Hash of three words in a row, never 0. */
export function trigram(tokens: Uint32Array, at: number): number {
  return scramble(tokens[at] ^ Math.imul(tokens[at + 1], 0x9e3779b1) ^ Math.imul(tokens[at + 2], 0x85ebca77)) || 1;
}

/** A set of non-zero 32-bit hashes with open addressing and a fixed size. A `Set` would box numbers this large. */
export class HashSet {
  readonly #slots: Uint32Array;
  readonly #mask: number;

  /** @param most maximum number of members */
  constructor(most: number) {
    let capacity = 16;
    while (capacity < most * 2) capacity *= 2;
    this.#slots = new Uint32Array(capacity);
    this.#mask = capacity - 1;
  }

  has(hash: number): boolean {
    for (let at = hash & this.#mask; this.#slots[at] !== 0; at = (at + 1) & this.#mask)
      if (this.#slots[at] === hash) return true;
    return false;
  }

  add(hash: number): void {
    let at = hash & this.#mask;
    while (this.#slots[at] !== 0) {
      if (this.#slots[at] === hash) return;
      at = (at + 1) & this.#mask;
    }
    this.#slots[at] = hash;
  }

  clear(): void {
    this.#slots.fill(0);
  }
}

/** Numbers unsigned 32-bit hashes, each with a small number beside it, in order of first occurrence. */
export class HashNumbers {
  /** Distinct pairs so far. */
  size = 0;
  /** The hash of each pair by number, the first {@link size} of them; another array when there are more. */
  hashes = new Uint32Array(128);
  private besides = new Int32Array(128);
  /** Per slot: 1 + the pair's number, 0 when empty. Half of the slots are empty. */
  private slots = new Int32Array(256);

  numberOf(hash: number, beside = 0): number {
    const { hashes, besides, slots } = this;
    const mask = slots.length - 1;
    let slot = (hash ^ Math.imul(beside, 0x9e3779b1)) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = slots[slot] - 1;
      if (hashes[number] === hash && besides[number] === beside) return number;
    }
    const number = this.size++;
    hashes[number] = hash;
    besides[number] = beside;
    slots[slot] = this.size;
    if (this.size === hashes.length) this.widen();
    return number;
  }

  private widen(): void {
    this.hashes = widened(this.hashes);
    this.besides = widened(this.besides);
    this.slots = new Int32Array(2 * this.hashes.length);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = (this.hashes[number] ^ Math.imul(this.besides[number], 0x9e3779b1)) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}
