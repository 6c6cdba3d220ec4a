/**
 * `<meta>` tags: OpenGraph, Twitter cards, Dublin Core, Highwire's `citation_*`, Parse.ly, Sailthru, and the plain names.
 */
import { memoized, type Page } from '@dehusk/html';
import { type Finding, oneLine, type SourceKind } from './finding.js';
import type { MetadataField } from './metadata.js';

/** Names in lower case, the preferred one first; Dublin Core names with a dot. */
const NAMES: readonly (readonly [field: MetadataField, kind: SourceKind, names: string])[] = [
  ['title', 'open-graph', 'og:title'],
  ['title', 'twitter', 'twitter:title'],
  ['title', 'citation', 'citation_title'],
  ['title', 'dublin-core', 'dc.title dcterms.title'],
  ['title', 'meta', 'parsely-title sailthru.title title headline'],
  ['authors', 'open-graph', 'article:author book:author og:article:author'],
  ['authors', 'citation', 'citation_author citation_authors'],
  ['authors', 'dublin-core', 'dc.creator dcterms.creator dc.creator.personalname'],
  [
    'authors',
    'meta',
    'author authors parsely-author sailthru.author byl byline cxenseparse:author dcsext.author rbauthors author_name article_author',
  ],
  [
    'date',
    'open-graph',
    'article:published_time og:article:published_time og:published_time article:published og:regdate weibo:article:create_at bytedance:published_time apub:time',
  ],
  ['date', 'citation', 'citation_publication_date citation_online_date citation_date'],
  ['date', 'dublin-core', 'dcterms.issued dc.date.issued dcterms.created dc.date.created dc.date dcterms.date'],
  [
    'date',
    'meta',
    'parsely-pub-date sailthru.date pubdate publishdate publish-date publish_date published_time publication_date article_date_original published published-date datepublished publish_time pub_date article.published article_date cxenseparse:recs:publishtime cxenseparse:publishtime shareaholic:article_published_time bt:pubdate firstpublished displaydate release_date datecreated date ms.date',
  ],
  [
    'dateModified',
    'open-graph',
    'article:modified_time og:updated_time og:article:modified_time article:modified weibo:article:update_at bytedance:updated_time',
  ],
  ['dateModified', 'dublin-core', 'dcterms.modified dc.date.modified'],
  [
    'dateModified',
    'meta',
    'last-modified last_modified lastmod revised datemodified article.updated bt:moddate shareaholic:article_modified_time updated',
  ],
  ['description', 'open-graph', 'og:description'],
  ['description', 'twitter', 'twitter:description'],
  ['description', 'dublin-core', 'dc.description dcterms.description dcterms.abstract'],
  ['description', 'meta', 'description sailthru.description'],
  ['siteName', 'open-graph', 'og:site_name'],
  ['siteName', 'citation', 'citation_journal_title'],
  ['siteName', 'dublin-core', 'dc.publisher dcterms.publisher'],
  ['siteName', 'meta', 'application-name apple-mobile-web-app-title'],
  ['canonicalUrl', 'open-graph', 'og:url'],
  ['canonicalUrl', 'twitter', 'twitter:url'],
  ['canonicalUrl', 'meta', 'parsely-link'],
  ['language', 'open-graph', 'og:locale'],
  ['language', 'dublin-core', 'dc.language dcterms.language'],
  ['language', 'citation', 'citation_language'],
  ['language', 'meta', 'content-language language'],
  ['image', 'open-graph', 'og:image:secure_url og:image:url og:image'],
  ['image', 'twitter', 'twitter:image twitter:image:src'],
  ['image', 'meta', 'parsely-image-url sailthru.image.full thumbnail'],
  ['categories', 'open-graph', 'article:section'],
  ['categories', 'meta', 'parsely-section category'],
  ['tags', 'open-graph', 'article:tag og:article:tag book:tag'],
  ['tags', 'citation', 'citation_keywords'],
  ['tags', 'dublin-core', 'dc.subject dcterms.subject'],
  ['tags', 'meta', 'parsely-tags sailthru.tags news_keywords keywords'],
  ['licence', 'dublin-core', 'dc.rights dcterms.rights dcterms.license'],
  ['licence', 'meta', 'rights license'],
];

/** How publishing systems label the author in a Twitter card. */
const WRITTEN_BY =
  /^(?:written by|author|verfasst von|geschrieben von|écrit par|rédigé par|escrito por|autor|scritto da|geschreven door|napisane przez|автор|skriven av|skrevet av|作者|執筆者)/i;

/** Maximum number of meta tags read. The largest real page seen has 460. */
const MAX_META_TAGS = 2_000;

/** By name; `order` is the place in the table. */
const ROWS = new Map(
  NAMES.flatMap(([field, kind, names]) => names.split(' ').map((name) => ({ name, field, kind }))).map(
    ({ name, ...row }, order) => [name, { ...row, order }] as const,
  ),
);
const BYLINE = { field: 'authors', kind: 'twitter', order: ROWS.size } as const;

/** The findings of all meta tags; within a field and kind the preferred name first, then in the page's order. */
export const fromMetaTags: (page: Page) => readonly Finding[] = memoized((page: Page) => {
  const meta = page.nameIndex('meta');
  if (meta < 0) return [];
  const found: { order: number; finding: Finding }[] = [];
  const labels = new Map<string, string>();
  let read = 0;
  for (let node = 0; node < page.size && read < MAX_META_TAGS; node++) {
    if (page.tag[node] !== meta) continue;
    read++;
    const content = page.attribute(node, 'content');
    if (content === null) continue;
    const given =
      page.attribute(node, 'property') ?? page.attribute(node, 'name') ?? page.attribute(node, 'http-equiv');
    if (given === null) continue;
    // A property may list several names. Some sites write the OpenGraph name into `name`, or Dublin Core with a colon.
    for (const one of given.slice(0, 200).toLowerCase().trim().split(/\s+/, 4)) {
      const name = ROWS.has(one)
        ? one
        : one.replace(/^(dc|dcterms|eprints)[:_]/, '$1.').replace(/^(og|article|twitter)\./, '$1:');
      // Twitter cards may carry two labelled facts: label1 "Written by", data1 "Jane Doe".
      if (name.startsWith('twitter:label')) labels.set(name.slice('twitter:label'.length), content);
      const isByline =
        name.startsWith('twitter:data') && WRITTEN_BY.test(labels.get(name.slice('twitter:data'.length)) ?? '');
      const row = isByline ? BYLINE : ROWS.get(name);
      const value = row === undefined ? '' : oneLine(content);
      if (row === undefined || value === '') continue;
      const { field, kind, order } = row;
      found.push({ order, finding: { field, kind, value, source: `meta ${one}` } });
    }
  }
  return found.sort((a, b) => a.order - b.order).map(({ finding }) => finding);
});

/** The titles that the page declares for others to show. */
export const declaredTitles = (page: Page): string[] =>
  fromMetaTags(page)
    .filter(({ field, kind }) => field === 'title' && kind !== 'meta')
    .slice(0, 4)
    .map(({ value }) => value);
