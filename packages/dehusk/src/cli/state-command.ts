import { rename } from 'node:fs/promises';
import type { Command } from 'commander';
import { readStateFile, writeStateFile } from '../stores/state-file.js';
import { type Store, uncheckedValue } from '../stores/store.js';
import { unitOfKey } from '../stream/site-models.js';
import { decodeRecord } from '../stream/site-record.js';
import { learningKey } from '../stream/state-keys.js';
import { STATE_KINDS, stateKindOf } from '../stream/state-values.js';
import { type CommandEnd, InputOutputError, UsageError } from './failures.js';
import { print } from './outputs.js';
import { openState, withState } from './site-state.js';
import { describeStateCompact } from './state-compact-command.js';
import { describeStateInspect } from './state-inspect-command.js';
import { checkPages, describeStateRepair } from './state-repair-command.js';
import { describeStateRules } from './state-rules-command.js';

const EXAMPLES = `
Examples:
  dehusk state inspect state/                       the sites: pages, duplicates, size, age of what was learnt
  dehusk state rules state/ --toml                  URL rules learnt, for a configuration
  dehusk state verify state/                        reads every value; exit code 3 if any is damaged
  dehusk state repair state/                        goes back to the commit before a damaged one
  dehusk state export state/ --out state.gz         one portable file
  dehusk state import state.gz --out state/
  dehusk state merge monday/ tuesday/ --out week/   join what two runs learnt
  dehusk state compact state/                       frees the disk space of deleted values`;

/** `dehusk state …`: the state that streams and `dehusk site learn` keep between runs. */
export function describeState(command: Command, finish: (end: CommandEnd) => void): Command {
  const add = (name: string, description: string): Command =>
    command.command(name).description(description).copyInheritedSettings(command);
  describeStateInspect(add('inspect', 'show the sites a state knows'), finish);
  describeStateRules(add('rules', 'show the URL rules that were learnt'), finish);
  describeStateVerify(add('verify', 'read every value of a state and report damage'), finish);
  describeStateRepair(add('repair', 'go back to the commit before a damaged one'), finish);
  describeStateExport(add('export', 'write a state as one portable file'), finish);
  describeStateImport(add('import', 'create a state from such a file'), finish);
  describeStateMerge(add('merge', 'merge the states of several runs'), finish);
  describeStateCompact(add('compact', 'rewrite a state without data it no longer needs'), finish);
  return command.addHelpText('after', EXAMPLES);
}

/** `dehusk state export STATE --out FILE` and `dehusk state import FILE --out STATE`. */

interface ExportFlags {
  readonly out: string;
  readonly learnt?: true;
}

/** Adds the command's arguments and options. */
function describeStateExport(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<state>', 'a folder of state')
    .requiredOption('--out <file>', 'the file to write: JSON lines in gzip')
    .option('--learnt', 'only what was learnt of sites, without positions, feed cursors and output marks')
    .addHelpText(
      'after',
      `
A full export, together with a copy of the outputs, lets a run continue elsewhere. --learnt exports a start for runs with
other inputs and outputs.

Examples:
  dehusk state export state/ --out state.gz
  dehusk state export state/ --learnt --out learnt.gz`,
    )
    .action(async (folder: string, flags: ExportFlags) => {
      const isWanted = (key: string): boolean => flags.learnt !== true || stateKindOf(key)?.isLearnt === true;
      // Under a temporary name until it is complete.
      const partial = `${flags.out}.part`;
      const { values, positions } = await withState(folder, false, (store) =>
        writeStateFile(store, partial, isWanted, flags.learnt !== true),
      );
      await rename(partial, flags.out);
      process.stderr.write(`${values} values and ${positions} positions written to ${flags.out}\n`);
      finish('all-extracted');
    });
}

/** Adds the command's arguments and options. */
function describeStateImport(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<file>', 'a file written by dehusk state export')
    .requiredOption('--out <folder>', 'folder of the state; new or empty')
    .addHelpText(
      'after',
      `
Example:
  dehusk state import state.gz --out state/`,
    )
    .action(async (file: string, flags: { readonly out: string }) => {
      const { values, positions } = await withState(flags.out, true, async (store) => {
        if ((await store.keys()).length > 0)
          throw new InputOutputError(
            `${flags.out} already holds a state; import into a new folder (dehusk state merge joins two)`,
          );
        return readStateFile(file, store);
      });
      process.stderr.write(`${values} values and ${positions} positions read into ${flags.out}\n`);
      finish('all-extracted');
    });
}

/** Adds the command's arguments and options. */
function describeStateVerify(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<state>', 'a folder of state')
    .addHelpText(
      'after',
      `
Prints every value that cannot be read. A stream restarts such a site with a warning, or stops: see its option damagedState.

Example:
  dehusk state verify state/ && echo intact`,
    )
    .action(async (folder: string) => {
      await checkPages(folder);
      const damaged = await withState(folder, false, verify);
      finish(damaged > 0 ? 'some-unreadable' : 'all-extracted');
    });
}

