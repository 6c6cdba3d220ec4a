/** `dehusk state repair STATE`: goes back to the last intact commit. */

import { checkLmdbStore, repairLmdbStore, StoreError } from '@dehusk/stream';
import type { Command } from 'commander';
import { type CommandEnd, InputOutputError } from './failures.js';
import { print } from './outputs.js';

const HELP = `
A state keeps its last two commits. If the newer one is damaged, the state becomes that of the older one; the outputs follow when the
next run opens them, and its pages are extracted again. No other damage can be repaired: restore a copy, or a file of dehusk state
export. Stop the run first.

Example:
  dehusk state verify state/ || dehusk state repair state/`;

/** Adds the command's arguments and options. */
export function describeStateRepair(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<state>', 'a folder of state')
    .addHelpText('after', HELP)
    .action(async (folder: string) => {
      const done = await asInputError(() => repairLmdbStore(folder));
      await print(done.length === 0 ? `${folder} is intact\n` : done.map((one) => `${one}\n`).join(''));
      finish('all-extracted');
    });
}

/** Reads every page of a state. @throws InputOutputError for damage that would end the process if LMDB met it */
export async function checkPages(folder: string): Promise<void> {
  await asInputError(async () => checkLmdbStore(folder));
}

async function asInputError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError) throw new InputOutputError(error.message);
    throw error;
  }
}
