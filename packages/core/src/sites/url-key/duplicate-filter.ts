/**
 * Duplicates within a domain, by URL key (URL Tree paper, section 3): the first sighting of a key is unique, every later one
 * a duplicate; about half of a news stream is.
 *
 * The authors' program looks at duplicates once more: text never seen in the document's part of the site, 100 characters or
 * more of it, makes a duplicate a revision worth reading. Here the caller counts those characters (the site model knows).
 *
 * Counters tell how many documents each step of the key tells apart: the data of the paper's second figure.
 */
import type { UrlKey } from './url-key.js';

/** What a document is to the filter. */
export type Sighting =
  | { readonly kind: 'unique'; readonly revision: 1 }
  | { readonly kind: 'revision' | 'duplicate'; readonly revision: number }
  | { readonly kind: 'blacklisted'; readonly revision: 0 };

/** Documents by what happened to them, and different addresses and keys by step. */
export interface DuplicateCounters {
  readonly documents: number;
  readonly blacklisted: number;
  /** Different response URLs, as given. */
  readonly urls: number;
  /** Different keys when everything in the query counts. */
  readonly basicKeys: number;
  /** Different keys when nothing in the query counts. */
  readonly keysWithoutQuery: number;
  /** Different keys in the mode used: the unique documents. */
  readonly keys: number;
  /** Duplicates with enough unseen text. */
  readonly revisions: number;
}

/** Unseen characters that make a duplicate a revision; the authors' program. */
export const MIN_UNSEEN_CHARACTERS = 100;

/** One domain's filter. A class because its sets are closed. */
export class DuplicateFilter {
  readonly #revisions = new Map<string, number>();
  readonly #urls = new Set<string>();
  readonly #basic = new Set<string>();
  readonly #withoutQuery = new Set<string>();
  #documents = 0;
  #blacklisted = 0;
  #revised = 0;

  /**
   * Looks at a document.
   *
   * @param unseenCharacters counts the characters of text unseen so far; asked for duplicates only. Without it, or below
   *   `minUnseen`, a duplicate is a duplicate
   */
  look(
    url: string,
    key: UrlKey,
    unseenCharacters: (() => number) | null = null,
    minUnseen: number = MIN_UNSEEN_CHARACTERS,
  ): Sighting {
    this.#documents++;
    if (key.isBlacklisted) {
      this.#blacklisted++;
      return { kind: 'blacklisted', revision: 0 };
    }
    this.#urls.add(url);
    this.#basic.add(key.keyBasic);
    this.#withoutQuery.add(key.keyNoQuery);
    const revision = (this.#revisions.get(key.key) ?? 0) + 1;
    this.#revisions.set(key.key, revision);
    if (revision === 1) return { kind: 'unique', revision: 1 };
    if (unseenCharacters === null || unseenCharacters() < minUnseen) return { kind: 'duplicate', revision };
    this.#revised++;
    return { kind: 'revision', revision };
  }

  /** Forgets a key, when the site model forgets its document: the next sighting is unique again. */
  forget(key: string): void {
    this.#revisions.delete(key);
  }

  get counters(): DuplicateCounters {
    return {
      documents: this.#documents,
      blacklisted: this.#blacklisted,
      urls: this.#urls.size,
      basicKeys: this.#basic.size,
      keysWithoutQuery: this.#withoutQuery.size,
      keys: this.#revisions.size,
      revisions: this.#revised,
    };
  }
}