/** Reads everything, prints what is damaged and returns the number of damaged values. */
async function verify(store: Store): Promise<number> {
  const counts = new Map<string, number>();
  const waiting = new Set<string>();
  const kept = new Set<string>();
  let damaged = 0;
  const tell = async (key: string, what: string): Promise<void> => {
    damaged++;
    await print(`${key}: ${what}\n`);
  };
  for (const key of await store.keys()) {
    const kind = stateKindOf(key);
    const what = kind?.what ?? 'values of sources';
    counts.set(what, (counts.get(what) ?? 0) + 1);
    const bytes = await uncheckedValue(store, key);
    if (bytes === undefined) {
      // Unless a running stream has just deleted it.
      if ((await store.keys()).includes(key))
        await tell(key, 'cannot be found by its key: the order of keys is damaged');
      continue;
    }
    try {
      kind?.check(bytes);
      await store.get(key);
    } catch (error) {
      await tell(key, error instanceof Error ? error.message : String(error));
      continue;
    }
    if (kind?.prefix === 'learning/') kept.add(key);
    if (kind?.prefix === 'site/')
      for (const { id } of decodeRecord(bytes).learning) waiting.add(learningKey(unitOfKey(key).unit, id));
  }
  for (const key of waiting) if (!kept.has(key)) await tell(key, 'missing, although its site waits for it');
  const order = [...STATE_KINDS.map(({ what }) => what), 'values of sources'];
  const found = order.filter((what) => counts.has(what)).map((what) => `${counts.get(what)} ${what}`);
  const positions = (await store.positions()).length;
  process.stderr.write(
    `${found.join(', ') || 'no values'}, ${positions} positions: ${damaged === 0 ? 'all intact' : `${damaged} damaged`}\n`,
  );
  return damaged;
}

/** `dehusk state merge A B … --out C`: what several runs learnt, as if one run had seen all their pages. */

/** @param parent `state` or `site` */
function mergeHelp(parent: string): string {
  return `
The given states are only read. Positions, cursors of feeds and marks of outputs belong to single runs and are not merged.

Examples:
  dehusk ${parent} merge monday/ tuesday/ --out week/
  dehusk ${parent} merge part-*/ --out all/`;
}

/** Adds the command's arguments and options. `dehusk site merge` is the same command. */
export function describeStateMerge(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<states...>', 'two or more folders of state')
    .requiredOption('--out <folder>', 'folder of the merged state; new or empty')
    .addHelpText('after', () => mergeHelp(command.parent?.name() ?? 'state'))
    .action(async (folders: string[], flags: { readonly out: string }) => {
      if (folders.length < 2) throw new UsageError(`merge got ${folders.length} state, expected two or more`);
      finish(await mergeStates(folders, flags.out));
    });
}

/** Values written in one transaction. */
const COMMIT_VALUES = 200;

/**
 * Merges what several runs learnt into a new state. Positions, cursors and marks of single runs are left out.
 *
 * @throws InputOutputError for states that cannot be read, values that cannot be joined, a target that is not empty
 */
async function mergeStates(folders: readonly string[], out: string): Promise<CommandEnd> {
  const stores: Store[] = [];
  try {
    for (const folder of folders) stores.push(await openState(folder, false));
    await withState(out, true, async (target) => {
      if ((await target.keys()).length > 0) throw new InputOutputError(`${out} is not empty; merge into a new folder`);
      const keys = new Set<string>();
      for (const store of stores) for (const key of await store.keys()) if (stateKindOf(key)?.isLearnt) keys.add(key);
      let changes = new Map<string, Uint8Array>();
      let joined = 0;
      for (const key of [...keys].sort()) {
        const values = (await Promise.all(stores.map((store) => store.get(key)))).filter((one) => one !== undefined);
        changes.set(key, mergeValues(key, values));
        if (values.length > 1) joined++;
        if (changes.size >= COMMIT_VALUES) {
          await target.commit(changes);
          changes = new Map();
        }
      }
      await target.commit(changes);
      process.stderr.write(`${keys.size} values of ${folders.length} states, ${joined} of them in more than one\n`);
    });
    return 'all-extracted';
  } finally {
    for (const store of stores) await store.close();
  }
}

function mergeValues(key: string, values: readonly Uint8Array[]): Uint8Array {
  const kind = stateKindOf(key);
  try {
    return values.reduce((a, b) => kind?.merge?.(a, b) ?? a);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError)
      throw new InputOutputError(`the values of "${key}" cannot be joined: ${error.message}`);
    throw error;
  }
}
