/**
 * Microdata and RDFa: the values of `itemprop` or `property` in the item that describes the page, its first article-like item.
 * Properties of items inside it count as its own, except those of comments, teasers, navigation and the like.
 */
import { elementsWith, type NodeId, type Page, TEXT } from '@dehusk/html';
import { type Finding, oneLine, spacedText } from './finding.js';
import type { MetadataField } from './metadata.js';

const PROPERTIES: Readonly<Record<string, MetadataField>> = {
  headline: 'title',
  author: 'authors',
  creator: 'authors',
  datepublished: 'date',
  datecreated: 'date',
  uploaddate: 'date',
  datemodified: 'dateModified',
  description: 'description',
  inlanguage: 'language',
  articlesection: 'categories',
  keywords: 'tags',
  license: 'licence',
};

/** Types of items that do not describe the page. */
const OTHER_THING =
  /(?:Comment|UserComments|Review|WPHeader|WPFooter|WPSideBar|SiteNavigationElement|BreadcrumbList|ItemList|ListItem|Offer|AggregateRating|Answer)$/;

/** Maximum number of elements with `itemprop` read. */
const MAX_PROPERTIES = 500;
/** Maximum length of a value in characters; a longer one is the text of a section. */
const MAX_LENGTH = 500;
/** Maximum number of nodes of an author's item searched for names, and of names read. */
const MAX_ITEM_NODES = 100;
const MAX_NAMES = 20;

/** Findings in the page's order. */
export function fromMicrodata(page: Page): Finding[] {
  const findings: Finding[] = [];
  let read = 0;
  let skipUntil = 0;
  // Later items of the article's type are teasers of other pages.
  let article: { type: string; end: NodeId } | null = null;
  for (const node of elementsWith(page, ['itemtype', 'itemprop', 'property'])) {
    if (read >= MAX_PROPERTIES) break;
    const type = page.attribute(node, 'itemtype');
    if (type !== null && node >= skipUntil) {
      const name = type.slice(0, 200).trim();
      const isArticle = /(?:Article|Posting|CreativeWork|Recipe|WebPage)$/.test(name);
      if (OTHER_THING.test(name)) skipUntil = page.end[node];
      else if (isArticle && article === null) article = { type: name, end: page.end[node] };
      else if (isArticle && article !== null && node >= article.end && article.type === name)
        skipUntil = page.end[node];
    }
    if (node < skipUntil) continue;
    const given = page.attribute(node, 'itemprop') ?? rdfaProperty(page.attribute(node, 'property'));
    if (given === null) continue;
    read++;
    for (const property of new Set(given.slice(0, 100).toLowerCase().split(/\s+/))) {
      const field = Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property] : undefined;
      if (field === undefined) continue;
      for (const value of valuesOf(page, node, field))
        findings.push({ field, kind: 'microdata', value, source: `microdata ${property}` });
    }
  }
  return findings;
}

/** RDFa has the same names in `property`, where meta tags have OpenGraph's. */
function rdfaProperty(property: string | null): string | null {
  return property === null || property.startsWith('og:') ? null : property.replace(/^schema:/, '');
}

/** The value of an element with `itemprop`; for an author's item the names inside it. */
function valuesOf(page: Page, node: NodeId, field: MetadataField): string[] {
  if (field === 'authors' && page.attribute(node, 'itemscope') !== null) {
    const all: string[] = [];
    const end = Math.min(page.end[node], node + MAX_ITEM_NODES);
    for (let inner = node + 1; inner < end && all.length < MAX_NAMES; inner++)
      if (page.tag[inner] !== TEXT && page.attribute(inner, 'itemprop')?.toLowerCase() === 'name')
        all.push(textValue(page, inner));
    const names = all.filter((name) => name !== '');
    if (names.length > 0) return names;
  }
  const value = textValue(page, node);
  return value === '' ? [] : [value];
}

function textValue(page: Page, node: NodeId): string {
  const attribute =
    page.attribute(node, 'content') ??
    page.attribute(node, 'datetime') ??
    (page.end[node] === node + 1 ? page.attribute(node, 'href') : null);
  const value = attribute === null ? spacedText(page, node) : oneLine(attribute);
  return value.length > MAX_LENGTH ? '' : value;
}
