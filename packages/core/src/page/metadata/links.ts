/** `<link>` and `<a>` whose `rel` tells of the page: canonical, licence, author, tags. */
import { type Page, textOf } from '../page.js';
import { type Finding, oneLine } from './finding.js';

/** Most links of one kind kept. */
const MAX_LINKS = 50;

const CREATIVE_COMMONS = /^(?:https?:)?\/\/(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\//i;

/** Findings of links, in the page's order. */
export function fromLinks(page: Page): Finding[] {
  const findings: Finding[] = [];
  const counts = new Map<string, number>();
  const add = (field: Finding['field'], value: string, source: string): void => {
    const text = oneLine(value);
    const count = counts.get(source) ?? 0;
    if (text === '' || count >= MAX_LINKS) return;
    counts.set(source, count + 1);
    findings.push({ field, kind: 'link', value: text, source });
  };
  const link = page.nameIndex('link');
  const anchor = page.nameIndex('a');
  for (let node = 0; node < page.size; node++) {
    const tag = page.tag[node];
    if (tag !== link && tag !== anchor) continue;
    const rel = page.attribute(node, 'rel');
    const href = page.attribute(node, 'href') ?? '';
    const words = rel === null ? [] : rel.slice(0, 200).toLowerCase().split(/\s+/);
    const name = tag === link ? 'link' : 'a';
    if (tag === link && words.includes('canonical')) add('canonicalUrl', href, '<link rel=canonical>');
    if (tag === link && words.includes('image_src')) add('image', href, '<link rel=image_src>');
    if (words.includes('license') || words.includes('licence')) add('licence', href, `<${name} rel=license>`);
    else if (tag === anchor && CREATIVE_COMMONS.test(href)) add('licence', href, '<a href=creativecommons.org>');
    if (tag === anchor && words.includes('author')) add('authors', textOf(page, node), '<a rel=author>');
    if (tag === anchor && words.includes('tag'))
      add(
        words.includes('category') ? 'categories' : 'tags',
        textOf(page, node),
        `<a rel="${words.includes('category') ? 'category tag' : 'tag'}">`,
      );
  }
  return findings;
}
