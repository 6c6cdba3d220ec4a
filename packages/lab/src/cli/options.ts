/** The options that commands share, and their parsers. */
import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { CACHE_FOLDER, type CaseSelection } from '../run/run.js';
import { DEFAULT_POOL } from '../run/worker-pool.js';

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

export const DEFAULT_METRIC = 'word-multiset';

export function withScoringOptions(command: Command): Command {
  const text = `metrics, comma separated; options after a colon (default: ${DEFAULT_METRIC})`;
  return withRunOptions(command).option('-m, --metric <names>', text, several);
}
