/**
 * Tables for the terminal and for Markdown, and their insertion into files. Cells are strings; the first column is aligned
 * left, the others right.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mean } from 'simple-statistics';
import stringWidth from 'string-width';
import type { Evaluation } from '../run/evaluate.js';
import { markOf } from '../run/evaluate.js';

export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Indices of further left-aligned columns: names and sentences. */
  readonly leftColumns?: readonly number[];
}

const isLeft = (table: ReportTable, column: number): boolean =>
  column === 0 || (table.leftColumns ?? []).includes(column);

/** Two spaces between columns, a rule under the head. */
export function textTable(table: ReportTable): string {
  const widths = table.head.map((name, column) =>
    Math.max(stringWidth(name), ...table.rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const space = ' '.repeat(Math.max(0, widths[column] - stringWidth(cell)));
        return isLeft(table, column) ? cell + space : space + cell;
      })
      .join('  ')
      .trimEnd();
  return [line(table.head), widths.map((one) => '-'.repeat(one)).join('  '), ...table.rows.map(line)].join('\n');
}

/** A Markdown table; pipes in cells are escaped. */
export function markdownTable(table: ReportTable): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  const rule = `|${table.head.map((_, column) => (isLeft(table, column) ? '---' : '---:')).join('|')}|`;
  return [line(table.head), rule, ...table.rows.map(line)].join('\n');
}

/** A number with fixed decimals; `–` for NaN. */
export function fixed(value: number, digits: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(digits);
}

/** A share 0…1 as a percentage; `–` for NaN. */
export function percent(share: number, digits = 1): string {
  return fixed(100 * share, digits);
}

/** The two comments around a generated part of a file: `<!-- scores:begin -->` and `<!-- scores:end -->`. */
export function markersOf(part: string): readonly [begin: string, end: string] {
  return [`<!-- ${part}:begin -->`, `<!-- ${part}:end -->`];
}

/**
 * Replaces the text between the two markers of a part and keeps the rest of the file.
 *
 * @throws RangeError naming file and markers when the file has no such part; the file is then unchanged
 */
export function replacePart(file: string, part: string, inside: string): void {
  const [begin, end] = markersOf(part);
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new RangeError(`${file} has no ${begin} … ${end} to write between`);
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n${inside}\n${text.slice(to)}`);
}

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

/** One system's speed and memory. Times in milliseconds per page. */
export interface BenchRow {
  readonly name: string;
  readonly isBaseline: boolean;
  /** CPU time as a multiple of the first baseline's; less is better. */
  readonly ratio: number;
  readonly pagesPerSecond: number;
  readonly megabytesPerSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Peak resident memory of the system's process in MB, Node included. */
  readonly peakMegabytes: number;
  /** Pages on which it threw. */
  readonly failures: number;
  /** Why the system was stopped, or null. Its figures are then NaN. */
  readonly stopped: string | null;
}

/** The units of CPU time: tokenising, and the tree most libraries build. */
const UNITS = [
  { name: 'htmlparser2 tokens', head: '× tokens' },
  { name: 'parse5 tree', head: '× parse5' },
] as const;

/** The baselines in order, then the systems, fastest first and stopped ones last. */
export function benchTable(rows: readonly BenchRow[]): ReportTable {
  const ratioOf = (name: string): number => rows.find((one) => one.name === name)?.ratio ?? Number.NaN;
  const order = (row: BenchRow): number => (row.isBaseline ? -1 : Number.isNaN(row.ratio) ? Infinity : row.ratio);
  return {
    head: [
      ...['subject', ...UNITS.map(({ head }) => head)],
      ...['pages/s', 'MB/s', 'p50 ms', 'p95 ms', 'p99 ms', 'peak MB', 'failed'],
    ],
    rows: [...rows]
      .sort((a, b) => order(a) - order(b) || 0)
      .map((row) => [
        row.name,
        ...UNITS.map(({ name }) => fixed(row.ratio / ratioOf(name), 2)),
        fixed(row.pagesPerSecond, 1),
        fixed(row.megabytesPerSecond, 2),
        fixed(row.p50, 1),
        fixed(row.p95, 1),
        fixed(row.p99, 1),
        fixed(row.peakMegabytes, 0),
        row.stopped ?? String(row.failures),
      ]),
  };
}
