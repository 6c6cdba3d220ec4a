import { extract } from '../extract.js';
import type { IndependentPage } from './independent-kinds.fixture.js';

export const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** What is wrong with the text of a page, a line for each string. */
export function faults(page: IndependentPage): string[] {
  const text = plain(extract(page.html).text);
  return [
    ...page.keep.filter((part) => !text.includes(plain(part))).map((part) => `lost: ${part}`),
    ...page.drop.filter((part) => text.includes(plain(part))).map((part) => `kept: ${part}`),
    ...page.once.filter((part) => text.split(plain(part)).length > 2).map((part) => `twice: ${part}`),
  ];
}
