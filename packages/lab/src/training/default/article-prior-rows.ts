/**
 * Out of fold, pages are judged as the shipped extractor reads them: with page types that lean (`leaned-types.ts` of the
 * core), though the trees are trained on types that do not. A fold is not trained on while it is judged, so its rows can
 * carry the leaned types meanwhile.
 */
import { applyArticlePrior, FEATURE_NAMES, PAGE_TYPES } from '@dehusk/core/internal';
import { type Binned, binOf } from './binned-features.js';
import type { TrainingPage } from './pages.js';

const FIRST_TYPE_COLUMN = FEATURE_NAMES.indexOf(`type.${PAGE_TYPES[0]}`);

/**
 * Gives a fold's rows the leaned types of their pages.
 *
 * @param types per page: probabilities of its types, as `crossPageType` gives them
 * @returns puts back what was there
 */
export function leanRows(
  data: Binned,
  pages: readonly TrainingPage[],
  types: readonly Float32Array[],
  fold: number,
): () => void {
  const changed: { at: number; to: number; bin: number }[] = [];
  let row = 0;
  pages.forEach((page, p) => {
    const from = row;
    row += page.rows.size;
    if (page.fold !== fold || row === from) return;
    const leaned = applyArticlePrior(types[p], page.page);
    if (leaned === types[p]) return;
    leaned.forEach((chance, type) => {
      const column = FIRST_TYPE_COLUMN + type;
      const at = column * data.rows + from;
      changed.push({ at, to: at + page.rows.size, bin: data.bins[at] });
      data.bins.fill(binOf(data.edges[column], chance), at, at + page.rows.size);
    });
  });
  return () => {
    for (const { at, to, bin } of changed) data.bins.fill(bin, at, to);
  };
}
