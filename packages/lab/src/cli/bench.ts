import { cpus } from 'node:os';
import type { Command } from 'commander';
import { bench, benchTable, DEFAULT_BENCH } from '../benchmarks/bench.js';
import { BASELINES } from '../benchmarks/bench-process.js';
import { sourceOf } from '../datasets/dataset.js';
import { markdownTable, textTable } from '../reports/tables.js';
import { labCommit } from '../run/evaluate.js';
import { systemsPresent } from '../run/system.js';
import { addCommand, type ScoringOptions, wholeNumber, withProgress, withRunOptions, withWrite } from './session.js';

interface BenchFlags extends ScoringOptions {
  readonly seed: number;
  readonly rounds: number;
  readonly warmUp: number;
  readonly pageLimit: number;
  readonly inRow?: true;
  readonly write?: string;
}

const PART = 'speed';
const PAGES = 60;

export function addBench(program: Command): void {
  addCommand<BenchFlags>(program, {
    name: 'bench',
    summary: 'time extractors beside bare parsers',
    description: `Times extractors (default: all available) on pages of a dataset, always together with ${BASELINES.map(({ name }) => name).join(', ')}.\nEach subject runs in a process; pages and subjects come in seeded random order, after a warm-up.`,
    examples: ['bench', 'bench cleaneval -e boilerpipe-article,readability-linkedom -n 100 --rounds 5'],
    inputs: [['[dataset]', 'the source of the pages', 'wcxb-dev']],
    options: (command) =>
      withWrite(withRunOptions(command), PART)
        .option('--seed <number>', 'seed of the order', wholeNumber(0), DEFAULT_BENCH.seed)
        .option('--rounds <number>', 'counted passes over the pages', wholeNumber(1), DEFAULT_BENCH.rounds)
        .option('--warm-up <number>', 'passes before counting', wholeNumber(0), DEFAULT_BENCH.warmUp)
        .option('--in-row', 'each subject reads all pages of a round in a row, instead of one page in turn'),
    async run(session) {
      const { extractor, stored = [], limit = PAGES, write, inRow, ...options } = session.options;
      const { seed, rounds, warmUp, pageLimit } = options;
      const systems = extractor === undefined && stored.length === 0 ? systemsPresent() : session.systems();
      const { dataset, cases } = await session.pages(session.names[0], { limit });
      const pages = cases.map((one) => ({ html: sourceOf(one), url: one.url, bytes: one.html().length }));
      const rows = await withProgress(`bench @ ${dataset.name}`, 1, (onProgress) =>
        bench(systems, pages, { seed, rounds, warmUp, isInRow: inRow === true, pageLimit, onProgress }),
      );
      const commit = labCommit();
      const signature = [
        ...['bench', `data:${dataset.name}@${dataset.sha256().slice(0, 12)}`, `n:${pages.length}`, `seed:${seed}`],
        ...[`rounds:${rounds}`, `warm-up:${warmUp}`, ...(inRow ? ['in-row'] : []), `node:${process.versions.node}`],
        `cpu:${cpus().length}× ${cpus()[0]?.model ?? 'unknown'}`,
        ...(commit === null ? [] : [`commit:${commit}`]),
      ].join('|');
      const table = benchTable(rows);
      const [printed, written] = [`${textTable(table)}\n\n${signature}`, `${markdownTable(table)}\n\n\`${signature}\``];
      session.printInto(write, PART, write === undefined ? printed : written);
    },
  });
}
