/** Parts that the commands share: options, their parsers, the choice of pages and systems, output and progress. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_EXTRACTOR } from '@dehusk/core';
import cliProgress from 'cli-progress';
import { type Command, Option } from 'commander';
import { allCases, type Case, type Dataset } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import type { Metric } from '../metrics/metric.js';
import { type Evaluation, evaluate, type Grouping } from '../run/evaluate.js';
import { CACHE_FOLDER } from '../run/output-cache.js';
import { describeSelection, type RunOptions, runSystem, type Selection, select } from '../run/run.js';
import { inForm, MARKDOWN, type System, storedSystem, systemNamed, TEXT } from '../run/system.js';
import { DEFAULT_POOL, type PageOutput } from '../run/worker-pool.js';

/** A mistake on the command line: printed without a stack, exit code 2. */
export class UsageError extends Error {}

/** A check that ran and failed: exit code 1. */
export class FailedCheck extends Error {}

/** Runs a lookup and reports its RangeError or TypeError as a usage error. */
export function asTyped<T>(look: () => T): T {
  try {
    return look();
  } catch (thrown) {
    if (thrown instanceof RangeError || thrown instanceof TypeError) throw new UsageError(thrown.message);
    throw thrown;
  }
}

/** Prints a line to the command's standard output. */
export function print(command: Command, line: string): void {
  command.configureOutput().writeOut?.(`${line}\n`);
}

/** A command with its texts. Each example is printed after `dehusk-lab`. */
export function addCommand(
  program: Command,
  texts: { name: string; summary: string; description: string; examples: readonly string[] },
): Command {
  const examples = texts.examples.map((example) => `\n  dehusk-lab ${example}`);
  return program
    .command(texts.name)
    .summary(texts.summary)
    .description(texts.description)
    .addHelpText('after', `\nExample${examples.length > 1 ? 's' : ''}:${examples.join('')}`);
}

/** Parser of a whole number of at least `smallest`. */
export function wholeNumber(smallest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < smallest)
      throw new UsageError(`got "${text}", expected a whole number of at least ${smallest}`);
    return value;
  };
}

/** Parser of a number from 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new UsageError(`got "${text}", expected a number from 0 to 1`);
  return value;
}

/** Splits `a,b`; a comma before `option=value` belongs to the name: `name:x=1,y=2`. */
export function splitNames(text: string): string[] {
  const names: string[] = [];
  for (const piece of text.split(',')) {
    const last = names.length - 1;
    if (last >= 0 && names[last].includes(':') && /^[\w-]+=/.test(piece)) names[last] += `,${piece}`;
    else if (piece !== '') names.push(piece);
  }
  return names;
}

/** Parser of a repeatable option. */
export const repeatable = (text: string, before: readonly string[]): string[] => [...before, text];

/** Parser of a repeatable option with several names. */
const several = (text: string, before: readonly string[] = []): string[] => [...before, ...splitNames(text)];

/** `1/5`: the second of five folds; `1/2:default`: of the split with that salt. */
function foldOfFolds(text: string): { fold: number; folds: number; salt: string } {
  const [, fold, folds, salt = ''] = /^(\d+)\/(\d+)(?::(\w+))?$/.exec(text) ?? [];
  if (fold === undefined || Number(fold) >= Number(folds))
    throw new UsageError(`--split got "${text}", expected fold/folds such as 0/2 or 1/2`);
  return { fold: Number(fold), folds: Number(folds), salt };
}

/** Adds `--data`. */
export function withData(command: Command): Command {
  return command.option('--data <folder>', 'folder of the named datasets (default: $DEHUSK_DATA, else ../shared/data)');
}

/** Options of every command that runs systems over pages. */
export interface ScoringOptions {
  readonly extractor?: readonly string[];
  readonly stored: readonly string[];
  readonly metric?: readonly string[];
  readonly limit?: number;
  readonly kind?: 'article' | 'index';
  readonly split?: { readonly fold: number; readonly folds: number; readonly salt: string };
  readonly data?: string;
  readonly jobs: number;
  readonly pageLimit: number;
  readonly cache: string | false;
}

/** Adds the options of running systems over pages. */
export function withRunOptions(command: Command): Command {
  return withData(
    command
      .option(
        '-e, --extractor <names>',
        'extractors, peers or modules (./mine.js), comma separated; options after a colon',
        several,
      )
      .option(
        '--stored <name=path>',
        'stored outputs of another program, as JSON {id: text}, JSON lines or a folder; repeatable',
        repeatable,
        [],
      )
      .option(
        '-n, --limit <pages>',
        'at most this many pages of a dataset, sampled by a hash of their ids',
        wholeNumber(1),
      )
      .addOption(new Option('--kind <kind>', 'in page streams: only these pages').choices(['article', 'index']))
      .option(
        '--split <fold/folds>',
        'only the sites of one fold, by a hash of the domain: 0/2; 1/2:default is the half on which the default extractor was not tuned',
        foldOfFolds,
      ),
  )
    .option('-j, --jobs <threads>', 'pages extracted at the same time', wholeNumber(1), availableParallelism())
    .option('--page-limit <ms>', 'milliseconds per page before it is a timeout', wholeNumber(1), DEFAULT_POOL.pageLimit)
    .option('--cache <folder>', 'folder of finished pages', CACHE_FOLDER)
    .option('--no-cache', 'store no pages and reuse none');
}

