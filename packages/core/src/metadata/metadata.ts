/** A page's description of itself. A missing field is null (or an empty list), never undefined. */
export interface Metadata {
  readonly title: string | null;
  /** Author names as one line, without a leading "By". */
  readonly author: string | null;
  /** Author names, one each, in the page's order. */
  readonly authors: readonly string[];
  /** ISO 8601 with the precision that is known: `2024`, `2024-05`, `2024-05-17`, `2024-05-17T08:30:00+02:00`. */
  readonly date: string | null;
  readonly dateModified: string | null;
  readonly description: string | null;
  readonly siteName: string | null;
  /** Absolute URL. */
  readonly canonicalUrl: string | null;
  /** Declared language as a BCP 47 tag (`en`, `pt-BR`), or null. For detection see `ExtractOptions.detectLanguage`. */
  readonly language: string | null;
  readonly direction: 'ltr' | 'rtl' | null;
  /** Absolute URL of the page's lead image. */
  readonly image: string | null;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** URL or name of the licence. */
  readonly licence: string | null;
  /** Where each field came from, for `--explain`: `json-ld NewsArticle.headline`, `meta og:title`, `<time datetime>`, … */
  readonly sources: Readonly<Partial<Record<MetadataField, string>>>;
}

export type MetadataField = Exclude<keyof Metadata, 'sources'>;

/** Metadata of a page without any. */
export const NO_METADATA: Metadata = {
  title: null,
  author: null,
  authors: [],
  date: null,
  dateModified: null,
  description: null,
  siteName: null,
  canonicalUrl: null,
  language: null,
  direction: null,
  image: null,
  categories: [],
  tags: [],
  licence: null,
  sources: {},
};
