/**
 * `<meta>` tags: OpenGraph, Twitter cards, Dublin Core, Highwire's `citation_*`, Parse.ly, Sailthru, and the plain names.
 * The first tag of a name wins, except where a name may be repeated (authors, tags).
 */
import type { Page } from '../page.js';
import { type Finding, oneLine, type SourceKind } from './finding.js';
import type { MetadataField } from './metadata.js';

/** Most meta tags read. The largest real page seen has 460. */
export const MAX_META_TAGS = 2_000;

type Row = readonly [field: MetadataField, kind: SourceKind];

/** Names in lower case, dots for colons in Dublin Core names. Within a kind, the order of the table is the order of preference. */
const NAMES: ReadonlyMap<string, Row> = new Map<string, Row>([
  ['og:title', ['title', 'open-graph']],
  ['twitter:title', ['title', 'twitter']],
  ['citation_title', ['title', 'citation']],
  ['dc.title', ['title', 'dublin-core']],
  ['dcterms.title', ['title', 'dublin-core']],
  ['parsely-title', ['title', 'meta']],
  ['sailthru.title', ['title', 'meta']],
  ['title', ['title', 'meta']],
  ['headline', ['title', 'meta']],
  ['book:author', ['authors', 'open-graph']],
  ['og:article:author', ['authors', 'open-graph']],
  ['citation_author', ['authors', 'citation']],
  ['citation_authors', ['authors', 'citation']],
  ['dc.creator', ['authors', 'dublin-core']],
  ['dcterms.creator', ['authors', 'dublin-core']],
  ['dc.creator.personalname', ['authors', 'dublin-core']],
  ['author', ['authors', 'meta']],
  ['parsely-author', ['authors', 'meta']],
  ['sailthru.author', ['authors', 'meta']],
  ['byl', ['authors', 'meta']],
  ['byline', ['authors', 'meta']],
  ['article:published_time', ['datePublished', 'open-graph']],
  ['og:article:published_time', ['datePublished', 'open-graph']],
  ['og:published_time', ['datePublished', 'open-graph']],
  ['citation_publication_date', ['datePublished', 'citation']],
  ['citation_online_date', ['datePublished', 'citation']],
  ['citation_date', ['datePublished', 'citation']],
  ['dcterms.issued', ['datePublished', 'dublin-core']],
  ['dc.date.issued', ['datePublished', 'dublin-core']],
  ['dcterms.created', ['datePublished', 'dublin-core']],
  ['dc.date.created', ['datePublished', 'dublin-core']],
  ['dc.date', ['datePublished', 'dublin-core']],
  ['dcterms.date', ['datePublished', 'dublin-core']],
  ['parsely-pub-date', ['datePublished', 'meta']],
  ['sailthru.date', ['datePublished', 'meta']],
  ['pubdate', ['datePublished', 'meta']],
  ['publishdate', ['datePublished', 'meta']],
  ['publish-date', ['datePublished', 'meta']],
  ['publish_date', ['datePublished', 'meta']],
  ['published_time', ['datePublished', 'meta']],
  ['publication_date', ['datePublished', 'meta']],
  ['article_date_original', ['datePublished', 'meta']],
  ['published', ['datePublished', 'meta']],
  ['published-date', ['datePublished', 'meta']],
  ['date', ['datePublished', 'meta']],
  ['article:modified_time', ['dateModified', 'open-graph']],
  ['og:updated_time', ['dateModified', 'open-graph']],
  ['dcterms.modified', ['dateModified', 'dublin-core']],
  ['dc.date.modified', ['dateModified', 'dublin-core']],
  ['last-modified', ['dateModified', 'meta']],
  ['lastmod', ['dateModified', 'meta']],
  ['revised', ['dateModified', 'meta']],
  ['og:description', ['description', 'open-graph']],
  ['twitter:description', ['description', 'twitter']],
  ['dc.description', ['description', 'dublin-core']],
  ['dcterms.description', ['description', 'dublin-core']],
  ['dcterms.abstract', ['description', 'dublin-core']],
  ['description', ['description', 'meta']],
  ['sailthru.description', ['description', 'meta']],
  ['og:site_name', ['siteName', 'open-graph']],
  ['citation_journal_title', ['siteName', 'citation']],
  ['dc.publisher', ['siteName', 'dublin-core']],
  ['dcterms.publisher', ['siteName', 'dublin-core']],
  ['application-name', ['siteName', 'meta']],
  ['apple-mobile-web-app-title', ['siteName', 'meta']],
  ['og:url', ['canonicalUrl', 'open-graph']],
  ['twitter:url', ['canonicalUrl', 'twitter']],
  ['parsely-link', ['canonicalUrl', 'meta']],
  ['og:locale', ['language', 'open-graph']],
  ['dc.language', ['language', 'dublin-core']],
  ['dcterms.language', ['language', 'dublin-core']],
  ['citation_language', ['language', 'citation']],
  ['content-language', ['language', 'meta']],
  ['language', ['language', 'meta']],
  ['og:image:secure_url', ['image', 'open-graph']],
  ['og:image:url', ['image', 'open-graph']],
  ['og:image', ['image', 'open-graph']],
  ['twitter:image', ['image', 'twitter']],
  ['twitter:image:src', ['image', 'twitter']],
  ['parsely-image-url', ['image', 'meta']],
  ['sailthru.image.full', ['image', 'meta']],
  ['thumbnail', ['image', 'meta']],
  ['article:section', ['categories', 'open-graph']],
  ['parsely-section', ['categories', 'meta']],
  ['category', ['categories', 'meta']],
  ['article:tag', ['tags', 'open-graph']],
  ['og:article:tag', ['tags', 'open-graph']],
  ['book:tag', ['tags', 'open-graph']],
  ['citation_keywords', ['tags', 'citation']],
  ['dc.subject', ['tags', 'dublin-core']],
  ['dcterms.subject', ['tags', 'dublin-core']],
  ['parsely-tags', ['tags', 'meta']],
  ['sailthru.tags', ['tags', 'meta']],
  ['news_keywords', ['tags', 'meta']],
  ['keywords', ['tags', 'meta']],
  ['dc.rights', ['licence', 'dublin-core']],
  ['dcterms.rights', ['licence', 'dublin-core']],
  ['dcterms.license', ['licence', 'dublin-core']],
  ['rights', ['licence', 'meta']],
  ['license', ['licence', 'meta']],
]);

