import { rename } from 'node:fs/promises';
import { counted } from '@dehusk/node';
import {
  checkLmdbStore,
  decodeRecord,
  readStateFile,
  repairLmdbStore,
  STATE_KINDS,
  type Store,
  StoreError,
  stateKey,
  stateKindOf,
  uncheckedValue,
  unitOfKey,
  writeStateFile,
} from '@dehusk/stream';
import type { Command } from 'commander';
import { type CommandEnd, InputOutputError, ofInput } from './failures.js';
import { print } from './outputs.js';
import { withState } from './site-state.js';

const EXAMPLES = `
Examples:
  dehusk state verify state/                        reads every value; exit code 3 if any is damaged
  dehusk state repair state/                        goes back to the commit before a damaged one
  dehusk state export state/ --out state.gz         one portable file
  dehusk state import state.gz --out state/`;

/** `dehusk state …`: the state that streams and `--site` keep between runs. */
export function describe(command: Command, finish: (end: CommandEnd) => void): Command {
  const add = (name: string, description: string): Command =>
    command.command(name).description(description).copyInheritedSettings(command);
  describeStateVerify(add('verify', 'read every value of a state and report damage'), finish);
  describeStateRepair(add('repair', 'go back to the commit before a damaged one'), finish);
  describeStateExport(add('export', 'write a state as one portable file'), finish);
  describeStateImport(add('import', 'create a state from an exported file'), finish);
  return command.addHelpText('after', EXAMPLES);
}

/** Adds the command's arguments and options. */
export function describeStateExport(command: Command, finish: (end: CommandEnd) => void, isOnlyLearnt = false): void {
  command
    .argument('<state>', 'a folder of state')
    .requiredOption('--out <file>', 'the file to write: JSON lines in gzip')
    .addHelpText(
      'after',
      isOnlyLearnt
        ? '\nExample:\n  dehusk site export state/ --out learnt.gz      a start for runs with other inputs'
        : '\nTogether with a copy of the outputs, an export lets a run continue elsewhere.\n\nExample:\n  dehusk state export state/ --out state.gz',
    )
    .action(async (folder: string, flags: { readonly out: string }) => {
      const isWanted = (key: string): boolean => !isOnlyLearnt || stateKindOf(key)?.isLearnt === true;
      // Under a temporary name until it is complete.
      const partial = `${flags.out}.part`;
      const { values, positions } = await withState(folder, false, (store) =>
        writeStateFile(store, partial, isWanted, !isOnlyLearnt),
      );
      await rename(partial, flags.out);
      process.stderr.write(
        `${counted(values, 'value')} and ${counted(positions, 'position')} written to ${flags.out}\n`,
      );
      finish('all-extracted');
    });
}

/** Adds the command's arguments and options. @param group the command that has it: `state` or `site` */
export function describeStateImport(command: Command, finish: (end: CommandEnd) => void, group = 'state'): void {
  command
    .argument('<file>', `a file written by dehusk ${group} export`)
    .requiredOption('--out <folder>', 'folder of the state; new or empty')
    .addHelpText('after', `\nExample:\n  dehusk ${group} import ${group}.gz --out ${group}/`)
    .action(async (file: string, flags: { readonly out: string }) => {
      const { values, positions } = await withState(flags.out, true, async (store) => {
        if ((await store.keys()).length > 0)
          throw new InputOutputError(`${flags.out} already holds a state; import into a new folder`);
        return readStateFile(file, store);
      });
      process.stderr.write(
        `${counted(values, 'value')} and ${counted(positions, 'position')} read into ${flags.out}\n`,
      );
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
      // Damage would end the process if LMDB met it.
      await ofInput([StoreError], () => checkLmdbStore(folder));
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
  const notify = async (key: string, what: string): Promise<void> => {
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
        await notify(key, 'cannot be found by its key: the order of keys is damaged');
      continue;
    }
    try {
      kind?.check(bytes);
      await store.get(key);
    } catch (error) {
      await notify(key, error instanceof Error ? error.message : String(error));
      continue;
    }
    if (kind?.prefix === 'learning/') kept.add(key);
    if (kind?.prefix === 'site/')
      for (const { id } of decodeRecord(bytes).learning) waiting.add(stateKey.learning(unitOfKey(key).unit, id));
  }
  for (const key of waiting) if (!kept.has(key)) await notify(key, 'missing, although its site waits for it');
  const order = [...STATE_KINDS.map(({ what }) => what), 'values of sources'];
  const found = order.filter((what) => counts.has(what)).map((what) => `${what}: ${counts.get(what)}`);
  const positions = (await store.positions()).length;
  process.stderr.write(
    `${found.join(', ') || 'no values'}, positions: ${positions}; ${damaged === 0 ? 'all intact' : `${damaged} damaged`}\n`,
  );
  return damaged;
}

// `dehusk state repair STATE`: goes back to the last intact commit.

const HELP = `
A state keeps its last two commits. If the newer one is damaged, the state becomes that of the older one; the outputs follow when the next run opens them, and its pages are extracted again. No other damage can be repaired: restore a copy, or a file of dehusk state export. Stop the run first.

Example:
  dehusk state verify state/ || dehusk state repair state/`;

/** Adds the command's arguments and options. */
function describeStateRepair(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<state>', 'a folder of state')
    .addHelpText('after', HELP)
    .action(async (folder: string) => {
      const done = await ofInput([StoreError], () => repairLmdbStore(folder));
      await print(done.length === 0 ? `${folder} is intact\n` : done.map((one) => `${one}\n`).join(''));
      finish('all-extracted');
    });
}
