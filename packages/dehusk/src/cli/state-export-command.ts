/** `dehusk state export STATE --out FILE` and `dehusk state import FILE --out STATE`. */
import { rename } from 'node:fs/promises';
import type { Command } from 'commander';
import { readStateFile, writeStateFile } from '../stores/state-file.js';
import { stateKindOf } from '../stream/state-values.js';
import { type CommandEnd, InputOutputError } from './failures.js';
import { withState } from './site-state.js';

interface ExportFlags {
  readonly out: string;
  readonly learnt?: true;
}

/** Adds the command's arguments and options. */
export function describeStateExport(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<state>', 'a folder of state')
    .requiredOption('--out <file>', 'the file to write: JSON lines in gzip')
    .option('--learnt', 'only what was learnt of sites, without positions, cursors of feeds and marks of outputs')
    .addHelpText(
      'after',
      `
With everything in it the file goes on where the state stood, together with a copy of the outputs; --learnt gives
what another run, with other inputs and outputs, can begin with.

Examples:
  dehusk state export state/ --out state.gz
  dehusk state export state/ --learnt --out learnt.gz`,
    )
    .action(async (folder: string, flags: ExportFlags) => {
      const isWanted = (key: string): boolean => flags.learnt !== true || stateKindOf(key)?.isLearnt === true;
      // Under another name until it is whole.
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
export function describeStateImport(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<file>', 'what dehusk state export wrote')
    .requiredOption('--out <folder>', 'where the state goes; new or without content')
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
