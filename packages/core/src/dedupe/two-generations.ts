/**
 * A set that forgets: bounded memory for streams without end.
 *
 * Two sets of half the capacity. What is new goes into the young one; when it is full, the old one is emptied and becomes
 * the young one. What is asked for and found in the old one is put into the young one again, so that a text repeated
 * more often than the window is long is never forgotten, however old its first occurrence.
 *
 * The error, for capacity M: the last M/2 distinct fingerprints used (added, or asked for and found) are always
 * remembered; none outlives M uses of others. So it misses only repeats further apart than M/2; and it claims nothing
 * that was not added, beyond the error of the sets it is made of (exact: none; Bloom: at most twice `bloomErrorRate`).
 */
import type { FingerprintSet } from './fingerprint-set.js';

interface Generation extends FingerprintSet {
  clear(): void;
}

export class TwoGenerations<S extends Generation> implements FingerprintSet {
  #young: S;
  #old: S;
  readonly #half: number;

  /** @param capacity most fingerprints remembered at once, in both generations together */
  constructor(
    capacity: number,
    readonly generations: readonly [S, S],
  ) {
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

  /** The generations, the young one first: what a state file stores. */
  get inOrder(): readonly [S, S] {
    return [this.#young, this.#old];
  }
}
