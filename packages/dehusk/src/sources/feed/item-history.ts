/**
 * Which items of a site's feeds were had: by their key (MD5 of title, description and date; URL Tree paper, section 3), one
 * history for all feeds of a site, so that what stands in three of them is fetched once.
 *
 * An item is remembered in the transaction of its outcome. One that failed in a way that may pass (the site is down, a
 * timeout) is tried again a few times, ever later, as long as a feed lists it.
 * Until that is committed, it is known here: what is given and not
 * settled, and what is settled and not seen in the store yet. Everything else is asked of the store, so that memory does
 * not grow with the history.
 */
import type { SourceContext, StateChanges } from '../source.js';

/** What became of an item: had for good, failed in a way that may pass, or nothing, since the run was stopped. */
export type ItemEnd = 'had' | 'failed' | 'stopped';

export interface ItemHistory {
  /**
   * Takes an item that is new, or whose failure is long enough ago, to be given; else tells that it was had, that it is on
   * its way and has no outcome yet, or that it failed and is to be tried again later.
   */
  claim(key: string): Promise<'new' | 'on-the-way' | 'later' | 'had'>;
  /** Notes an outcome and gives what to write. An item that failed too often is had. */
  settle(key: string, end: ItemEnd): StateChanges;
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

interface Given {
  readonly isOpen: boolean;
  /** Failures so far; {@link HAD} when it is had for good. */
  readonly failures: number;
  /** Milliseconds since 1970 of the last outcome. */
  readonly at: number;
}

/** Failures noted of an item that was had: it is not tried again. */
const HAD = 255;

/**
 * @param limit items remembered of the site
 * @param retries times an item is tried again that failed in a way that may pass, less than 100
 * @param retryAfter milliseconds before the first retry; doubled each time
 */
export function itemHistory(
  store: SourceContext['store'],
  site: string,
  limit: number,
  retries: number,
  retryAfter: number,
  now: () => number,
): ItemHistory {
  const prefix = `feed/${site}/item/`;
  /** Items given, and those settled that may not be in the store yet. */
  const given = new Map<string, Given>();
  let dropped: string[] = [];
  /** Items in the store; null until it was asked. */
  let count: number | null = null;

  const forgetCommitted = async (): Promise<void> => {
    for (const [key, one] of given) {
      if (one.isOpen) continue;
      const stored = decoded(await store.get(prefix + key));
      if (stored?.at === one.at && given.get(key) === one) given.delete(key);
    }
  };
  const verdict = ({ isOpen, failures, at }: Given): 'new' | 'on-the-way' | 'later' | 'had' => {
    if (isOpen) return 'on-the-way';
    if (failures > retries) return 'had';
    return now() < at + retryAfter * 2 ** (failures - 1) ? 'later' : 'new';
  };

  return {
    async claim(key) {
      let known = given.get(key);
      if (known === undefined) {
        // Before the store is asked: two feeds of a site may be read at the same time.
        given.set(key, { isOpen: true, failures: 0, at: 0 });
        known = decoded(await store.get(prefix + key));
        given.delete(key);
      }
      const claimed = known === undefined ? 'new' : verdict(known);
      if (claimed === 'new') given.set(key, { isOpen: true, failures: known?.failures ?? 0, at: 0 });
      return claimed;
    },
    settle(key, end) {
      const before = given.get(key)?.failures ?? 0;
      if (end === 'stopped') {
        given.delete(key);
        return new Map();
      }
      const one: Given = { isOpen: false, failures: end === 'had' ? HAD : before + 1, at: now() };
      given.set(key, one);
      if (count !== null && before === 0) count++;
      const changes = new Map<string, Uint8Array | null>();
      for (const old of dropped.splice(0, DROPPED_AT_ONCE)) changes.set(prefix + old, null);
      return changes.set(prefix + key, encoded(one));
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
        const stored = decoded(await store.get(full));
        if (stored !== undefined && !isListed.has(key)) old.push({ key, time: stored.at });
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

/** Eight bytes of time, one of failures. */
function encoded({ at, failures }: Given): Uint8Array {
  const bytes = new Uint8Array(9);
  new DataView(bytes.buffer).setFloat64(0, at);
  bytes[8] = failures;
  return bytes;
}

function decoded(bytes: Uint8Array | undefined): Given | undefined {
  if (bytes?.length !== 9) return undefined;
  const at = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0);
  return { isOpen: false, failures: bytes[8] as number, at };
}
