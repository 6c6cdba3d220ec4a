/** Scores as JSON for other programs, and as a grid. */
import { mean } from 'simple-statistics';
import { markOf } from '../run/contamination.js';
import type { Evaluation } from '../run/evaluate.js';

/** The evaluations as JSON. Undefined figures (NaN) become null. */
export function scoresJson(evaluations: readonly Evaluation[]): string {
  return `${JSON.stringify({ format: 'dehusk-lab-scores', version: 1, evaluations }, null, 1)}\n`;
}

/**
 * One grid per metric, in order of appearance: systems by datasets, the best mean first. A score is NaN where a system was not
 * scored, and so is its mean; marks are those of pages that the system saw before.
 */
export function scoreGrid(evaluations: readonly Evaluation[]) {
  const names = (field: 'metric' | 'dataset' | 'system', of: readonly Evaluation[]): string[] => [
    ...new Set(of.map((one) => one[field])),
  ];
  return names('metric', evaluations).map((metric) => {
    const of = evaluations.filter((one) => one.metric === metric);
    const datasets = names('dataset', of).map((name) => ({
      name,
      pages: of.find((one) => one.dataset === name)?.overall.pages ?? 0,
    }));
    const rows = names('system', of).map((system) => {
      const own = datasets.map(({ name }) => of.find((one) => one.system === system && one.dataset === name));
      const scores = own.map((one) => one?.overall.score ?? Number.NaN);
      return { system, scores, marks: own.map((one) => markOf(one?.contamination ?? null)), mean: mean(scores) };
    });
    return { metric, datasets, rows: rows.sort((a, b) => (b.mean || 0) - (a.mean || 0)) };
  });
}
