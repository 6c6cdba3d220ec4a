/** Scores as files: JSON for the report and for other programs, CSV for spreadsheets. */
import type { Evaluation } from '../run/evaluate.js';

/** Says what the file is, so that the report can refuse another. */
const FORMAT = 'dehusk-lab-scores';
const FORMAT_VERSION = 1;
/** Fields in which null is not a figure that JSON could not hold. */
const MAY_BE_NULL: ReadonlySet<string> = new Set(['site', 'reason']);

/** Everything of the evaluations. Undefined figures (NaN) become null. */
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
  return read.evaluations as Evaluation[];
}

/** A line a page, extractor and metric, with a head line; fields quoted as RFC 4180 asks. */
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
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value);
  const text = value ?? '';
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
