/** The three memories Onion can have, and how they are saved and read back. */
import { BloomFilter } from './bloom-filter.js';
import { ExactSet, type FingerprintSet } from './fingerprint-set.js';
import { TwoGenerations } from './two-generations.js';

/** See `OnionOptions.memory`. */
export type OnionMemory = 'exact' | 'window' | 'bloom';
export const ONION_MEMORIES: readonly OnionMemory[] = ['exact', 'window', 'bloom'];

/**
 * A fresh memory.
 *
 * @param capacity number of n-grams, for the two that forget
 * @throws RangeError for a memory that does not exist
 */
export function memoryOf(memory: OnionMemory, capacity: number): FingerprintSet {
  switch (memory) {
    case 'exact':
      return new ExactSet();
    case 'window':
      return new TwoGenerations(capacity, [new ExactSet(), new ExactSet()]);
    case 'bloom':
      return new TwoGenerations(capacity, [new BloomFilter(capacity / 2), new BloomFilter(capacity / 2)]);
  }
  throw new RangeError(`onion: option "memory" got ${memory}, expected one of ${ONION_MEMORIES.join(', ')}`);
}

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

/** Reads a memory back. `generations` as {@link storedOf} gave them. */
export function memoryFrom(
  memory: OnionMemory,
  capacity: number,
  generations: readonly StoredGeneration[],
): FingerprintSet {
  const [young, old] = generations;
  if (memory === 'exact') return exactFrom(young);
  if (memory === 'window') return new TwoGenerations(capacity, [exactFrom(young), exactFrom(old)]);
  return new TwoGenerations(capacity, [bloomFrom(capacity / 2, young), bloomFrom(capacity / 2, old)]);
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
