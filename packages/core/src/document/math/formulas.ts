/** The formulas of a page in every form, each found once. */

import type { Page } from '@dehusk/html';
import { memoized } from '@dehusk/html';
import { elementFormulas } from './carriers.js';
import { textFormulas } from './text-formulas.js';

/** Finds the formulas of a page once. Linear in the page; never throws. */
export const formulasOf = memoized((page: Page) => {
  const { elements, mispaired } = elementFormulas(page);
  return { elements, ...textFormulas(page, elements, mispaired) };
});
