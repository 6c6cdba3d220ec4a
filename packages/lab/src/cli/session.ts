/** Declares commands, and gives their actions the pages, systems and metrics that the options name, output and progress. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_EXTRACTOR } from '@dehusk/papers';
import cliProgress from 'cli-progress';
import { type Command, Option } from 'commander';
import { allCases, type Case, type Dataset } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import type { Metric } from '../metrics/metric.js';
import { type Evaluation, evaluate, type Grouping } from '../run/evaluate.js';
import {
  CACHE_FOLDER,
  type CaseSelection,
  DEFAULT_POOL,
  describeSelection,
  type PageOutput,
  runSystem,
  select,
} from '../run/run.js';
import { inForm, MARKDOWN, type System, storedSystem, systemNamed, TEXT } from '../run/system.js';

/** A command: its texts, its inputs, its options and what it does. */
interface CommandRow<O extends object> {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** Name as `<dataset>` or `[dataset...]`, meaning and default of each argument. */
  readonly inputs?: readonly (readonly [name: string, text: string, otherwise?: string])[];
  options?(command: Command): Command;
  run(session: Session<O>): Promise<void>;
}

export function addCommand<O extends object>(program: Command, row: CommandRow<O>): void {
  const examples = row.examples.map((example) => `\n  dehusk-lab ${example}`);
  const command = program
    .command(row.name)
    .summary(row.summary)
    .description(row.description)
    .addHelpText('after', `\nExample${examples.length > 1 ? 's' : ''}:${examples.join('')}`);
  for (const input of row.inputs ?? []) command.argument(...input);
  row.options?.(command);
  command.action((...given: unknown[]) => {
    const names = given.slice(0, -2).flat() as (string | undefined)[];
    const isGiven = (name?: string) => name !== undefined;
    return row.run(new Session(command, command.opts<O>(), names.filter(isGiven) as string[]));
  });
}

/** Adds `--write FILE`, which replaces a part of a file. */
export function withWrite(command: Command, part: string): Command {
  return command.option('--write <file>', `replace the text between ${markersOf(part).join(' and ')} in a file`);
}

interface ChosenPages {
  readonly dataset: Dataset;
  readonly cases: readonly Case[];
  /** The selection for signatures. */
  readonly selection: string;
}

export class Session<O extends object> {
  constructor(
    private readonly command: Command,
    readonly options: O,
    /** The arguments that were given. */
    readonly names: readonly string[],
  ) {}

  private get scoring(): ScoringOptions {
    return this.options as ScoringOptions;
  }

  readonly print = (line: string): void => {
    this.command.configureOutput().writeOut?.(`${line}\n`);
  };

  /** Prints a text, or writes it into the part of a file. @throws UsageError when the file has no such part */
  printInto(file: string | undefined, part: string, text: string): void {
    if (file === undefined) {
      this.print(text);
      return;
    }
    asTyped(() => replacePart(file, part, text));
    this.print(`wrote the part ${part} of ${file}`);
  }

  /** @throws UsageError for a missing dataset, listing the known ones */
  dataset(name: string): Dataset {
    return asTyped(() => openDataset(name, { root: this.scoring.data }));
  }

  /** The pages that the options select. @param instead overrides the options @throws UsageError when no page is left */
  async pages(dataset: Dataset | string, instead: Partial<CaseSelection> = {}): Promise<ChosenPages> {
    const { limit = null, kind = null, split = null } = { ...this.scoring, ...instead };
    const selection: CaseSelection = { limit, kind, split };
    const opened = typeof dataset === 'string' ? this.dataset(dataset) : dataset;
    const all = await allCases(opened);
    const cases = select(all, selection);
    if (cases.length === 0)
      throw new CommandLineError(`${opened.name} has no page to score (${all.length} before selection)`);
    return { dataset: opened, cases, selection: describeSelection(selection, cases, all.length) };
  }

  /** @throws UsageError for an unknown name, listing the known ones */
  systems(otherwise: readonly string[] = [DEFAULT_EXTRACTOR]): readonly System[] {
    const { extractor, stored = [] } = this.scoring;
    const named = extractor ?? (stored.length > 0 ? [] : otherwise);
    return asTyped(() => [...named.map(systemNamed), ...stored.map(storedSystem)]);
  }

  /** @throws UsageError for an unknown metric or option, listing the known ones */
  metrics(otherwise: readonly string[] = [DEFAULT_METRIC]): readonly Metric[] {
    return asTyped(() => (this.scoring.metric ?? otherwise).map(metricNamed));
  }

  with(options: Partial<O>): Session<O> {
    return new Session(this.command, { ...this.options, ...options }, this.names);
  }

  /** Runs a system over the chosen pages with a progress bar. */
  async outputs({ dataset, cases }: ChosenPages, system: System): Promise<readonly PageOutput[]> {
    const { jobs = availableParallelism(), pageLimit = DEFAULT_POOL.pageLimit, cache = CACHE_FOLDER } = this.scoring;
    const run = { ...DEFAULT_POOL, concurrency: jobs, pageLimit, cacheFolder: cache === false ? null : cache };
    return withProgress(`${system.name} @ ${dataset.name}`, cases.length, (update) =>
      runSystem(dataset, cases, system, { ...run, onProgress: update }),
    );
  }

