/**
 * A worker's view of the store: values are requested from the main thread, changes are collected until the checkpoint.
 *
 * Only this worker changes the values of its sites, so a value it has read stays current.
 */
import type { Store } from '../stores/store.js';

export interface WorkerState extends Pick<Store, 'get' | 'commit'> {
  /** Sets a value for the next checkpoint; null removes it. */
  set(key: string, value: Uint8Array | null): void;
  /** The changes since the last checkpoint. */
  take(): Map<string, Uint8Array | null>;
}

/** @param ask returns a value as of the last checkpoint */
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
