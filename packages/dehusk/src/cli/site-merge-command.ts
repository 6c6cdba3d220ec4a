/** `dehusk site merge A B … --out C`: what several runs learnt, as if one run had seen all their pages. */
import { siteLearnerNamed } from '@dehusk/core';
import type { Command } from 'commander';
import { decodeModel, unitOfKey } from '../sites/site-models.js';
import type { Store } from '../stores/store.js';
import { type CommandEnd, InputOutputError, UsageError } from './failures.js';
import { openState, withState } from './site-state.js';

/** Models written in one transaction: enough that the disk is not forced for each, few enough to hold. */
const COMMIT_MODELS = 200;

const HELP = `
The states given are only read. Positions of --resume belong to the runs that wrote them and are not merged.

Examples:
  dehusk site merge monday/ tuesday/ --out sites/
  dehusk site merge part-*/ --out sites/`;

/** Adds the command's arguments and options. */
export function describeSiteMerge(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<states...>', 'two or more folders of state')
    .requiredOption('--out <folder>', 'where the merged state goes; new or without content')
    .addHelpText('after', HELP)
    .action(async (folders: string[], flags: { readonly out: string }) => {
      if (folders.length < 2) throw new UsageError(`merge got ${folders.length} state, expected two or more`);
      finish(await mergeStates(folders, flags.out));
    });
}

async function mergeStates(folders: readonly string[], out: string): Promise<CommandEnd> {
  const stores: Store[] = [];
  try {
    for (const folder of folders) stores.push(await openState(folder, false));
    await withState(out, true, async (target) => {
      if ((await target.keys()).length > 0)
        throw new InputOutputError(`${out} already holds what was learnt; merge into a new folder`);
      const keys = new Set<string>();
      for (const store of stores) for (const key of await store.keys()) keys.add(key);
      let changes = new Map<string, Uint8Array>();
      let joined = 0;
      for (const key of [...keys].sort()) {
        const values = (await Promise.all(stores.map((store) => store.get(key)))).filter((one) => one !== undefined);
        changes.set(key, values.length === 1 ? values[0] : mergeValues(key, values));
        if (values.length > 1) joined++;
        if (changes.size >= COMMIT_MODELS) {
          await target.commit(changes);
          changes = new Map();
        }
      }
      await target.commit(changes);
      process.stderr.write(`${keys.size} models of ${folders.length} states, ${joined} of them in more than one\n`);
    });
    return 'all-extracted';
  } finally {
    for (const store of stores) await store.close();
  }
}

function mergeValues(key: string, values: readonly Uint8Array[]): Uint8Array {
  const { learner: name, unit } = unitOfKey(key);
  const learner = siteLearnerNamed(name);
  const models = values.map((bytes) => decodeModel(learner, unit, bytes));
  try {
    return learner.encode(models.reduce((a, b) => learner.merge(a, b)));
  } catch (error) {
    if (error instanceof TypeError)
      throw new InputOutputError(`${name} models of ${unit} cannot be joined: ${error.message}`);
    throw error;
  }
}
