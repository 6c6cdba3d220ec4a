/**
 * The message ids of pages that a partition committed recently.
 *
 * Observation: a nats-server knows the ids of repeated messages only from the messages it still has when it starts. Committed
 * pages are removed, so after a restart the server accepts one again from a source or a fetcher that was killed before it could
 * commit. The partition's state therefore remembers the ids for as long as the server would.
 */
import type { Store } from '../../stores/store.js';

/** Ids of one value of the state: a commit rewrites the last value only. */
const IDS_OF_VALUE = 64;
/** The keys of this state. */
export const RECENT_PAGES = 'pages/';

interface Value {
  /** When the last id was added, milliseconds since 1970. */
  at: number;
  readonly ids: string[];
}

export interface RecentPages {
  has(id: string): boolean;
  /** Adds an id. Returns what to commit with the page. */
  add(id: string): Map<string, Uint8Array | null>;
}

/** @param milliseconds that an id is kept at least */
export async function openRecentPages(
  store: Pick<Store, 'get' | 'keys'>,
  milliseconds: number,
  now: () => number,
): Promise<RecentPages> {
  /** By number, ascending. */
  const values = new Map<number, Value>();
  const known = new Set<string>();
  const numbers = (await store.keys(RECENT_PAGES)).map((key) => Number(key.slice(RECENT_PAGES.length)));
  for (const number of numbers.sort((a, b) => a - b)) {
    const value = JSON.parse(Buffer.from((await store.get(RECENT_PAGES + number)) ?? []).toString()) as Value;
    values.set(number, value);
    for (const id of value.ids) known.add(id);
  }
  let last = numbers.at(-1) ?? 0;
  return {
    has: (id) => known.has(id),
    add(id) {
      const changes = new Map<string, Uint8Array | null>();
      const at = now();
      for (const [number, value] of values) {
        if (number === last || at - value.at <= milliseconds) break;
        for (const old of value.ids) known.delete(old);
        values.delete(number);
        changes.set(RECENT_PAGES + number, null);
      }
      if ((values.get(last)?.ids.length ?? 0) >= IDS_OF_VALUE) last++;
      const value = values.get(last) ?? { at, ids: [] };
      values.set(last, value);
      value.at = at;
      value.ids.push(id);
      known.add(id);
      changes.set(RECENT_PAGES + last, Buffer.from(JSON.stringify(value)));
      return changes;
    },
  };
}
