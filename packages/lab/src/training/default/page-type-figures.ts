/** How well page types are told, out of fold: who is taken for whom, and whether the probability can be believed. */
import { PAGE_TYPES } from '@dehusk/core/internal';
import { mean } from './judge.js';

/** A page's true type and the probabilities it was given. */
export interface TypedPage {
  /** Index into PAGE_TYPES, or −1 when the corpus does not say: such pages are left out. */
  readonly type: number;
  /** Probabilities of PAGE_TYPES. */
  readonly told: Float32Array;
}

/** Columns of the table are this wide: the longest name of a type and two spaces. */
const WIDTH = 15;
/** Steps of the probability that reliability is stated for. */
const STEPS = 5;

/**
 * The confusion table (a row a true type, a column a type told) with recall and precision, and the reliability of the
 * probability of the type told.
 *
 * @returns lines of text, columns aligned
 */
export function pageTypeFigures(pages: readonly TypedPage[]): string[] {
  const known = pages
    .filter(({ type }) => type >= 0)
    .map(({ type, told }) => {
      const chance = Math.max(...told);
      return { type, chance, told: told.indexOf(chance) };
    });
  const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(2));
  const line = (cells: readonly (string | number)[]): string =>
    cells
      .map((cell) => String(cell).padEnd(WIDTH))
      .join('')
      .trimEnd();
  const right = (type: number): number => known.filter((one) => one.type === type && one.told === type).length;
  const lines = [line(['true \\ told', ...PAGE_TYPES, 'recall'])];
  PAGE_TYPES.forEach((name, type) => {
    const own = known.filter((one) => one.type === type);
    const counts = PAGE_TYPES.map((_, told) => own.filter((one) => one.told === told).length);
    lines.push(line([name, ...counts, share(right(type), own.length)]));
  });
  const precision = PAGE_TYPES.map((_, told) => share(right(told), known.filter((one) => one.told === told).length));
  lines.push(line(['precision', ...precision]));
  for (let step = 0; step < STEPS; step++) {
    const own = known.filter(({ chance }) => Math.min(STEPS - 1, Math.floor(chance * STEPS)) === step);
    if (own.length === 0) continue;
    const believed = mean(own.map(({ chance }) => chance));
    const seen = mean(own.map((one) => (one.told === one.type ? 1 : 0)));
    lines.push(`probability ${believed.toFixed(2)} right ${seen.toFixed(2)} on ${own.length} pages`);
  }
  return lines;
}
