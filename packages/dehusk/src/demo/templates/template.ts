/**
 * The layouts of demo sites: four newspaper designs around the same articles. Teasers and advertisements change with every
 * visit, as on real sites.
 */
import type { Markup } from '@dehusk/node';
import type { NewsArticle } from '../news-article.js';
import type { Phrases } from '../phrases.js';

/** A link to another page with a line about it. */
export interface Teaser {
  readonly title: string;
  readonly summary: string;
  readonly href: string;
}

/** The parts that all pages of a site share. */
export interface SiteView {
  readonly name: string;
  readonly phrases: Phrases;
  /** Links to new articles, different on every visit. */
  readonly teasers: readonly Teaser[];
  readonly mostRead: readonly Teaser[];
  readonly advertisements: readonly string[];
  /** Absolute canonical address. */
  readonly canonical: string;
}

export interface ArticleView extends SiteView {
  readonly article: NewsArticle;
  /** Time of publication in words and in ISO 8601. */
  readonly date: { readonly shown: string; readonly iso: string };
}

export interface IndexView extends SiteView {
  readonly title: string;
  readonly entries: readonly Teaser[];
  readonly older: string | null;
}

/** A layout, as a row of the table. */
export interface PageTemplate {
  readonly name: string;
  article(view: ArticleView): Markup;
  index(view: IndexView): Markup;
}
