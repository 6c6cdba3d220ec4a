/** Figures of results out of fold: scores by page type, the page type table, reliability, and calibration of confidence. */
import { PAGE_TYPES } from '@dehusk/core';
import type { Scored } from './cross-validation.js';

/** Mean F1, precision and recall of all pages, and mean F1 by page type, on one line. */
export function summary(scored: readonly Scored[]): string {
  const f1 = mean(scored.map((one) => one.f1)).toFixed(4);
  const precision = mean(scored.map((one) => one.precision)).toFixed(4);
  const recall = mean(scored.map((one) => one.recall)).toFixed(4);
  const types = PAGE_TYPES.map((type, at) => {
    const own = scored.filter((one) => one.page.type === at).map((one) => one.f1);
    return `${type} ${mean(own).toFixed(4)}`;
  });
  return `F1 ${f1} P ${precision} R ${recall} | ${types.join(' ')}`;
}

/** Mean F1, precision, recall, and the share of pages whose first and last block of gold is kept, of each data set, a line each. */
export function figuresBySet(scored: readonly Scored[]): string[] {
  return setsOf(scored).map((set) => {
    const own = scored.filter(({ page }) => page.set === set);
    const figure = (of: (one: Scored) => number): string => mean(own.map(of)).toFixed(4);
    const edge = (at: 0 | -1): string => mean(own.flatMap((one) => edgeKept(one, at))).toFixed(3);
    return `  ${set}: ${own.length} pages F1 ${figure(({ f1 }) => f1)} P ${figure(({ precision }) => precision)} R ${figure(({ recall }) => recall)} first ${edge(0)} last ${edge(-1)}`;
  });
}

/** The data sets of pages, in order. */
export const setsOf = (scored: readonly Scored[]): string[] => [...new Set(scored.map(({ page }) => page.set))];

/** How much less F1 a data set has without something, in points, and on how many pages it is better and worse with it. */
export function differenceOf(set: string, scored: readonly Scored[], without: readonly Scored[]): string {
  const own = scored.map((one, at) => one.f1 - without[at].f1).filter((_, at) => scored[at].page.set === set);
  const better = own.filter((one) => one > 0).length;
  const worse = own.filter((one) => one < 0).length;
  return better + worse === 0 ? '–' : `${(100 * mean(own)).toFixed(3)} (${better}:${worse})`;
}

/** A block is gold from this share of its words on. */
const GOLD_SHARE = 0.8;

/** Whether the first or last visible block of gold is kept; empty for a page without one. */
function edgeKept({ page, keep }: Scored, at: 0 | -1): number[] {
  const gold = Array.from({ length: page.rows.visible.size }, (_, row) => row).filter(
    (row) => page.label[row] >= GOLD_SHARE,
  );
  return gold.length === 0 ? [] : [keep[gold.at(at) as number]];
}

/** Reliability of confidence: the pages in tenths of expected F1, with the mean F1 each tenth reached. */
export function reliability(scored: readonly Scored[]): { expected: number; f1: number; pages: number }[] {
  return steps(10, scored, (one) => one.expected).map((own) => ({
    expected: mean(own.map((one) => one.expected)),
    f1: mean(own.map((one) => one.f1)),
    pages: own.length,
  }));
}

/** Mean F1 of the most confident share of the pages. */
export function mostConfident(scored: readonly Scored[], share: number): number {
  const order = [...scored].sort((x, y) => y.expected - x.expected);
  return mean(order.slice(0, Math.round(order.length * share)).map((one) => one.f1));
}

/**
 * Mean F1 at equal steps of expected F1: pages within one step to each side, weighted by nearness, made to rise. Pages
 * with empty gold count as they scored.
 */
export function calibrate(scored: readonly Pick<Scored, 'expected' | 'f1'>[], steps: number): number[] {
  const points: number[] = [];
  for (let step = 0; step <= steps; step++) {
    const at = step / steps;
    let sum = at;
    let weight = 1;
    for (const { expected, f1 } of scored) {
      const near = 1 - Math.abs(expected - at) * steps;
      if (near <= 0) continue;
      sum += near * f1;
      weight += near;
    }
    points.push(Math.max(points.at(-1) ?? 0, Number((sum / weight).toFixed(4))));
  }
  return points;
}

/** Width of the table's columns: the longest name of a type and two spaces. */
const WIDTH = 15;
/** Steps of probability that reliability is stated for. */
const TYPE_STEPS = 5;

/**
 * The confusion table of page types (one row per true type, one column per predicted type) with recall and precision, and the
 * reliability of the probability of the predicted type.
 * @param pages the true type, −1 when the corpus does not say (such pages are left out), and probabilities of PAGE_TYPES
 * @returns lines of text, columns aligned
 */
export function pageTypeFigures(
  pages: readonly { readonly type: number; readonly predicted: Float32Array }[],
): string[] {
  const known = pages
    .filter(({ type }) => type >= 0)
    .map(({ type, predicted }) => {
      const chance = Math.max(...predicted);
      return { type, chance, predicted: predicted.indexOf(chance) };
    });
  const share = (part: number, total: number): string => (total === 0 ? '–' : (part / total).toFixed(2));
  const padded = (cell: string | number): string => String(cell).padEnd(WIDTH);
  const line = (cells: readonly (string | number)[]): string => cells.map(padded).join('').trimEnd();
  const count = (type: number, predicted: number): number =>
    known.filter((one) => one.type === type && one.predicted === predicted).length;
  const lines = [line(['true type', ...PAGE_TYPES, 'recall'])];
  PAGE_TYPES.forEach((name, type) => {
    const counts = PAGE_TYPES.map((_, predicted) => count(type, predicted));
    lines.push(line([name, ...counts, share(counts[type], known.filter((one) => one.type === type).length)]));
  });
  const precision = PAGE_TYPES.map((_, type) =>
    share(count(type, type), known.filter((one) => one.predicted === type).length),
  );
  lines.push(line(['precision', ...precision]));
  for (const own of steps(TYPE_STEPS, known, (one) => one.chance)) {
    const expected = mean(own.map(({ chance }) => chance));
    const right = mean(own.map((one) => (one.predicted === one.type ? 1 : 0)));
    lines.push(`probability ${expected.toFixed(2)} right ${right.toFixed(2)} on ${own.length} pages`);
  }
  return lines;
}

/** Divides a list by a number in 0…1 into equal steps; empty steps are left out. */
function steps<T>(count: number, list: readonly T[], measure: (one: T) => number): T[][] {
  const parts: T[][] = Array.from({ length: count }, () => []);
  for (const one of list) parts[Math.min(count - 1, Math.floor(measure(one) * count))].push(one);
  return parts.filter((part) => part.length > 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
}
