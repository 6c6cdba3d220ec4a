/** Scores as files (JSON for the report and other programs, CSV for spreadsheets) and as a grid. */
import { csvCell } from '@dehusk/core/internal';
import { mean } from 'simple-statistics';
import { markOf } from '../run/contamination.js';
import type { Evaluation } from '../run/evaluate.js';

/** Identifies the file, so that the report can refuse others. */
const FORMAT = 'dehusk-lab-scores';
const FORMAT_VERSION = 1;
/** Fields whose null is not a NaN. */
const MAY_BE_NULL: ReadonlySet<string> = new Set(['site', 'reason', 'contamination']);

/** The evaluations as JSON. Undefined figures (NaN) become null. */
export function scoresJson(evaluations: readonly Evaluation[]): string {
  return `${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, evaluations }, null, 1)}\n`;
}

/**
 * Reads what {@link scoresJson} wrote.
 *
 * @throws Error naming what was got when the text is something else
 */
export function readScoresJson(text: string, where: string): readonly Evaluation[] {
  const read: { format?: unknown; version?: unknown; evaluations?: unknown } = JSON.parse(text, (key, value) =>
    value === null && !MAY_BE_NULL.has(key) ? Number.NaN : value,
  );
  if (read.format !== FORMAT || read.version !== FORMAT_VERSION || !Array.isArray(read.evaluations))
    throw new Error(
      `${where}: got format ${String(read.format)} ${String(read.version)}, expected ${FORMAT} ${FORMAT_VERSION} (written by "dehusk-lab score --json")`,
    );
  // Files of version 1 may be older than the field.
  return (read.evaluations as (Omit<Evaluation, 'contamination'> & Partial<Evaluation>)[]).map((one) => ({
    ...one,
    contamination: one.contamination ?? null,
  }));
}

/** One line per page, extractor and metric, with a head line; fields quoted as in RFC 4180, none a formula. */
export function scoresCsv(evaluations: readonly Evaluation[]): string {
  const lines = ['dataset,metric,extractor,id,score,precision,recall,milliseconds,reason'];
  for (const { dataset, metric, system, pages } of evaluations)
    for (const page of pages)
      lines.push(
        [dataset, metric, system, page.id, page.score, page.precision, page.recall, page.milliseconds, page.reason]
          .map(field)
          .join(','),
      );
  return `${lines.join('\r\n')}\r\n`;
}

function field(value: string | number | null): string {
  return Number.isNaN(value) ? '' : csvCell(value ?? '');
}

/** Scores of systems by datasets under one metric. */
export interface ScoreGrid {
  readonly metric: string;
  readonly datasets: readonly { readonly name: string; readonly pages: number }[];
  readonly rows: readonly GridRow[];
}

interface GridRow {
  readonly system: string;
  /** In the order of the datasets, 0…1; NaN where a system was not scored. */
  readonly scores: readonly number[];
  /** The mark of each score whose pages the system saw before; else empty. */
  readonly marks: readonly string[];
  /** Mean of the scores; NaN when one is missing. */
  readonly mean: number;
}

/** One grid per metric, in order of appearance; the best mean of datasets first. */
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
    const rows = names('system', of).map((system) => {
      const own = datasets.map(({ name }) => of.find((one) => one.system === system && one.dataset === name));
      const scores = own.map((one) => one?.overall.score ?? Number.NaN);
      return { system, scores, marks: own.map((one) => markOf(one?.contamination ?? null)), mean: mean(scores) };
    });
    return { metric, datasets, rows: rows.sort((a, b) => (b.mean || 0) - (a.mean || 0)) };
  });
}
