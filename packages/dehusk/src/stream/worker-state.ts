/**
 * A worker's view of the store: values are asked for from the main thread, changes are gathered until the cut.
 *
 * A worker alone changes what belongs to its sites, so what it asked for cannot change behind its back.
 */
import type { Store } from '../stores/store.js';

export interface WorkerState extends Pick<Store, 'get' | 'commit'> {
  /** Sets a value for the next cut; null takes it out. */
  set(key: string, value: Uint8Array | null): void;
  /** What changed since the last cut. */
  take(): Map<string, Uint8Array | null>;
}

/** @param ask gives a value as it was at the last cut */
export function openWorkerState(ask: (key: string) => Promise<Uint8Array | undefined>): WorkerState {
  let changes = new Map<string, Uint8Array | null>();
  return {
    async get(key) {
      const changed = changes.get(key);
      return changed === undefined ? ask(key) : (changed ?? undefined);
    },
    async commit(given) {
      for (const [key, value] of given) changes.set(key, value);
    },
    set(key, value) {
      changes.set(key, value);
    },
    take() {
      const taken = changes;
      changes = new Map();
      return taken;
    },
  };
}
