/** Names of `<meta>` tags by field. */
import type { SourceKind } from './finding.js';
import type { MetadataField } from './metadata.js';

/** Names in lower case, the preferred one first; Dublin Core names with a dot. */
export const NAMES: readonly (readonly [field: MetadataField, kind: SourceKind, names: string])[] = [
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

/** A value that a template was to have. */
export const UNFILLED =
  /^(?:\{\{.*\}\}|\{%.*%\}|\$\{.*\}|<%.*%>|%\w+%|\[object \w+\]|undefined|null|NaN|__\w+__|##\w+##|\[\[.*\]\])$/;
/** Languages written from right to left, for pages without `dir`. */
export const RIGHT_TO_LEFT =
  /^(?:ar|he|iw|fa|ur|yi|ps|sd|ug|dv|ckb)(?:-(?!Latn|Cyrl)|$)|-(?:Arab|Hebr|Thaa|Nkoo|Syrc)(?:-|$)/i;
