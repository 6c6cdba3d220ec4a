/**
 * Onion's memories of n-grams: all of them (`exact`), or the last ones used, exactly (`window`) or approximately (`bloom`).
 */
import { scramble } from '@dehusk/html';

interface Generation extends FingerprintSet {
  clear(): void;
}

/**
 * A set that forgets: two sets of half the capacity. New fingerprints go into the young one; when it is full, the old one is
 * emptied and becomes the young one. A fingerprint found in the old one is added to the young one again, so that a text repeated
 * more often than the window is long is never forgotten.
 *
 * The error, for capacity M: the last M/2 distinct fingerprints used (added, or looked up and found) are always remembered;
 * none outlives M uses of others. So it misses only repeats further apart than M/2, and claims nothing that was not added,
 * beyond the error of its sets (exact: none; Bloom: at most two in a thousand).
 */
class TwoGenerations<S extends Generation> implements FingerprintSet {
  #young: S;
  #old: S;
  readonly #half: number;

  /** @param capacity most fingerprints in both generations together */
  constructor(capacity: number, generations: readonly [S, S]) {
    this.#half = Math.max(1, Math.floor(capacity / 2));
    [this.#young, this.#old] = generations;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  has(high: number, low: number): boolean {
    if (this.#young.has(high, low)) return true;
    if (!this.#old.has(high, low)) return false;
    this.add(high, low);
    return true;
  }

  add(high: number, low: number): void {
    if (this.#young.size >= this.#half && !this.#young.has(high, low)) {
      const emptied = this.#old;
      this.#old = this.#young;
      emptied.clear();
      this.#young = emptied;
    }
    this.#young.add(high, low);
  }

  /** The generations, the young one first. */
  get inOrder(): readonly [S, S] {
    return [this.#young, this.#old];
  }
}

/** See `OnionOptions.memory`. */
export type OnionMemory = 'exact' | 'window' | 'bloom';
export const ONION_MEMORIES: readonly OnionMemory[] = ['exact', 'window', 'bloom'];

/** One stored generation: its words, and how many fingerprints it counts. */
export interface StoredGeneration {
  readonly words: Int32Array | Uint32Array;
  readonly size: number;
}

/** The contents of a memory, the youngest generation first. */
export function storedOf(memory: FingerprintSet): readonly StoredGeneration[] {
  const stored = (one: unknown): StoredGeneration => {
    if (one instanceof ExactSet || one instanceof BloomFilter) return { words: one.words(), size: one.size };
    throw new TypeError('onion: this memory is not one of those that can be saved (exact, window, bloom)');
  };
  return memory instanceof TwoGenerations ? memory.inOrder.map(stored) : [stored(memory)];
}

const EMPTY: StoredGeneration = { words: new Int32Array(0), size: 0 };

/**
 * A memory, empty or with the generations that {@link storedOf} returned.
 * @param capacity number of n-grams, for the two that forget
 * @throws RangeError for a memory that does not exist
 */
export function memoryOf(
  memory: OnionMemory,
  capacity: number,
  [young = EMPTY, old = EMPTY]: readonly StoredGeneration[] = [],
): FingerprintSet {
  switch (memory) {
    case 'exact':
      return exactFrom(young);
    case 'window':
      return new TwoGenerations(capacity, [exactFrom(young), exactFrom(old)]);
    case 'bloom':
      return new TwoGenerations(capacity, [bloomFrom(capacity / 2, young), bloomFrom(capacity / 2, old)]);
  }
  throw new RangeError(`onion: option "memory" got ${memory}, expected one of ${ONION_MEMORIES.join(', ')}`);
}

function exactFrom({ words }: StoredGeneration): ExactSet {
  const set = new ExactSet(words.length / 2);
  for (let at = 0; at < words.length; at += 2) set.add(words[at], words[at + 1]);
  return set;
}

function bloomFrom(capacity: number, { words, size }: StoredGeneration): BloomFilter {
  const filter = new BloomFilter(capacity);
  filter.restore(words, size);
  return filter;
}

// Sets of 64-bit fingerprints: exact, approximate, and emptied in one step.

/** A set of 64-bit fingerprints, each given as two 32-bit halves (signed or not) whose bits are already well mixed. */
export interface FingerprintSet {
  /** How many fingerprints it remembers (a Bloom filter: how many were added since the oldest it remembers). */
  readonly size: number;
  /** Whether the fingerprint is in the set. May refresh it in a set that forgets. */
  has(high: number, low: number): boolean;
  /** Adds the fingerprint; adding a member changes nothing. */
  add(high: number, low: number): void;
}

/** Share of used slots above which a table doubles. Linear probing slows sharply beyond. */
const MAX_LOAD = 0.7;
const SMALLEST = 1024;

/** An exact set: open addressing in one typed array, 8 bytes a slot, so 11 to 23 bytes a fingerprint. */
export class ExactSet implements FingerprintSet {
  #slots: Int32Array;
  #mask: number;
  #limit: number;
  #size = 0;
  /** Whether the set has the fingerprint 0/0, which marks empty slots. */
  #zero = false;

  /** @param expected room for this many fingerprints before the table grows for the first time */
  constructor(expected = 0) {
    let slots = SMALLEST;
    while (slots * MAX_LOAD < expected) slots *= 2;
    this.#slots = new Int32Array(slots * 2);
    this.#mask = slots - 1;
    this.#limit = Math.floor(slots * MAX_LOAD);
  }

  get size(): number {
    return this.#size + (this.#zero ? 1 : 0);
  }

  has(high: number, low: number): boolean {
    const first = high | 0;
    const second = low | 0;
    if ((first | second) === 0) return this.#zero;
    const slots = this.#slots;
    const mask = this.#mask;
    for (let at = first & mask; ; at = (at + 1) & mask) {
      const there = slots[2 * at];
      const beside = slots[2 * at + 1];
      if (there === first && beside === second) return true;
      if ((there | beside) === 0) return false;
    }
  }

  add(high: number, low: number): void {
    const first = high | 0;
    const second = low | 0;
    if ((first | second) === 0) {
      this.#zero = true;
      return;
    }
    const slots = this.#slots;
    const mask = this.#mask;
    let at = first & mask;
    for (; ; at = (at + 1) & mask) {
      const there = slots[2 * at];
      const beside = slots[2 * at + 1];
      if (there === first && beside === second) return;
      if ((there | beside) === 0) break;
    }
    slots[2 * at] = first;
    slots[2 * at + 1] = second;
    if (++this.#size > this.#limit) this.#grow();
  }

  /** Removes all members and keeps the memory. */
  clear(): void {
    this.#slots.fill(0);
    this.#size = 0;
    this.#zero = false;
  }

  /** Every fingerprint as two words, in no particular order. */
  words(): Int32Array {
    const words = new Int32Array(this.size * 2);
    let to = this.#zero ? 2 : 0;
    const slots = this.#slots;
    for (let at = 0; at < slots.length; at += 2)
      if ((slots[at] | slots[at + 1]) !== 0) {
        words[to++] = slots[at];
        words[to++] = slots[at + 1];
      }
    return words;
  }

  #grow(): void {
    const old = this.#slots;
    const mask = this.#mask * 2 + 1;
    const slots = new Int32Array(old.length * 2);
    for (let from = 0; from < old.length; from += 2) {
      if ((old[from] | old[from + 1]) === 0) continue;
      let at = old[from] & mask;
      while ((slots[2 * at] | slots[2 * at + 1]) !== 0) at = (at + 1) & mask;
      slots[2 * at] = old[from];
      slots[2 * at + 1] = old[from + 1];
    }
    this.#slots = slots;
    this.#mask = mask;
    this.#limit = Math.floor((mask + 1) * MAX_LOAD);
  }
}

/**
 * The n-grams of one document: a set that empties in one step, by raising the epoch, so that a short document after a long one
 * costs no more than its length.
 */
export class DocumentSet {
  #high = new Int32Array(4096);
  #low = new Int32Array(4096);
  #epochs = new Uint32Array(4096);
  #epoch = 0;

  /** Empties the set and makes room for so many fingerprints. */
  begin(expected: number): void {
    if (expected * 2 > this.#high.length) {
      let slots = this.#high.length;
      while (slots < expected * 2) slots *= 2;
      this.#high = new Int32Array(slots);
      this.#low = new Int32Array(slots);
      this.#epochs = new Uint32Array(slots);
      this.#epoch = 0;
    }
    if (this.#epoch === 0xffffffff) {
      this.#epochs.fill(0);
      this.#epoch = 0;
    }
    this.#epoch++;
  }

  /** Adds a fingerprint; true when the set had it already. */
  seen(high: number, low: number): boolean {
    const first = high | 0;
    const second = low | 0;
    const mask = this.#high.length - 1;
    for (let at = first & mask; ; at = (at + 1) & mask) {
      if (this.#epochs[at] !== this.#epoch) {
        this.#epochs[at] = this.#epoch;
        this.#high[at] = first;
        this.#low[at] = second;
        return false;
      }
      if (this.#high[at] === first && this.#low[at] === second) return true;
    }
  }
}

/** Bits of a block: one cache line. */
const BLOCK_BITS = 512;
const BLOCK_WORDS = BLOCK_BITS / 32;
/** Bits set per fingerprint. With 16 bits a key, 8 is near the best for blocks of 512. */
const BLOOM_PROBES = 8;
/** Bits per fingerprint at capacity: an error rate of about 1 in 1,000. */
const BLOOM_BITS_PER_KEY = 16;

/**
 * A blocked Bloom filter (Putze, Sanders & Singler 2007): all bits of a fingerprint lie in one block of 512, a cache line,
 * so a lookup costs one memory access. It has every member, and claims one of a thousand others.
 */
export class BloomFilter implements FingerprintSet {
  readonly #words: Uint32Array;
  readonly #blocks: number;
  #size = 0;

  /** @param capacity number of fingerprints up to which that rate holds */
  constructor(capacity: number) {
    this.#blocks = Math.max(1, Math.ceil((capacity * BLOOM_BITS_PER_KEY) / BLOCK_BITS));
    this.#words = new Uint32Array(this.#blocks * BLOCK_WORDS);
  }

  /** Number of fingerprints added that it did not claim before. */
  get size(): number {
    return this.#size;
  }

  has(high: number, low: number): boolean {
    const words = this.#words;
    const block = this.#block(high);
    let bits = low;
    for (let probe = 0; probe < BLOOM_PROBES; probe++) {
      if (probe === 3 || probe === 6) bits = scramble(low + probe);
      if (((words[block + ((bits >>> 5) & 15)] >>> (bits & 31)) & 1) === 0) return false;
      bits >>>= 9;
    }
    return true;
  }

  add(high: number, low: number): void {
    const words = this.#words;
    const block = this.#block(high);
    let bits = low;
    let isNew = false;
    for (let probe = 0; probe < BLOOM_PROBES; probe++) {
      if (probe === 3 || probe === 6) bits = scramble(low + probe);
      const word = block + ((bits >>> 5) & 15);
      const bit = 1 << (bits & 31);
      if ((words[word] & bit) === 0) {
        words[word] |= bit;
        isNew = true;
      }
      bits >>>= 9;
    }
    if (isNew) this.#size++;
  }

  clear(): void {
    this.#words.fill(0);
    this.#size = 0;
  }

  /** The filter's bits. */
  words(): Uint32Array {
    return this.#words;
  }

  /** Replaces the bits by those of {@link words}. */
  restore(words: Int32Array | Uint32Array, size: number): void {
    this.#words.set(words);
    this.#size = size;
  }

  /** Multiply-shift instead of a remainder: the block of a 32-bit number, evenly. */
  #block(high: number): number {
    return Math.floor((high / 0x100000000) * this.#blocks) * BLOCK_WORDS;
  }
}
