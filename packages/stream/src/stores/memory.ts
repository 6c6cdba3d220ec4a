/** A store for tests and for runs without saved state. Values are copied in and out, as with a disk. */
import { checkKey, type Position, type Store, StoreError } from './store.js';

/** Opens an empty store in memory. */
export function openMemoryStore(): Store {
  const values = new Map<string, Uint8Array>();
  const positions = new Map<string, number>();
  let isOpen = true;
  const live = (): void => {
    if (!isOpen) throw new StoreError('the store in memory was closed');
  };
  return {
    async get(key) {
      live();
      return values.get(key)?.slice();
    },
    async commit(changes, given: readonly Position[] = []) {
      live();
      // All keys first: a wrong one must leave nothing behind.
      for (const key of changes.keys()) checkKey(key);
      for (const [key, value] of changes) {
        if (value === null) values.delete(key);
        else values.set(key, value.slice());
      }
      for (const { input, at } of given) positions.set(input, at);
    },
    async position(input) {
      live();
      return positions.get(input);
    },
    async positions() {
      live();
      return [...positions].map(([input, at]) => ({ input, at })).sort((a, b) => byBytes(a.input, b.input));
    },
    async keys(prefix = '') {
      live();
      return [...values.keys()].filter((key) => key.startsWith(prefix)).sort(byBytes);
    },
    async close() {
      isOpen = false;
    },
  };
}

/** JavaScript orders by UTF-16 units, disks by bytes; they differ beyond the basic plane. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
