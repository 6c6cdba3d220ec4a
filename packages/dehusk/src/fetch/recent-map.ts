/** A map that forgets: what was not used longest goes first, and what is too old was never there. */
export interface RecentMap<V> {
  /** The value, unless it is gone or older than its age. */
  get(key: string): V | undefined;
  /**
   * @param cost what the entry counts against `maxCost`
   * @param age how long it is good for, in milliseconds
   */
  set(key: string, value: V, cost: number, age: number): void;
  readonly size: number;
}

/** @param maxCost bound on the costs in sum; an entry that costs more alone is not kept */
export function recentMap<V>(maxCost: number): RecentMap<V> {
  // A Map keeps the order of insertion, and every use inserts anew: the first entry is the one not used longest.
  const entries = new Map<string, { readonly value: V; readonly cost: number; readonly until: number }>();
  let sum = 0;
  const drop = (key: string): void => {
    sum -= entries.get(key)?.cost ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.until <= performance.now()) {
        drop(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, cost, age) {
      drop(key);
      entries.set(key, { value, cost, until: performance.now() + age });
      sum += cost;
      for (const oldest of entries.keys()) {
        if (sum <= maxCost) break;
        drop(oldest);
      }
    },
    get size() {
      return entries.size;
    },
  };
}
