/** Options that every scoring command shares, and what they mean. */
import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { allCases, type Case, type Dataset } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import type { Metric } from '../metrics/metric.js';
import { type Evaluation, evaluate, type Grouping } from '../run/evaluate.js';
import { CACHE_FOLDER } from '../run/output-cache.js';
import { type RunOptions, runSystem } from '../run/run.js';
import { describeSelection, type Selection, select } from '../run/select.js';
import { DEFAULT_EXTRACTOR, type System, storedSystem, systemNamed } from '../run/system.js';
import { DEFAULT_POOL } from '../run/worker-pool.js';
import { progressBar } from './progress.js';
import { asTyped, UsageError, wholeNumber } from './usage-error.js';

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

/** The metric scored when none is named. */
export const DEFAULT_METRIC = 'word-multiset';

/** Splits `a,b`, and keeps an option's own commas: `name:x=1,y=2` when what follows a comma is not a name but `y=2`. */
export function splitNames(text: string): string[] {
  const names: string[] = [];
  for (const piece of text.split(',')) {
    const last = names.length - 1;
    if (last >= 0 && names[last].includes(':') && /^[\w-]+=/.test(piece)) names[last] += `,${piece}`;
    else if (piece !== '') names.push(piece);
  }
  return names;
}

/** `1/5`: the second of five folds; `1/2:default`: of the split with that salt. */
function foldOfFolds(text: string): { fold: number; folds: number; salt: string } {
  const [, fold, folds, salt = ''] = /^(\d+)\/(\d+)(?::(\w+))?$/.exec(text) ?? [];
  if (fold === undefined || Number(fold) >= Number(folds))
    throw new UsageError(`--split got "${text}", expected fold/folds such as 0/2 or 1/2`);
  return { fold: Number(fold), folds: Number(folds), salt };
}

/** Adds the options of running systems over pages. */
export function withRunOptions(command: Command): Command {
  const several = (text: string, before: readonly string[] | undefined): string[] => [
    ...(before ?? []),
    ...splitNames(text),
  ];
  return command
    .option(
      '-e, --extractor <names>',
      'extractors, peers or modules (./mine.js), comma separated; options after a colon',
      several,
    )
    .option(
      '--stored <name=path>',
      'outputs stored by another program, as JSON {id: text}, JSON lines or a folder; repeatable',
      (text: string, before: string[]) => [...before, text],
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
      'only the sites of one fold, told apart by a hash of the domain: 0/2; 1/2:default is the half the default extractor was not tuned on',
      foldOfFolds,
    )
    .option('--data <folder>', 'folder of the named datasets (default: $DEHUSK_DATA, else ../shared/data)')
    .option('-j, --jobs <threads>', 'pages extracted at the same time', wholeNumber(1), availableParallelism())
    .option(
      '--page-limit <ms>',
      'time a page may take before it counts as a timeout',
      wholeNumber(1),
      DEFAULT_POOL.pageLimit,
    )
    .option('--cache <folder>', 'where finished pages are kept', CACHE_FOLDER)
    .option('--no-cache', 'keep nothing and start anew');
}

/** Adds the choice of metrics. */
export function withMetricOption(command: Command): Command {
  return command.option(
    '-m, --metric <names>',
    `metrics, comma separated; options after a colon (default: ${DEFAULT_METRIC})`,
    (text: string, before: readonly string[] | undefined) => [...(before ?? []), ...splitNames(text)],
  );
}

/** @throws UsageError for an unknown name, listing what there is */
export function systemsOf(
  options: ScoringOptions,
  whenNone: readonly string[] = [DEFAULT_EXTRACTOR],
): readonly System[] {
  const named = options.extractor ?? (options.stored.length > 0 ? [] : whenNone);
  return asTyped(() => [...named.map(systemNamed), ...options.stored.map(storedSystem)]);
}

/** @throws UsageError for an unknown metric or option, listing what there is */
export function metricsOf(options: ScoringOptions, whenNone: readonly string[] = [DEFAULT_METRIC]): readonly Metric[] {
  return asTyped(() => (options.metric ?? whenNone).map(metricNamed));
}

/** @throws UsageError for a dataset that is not there, listing what there is */
export function datasetOf(name: string, options: Pick<ScoringOptions, 'data'>): Dataset {
  return asTyped(() => openDataset(name, options.data === undefined ? {} : { root: options.data }));
}

export function runOptionsOf(options: ScoringOptions): RunOptions {
  return {
    ...DEFAULT_POOL,
    concurrency: options.jobs,
    pageLimit: options.pageLimit,
    cacheFolder: options.cache === false ? null : options.cache,
  };
}

/** A dataset's chosen pages. */
export interface Chosen {
  readonly dataset: Dataset;
  readonly cases: readonly Case[];
  /** What the signature says of the choice. */
  readonly selection: string;
}

/**
 * The pages that the options choose.
 *
 * @param instead what is chosen otherwise than the options say
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

/** Runs every system over the chosen pages and scores it under every metric, system by system. */
export async function scoreAll(
  chosen: Chosen,
  systems: readonly System[],
  metrics: readonly Metric[],
  options: ScoringOptions,
  by: Grouping | null = null,
): Promise<Evaluation[]> {
  const { dataset, cases, selection } = chosen;
  const run = runOptionsOf(options);
  const progress = progressBar();
  const evaluations: Evaluation[] = [];
  for (const system of systems) {
    progress.start(`${system.name} @ ${dataset.name}`, cases.length);
    try {
      const outputs = await runSystem(dataset, cases, system, { ...run, onProgress: (done) => progress.update(done) });
      for (const metric of metrics)
        evaluations.push(evaluate(dataset, cases, system, outputs, metric, { by, selection }));
    } finally {
      progress.stop();
    }
  }
  return evaluations;
}
