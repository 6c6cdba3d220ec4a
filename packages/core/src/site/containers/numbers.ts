/**
 * Numbers in place of hashes and words: 0, 1, 2, … in order of appearance, so that a sum per text, name or selector is a row of
 * a column. Learning runs again with each page over a sample that hardly changed, so the numbers are kept from one learning to
 * the next; that saves most of the time.
 */
import { computed } from '@dehusk/html';
import type { ContainerRecord } from './page-record.js';

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
    return computed(this.#numbers, key, () => this.#numbers.size);
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

/** Texts that the site repeats. */
export type RepeatedTexts = ReturnType<typeof repeatedTexts>;

/** Other pages that must have a repeated text: an article may also be on a list. */
const MIN_REPEATS = 2;
type TextNumbers = Numbers<number, ContainerRecord>;

/**
 * The texts that are on more than a share of the pages, 0…1; at least three pages. Blocks without letters always count.
 * @param counts per text, of those pages
 * @param pages how many they are
 */
export function repeatedTexts(texts: TextNumbers, counts: Uint32Array, pages: number, share: number) {
  const least = Math.max(MIN_REPEATS, share * pages) + 1;
  const has = (text: number): boolean => text === 0 || (counts[texts.numberOf(text)] ?? 0) >= least;
  // Kept here, not with the record, which outlives many sets of repeated texts.
  const known = new Map<ContainerRecord, Uint8Array>();
  return {
    has,
    /** Per block of a page: 1 when its text is repeated; the same array each time. */
    flags: (record: ContainerRecord): Uint8Array =>
      computed(known, record, () => {
        const numbers = texts.of(record);
        return Uint8Array.from(record.text, (text, block) => (text === 0 || counts[numbers[block]] >= least ? 1 : 0));
      }),
  };
}

/** Mean probability from which a text on many pages is a phrase of the site: boilerplate never scores so high (tuned). */
const SURE_PHRASE = 0.7;

/**
 * Whether a text among the paragraphs is boilerplate. Repetition is not enough, since a manual has the same words on page after
 * page: the page level must doubt the text, too, over all pages that have it.
 * @param everywhere texts on very many of the pages
 */
export function boilerplateTexts(
  everywhere: RepeatedTexts,
  records: readonly ContainerRecord[],
  texts: TextNumbers,
): (text: number) => boolean {
  let sureness: Float64Array | null = null;
  return (text) => {
    if (text === 0 || !everywhere.has(text)) return text === 0;
    sureness ??= meanProbabilities(records, texts);
    return sureness[texts.numberOf(text)] < SURE_PHRASE;
  };
}

/** Per text: the mean of the page level's probability over its blocks, 0…1. */
function meanProbabilities(records: readonly ContainerRecord[], texts: TextNumbers): Float64Array {
  const all = records.map((record) => texts.of(record));
  const sums = new Float64Array(texts.size);
  const blocks = new Uint32Array(texts.size);
  records.forEach(({ probability }, at) => {
    for (let block = 0; block < probability.length; block++) {
      sums[all[at][block]] += probability[block];
      blocks[all[at][block]]++;
    }
  });
  return sums.map((sum, text) => sum / blocks[text] / 255);
}
