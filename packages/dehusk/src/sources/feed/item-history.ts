/**
 * Which items of a site's feeds were had: by their key (MD5 of title, description and date; URL Tree paper, section 3), one
 * history for all feeds of a site, so that what stands in three of them is fetched once.
 *
 * An item is remembered in the transaction of its outcome. Until that is committed, it is known here: what is given and not
 * settled, and what is settled and not seen in the store yet. Everything else is asked of the store, so that memory does
 * not grow with the history.
 */
import type { SourceContext, StateChanges } from '../source.js';

export interface ItemHistory {
  /** Takes an item that is new, to be given; else tells whether it was had, or is on its way and has no outcome yet. */
  claim(key: string): Promise<'new' | 'on-the-way' | 'had'>;
  /**
   * Notes an outcome.
   *
   * @param remembers false: it may be given again
   * @returns what to write
   */
  settle(key: string, remembers: boolean): StateChanges;
  /**
   * Keeps the history within its bound; what it drops is written with later outcomes.
   *
   * @param listed the items that still stand in a feed: they are kept, or they would come back as new
   */
  trim(listed: () => ReadonlySet<string>): Promise<void>;
}

/** Settled items that may wait to be seen in the store before they are looked for. */
const MAX_SETTLED = 256;
/** Dropped items written with one outcome at most. */
const DROPPED_AT_ONCE = 500;

/** @param limit items remembered of the site */
export function itemHistory(
  store: SourceContext['store'],
  site: string,
  limit: number,
  now: () => number,
): ItemHistory {
  const prefix = `feed/${site}/item/`;
  /** Items given; true once they are settled. */
  const given = new Map<string, boolean>();
  let dropped: string[] = [];
  /** Items in the store; null until it was asked. */
  let count: number | null = null;

  const forgetCommitted = async (): Promise<void> => {
    for (const [key, isSettled] of given)
      if (isSettled && (await store.get(prefix + key)) !== undefined) given.delete(key);
  };

  return {
    async claim(key) {
      const isSettled = given.get(key);
      if (isSettled !== undefined) return isSettled ? 'had' : 'on-the-way';
      // Before the store is asked: two feeds of a site may be read at the same time.
      given.set(key, false);
      const isNew = (await store.get(prefix + key)) === undefined;
      if (!isNew) given.delete(key);
      return isNew ? 'new' : 'had';
    },
    settle(key, remembers) {
      if (!remembers) {
        given.delete(key);
        return new Map();
      }
      given.set(key, true);
      if (count !== null) count++;
      const changes = new Map<string, Uint8Array | null>();
      for (const one of dropped.splice(0, DROPPED_AT_ONCE)) changes.set(prefix + one, null);
      const time = new Uint8Array(8);
      new DataView(time.buffer).setFloat64(0, now());
      changes.set(prefix + key, time);
      return changes;
    },
    async trim(listed) {
      if (given.size > MAX_SETTLED) await forgetCommitted();
      count ??= (await store.keys(prefix)).length;
      if (count <= limit || dropped.length > 0) return;
      const old: { key: string; time: number }[] = [];
      const keys = await store.keys(prefix);
      const isListed = listed();
      for (const full of keys) {
        const key = full.slice(prefix.length);
        const bytes = await store.get(full);
        if (bytes?.length !== 8 || isListed.has(key)) continue;
        old.push({ key, time: new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0) });
      }
      // A tenth more than needed, so that this is seldom done.
      const surplus = keys.length - Math.floor(limit * 0.9);
      dropped = old
        .sort((a, b) => a.time - b.time)
        .slice(0, surplus)
        .map(({ key }) => key);
      count = keys.length - dropped.length;
    },
  };
}
