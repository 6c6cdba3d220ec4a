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
import { seal, unseal } from '../text/sealed.js';
import {
  forgetBefore,
  mergeTables,
  ROW_BYTES,
  readRows,
  type SightingTable,
  sightingHash,
  touch,
  writeRows,
} from './sighting-table.js';
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
    const view = new DataView(new ArrayBuffer(tables.reduce((sum, [rows]) => sum + rows * ROW_BYTES, 0)));
    let at = 0;
    for (const step of STEPS) at = writeRows(view, at, this.#tables[step]);
    const header: Header = {
      options: { maxKeys: this.options.maxKeys, minUnseen: this.options.minUnseen },
      documents: this.#documents,
      blacklisted: this.#blacklisted,
      revisions: this.#revised,
      tables,
    };
    return seal(MAGIC, VERSION, header, new Uint8Array(view.buffer));
  }

  /**
   * Reads a filter back.
   *
   * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
   */
  static decode(bytes: Uint8Array): DuplicateFilter {
    const { header, body } = unseal<Header>(bytes, MAGIC, VERSION, 'a duplicate filter');
    const expected = header.tables.reduce((sum, [rows]) => sum + rows * ROW_BYTES, 0);
    if (body.length !== expected)
      throw new RangeError(
        `these bytes are not a duplicate filter: body got ${body.length}, expected ${expected} bytes`,
      );
    const filter = new DuplicateFilter(header.options);
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    let at = 0;
    STEPS.forEach((step, table) => {
      const [rows, dropped] = header.tables[table];
      filter.#tables[step] = { rows: readRows(view, at, rows), dropped };
      at += rows * ROW_BYTES;
    });
    filter.#documents = header.documents;
    filter.#blacklisted = header.blacklisted;
    filter.#revised = header.revisions;
    return filter;
  }
}