const PREFERENCE: ReadonlyMap<string, number> = new Map([...NAMES.keys()].map((name, index) => [name, index]));

/** How publishing systems label the author in a Twitter card. */
const WRITTEN_BY =
  /^(?:written by|author|verfasst von|geschrieben von|écrit par|rédigé par|escrito por|autor|scritto da|geschreven door|napisane przez|автор|skriven av|skrevet av|作者|執筆者)/i;

/** The findings of all meta tags, the preferred name first within a field and kind. */
export function fromMetaTags(page: Page): Finding[] {
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
      const name = one.replace(/^(dc|dcterms|eprints)[:_]/, '$1.').replace(/^(og|article|twitter)\./, '$1:');
      // Twitter cards may carry two labelled facts: label1 "Written by", data1 "Jane Doe".
      if (name.startsWith('twitter:label')) labels.set(name.slice('twitter:label'.length), content);
      const isByline =
        name.startsWith('twitter:data') && WRITTEN_BY.test(labels.get(name.slice('twitter:data'.length)) ?? '');
      const row: Row | undefined = isByline ? ['authors', 'twitter'] : NAMES.get(name);
      if (row === undefined) continue;
      const value = oneLine(content);
      if (value === '') continue;
      found.push({
        order: PREFERENCE.get(name) ?? PREFERENCE.size,
        finding: { field: row[0], kind: row[1], value, source: `meta ${one}` },
      });
    }
  }
  // Stable: tags of one name keep the page's order.
  return found.sort((a, b) => a.order - b.order).map(({ finding }) => finding);
}
