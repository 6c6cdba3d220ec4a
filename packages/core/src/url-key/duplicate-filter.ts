/**
 * Duplicates within a domain, by URL key (URL Tree paper, section 3): the first sighting of a key is unique, every later one
 * a duplicate. About half of a news stream is duplicates.
 *
 * The authors' program then reads duplicates again: 100 or more characters of text that the document's part of the site never had
 * make a duplicate a revision. Here the caller counts those characters, as the site model knows them.
 *
 * The counters show how many documents each step of the key distinguishes: the data of the paper's second figure.
 *
 * A filter is bounded (`maxKeys`; the most recent stay), forgets by time, is saved as sealed bytes, and merges with another of
 * its domain. Merging is commutative and associative and equals one filter that saw everything, as long as none dropped keys
 * for room. It adds sightings, so merging the same filter twice counts them twice.
 */
import { ByteReader, ByteWriter } from '../text/bytes.js';
import { HASH_SEED_HIGH, HASH_SEED_LOW, scramble, stepHigh, stepLow } from '../text/hash.js';
import { seal, unseal } from '../text/sealed.js';
import type { UrlKey } from './url-key.js';

/** The filter's verdict on a document; `revision` counts the sightings of its key. */
export type Sighting =
  | { readonly kind: 'unique'; readonly revision: 1 }
  | { readonly kind: 'revision' | 'duplicate'; readonly revision: number }
  | { readonly kind: 'blacklisted'; readonly revision: 0 };

/** A document as the filter sees it. */
export interface SeenDocument {
  /** The response URL, as given. */
  readonly url: string;
  readonly key: UrlKey;
  /** When it was seen, milliseconds since 1970. */
  readonly at: number;
}

/** Documents by verdict, and different addresses and keys by step. */
export interface DuplicateCounters {
  readonly documents: number;
  readonly blacklisted: number;
  /** Different response URLs, as given. */
  readonly urls: number;
  /** Different keys when everything in the query counts. */
  readonly basicKeys: number;
  /** Different keys when nothing in the query counts. */
  readonly keysWithoutQuery: number;
  /** Different keys in the caller's mode: the unique documents. */
  readonly keys: number;
  /** Duplicates with enough unseen text. */
  readonly revisions: number;
}

export interface DuplicateFilterOptions {
  /** Most keys remembered, and most addresses per step; default 10,000, the documents the paper keeps of a domain. */
  readonly maxKeys: number;
  /** Unseen characters that make a duplicate a revision; default 100, as in the authors' program. */
  readonly minUnseen: number;
}

const DEFAULTS: DuplicateFilterOptions = { maxKeys: 10_000, minUnseen: 100 };

/** The tables of a filter: by address, and by each step's key. */
const STEPS = ['urls', 'basicKeys', 'keysWithoutQuery', 'keys'] as const;
type Tables = Record<(typeof STEPS)[number], SightingTable>;

const MAGIC = 'DhDf';
const VERSION = 1;

interface Header {
  readonly options: DuplicateFilterOptions;
  readonly documents: number;
  readonly blacklisted: number;
  readonly revisions: number;
  /** Per step: rows, and rows dropped for room. */
  readonly tables: readonly (readonly [rows: number, dropped: number])[];
}

/** The filter of one domain. */
export class DuplicateFilter {
  readonly options: DuplicateFilterOptions;
  readonly #tables: Tables;
  #documents = 0;
  #blacklisted = 0;
  #revised = 0;

  /** @throws RangeError for `maxKeys` below 1 */
  constructor(given: Partial<DuplicateFilterOptions> = {}) {
    this.options = { ...DEFAULTS, ...given };
    if (!(this.options.maxKeys >= 1))
      throw new RangeError(`duplicate filter: maxKeys got ${this.options.maxKeys}, expected 1 or more`);
    const empty = (): SightingTable => ({ rows: new Map(), dropped: 0 });
    this.#tables = { urls: empty(), basicKeys: empty(), keysWithoutQuery: empty(), keys: empty() };
  }

