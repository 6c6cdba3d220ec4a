/** The formulas of a page in every form, each found once. */

import type { NodeId, Page } from '@dehusk/html';
import { memoized } from '@dehusk/html';
import { elementFormulas } from './carriers.js';
import type { Formula } from './tex.js';
import { type TextFormulas, textFormulas } from './text-formulas.js';

interface Formulas extends TextFormulas {
  /** By element: its formula, which replaces its subtree; null for a copy of a formula beside it. */
  readonly elements: ReadonlyMap<NodeId, Formula | null>;
}

/** Finds the formulas of a page once. Linear in the page; never throws. */
export const formulasOf: (page: Page) => Formulas = memoized((page: Page) => {
  const { elements, mispaired } = elementFormulas(page);
  return { elements, ...textFormulas(page, elements, mispaired) };
});
