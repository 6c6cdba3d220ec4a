/**
 * A blocked Bloom filter (Putze, Sanders & Singler 2007): all bits of a fingerprint lie in one block of 512, a cache line,
 * so a lookup costs one memory access. It has every member, and claims others at the rate {@link bloomErrorRate}.
 */
import { scramble } from '../text/hash.js';
import type { FingerprintSet } from './fingerprint-set.js';

/** Bits of a block: one cache line. */
const BLOCK_BITS = 512;
const BLOCK_WORDS = BLOCK_BITS / 32;
/** Bits set per fingerprint. With 16 bits a key, 8 is near the best for blocks of 512. */
const BLOOM_PROBES = 8;
/** Bits per fingerprint at capacity: an error rate of about 1 in 1,000. */
export const BLOOM_BITS_PER_KEY = 16;

export class BloomFilter implements FingerprintSet {
  readonly #words: Uint32Array;
  readonly #blocks: number;
  #size = 0;

  /** @param capacity number of fingerprints up to which {@link bloomErrorRate} holds */
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

/**
 * The rate of false claims of a filter filled to its capacity: blocks receive a Poisson number of keys (mean
 * 512 / bits per key), and a block with i keys has each bit set with probability 1 − (1 − 1/512)^(8·i).
 */
export function bloomErrorRate(bitsPerKey: number = BLOOM_BITS_PER_KEY): number {
  const mean = BLOCK_BITS / bitsPerKey;
  let rate = 0;
  let probability = Math.exp(-mean);
  for (let keys = 0; keys < mean * 8 + 50; keys++) {
    rate += probability * (1 - (1 - 1 / BLOCK_BITS) ** (BLOOM_PROBES * keys)) ** BLOOM_PROBES;
    probability *= mean / (keys + 1);
  }
  return rate;
}
