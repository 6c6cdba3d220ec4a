/**
 * Resolved names, kept for a while: thousands of hosts are asked again and again, and the operating system's resolver
 * blocks one of Node's few file threads for every question.
 */
import type { LookupAddress } from 'node:dns';
import { type Resolve, systemResolve } from './checked-url.js';
import { recentMap } from './recent-map.js';

export interface NameCacheOptions {
  /** Names kept at most; default 10,000. */
  readonly maxNames?: number;
  /** How long addresses are kept, in milliseconds; default 5 minutes. The records' own times are not told by the system. */
  readonly age?: number;
  /** How long a failure is kept, in milliseconds; default 30 seconds. */
  readonly failureAge?: number;
}

type Known = { readonly error: Error | null; readonly addresses: LookupAddress[] };

/** A resolver that remembers, and that asks once for a name however many wait for it. */
export function cachedResolve(resolve: Resolve = systemResolve, options: NameCacheOptions = {}): Resolve {
  const { maxNames = 10_000, age = 300_000, failureAge = 30_000 } = options;
  const known = recentMap<Known>(maxNames);
  const asked = new Map<string, ((known: Known) => void)[]>();
  return (name, lookupOptions, done) => {
    const key = `${lookupOptions.family ?? 0} ${name}`;
    const answer = ({ error, addresses }: Known): void => done(error, [...addresses]);
    const before = known.get(key);
    // A lookup that answers before it returns surprises the connection that asks.
    if (before !== undefined) return void process.nextTick(answer, before);
    const waiting = asked.get(key);
    if (waiting !== undefined) return void waiting.push(answer);
    const all = [answer];
    asked.set(key, all);
    resolve(name, lookupOptions, (error, addresses) => {
      asked.delete(key);
      const found: Known = { error, addresses: error === null ? addresses : [] };
      known.set(key, found, 1, error === null ? age : failureAge);
      for (const one of all) one(found);
    });
  };
}