/** The default metric. */
const DEFAULT_METRIC = 'word-multiset';

/** Adds the options of running systems over pages and of scoring them. */
export function withScoringOptions(command: Command): Command {
  return withRunOptions(command).option(
    '-m, --metric <names>',
    `metrics, comma separated; options after a colon (default: ${DEFAULT_METRIC})`,
    several,
  );
}

/** @throws UsageError for an unknown name, listing the known ones */
export function systemsOf(
  options: ScoringOptions,
  otherwise: readonly string[] = [DEFAULT_EXTRACTOR],
): readonly System[] {
  const named = options.extractor ?? (options.stored.length > 0 ? [] : otherwise);
  return asTyped(() => [...named.map(systemNamed), ...options.stored.map(storedSystem)]);
}

/** @throws UsageError for an unknown metric or option, listing the known ones */
export function metricsOf(
  options: Pick<ScoringOptions, 'metric'>,
  otherwise: readonly string[] = [DEFAULT_METRIC],
): readonly Metric[] {
  return asTyped(() => (options.metric ?? otherwise).map(metricNamed));
}

/** @throws UsageError for a missing dataset, listing the known ones */
export function datasetOf(name: string, { data }: Pick<ScoringOptions, 'data'>): Dataset {
  return asTyped(() => openDataset(name, { root: data }));
}

/** Selected pages of a dataset. */
interface Chosen {
  readonly dataset: Dataset;
  readonly cases: readonly Case[];
  /** The selection for signatures. */
  readonly selection: string;
}

/**
 * The pages that the options select.
 *
 * @param instead overrides the options
 * @throws UsageError when no page is left
 */
export async function choosePages(
  dataset: Dataset,
  options: ScoringOptions,
  instead: Partial<Selection> = {},
): Promise<Chosen> {
  const { limit = null, kind = null, split = null }: Partial<Selection> = options;
  const selection: Selection = { limit, kind, split, ...instead };
  const all = await allCases(dataset);
  const cases = select(all, selection);
  if (cases.length === 0) throw new UsageError(`${dataset.name} has no page to score (${all.length} before selection)`);
  return { dataset, cases, selection: describeSelection(selection, cases, all.length) };
}

/** Runs a system over the chosen pages with a progress bar. */
export async function runWithProgress({ dataset, cases }: Chosen, system: System, options: ScoringOptions) {
  const run: RunOptions = {
    ...DEFAULT_POOL,
    concurrency: options.jobs,
    pageLimit: options.pageLimit,
    cacheFolder: options.cache === false ? null : options.cache,
  };
  return withProgress(`${system.name} @ ${dataset.name}`, cases.length, (update) =>
    runSystem(dataset, cases, system, { ...run, onProgress: update }),
  );
}

/** The system with its output in the form that a metric reads. @throws UsageError for a peer without it */
export function systemFor(metric: Metric, system: System): System {
  return asTyped(() => inForm(system, metric.reads === 'markdown' ? MARKDOWN : TEXT));
}

/** Runs every system over the chosen pages and scores it under every metric, system by system. */
export async function scoreAll(
  chosen: Chosen,
  systems: readonly System[],
  metrics: readonly Metric[],
  options: ScoringOptions,
  by: Grouping | null = null,
): Promise<Evaluation[]> {
  const { dataset, cases, selection } = chosen;
  const evaluations: Evaluation[] = [];
  for (const system of systems) {
    const outputs = new Map<string, readonly PageOutput[]>();
    for (const metric of metrics) {
      const asked = systemFor(metric, system);
      const done = outputs.get(asked.key) ?? (await runWithProgress(chosen, asked, options));
      outputs.set(asked.key, done);
      evaluations.push(evaluate(dataset, cases, system, done, metric, { by, selection }));
    }
  }
  return evaluations;
}

/** Runs work with a progress bar on stderr, `label ████░░ 120/684 | 31 s left`; none when stderr is not a terminal. */
export async function withProgress<T>(
  label: string,
  all: number,
  work: (update: (done: number, all?: number) => void) => Promise<T>,
): Promise<T> {
  if (process.stderr.isTTY !== true) return work(() => {});
  const bar = new cliProgress.SingleBar(
    {
      stream: process.stderr,
      format: '{label} {bar} {value}/{total} | {eta} s left',
      clearOnComplete: true,
      hideCursor: true,
      fps: 10,
      etaBuffer: 50,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(all, 0, { label });
  try {
    return await work((done, total) => {
      if (total !== undefined) bar.setTotal(total);
      bar.update(done);
    });
  } finally {
    bar.stop();
  }
}

/** Runs work in a folder: the given one, which is kept, or a temporary one, which is removed after success. */
export async function inFolder<T>(keep: string | undefined, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'dehusk-lab-'));
  const result = await work(folder);
  if (keep === undefined) rmSync(folder, { recursive: true });
  return result;
}
