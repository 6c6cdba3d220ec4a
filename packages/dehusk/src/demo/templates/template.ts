/**
 * How a demo site looks: four layouts as newspapers have or had them, each wrapping the same articles in other husk.
 * Teasers and advertisements are other ones on every visit, as on real sites.
 */
import type { Markup } from '../html.js';
import type { NewsArticle } from '../news-article.js';
import type { Phrases } from '../phrases.js';

/** A link to another page with a line about it. */
export interface Teaser {
  readonly title: string;
  readonly summary: string;
  readonly href: string;
}

/** What every page of a site shares. */
export interface SiteView {
  readonly name: string;
  readonly phrases: Phrases;
  /** Links to the newest articles, others each time. */
  readonly teasers: readonly Teaser[];
  readonly mostRead: readonly Teaser[];
  readonly advertisements: readonly string[];
  /** Absolute address that stands for the page. */
  readonly canonical: string;
}

export interface ArticleView extends SiteView {
  readonly article: NewsArticle;
  /** Time of publication as people read it, and by ISO 8601. */
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
