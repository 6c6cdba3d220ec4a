/**
 * Numbers in place of hashes and words: 0, 1, 2, … in order of appearance, so that a sum per text, name or selector is a row of
 * a column. Learning runs again with each page over a sample that hardly changed, so the numbers are kept from one learning to
 * the next; that saves most of the time.
 */
/** Keys numbered from 0, and the numbers of each record's keys. */
export class Numbers<K, R extends object> {
  readonly #numbers = new Map<K, number>();
  readonly #known = new WeakMap<R, Uint32Array>();
  readonly #keysOf: (record: R) => Iterable<K>;

  /** @param keysOf always the same keys for a record */
  constructor(keysOf: (record: R) => Iterable<K>) {
    this.#keysOf = keysOf;
  }

  get size(): number {
    return this.#numbers.size;
  }

  numberOf(key: K): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(key, number);
    }
    return number;
  }

  /** The numbers of a record's keys, in their order; the same array each time. */
  of(record: R): Uint32Array {
    let numbers = this.#known.get(record);
    if (numbers === undefined) {
      numbers = Uint32Array.from(this.#keysOf(record), (key) => this.numberOf(key));
      this.#known.set(record, numbers);
    }
    return numbers;
  }

  /** Per number: how many of the records have its key. */
  counts(records: readonly R[]): Uint32Array {
    const all = records.map((record) => this.of(record));
    return countsOf(all, this.size);
  }
}

/** Per number below `size`: how many of the lists have it. */
export function countsOf(lists: readonly Iterable<number>[], size: number): Uint32Array {
  const counts = new Uint32Array(size);
  const last = new Int32Array(size).fill(-1);
  lists.forEach((numbers, at) => {
    for (const number of numbers) {
      if (last[number] === at) continue;
      last[number] = at;
      counts[number]++;
    }
  });
  return counts;
}
