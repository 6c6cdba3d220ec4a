import { cpus } from 'node:os';
import { decode } from '@dehusk/core/internal';
import type { Command } from 'commander';
import { bench, DEFAULT_BENCH } from '../benchmarks/bench.js';
import { BASELINES } from '../benchmarks/bench-process.js';
import { benchTable, writeBench } from '../reports/speed.js';
import { markdownTable, markersOf, replacePart, textTable } from '../reports/tables.js';
import { labCommit } from '../run/evaluate.js';
import { systemsPresent } from '../run/system.js';
import {
  addCommand,
  asTyped,
  choosePages,
  datasetOf,
  print,
  type ScoringOptions,
  systemsOf,
  wholeNumber,
  withProgress,
  withRunOptions,
} from './options.js';

interface Options extends ScoringOptions {
  readonly seed: number;
  readonly rounds: number;
  readonly warmUp: number;
  readonly inRow?: true;
  readonly json?: string;
  readonly write?: string;
}

/** The part of a file that `--write` replaces. */
const PART = 'speed';
/** Default number of pages. */
const PAGES = 60;

/** `bench`: speed and memory beside bare parsers. */
export function addBench(program: Command): void {
  const command = addCommand(program, {
    name: 'bench',
    summary: 'time extractors beside bare parsers',
    description: `Times extractors (default: all available) on pages of a dataset, always together with ${BASELINES.map(({ name }) => name).join(', ')}.\nEach subject runs in a process; pages and subjects come in seeded random order, after a warm-up.`,
    examples: [
      'bench',
      'bench cleaneval -e boilerpipe-article,readability-linkedom -n 100 --rounds 5',
      'bench -e dehusk,readability-linkedom --write README.md',
    ],
  }).argument('[dataset]', 'the source of the pages', 'wcxb-dev');
  withRunOptions(command)
    .option('--seed <number>', 'seed of the order', wholeNumber(0), DEFAULT_BENCH.seed)
    .option('--rounds <number>', 'counted passes over the pages', wholeNumber(1), DEFAULT_BENCH.rounds)
    .option('--warm-up <number>', 'passes before counting', wholeNumber(0), DEFAULT_BENCH.warmUp)
    .option('--in-row', 'each subject reads all pages of a round in a row, instead of one page in turn')
    .option('--write <file>', `replace the text between ${markersOf(PART).join(' and ')} in a file`)
    .option('--json <file>', 'write the rows, for "dehusk-lab report --bench"')
    .action(async (name: string, options: Options) => {
      const { seed, rounds, warmUp, pageLimit, write, json, inRow } = options;
      const systems =
        options.extractor === undefined && options.stored.length === 0 ? systemsPresent() : systemsOf(options);
      const limit = options.limit ?? PAGES;
      const { dataset, cases } = await choosePages(datasetOf(name, options), options, { limit });
      const pages = cases.map((one) => {
        const bytes = one.html();
        return { html: decode(bytes, { httpCharset: one.charset }).text, url: one.url, bytes: bytes.length };
      });
      const rows = await withProgress(`bench @ ${name}`, 1, (onProgress) =>
        bench(systems, pages, { seed, rounds, warmUp, isInRow: inRow === true, pageLimit, onProgress }),
      );
      const commit = labCommit();
      const signature = [
        'bench',
        `data:${dataset.name}@${dataset.sha256().slice(0, 12)}`,
        `n:${pages.length}`,
        `seed:${seed}`,
        `rounds:${rounds}`,
        `warm-up:${warmUp}`,
        ...(inRow ? ['in-row'] : []),
        `node:${process.versions.node}`,
        `cpu:${cpus().length}× ${cpus()[0]?.model ?? 'unknown'}`,
        ...(commit === null ? [] : [`commit:${commit}`]),
      ].join('|');
      const table = benchTable(rows);
      if (write === undefined) print(command, `${textTable(table)}\n\n${signature}`);
      else {
        asTyped(() => replacePart(write, PART, `${markdownTable(table)}\n\n\`${signature}\``));
        print(command, `wrote the speed table into ${write}`);
      }
      if (json !== undefined) writeBench(json, signature, rows);
    });
}
