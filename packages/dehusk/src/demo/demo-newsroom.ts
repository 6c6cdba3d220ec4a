/**
 * The articles of a demo site: published ones, their addresses and their true text. Pure: the server passes time and chance.
 */

import { seededRandom } from '@dehusk/node';
import { type NewsArticle, newsArticle, phrasesOf, trueText } from './news-article.js';
import { articlePage, type DemoSite, indexPage, type TemplateView } from './templates.js';

/** The demo's calendar: the first article of every site is of this moment, each next one an hour later. */
const FIRST_AT = Date.UTC(2026, 2, 2, 6);
const HOUR = 3_600_000;
const TEASERS = 4;
const MAX_READ = 5;
const ADVERTISEMENTS = 2;
/** Articles kept of a site. */
const MAX_KEPT = 100;
/** Entries of an index page and of a feed. */
const INDEX_ENTRIES = 12;

export type Newsroom = ReturnType<typeof openNewsroom>;

/**
 * A site with its articles.
 *
 * @param firstAt when its first article was published, milliseconds since 1970
 */
export function openNewsroom(site: DemoSite, seed: string, firstAt = FIRST_AT) {
  const phrases = phrasesOf(site.language);
  const articles = new Map<number, NewsArticle>();
  const article = (number: number): NewsArticle => {
    const known = articles.get(number) ?? newsArticle(`${seed}/${site.host}`, site.language, number);
    articles.set(number, known);
    // Drops the oldest: a soak has 100,000 articles, and each can be generated again.
    if (articles.size > MAX_KEPT) articles.delete(articles.keys().next().value as number);
    return known;
  };
  const publishedAt = (number: number): Date => new Date(firstAt + number * HOUR);
  const path = (number: number): string => {
    const slug = `${slugOf(article(number).title)}-${number}`;
    if (site.address === 'query') return `/story?id=${number}`;
    if (site.address === 'slug') return `/news/${slug}`;
    return `/${publishedAt(number).toISOString().slice(0, 10).replaceAll('-', '/')}/${slug}.html`;
  };
  const teasersOf = (numbers: readonly number[], tracked: string): TemplateView[] =>
    numbers.map((number) => {
      const { title, summary } = article(number);
      return { title, summary, href: withParameter(path(number), tracked) };
    });
  /** The fields that all pages of a site share; teasers and advertisements change with every visit, as on real sites. */
  const view = (
    canonical: string,
    { origin, published, seed: chance }: { readonly origin: string; readonly published: number; readonly seed: string },
  ) => {
    const random = seededRandom(`${seed}/${site.host}/${chance}`);
    const out = Array.from({ length: published }, (_, number) => number);
    const teasers = teasersOf(random.some(out.slice(-3 * TEASERS), TEASERS), 'utm_source=related');
    const mostRead = teasersOf(random.some(out.slice(-4 * MAX_READ), MAX_READ), 'utm_source=mostread');
    const { sections, menu, advertisements, mostRead: mostReadTitle, comments, ...words } = phrases.furniture;
    const [first, second] = random.some(advertisements, ADVERTISEMENTS);
    return {
      ...words,
      ...{ mostReadTitle, commentsTitle: comments, sections: textsOf(sections), menu: textsOf(menu) },
      ...{ firstAdvertisement: first, secondAdvertisement: second, advertisements: textsOf([first, second]) },
      ...{ name: site.name, language: phrases.language, canonical: origin + canonical, teasers, mostRead },
    };
  };
  const templateAt = (number: number): string =>
    site.redesign !== null && number >= site.redesign.from ? site.redesign.template : site.template;
  return {
    site,
    article,
    /** Path and query of an article. */
    path,
    publishedAt,
    /** Number of articles published after so many milliseconds. */
    published: (elapsed: number): number => site.backlog + Math.max(0, Math.floor(elapsed / site.everyMilliseconds)),
    /** The article at a path and query, or null. Tracking parameters are ignored. */
    find(asked: string, query: URLSearchParams): number | null {
      if (site.address === 'query') {
        const id = query.get('id') ?? '';
        return asked === '/story' && /^\d+$/.test(id) ? Number(id) : null;
      }
      const digits = /-(\d+)(?:\.html)?$/.exec(asked)?.[1];
      if (digits === undefined || path(Number(digits)) !== asked) return null;
      return Number(digits);
    },
    /** The text extraction should return. */
    truth: (number: number): string => trueText(article(number)),
    articlePage(number: number, chance: Parameters<typeof view>[1]): string {
      const date = shownDate(publishedAt(number), site.language);
      const fields = { ...view(path(number), chance), date, iso: publishedAt(number).toISOString() };
      return articlePage(templateAt(number), article(number), fields);
    },
    indexPage(page: number, chance: Parameters<typeof view>[1]): string {
      const newest = chance.published - 1 - page * INDEX_ENTRIES;
      const numbers = Array.from({ length: INDEX_ENTRIES }, (_, at) => newest - at).filter((number) => number >= 0);
      return indexPage(templateAt(chance.published), {
        ...view(page === 0 ? '/' : `/archive/${page}`, chance),
        title: page === 0 ? site.name : `${site.name} ${page + 1}`,
        entries: teasersOf(numbers, 'utm_source=front'),
        older: newest - INDEX_ENTRIES >= 0 ? [{ href: `/archive/${page + 1}` }] : [],
      });
    },
  };
}

const textsOf = (texts: readonly string[]): TemplateView[] => texts.map((text) => ({ text }));

/** An address with one more parameter that does not change the page. */
export function withParameter(path: string, parameter: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}`;
}

function shownDate(date: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(date);
}

/** The ASCII letters and digits of a title for its address; "story" for titles in other scripts. */
function slugOf(title: string): string {
  const words =
    title
      .normalize('NFD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, 7).join('-') || 'story';
}
