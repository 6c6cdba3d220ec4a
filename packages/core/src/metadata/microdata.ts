/**
 * Microdata and RDFa: the values of `itemprop` or `property` in the item that describes the page: the article that is this page, else
 * the first one. Properties of items inside it count as its own, except those of comments, pictures, other articles and the like.
 */
import { elementsWith, type NodeId, type Page, TEXT } from '@dehusk/html';
import { headingText } from './elements.js';
import { type Finding, oneLine, spacedText } from './finding.js';
import { identityOf } from './identity.js';
import type { MetadataField } from './metadata.js';
import { ARTICLE_ITEM, ITEM_PROPERTIES, OTHER_THING, OTHER_WORK } from './schema-org-data.js';

/** Maximum number of elements with `itemprop` read. */
const MAX_PROPERTIES = 500;
/** Maximum length of a value in characters; a longer one is the text of a section. */
const MAX_LENGTH = 500;
/** Maximum number of nodes of an author's item searched for names. */
const MAX_ITEM_NODES = 100;

/** What is known of one item: its findings, and what tells which page it describes. */
const newItem = (start: NodeId, end: NodeId) => ({
  start,
  end,
  findings: [] as Finding[],
  headlines: [] as string[],
  addresses: [] as string[],
});
type DescribedItem = ReturnType<typeof newItem>;

/** Findings in the page's order: of the article that is this page, and those outside of any article. */
export function fromMicrodata(page: Page): Finding[] {
  const outside = newItem(0, page.size);
  const items: DescribedItem[] = [];
  let item = outside;
  let read = 0;
  let skipUntil = 0;
  for (const node of elementsWith(page, ['itemtype', 'itemprop', 'property'])) {
    if (read >= MAX_PROPERTIES) break;
    if (node < skipUntil) continue;
    if (node >= item.end) item = outside;
    const type = (page.attribute(node, 'itemtype') ?? '').slice(0, 200).trim();
    const given = page.attribute(node, 'itemprop') ?? rdfaProperty(page.attribute(node, 'property'));
    const properties = given === null ? [] : [...new Set(given.slice(0, 100).toLowerCase().split(/\s+/))];
    const isItem = type !== '' || (properties.length > 0 && page.attribute(node, 'itemscope') !== null);
    if (isItem) {
      const isArticle = ARTICLE_ITEM.test(type);
      const isOther =
        (OTHER_THING.test(type) && !properties.includes('author')) || properties.some((one) => OTHER_WORK.test(one));
      if (isOther || (isArticle && item !== outside)) {
        skipUntil = page.end[node];
        continue;
      }
      if (isArticle) {
        item = newItem(node, page.end[node]);
        items.push(item);
      }
      const id = page.attribute(node, 'itemid');
      if (id !== null && isArticle) item.addresses.push(id);
    }
    if (properties.length > 0) read++;
    for (const property of properties) {
      if (item !== outside && (property === 'url' || property === 'mainentityofpage'))
        item.addresses.push(
          page.attribute(node, 'itemid') ?? page.attribute(node, 'href') ?? page.attribute(node, 'content') ?? '',
        );
      const field = Object.hasOwn(ITEM_PROPERTIES, property) ? ITEM_PROPERTIES[property] : undefined;
      if (field === undefined) continue;
      for (const value of valuesOf(page, node, field)) {
        if (field === 'title') item.headlines.push(value);
        item.findings.push({ field, kind: 'microdata', value, source: `microdata ${property}` });
      }
    }
  }
  const ranked = items
    .map((one) => ({ one, identity: identityOf(page, one.addresses, one.headlines) }))
    .filter(({ identity }) => identity >= 0)
    .sort((a, b) => b.identity - a.identity);
  return [...(ranked[0]?.one.findings ?? []), ...outside.findings];
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
    for (let inner = node + 1; inner < end; inner++)
      if (page.tag[inner] !== TEXT && page.attribute(inner, 'itemprop')?.toLowerCase() === 'name')
        all.push(textValue(page, inner));
    const names = all.filter((name) => name !== '');
    if (names.length > 0) return names;
  }
  const isHeading = field === 'title' && page.attribute(node, 'content') === null;
  const value = isHeading ? headingText(page, node).slice(0, MAX_LENGTH) : textValue(page, node);
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