  /** Runs every system over the chosen pages and scores it under every metric, system by system. */
  async score(
    chosen: ChosenPages,
    systems: readonly System[],
    metrics: readonly Metric[],
    by: Grouping | null = null,
  ): Promise<Evaluation[]> {
    const { dataset, cases, selection } = chosen;
    const evaluations: Evaluation[] = [];
    for (const system of systems) {
      const outputs = new Map<string, readonly PageOutput[]>();
      for (const metric of metrics) {
        // A peer may not have the form that the metric reads.
        const asked = asTyped(() => inForm(system, metric.reads === 'markdown' ? MARKDOWN : TEXT));
        const done = outputs.get(asked.key) ?? (await this.outputs(chosen, asked));
        outputs.set(asked.key, done);
        evaluations.push(evaluate(dataset, cases, system, done, metric, { by, selection }));
      }
    }
    return evaluations;
  }
}

/** Runs work with a progress bar on stderr, `label ████░░ 120/684 | 31 s left`; none when stderr is not a terminal. */
export async function withProgress<T>(
  label: string,
  all: number,
  work: (update: (done: number, all?: number) => void) => Promise<T>,
): Promise<T> {
  if (process.stderr.isTTY !== true) return work(() => {});
  const format = '{label} {bar} {value}/{total} | {eta} s left';
  const settings = { stream: process.stderr, format, clearOnComplete: true, hideCursor: true, fps: 10, etaBuffer: 50 };
  const bar = new cliProgress.SingleBar(settings, cliProgress.Presets.shades_classic);
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

// The options that commands share, and their parsers.

/** A mistake on the command line: printed without a stack, exit code 2. */
export class CommandLineError extends Error {}

/** A check that ran and failed: exit code 1. */
export class FailedCheck extends Error {}

/** Runs a lookup and reports its RangeError or TypeError as a usage error. */
export function asTyped<T>(look: () => T): T {
  try {
    return look();
  } catch (thrown) {
    if (thrown instanceof RangeError || thrown instanceof TypeError) throw new CommandLineError(thrown.message);
    throw thrown;
  }
}

/** Parser of a whole number of at least `smallest`. */
export function wholeNumber(smallest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < smallest)
      throw new CommandLineError(`got "${text}", expected a whole number of at least ${smallest}`);
    return value;
  };
}

export function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new CommandLineError(`got "${text}", expected a number from 0 to 1`);
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

const repeatable = (text: string, before: readonly string[]): string[] => [...before, text];
const several = (text: string, before: readonly string[] = []): string[] => [...before, ...splitNames(text)];

/** `1/5`: the second of five folds; `1/2:default`: of the split with that salt. */
function foldOfFolds(text: string): { fold: number; folds: number; salt: string } {
  const [, fold, folds, salt = ''] = /^(\d+)\/(\d+)(?::(\w+))?$/.exec(text) ?? [];
  if (fold === undefined || Number(fold) >= Number(folds))
    throw new CommandLineError(`--split got "${text}", expected fold/folds such as 0/2 or 1/2`);
  return { fold: Number(fold), folds: Number(folds), salt };
}

/** Options of commands that run systems over pages; a command has some of them. */
export interface ScoringOptions extends Partial<CaseSelection> {
  readonly extractor?: readonly string[];
  readonly stored?: readonly string[];
  readonly metric?: readonly string[];
  readonly data?: string;
  readonly jobs?: number;
  readonly pageLimit?: number;
  readonly cache?: string | false;
}

export function withData(command: Command): Command {
  return command.option('--data <folder>', 'folder of the named datasets (default: $DEHUSK_DATA, else ../shared/data)');
}

export function withRunOptions(command: Command): Command {
  command.option(
    '-e, --extractor <names>',
    'extractors, peers or modules (./mine.js), comma separated; options after a colon',
    several,
  );
  command.option(
    '--stored <name=path>',
    'stored outputs of another program, as JSON {id: text}, JSON lines or a folder; repeatable',
    repeatable,
    [],
  );
  const sample = 'at most this many pages of a dataset, sampled by a hash of their ids';
  command.option('-n, --limit <pages>', sample, wholeNumber(1));
  command.addOption(new Option('--kind <kind>', 'in page streams: only these pages').choices(['article', 'index']));
  command.option(
    '--split <fold/folds>',
    'only the sites of one fold, by a hash of the domain: 0/2; 1/2:default is the half on which the default extractor was not tuned',
    foldOfFolds,
  );
  return withData(command)
    .option('-j, --jobs <threads>', 'pages extracted at the same time', wholeNumber(1), availableParallelism())
    .option('--page-limit <ms>', 'CPU milliseconds of a page', wholeNumber(1), DEFAULT_POOL.pageLimit)
    .option('--cache <folder>', 'folder of finished pages', CACHE_FOLDER)
    .option('--no-cache', 'store no pages and reuse none');
}

const DEFAULT_METRIC = 'word-multiset';

export function withScoringOptions(command: Command): Command {
  const text = `metrics, comma separated; options after a colon (default: ${DEFAULT_METRIC})`;
  return withRunOptions(command).option('-m, --metric <names>', text, several);
}

/** The two comments around a generated part of a file: `<!-- scores:begin -->` and `<!-- scores:end -->`. */
function markersOf(part: string): readonly [begin: string, end: string] {
  return [`<!-- ${part}:begin -->`, `<!-- ${part}:end -->`];
}

/**
 * Replaces the text between the two markers of a part and keeps the rest of the file.
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
