/** Several states as one: `dehusk site merge` and `dehusk state merge`. */
import type { Store } from '../stores/store.js';
import { stateKindOf } from '../stream/state-values.js';
import { type CommandEnd, InputOutputError } from './failures.js';
import { openState, withState } from './site-state.js';

/** Values written in one transaction: enough that the disk is not forced for each, few enough to hold. */
const COMMIT_VALUES = 200;

/**
 * Puts what several runs learnt together, in a new state. What belongs to one run's inputs and outputs stays behind.
 *
 * @throws InputOutputError for states that cannot be read, values that cannot be joined, a target that is not empty
 */
export async function mergeStates(folders: readonly string[], out: string): Promise<CommandEnd> {
  const stores: Store[] = [];
  try {
    for (const folder of folders) stores.push(await openState(folder, false));
    await withState(out, true, async (target) => {
      if ((await target.keys()).length > 0)
        throw new InputOutputError(`${out} already holds what was learnt; merge into a new folder`);
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
