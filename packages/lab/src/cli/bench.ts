import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { decode } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { type BenchRow, bench, DEFAULT_BENCH } from '../benchmarks/bench.js';
import { BASELINES } from '../benchmarks/subject.js';
import { markersOf, replacePart } from '../reports/replace-between.js';
import { markdownTable, type Table, textTable } from '../reports/text-table.js';
import { COMMIT } from '../run/evaluate.js';
import { systemsPresent } from '../run/system.js';
import { progressBar } from './progress.js';
import { choosePages, datasetOf, type ScoringOptions, systemsOf, withRunOptions } from './scoring-options.js';
import { asTyped, wholeNumber } from './usage-error.js';

interface Options extends ScoringOptions {
  readonly seed: number;
  readonly rounds: number;
  readonly warmUp: number;
  readonly json?: string;
  readonly write?: string;
}

const FORMAT = 'dehusk-lab-bench';
/** The part of a file `--write` replaces. */
const PART = 'speed';
/** Pages timed unless told otherwise. */
const PAGES = 60;

/** What CPU time is given in multiples of: the least work with a page, and the tree others build. */
const UNITS = [
  { name: 'htmlparser2 tokens', head: '× tokens' },
  { name: 'parse5 tree', head: '× parse5' },
] as const;

/** `bench`: speed and memory beside bare parsers. */
export function addBench(program: Command): void {
  const command = program
    .command('bench')
    .summary('time extractors beside bare parsers')
    .description(
      `Times extractors (default: all that are here) on pages of a dataset, always together with ${BASELINES.map(({ name }) => name).join(', ')}.\nEach subject has a process of its own; pages and subjects come in seeded random order, after a warm-up.`,
    )
    .argument('[dataset]', 'where the pages come from', 'wcxb-dev');
  withRunOptions(command)
    .option('--seed <number>', 'seed of the order', wholeNumber(0), DEFAULT_BENCH.seed)
    .option('--rounds <number>', 'counted passes over the pages', wholeNumber(1), DEFAULT_BENCH.rounds)
    .option('--warm-up <number>', 'passes before counting', wholeNumber(0), DEFAULT_BENCH.warmUp)
    .option('--write <file>', `replace what stands between ${markersOf(PART).join(' and ')} in a file`)
    .option('--json <file>', 'write the rows, for "dehusk-lab report --bench"')
    .addHelpText(
      'after',
      `
Examples:
  dehusk-lab bench
  dehusk-lab bench cleaneval -e boilerpipe-article,readability-linkedom -n 100 --rounds 5
  dehusk-lab bench -e dehusk,readability-linkedom --write README.md`,
    )
    .action(async (name: string, options: Options) => {
      const systems =
        options.extractor === undefined && options.stored.length === 0 ? systemsPresent() : systemsOf(options);
      const { dataset, cases } = await choosePages(datasetOf(name, options), options, {
        limit: options.limit ?? PAGES,
      });
      const pages = cases.map((one) => {
        const bytes = one.html();
        return { html: decode(bytes, { httpCharset: one.charset }).text, url: one.url, bytes: bytes.length };
      });
      const progress = progressBar();
      progress.start('bench', 1);
      const rows = await bench(systems, pages, {
        seed: options.seed,
        rounds: options.rounds,
        warmUp: options.warmUp,
        pageLimit: options.pageLimit,
        onProgress: (done, all) => {
          if (done === 0) progress.start(`bench @ ${name}`, all);
          progress.update(done);
        },
      });
      progress.stop();
      const signature = [
        'bench',
        `data:${dataset.name}@${dataset.sha256().slice(0, 12)}`,
        `n:${pages.length}`,
        `seed:${options.seed}`,
        `rounds:${options.rounds}`,
        `warm-up:${options.warmUp}`,
        `node:${process.versions.node}`,
        `cpu:${cpus().length}× ${cpus()[0]?.model ?? 'unknown'}`,
        ...(COMMIT === null ? [] : [`commit:${COMMIT}`]),
      ].join('|');
      const table = tableOf(rows);
      const { write } = options;
      if (write === undefined) process.stdout.write(`${textTable(table)}\n\n${signature}\n`);
      else {
        asTyped(() => replacePart(write, PART, `${markdownTable(table)}\n\n\`${signature}\``));
        process.stdout.write(`wrote the table of speed into ${write}\n`);
      }
      if (options.json !== undefined)
        writeFileSync(options.json, `${JSON.stringify({ format: FORMAT, version: 1, signature, rows }, null, 1)}\n`);
    });
}

/** The baselines as measured, then the systems from the fastest on. */
function tableOf(rows: readonly BenchRow[]): Table {
  const digits = (value: number, places: number): string => (Number.isNaN(value) ? '–' : value.toFixed(places));
  const bySpeed = [...rows].sort(
    (a, b) => Number(b.isBaseline) - Number(a.isBaseline) || (a.isBaseline ? 0 : speedOrder(a) - speedOrder(b)),
  );
  return {
    head: [
      'subject',
      ...UNITS.map(({ head }) => head),
      'pages/s',
      'MB/s',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'peak MB',
      'failed',
    ],
    rows: bySpeed.map((row) => [
      row.name,
      ...UNITS.map(({ name }) => digits(row.ratio / (rows.find((one) => one.name === name)?.ratio ?? Number.NaN), 2)),
      digits(row.pagesPerSecond, 1),
      digits(row.megabytesPerSecond, 2),
      digits(row.p50, 1),
      digits(row.p95, 1),
      digits(row.p99, 1),
      digits(row.peakMegabytes, 0),
      row.stopped ?? String(row.failures),
    ]),
  };
}

/** Systems that were stopped come last. */
function speedOrder(row: BenchRow): number {
  return Number.isNaN(row.ratio) ? Number.POSITIVE_INFINITY : row.ratio;
}

/**
 * Reads what `bench --json` wrote.
 *
 * @throws Error naming what was got when the file is something else
 */
export function readBench(path: string): readonly BenchRow[] {
  const read: { format?: unknown; version?: unknown; rows?: BenchRow[] } = JSON.parse(
    readFileSync(path, 'utf8'),
    (key, value) => (value === null && key !== 'stopped' ? Number.NaN : value),
  );
  if (read.format !== FORMAT || read.version !== 1 || !Array.isArray(read.rows))
    throw new Error(`${path}: got format ${String(read.format)} ${String(read.version)}, expected ${FORMAT} 1`);
  return read.rows;
}
