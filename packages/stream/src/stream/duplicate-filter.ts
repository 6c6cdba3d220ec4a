/**
 * Duplicates within a domain, by URL key (URL Tree paper, section 3): the first sighting of a key is unique, every later one
 * a duplicate. About half of a news stream is duplicates.
 *
 * The authors' program then reads duplicates again: 100 or more characters of text that the document's part of the site never had
 * make a duplicate a revision. Here the caller counts those characters, as the site model knows them.
 *
 * A filter is bounded (`maxKeys`; the most recent stay), forgets by time, and is saved as sealed bytes.
 */
import type { UrlKey } from '@dehusk/core';
import { ByteReader, ByteWriter, hashHigh, hashLow, seal, unseal } from '@dehusk/html';

/** The filter's decision on a document; `revision` counts the sightings of its key. */
type Occurrence =
  | { readonly kind: 'unique'; readonly revision: 1 }
  | { readonly kind: 'revision' | 'duplicate'; readonly revision: number }
  | { readonly kind: 'blacklisted'; readonly revision: 0 };

/** A document as the filter sees it. */
interface SeenDocument {
  readonly key: UrlKey;
  /** When it was seen, milliseconds since 1970. */
  readonly at: number;
}

interface DuplicateFilterOptions {
  /** Maximum number of keys remembered; default 10,000, the documents the paper keeps of a domain. */
  readonly maxKeys: number;
  /** Unseen characters that make a duplicate a revision; default 100, as in the authors' program. */
  readonly minUnseen: number;
}

const DEFAULTS: DuplicateFilterOptions = { maxKeys: 10_000, minUnseen: 100 };

const MAGIC = 'DhDf';
const VERSION = 2;

type FilterHeader = Readonly<{ options: DuplicateFilterOptions; rows: number }>;

/** The filter of one domain. */
export class DuplicateFilter {
  readonly options: DuplicateFilterOptions;
  /**
   * How often a key was seen, and when last, milliseconds since 1970, by hash of the key, the latest sighting last. A row holds a hash of 53 bits instead of the key: 20 bytes when saved (hash and time
   * as 64-bit floats, the count as a 32-bit integer). Among n keys about n²/2⁵⁴ pairs share a hash (ten thousand keys: one chance in
   * a hundred million).
   */
  readonly #rows = new Map<number, { readonly count: number; readonly at: number }>();

  /** @throws RangeError for `maxKeys` below 1 */
  constructor(given: Partial<DuplicateFilterOptions> = {}) {
    this.options = { ...DEFAULTS, ...given };
    if (!(this.options.maxKeys >= 1))
      throw new RangeError(`duplicate filter: maxKeys got ${this.options.maxKeys}, expected 1 or more`);
  }

  /**
   * Judges a document and remembers it.
   *
   * @param unseenCharacters counts the characters of text that are new; called for duplicates only. At `minUnseen` or more a
   *   duplicate is a revision
   */
  look({ key, at }: SeenDocument, unseenCharacters: (() => number) | null = null): Occurrence {
    if (key.isBlacklisted) return { kind: 'blacklisted', revision: 0 };
    const revision = this.#count(occurrenceHash(key.key), Number.isFinite(at) ? at : 0);
    if (revision === 1) return { kind: 'unique', revision: 1 };
    const isRevision = unseenCharacters !== null && unseenCharacters() >= this.options.minUnseen;
    return { kind: isRevision ? 'revision' : 'duplicate', revision };
  }

  /** Counts a sighting and returns the number of sightings, this one included. Drops the oldest rows above `maxKeys`. */
  #count(hash: number, at: number): number {
    const before = this.#rows.get(hash);
    const count = Math.min(MAX_COUNT, (before?.count ?? 0) + 1);
    this.#rows.delete(hash);
    this.#rows.set(hash, { count, at: before === undefined ? at : Math.max(at, before.at) });
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= this.options.maxKeys) break;
      this.#rows.delete(oldest);
    }
    return count;
  }

  /** Whether a key is remembered, so that its document would be a duplicate. Remembers nothing. */
  knows(key: string): boolean {
    return this.#rows.has(occurrenceHash(key));
  }

  /** Forgets everything last seen before a time, milliseconds since 1970. */
  forget(before: number): void {
    for (const [hash, { at }] of this.#rows) if (at < before) this.#rows.delete(hash);
  }

  /** The paper's eviction: forgets what is older than `newest` − `maxAge`, but keeps the latest `keepAtLeast` keys. */
  evict(newest: number, maxAge: number, keepAtLeast: number): void {
    if (this.#rows.size <= keepAtLeast) return;
    const times = Float64Array.from(this.#rows.values(), ({ at }) => at).sort();
    const kept = keepAtLeast < 1 ? Number.POSITIVE_INFINITY : times[times.length - keepAtLeast];
    this.forget(Math.min(newest - maxAge, kept));
  }

  /** The filter as sealed bytes (see `text/sealed.ts`): at most 20 bytes for each of `maxKeys`. */
  encode(): Uint8Array {
    const body = new ByteWriter();
    for (const [hash, { at, count }] of this.#rows) {
      body.float(hash);
      body.float(at);
      body.word(count);
    }
    const { maxKeys, minUnseen } = this.options;
    const header: FilterHeader = { options: { maxKeys, minUnseen }, rows: this.#rows.size };
    return seal(MAGIC, VERSION, header, body.bytes);
  }

  /**
   * Reads a filter back.
   *
   * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
   */
  static decode(bytes: Uint8Array): DuplicateFilter {
    const { header, body } = unseal<FilterHeader>(bytes, MAGIC, VERSION, 'a duplicate filter');
    const filter = new DuplicateFilter(header.options);
    const reader = new ByteReader(body, 'a duplicate filter');
    for (let row = 0; row < header.rows; row++) {
      const hash = reader.float();
      const at = reader.float();
      filter.#rows.set(hash, { at, count: reader.word() });
    }
    return filter;
  }
}

const MAX_COUNT = 0xffffffff;

/** The hash of a text: 53 bits, an integer that a double holds exactly. */
function occurrenceHash(text: string): number {
  return (hashHigh(text) >>> 11) * 2 ** 32 + hashLow(text);
}
