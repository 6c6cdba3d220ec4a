/**
 * Whether a described work is the page itself or another one: pages also describe related articles, products and pictures, and not
 * always after their own. Addresses decide, then headlines.
 */
import { baseAddress, elementsWith, memoized, type Page, textOf, webAddress } from '@dehusk/html';
import { mainHeading } from './heading.js';
import { folded } from './title.js';

/** Letters of a headline that is compared. */
const MIN_LETTERS = 8;
/** Characters of a headline read. */
const MAX_LENGTH = 300;

/** Host without `www`, and path without its end: `https://www.example.org/a/index.html?x#y` → `example.org/a`. Empty for a front page. */
function pathOf(address: string): string {
  const [host, ...steps] = address
    .replace(/^https?:\/\/(?:www\.|m\.|amp\.)?/i, '')
    .replace(/[?#].*$/s, '')
    .split('/');
  const path = steps
    .join('/')
    .replace(/(?:^|\/)(?:index\.\w+|amp)?\/?$/, '')
    .toLowerCase();
  return path === '' ? '' : `${host.toLowerCase()}/${path}`;
}

/** The page's own addresses and texts that name it. */
const ownNames = memoized((page: Page) => {
  const base = baseAddress(page);
  const addresses = new Set<string>();
  const titles: string[] = [];
  const add = (reference: string | null): void => {
    const absolute = reference === null ? null : webAddress(reference, base);
    const path = absolute === null ? '' : pathOf(absolute);
    if (path !== '') addresses.add(path);
  };
  add(page.url);
  const link = page.nameIndex('link');
  for (const node of elementsWith(page, ['rel', 'property'])) {
    if (page.tag[node] === link) {
      if (page.attribute(node, 'rel')?.trim().toLowerCase() === 'canonical') add(page.attribute(node, 'href'));
      continue;
    }
    const property = page.attribute(node, 'property');
    if (property === 'og:url') add(page.attribute(node, 'content'));
    else if (property === 'og:title') titles.push(folded((page.attribute(node, 'content') ?? '').slice(0, MAX_LENGTH)));
  }
  const heading = mainHeading(page);
  const title = page.tag.indexOf(page.nameIndex('title'));
  for (const node of [heading ?? -1, title])
    if (node >= 0) titles.push(folded(textOf(page, node).slice(0, MAX_LENGTH)));
  return { base, addresses, titles: titles.filter((text) => text.length >= MIN_LETTERS) };
});

/** 2 when an address is the page's, 1 when a headline is, −1 when both are known and are another page's, else 0. */
export function identityOf(page: Page, addresses: readonly string[], headlines: readonly string[]): number {
  // Most works name the page's own address: nothing else is read then.
  const path = page.url === null ? '' : pathOf(page.url);
  if (path !== '' && addresses.some((one) => pathOf(one) === path)) return 2;
  const own = ownNames(page);
  let hasOther = false;
  for (const one of addresses) {
    const absolute = one === '' ? null : webAddress(one, own.base);
    const other = absolute === null ? '' : pathOf(absolute);
    if (own.addresses.has(other)) return 2;
    // The front page is every page's site.
    hasOther ||= other !== '' && own.addresses.size > 0;
  }
  const texts = headlines.map((one) => folded(one.slice(0, MAX_LENGTH))).filter((text) => text.length >= MIN_LETTERS);
  if (texts.some((text) => own.titles.some((title) => title.includes(text) || text.includes(title)))) return 1;
  return hasOther && texts.length > 0 && own.titles.length > 0 ? -1 : 0;
}