  /**
   * Judges a document and remembers it.
   *
   * @param unseenCharacters counts the characters of text that are new; called for duplicates only. At `minUnseen` or more a
   *   duplicate is a revision
   */
  look({ url, key, at }: SeenDocument, unseenCharacters: (() => number) | null = null): Sighting {
    const { maxKeys, minUnseen } = this.options;
    this.#documents++;
    if (key.isBlacklisted) {
      this.#blacklisted++;
      return { kind: 'blacklisted', revision: 0 };
    }
    const time = Number.isFinite(at) ? at : 0;
    touch(this.#tables.urls, sightingHash(url), time, maxKeys);
    touch(this.#tables.basicKeys, sightingHash(key.keyBasic), time, maxKeys);
    touch(this.#tables.keysWithoutQuery, sightingHash(key.keyNoQuery), time, maxKeys);
    const revision = touch(this.#tables.keys, sightingHash(key.key), time, maxKeys);
    if (revision === 1) return { kind: 'unique', revision: 1 };
    if (unseenCharacters === null || unseenCharacters() < minUnseen) return { kind: 'duplicate', revision };
    this.#revised++;
    return { kind: 'revision', revision };
  }

  /** Whether a key is remembered, so that its document would be a duplicate. Remembers nothing. */
  knows(key: string): boolean {
    return this.#tables.keys.rows.has(sightingHash(key));
  }

  /** Forgets everything last seen before a time, milliseconds since 1970. Counters stay. */
  forget(before: number): void {
    for (const step of STEPS) forgetBefore(this.#tables[step], before);
  }

  /** The paper's eviction: forgets what is older than `newest` − `maxAge`, but keeps the latest `keepAtLeast` keys. */
  evict(newest: number, maxAge: number, keepAtLeast: number): void {
    const { rows } = this.#tables.keys;
    if (rows.size <= keepAtLeast) return;
    const times = Float64Array.from(rows.values(), ({ at }) => at).sort();
    const kept = keepAtLeast < 1 ? Number.POSITIVE_INFINITY : times[times.length - keepAtLeast];
    this.forget(Math.min(newest - maxAge, kept));
  }

  /**
   * Different addresses and keys are those remembered plus those dropped for room. Keys that return after they were dropped
   * count twice; keys forgotten by time do not count.
   */
  get counters(): DuplicateCounters {
    const different = (step: keyof Tables): number => this.#tables[step].rows.size + this.#tables[step].dropped;
    return {
      documents: this.#documents,
      blacklisted: this.#blacklisted,
      urls: different('urls'),
      basicKeys: different('basicKeys'),
      keysWithoutQuery: different('keysWithoutQuery'),
      keys: different('keys'),
      revisions: this.#revised,
    };
  }

  /**
   * A new filter that has seen everything both have.
   *
   * @throws TypeError for filters of different options, naming both
   */
  static merge(a: DuplicateFilter, b: DuplicateFilter): DuplicateFilter {
    const got = JSON.stringify(b.options);
    const expected = JSON.stringify(a.options);
    if (got !== expected) throw new TypeError(`merging duplicate filters got ${got}, expected ${expected}`);
    const merged = new DuplicateFilter(a.options);
    for (const step of STEPS) merged.#tables[step] = mergeTables(a.#tables[step], b.#tables[step], a.options.maxKeys);
    merged.#documents = a.#documents + b.#documents;
    merged.#blacklisted = a.#blacklisted + b.#blacklisted;
    merged.#revised = a.#revised + b.#revised;
    return merged;
  }

  /** The filter as sealed bytes (see `text/sealed.ts`): at most 80 bytes for each of `maxKeys`. */
  encode(): Uint8Array {
    const tables = STEPS.map((step) => [this.#tables[step].rows.size, this.#tables[step].dropped] as const);
    const body = new ByteWriter();
    for (const step of STEPS)
      for (const [hash, { at, count }] of this.#tables[step].rows) {
        body.float(hash);
        body.float(at);
        body.word(count);
      }
    const header: Header = {
      options: { maxKeys: this.options.maxKeys, minUnseen: this.options.minUnseen },
      documents: this.#documents,
      blacklisted: this.#blacklisted,
      revisions: this.#revised,
      tables,
    };
    return seal(MAGIC, VERSION, header, body.bytes);
  }

  /**
   * Reads a filter back.
   *
   * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
   */
  static decode(bytes: Uint8Array): DuplicateFilter {
    const { header, body } = unseal<Header>(bytes, MAGIC, VERSION, 'a duplicate filter');
    const filter = new DuplicateFilter(header.options);
    const reader = new ByteReader(body, 'a duplicate filter');
    STEPS.forEach((step, table) => {
      const [rows, dropped] = header.tables[table];
      filter.#tables[step].dropped = dropped;
      for (let row = 0; row < rows; row++) {
        const hash = reader.float();
        const at = reader.float();
        filter.#tables[step].rows.set(hash, { at, count: reader.word() });
      }
    });
    filter.#documents = header.documents;
    filter.#blacklisted = header.blacklisted;
    filter.#revised = header.revisions;
    return filter;
  }
}

/** How often a text was seen, and when last, milliseconds since 1970. */
interface Seen {
  readonly count: number;
  readonly at: number;
}

/**
 * A bounded table of sightings. A row holds a hash of 53 bits instead of the text: 20 bytes when saved (hash and time as 64-bit
 * floats, the count as a 32-bit integer). Among n texts about n²/2⁵⁴ pairs share a hash (ten thousand texts: one chance in a
 * hundred million).
 */
interface SightingTable {
  /** By hash, the latest sighting last. */
  readonly rows: Map<number, Seen>;
  /** How many rows were dropped for room. */
  dropped: number;
}

const MAX_COUNT = 0xffffffff;

/** The hash of a text: 53 bits, an integer that a double holds exactly. */
function sightingHash(text: string): number {
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = stepHigh(high, unit);
    low = stepLow(low, unit);
  }
  return (scramble(high) >>> 11) * 2 ** 32 + scramble(low);
}

/** Counts a sighting and returns the number of sightings, this one included. Drops the oldest rows above `mostRows`. */
function touch(table: SightingTable, hash: number, at: number, mostRows: number): number {
  const before = table.rows.get(hash);
  const count = Math.min(MAX_COUNT, (before?.count ?? 0) + 1);
  table.rows.delete(hash);
  table.rows.set(hash, { count, at: before === undefined ? at : Math.max(at, before.at) });
  dropOldest(table, mostRows);
  return count;
}

/** The union of two tables: counts added, the later time, in order of time. */
function mergeTables(a: SightingTable, b: SightingTable, mostRows: number): SightingTable {
  const both = new Map(a.rows);
  for (const [hash, { count, at }] of b.rows) {
    const own = both.get(hash);
    both.set(
      hash,
      own === undefined ? { count, at } : { count: Math.min(MAX_COUNT, own.count + count), at: Math.max(own.at, at) },
    );
  }
  const rows = [...both].sort(([x, one], [y, other]) => one.at - other.at || x - y);
  const merged = { rows: new Map(rows), dropped: a.dropped + b.dropped };
  dropOldest(merged, mostRows);
  return merged;
}

/** Removes rows last seen before a time; they do not count as dropped for room. */
function forgetBefore({ rows }: SightingTable, before: number): void {
  for (const [hash, { at }] of rows) if (at < before) rows.delete(hash);
}

function dropOldest(table: SightingTable, mostRows: number): void {
  for (const hash of table.rows.keys()) {
    if (table.rows.size <= mostRows) return;
    table.rows.delete(hash);
    table.dropped++;
  }
}
