/** The pages that one client had fetched: the next part of a page comes from the text of the first. */
import type { Done } from './service.js';

export interface FetchedText {
  readonly url: string | null;
  readonly mediaType: string;
  /** All of its text in a format. */
  readonly text: string;
  readonly found?: Done['found'] | undefined;
}

/** Pages and characters kept. */
const MAX_PAGES = 50;
const MAX_CHARACTERS = 20_000_000;

export class ReadPages {
  private readonly pages = new Map<string, FetchedText & { readonly id: string }>();
  private characters = 0;
  private number = 0;

  get(key: string): FetchedText | undefined {
    return this.pages.get(key);
  }

  /** Keeps a page, and forgets the ones read first where there are too many. @returns whether the list is another one now */
  add(key: string, page: FetchedText): boolean {
    const known = this.pages.get(key);
    this.pages.delete(key);
    this.characters += page.text.length - (known?.text.length ?? 0);
    this.pages.set(key, { ...page, id: known?.id ?? String(++this.number) });
    for (const [oldest, { text }] of this.pages) {
      if (this.pages.size <= MAX_PAGES && this.characters <= MAX_CHARACTERS) break;
      this.pages.delete(oldest);
      this.characters -= text.length;
    }
    return known === undefined;
  }

  list(): readonly (FetchedText & { readonly id: string })[] {
    return [...this.pages.values()];
  }
}
