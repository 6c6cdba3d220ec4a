/**
 * Pages of other data sets that may train shipped weights: documentation and weblogs of `structure` under MIT, Apache-2.0,
 * BSD or MPL, in several languages, with exact gold. NOTICE names them.
 *
 * They are trained on and never scored, like copies. The licensed sites that are held aside (`isHeldAside`) stay unread.
 */
import type { PAGE_TYPES } from '@dehusk/core/internal';
import type { Dataset } from '../../datasets/dataset.js';
import { type TrainingPage, trainingPage } from './pages.js';

/** Licensed sites and the type of their pages. */
const LICENSED: Readonly<Record<string, (typeof PAGE_TYPES)[number]>> = {
  'trpl-zh': 'documentation',
  'book-fr': 'documentation',
  'rust-book': 'documentation',
  jest: 'documentation',
  polars: 'documentation',
  'lse-es': 'documentation',
  'markgraf-de': 'article',
  'dartungar-ru': 'article',
};

/** Weight of a page beside a page of WCXB, 1: 109 pages of eight templates are not to outweigh its 89 documentation pages. */
const SHARE = 0.2;

/** Reads the licensed pages. */
export async function readLicensedPages(structure: Dataset, folds: number): Promise<TrainingPage[]> {
  const pages: TrainingPage[] = [];
  for await (const one of structure.cases()) {
    const pageType = LICENSED[one.site ?? ''];
    if (pageType === undefined) continue;
    const page = trainingPage({ ...one, pageType }, folds, 1, SHARE);
    if (page !== null && page.gold.length > 0) pages.push(page);
  }
  return pages;
}
