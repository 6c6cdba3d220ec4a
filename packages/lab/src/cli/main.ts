/** The command line `dehusk-lab`. Commands load lazily: Vega, LMDB and DOM libraries take a second. */
import { Command, CommanderError, type OutputConfiguration } from 'commander';
import { LAB_VERSION } from '../run/evaluate.js';
import { closeIdleWorkers } from '../run/run.js';
import { CommandLineError, FailedCheck } from './session.js';

type Add = (program: Command) => void;

const lists = async (): Promise<Add> => (await import('./lists.js')).addLists;
const stress = async (): Promise<Add> => (await import('./stress.js')).addStress;

/** The module of each command, in the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<Add>>> = {
  ...{ datasets: lists, extractors: lists, metrics: lists },
  score: async () => (await import('./score.js')).addScore,
  table: async () => (await import('./table.js')).addTable,
  structure: async () => (await import('./structure.js')).addStructure,
  metadata: async () => (await import('./metadata.js')).addMetadata,
  tokens: async () => (await import('./tokens.js')).addTokens,
  bench: async () => (await import('./bench.js')).addBench,
  gate: async () => (await import('./gate.js')).addGate,
  reproduce: async () => (await import('./reproduce.js')).addReproduce,
  ablate: async () => (await import('./train.js')).addAblate,
  train: async () => (await import('./train.js')).addTrain,
  fuzz: async () => (await import('./fuzz.js')).addFuzz,
  ...{ soak: stress, kill: stress, stress, replay: stress },
};

/**
 * @param words arguments after the program's name
 * @param output default: the process's streams
 * @returns the exit code, defined only here: 0 done; 1 a check failed or the run broke; 2 a mistake on the command line
 */
export async function runLab(words: readonly string[], output: OutputConfiguration = {}): Promise<number> {
  const program = new Command('dehusk-lab')
    .description(
      'Scores main-content extractors on any gold data with published metrics.\nFinished pages are stored in .dehusk-lab/, so a second run only scores.',
    )
    .version(LAB_VERSION)
    .exitOverride()
    .configureOutput(output)
    .configureHelp({ sortSubcommands: false })
    .addHelpText(
      'after',
      `
Examples:
  dehusk-lab datasets
  dehusk-lab score wcxb-dev --extractor boilerpipe-article,readability-jsdom --by pageType`,
    );
  const isVersion = words[0] === '--version' || words[0] === '-V';
  const named = Object.hasOwn(COMMANDS, words[0] ?? '') ? [COMMANDS[words[0]]] : null;
  const wanted = isVersion ? [] : (named ?? new Set(Object.values(COMMANDS)));
  for (const load of wanted) (await load())(program);
  const complain = (text: string): void => program.configureOutput().writeErr?.(`dehusk-lab: ${text}\n`);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return 0;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    if (thrown instanceof CommandLineError) {
      complain(thrown.message);
      return 2;
    }
    if (thrown instanceof FailedCheck) return 1;
    complain(thrown instanceof Error ? (process.env.DEBUG && thrown.stack) || thrown.message : String(thrown));
    return 1;
  } finally {
    await closeIdleWorkers();
  }
}
