/** Scores as a grid: systems by datasets, one grid a metric, the best mean first. */
import type { Evaluation } from '../run/evaluate.js';

export interface ScoreGrid {
  readonly metric: string;
  readonly datasets: readonly { readonly name: string; readonly pages: number }[];
  readonly rows: readonly GridRow[];
}

export interface GridRow {
  readonly system: string;
  /** In the order of the datasets, 0…1; NaN where a system was not scored. */
  readonly scores: readonly number[];
}

/** One grid a metric, metrics in the order they come. */
export function scoreGrid(evaluations: readonly Evaluation[]): readonly ScoreGrid[] {
  const names = (field: 'metric' | 'dataset' | 'system', of: readonly Evaluation[]): string[] => [
    ...new Set(of.map((one) => one[field])),
  ];
  return names('metric', evaluations).map((metric) => {
    const of = evaluations.filter((one) => one.metric === metric);
    const datasets = names('dataset', of).map((name) => ({
      name,
      pages: of.find((one) => one.dataset === name)?.overall.pages ?? 0,
    }));
    const rows = names('system', of).map((system) => ({
      system,
      scores: datasets.map(
        ({ name }) => of.find((one) => one.system === system && one.dataset === name)?.overall.score ?? Number.NaN,
      ),
    }));
    const key = (row: GridRow): number => meanOf(row.scores) || 0;
    return { metric, datasets, rows: rows.sort((a, b) => key(b) - key(a)) };
  });
}

/** The plain mean; NaN when a score is missing. */
export function meanOf(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
