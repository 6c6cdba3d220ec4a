/** `dehusk state verify STATE`: reads every value; the exit code says whether all are whole. */
import type { Command } from 'commander';
import type { Store } from '../stores/store.js';
import { decodeRecord } from '../stream/site-record.js';
import { learningKey } from '../stream/state-keys.js';
import { STATE_KINDS, stateKindOf, subjectOf } from '../stream/state-values.js';
import type { CommandEnd } from './failures.js';
import { print } from './outputs.js';
import { withState } from './site-state.js';

/** Adds the command's arguments and options. */
export function describeStateVerify(command: Command, finish: (end: CommandEnd) => void): void {
  command
    .argument('<state>', 'a folder of state')
    .addHelpText(
      'after',
      `
A value that cannot be read is named. A stream begins such a site anew, with a warning, or stops, as its option
damagedState says.

Example:
  dehusk state verify state/ && echo whole`,
    )
    .action(async (folder: string) => {
      const damaged = await withState(folder, false, verify);
      finish(damaged > 0 ? 'some-unreadable' : 'all-extracted');
    });
}

/** Reads everything, tells what is wrong, and gives how many values that are. */
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
    const bytes = await store.get(key);
    if (bytes === undefined) continue;
    try {
      kind?.check(bytes);
    } catch (error) {
      await tell(key, error instanceof Error ? error.message : String(error));
      continue;
    }
    if (kind?.prefix === 'learning/') kept.add(key);
    if (kind?.prefix === 'site/')
      for (const { id } of decodeRecord(bytes).learning) waiting.add(learningKey(subjectOf(key), id));
  }
  for (const key of waiting) if (!kept.has(key)) await tell(key, 'its site waits for it, and it is not there');
  const order = [...STATE_KINDS.map(({ what }) => what), 'values of sources'];
  const found = order.filter((what) => counts.has(what)).map((what) => `${counts.get(what)} ${what}`);
  const positions = (await store.positions()).length;
  process.stderr.write(
    `${found.join(', ') || 'no values'}, ${positions} positions: ${damaged === 0 ? 'all whole' : `${damaged} damaged`}\n`,
  );
  return damaged;
}
