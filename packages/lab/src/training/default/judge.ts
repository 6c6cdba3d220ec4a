/** What out-of-fold results tell beyond their mean: whether confidence can be trusted, and what each part is worth. */
import { FEATURE_GROUPS, FEATURE_NAMES } from '@dehusk/core/internal';
import type { Binned } from './binned-features.js';
import type { BoostingOptions } from './boosting.js';
import type { CopyRows } from './copies.js';
import type { TrainingPage } from './pages.js';
import { crossBlocks, decodeAll, type Scored } from './pipeline.js';

/** Reliability of confidence: pages in ten equal parts by expected F1, with the mean F1 each reached. */
export function reliability(scored: readonly Scored[]): { expected: number; f1: number; pages: number }[] {
  const rows: { expected: number; f1: number; pages: number }[] = [];
  for (let part = 0; part < 10; part++) {
    const own = scored.filter(({ expected }) => Math.min(9, Math.floor(expected * 10)) === part);
    if (own.length === 0) continue;
    rows.push({
      expected: mean(own.map((one) => one.expected)),
      f1: mean(own.map((one) => one.f1)),
      pages: own.length,
    });
  }
  return rows;
}

/** Mean F1 of the most confident share of the pages. */
export function mostConfident(scored: readonly Scored[], share: number): number {
  const order = [...scored].sort((x, y) => y.expected - x.expected);
  return mean(order.slice(0, Math.round(order.length * share)).map((one) => one.f1));
}

/** Groups that tell much the same are also left out together. */
const TOGETHER: readonly (readonly string[])[] = [
  ['class scores', 'word scores'],
  ['class scores', 'word scores', 'page type', 'page'],
];

/**
 * What each group of features is worth: results out of fold with all of them and without each.
 *
 * @param say told a row's name and its pages as they were scored
 */
export function ablations(
  pages: readonly TrainingPage[],
  copies: readonly CopyRows[],
  data: Binned,
  types: readonly Float32Array[],
  folds: number,
  options: BoostingOptions,
  choice: Parameters<typeof decodeAll>[2],
  say: (name: string, scored: readonly Scored[]) => void,
): void {
  for (const without of [[], ...FEATURE_GROUPS.map(({ name }) => [name]), ...TOGETHER]) {
    const left = FEATURE_GROUPS.filter(({ name }) => without.includes(name));
    const allowed = FEATURE_NAMES.map((_, at) => at).filter(
      (at) => !left.some(({ from, to }) => at >= from && at < to),
    );
    const probability = crossBlocks(pages, copies, data, types, folds, { ...options, allowed });
    const name = without.length === 0 ? 'all features' : `without ${without.join(', ')}`;
    say(name, decodeAll(pages, probability, choice));
  }
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
}
