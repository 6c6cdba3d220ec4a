/** `dehusk state merge A B … --out C`: what several runs learnt, as if one run had seen all their pages. */
import type { Command } from 'commander';
import { type CommandEnd, UsageError } from './failures.js';
import { mergeStates } from './merge-states.js';

const HELP = `
The states given are only read. Positions, cursors of feeds and marks of outputs belong to the runs that wrote
them and are not merged.

Examples:
  dehusk state merge monday/ tuesday/ --out week/
  dehusk state merge part-*/ --out whole/`;

/** Adds the command's arguments and options; \`dehusk site merge\` is the same. */
export function describeStateMerge(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<states...>', 'two or more folders of state')
    .requiredOption('--out <folder>', 'where the merged state goes; new or without content')
    .addHelpText('after', HELP)
    .action(async (folders: string[], flags: { readonly out: string }) => {
      if (folders.length < 2) throw new UsageError(`merge got ${folders.length} state, expected two or more`);
      finish(await mergeStates(folders, flags.out));
    });
}
