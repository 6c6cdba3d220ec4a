/**
 * Whether a described work is the page itself or another one: pages also describe related articles, products and pictures, and not
 * always after their own. Addresses decide, then headlines.
 */
import { baseAddress, memoized, type Page, textOf, webAddress } from '@dehusk/html';
import { fromLinks } from './elements.js';
import { mainHeading, titleOf } from './heading.js';
import { declaredTitles, fromMetaTags } from './meta-tags.js';
import { folded } from './title.js';

/** Whether a headline is long enough to be compared. Chinese, Japanese and Korean say more in a letter. */
const isTelling = (text: string): boolean => text.length >= (/[\u3041-\ud7af]/.test(text) ? 4 : 8);
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
  const add = (reference: string | null): void => {
    const absolute = reference === null ? null : webAddress(reference, base);
    const path = absolute === null ? '' : pathOf(absolute);
    if (path !== '') addresses.add(path);
  };
  add(page.url);
  for (const { field, value } of [...fromLinks(page), ...fromMetaTags(page)]) if (field === 'canonicalUrl') add(value);
  const heading = mainHeading(page);
  const titles = [heading === null ? '' : textOf(page, heading), titleOf(page), ...declaredTitles(page)].map((text) =>
    folded(text.slice(0, MAX_LENGTH)),
  );
  return { base, addresses, titles: titles.filter(isTelling) };
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
  const texts = headlines.map((one) => folded(one.slice(0, MAX_LENGTH))).filter(isTelling);
  if (texts.some((text) => own.titles.some((title) => title.includes(text) || text.includes(title)))) return 1;
  return hasOther && texts.length > 0 && own.titles.length > 0 ? -1 : 0;
}
