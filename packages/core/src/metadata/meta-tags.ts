/**
 * `<meta>` tags: OpenGraph, Twitter cards, Dublin Core, Highwire's `citation_*`, Parse.ly, Sailthru, and the plain names.
 */
import { memoized, type Page } from '@dehusk/html';
import { type Finding, oneLine } from './finding.js';
import { NAMES } from './meta-names-data.js';
import { WRITTEN_BY } from './name-words-data.js';

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
  for (let node = 0; node < page.size; node++) {
    if (page.tag[node] !== meta) continue;
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
