/**
 * Onion's memories of n-grams: all of them (`exact`), or the last ones used, exactly (`window`) or approximately (`bloom`).
 */
import { BloomFilter, ExactSet, type FingerprintSet } from './fingerprint-set.js';

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
