/**
 * Microdata: `itemprop` values of the outermost described thing of an article-like or other main type, as JSON-LD's main node.
 * Properties of things inside it count as theirs, except the name of an author or publisher.
 */
import type { NodeId, Page } from '../page.js';
import { type Finding, oneLine, spacedText } from './finding.js';
import type { MetadataField } from './metadata.js';

const PROPERTIES: Readonly<Record<string, MetadataField>> = {
  headline: 'title',
  author: 'authors',
  creator: 'authors',
  datepublished: 'datePublished',
  datecreated: 'datePublished',
  uploaddate: 'datePublished',
  datemodified: 'dateModified',
  description: 'description',
  inlanguage: 'language',
  articlesection: 'categories',
  keywords: 'tags',
  license: 'licence',
};

/** Things inside a page that are not the page's subject. */
const OTHER_THING =
  /(?:Comment|UserComments|Review|WPHeader|WPFooter|WPSideBar|SiteNavigationElement|BreadcrumbList|ItemList|ListItem|Offer|AggregateRating|Answer)$/;

/** Most elements with `itemprop` read. */
const MAX_PROPERTIES = 500;
/** Longest value in characters; a longer one is the text of a section, not a fact about the page. */
const MAX_LENGTH = 500;

/** Findings in the page's order. */
export function fromMicrodata(page: Page): Finding[] {
  const findings: Finding[] = [];
  let read = 0;
  let skipUntil = 0;
  // Only the first thing of a type tells of the page: later ones are teasers of other pages.
  let article: { type: string; end: NodeId } | null = null;
  for (let node = 1; node < page.size && read < MAX_PROPERTIES; node++) {
    if (page.tag[node] === 0) continue;
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
    const given = page.attribute(node, 'itemprop') ?? rdfaProperty(page, node);
    if (given === null) continue;
    read++;
    for (const property of given.slice(0, 100).toLowerCase().split(/\s+/)) {
      const field = Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property] : undefined;
      if (field === undefined) continue;
      for (const value of valuesOf(page, node, field))
        findings.push({ field, kind: 'microdata', value, source: `microdata ${property}` });
    }
  }
  return findings;
}

/** RDFa says the same in `property`; that of meta tags is OpenGraph's. */
function rdfaProperty(page: Page, node: NodeId): string | null {
  const property = page.attribute(node, 'property');
  return property === null || property.startsWith('og:') ? null : property.replace(/^schema:/, '');
}

/** The value of an element with `itemprop`; for an author's record the names inside it. */
function valuesOf(page: Page, node: NodeId, field: MetadataField): string[] {
  if (field === 'authors' && page.attribute(node, 'itemscope') !== null) {
    const names: string[] = [];
    for (let inner = node + 1; inner < Math.min(page.end[node], node + 100) && names.length < 20; inner++) {
      if (page.tag[inner] === 0 || page.attribute(inner, 'itemprop')?.toLowerCase() !== 'name') continue;
      const name = textValue(page, inner);
      if (name !== '') names.push(name);
    }
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
