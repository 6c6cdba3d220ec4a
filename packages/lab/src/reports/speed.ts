/** The table of the speed benchmark. */
import { fixed, type ReportTable } from './tables.js';

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
