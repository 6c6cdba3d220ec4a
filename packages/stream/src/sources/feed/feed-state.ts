/**
 * The feed source's state: cursors of feeds, copies whose items have no outcome yet, and the items of each site.
 */
import { md5Hex } from '@dehusk/html';
import type { SourceContext, StateChanges } from '../source.js';
import type { FeedHints } from './read-feed.js';

/** The stored state of a feed. */
interface FeedCursor {
  readonly url: string;
  /** Validators of the last copy whose items all have an outcome. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly rate: FeedRate;
  /** Time of the last poll, milliseconds since 1970. */
  readonly polledAt: number;
}

/** The cursor, or null when it is missing or invalid: the feed is then read as if for the first time. */
export function decodeCursor(bytes: Uint8Array | undefined, url: string): FeedCursor | null {
  if (bytes === undefined) return null;
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as Partial<FeedCursor> | null;
    const { rate, polledAt } = value ?? {};
    if (value?.url !== url || typeof polledAt !== 'number') return null;
    if (typeof rate?.items !== 'number' || typeof rate.milliseconds !== 'number') return null;
    const textOf = (text: unknown): string | null => (typeof text === 'string' ? text : null);
    return { url, etag: textOf(value.etag), lastModified: textOf(value.lastModified), rate, polledAt };
  } catch {
    return null;
  }
}

/** Most cursors written with one outcome. */
const MAX_CURSORS = 16;

interface Copy {
  readonly key: string;
  readonly cursor: FeedCursor;
  left: number;
}

/**
 * Copies of feeds with items that have no outcome yet. A copy's cursor may be stored only when all its items have one, including
 * those that another copy offered: otherwise, after a crash, the server would answer "not modified", and an item that left
 * the feed meanwhile would be lost.
 */
export function openCopies() {
  /** Copies by the ids of the items they wait for. */
  const waiting = new Map<string, Copy[]>();
  /** The newest copy of each feed. */
  const newest = new Map<string, Copy>();
  /** Cursors to store. */
  const complete = new Map<string, FeedCursor>();
  const finish = (copy: Copy): void => {
    if (newest.get(copy.key) !== copy) return;
    newest.delete(copy.key);
    complete.set(copy.key, copy.cursor);
  };
  return {
    /**
     * @param key where the cursor is stored
     * @param open ids of the copy's items without an outcome
     */
    add(key: string, cursor: FeedCursor, open: readonly string[]): void {
      const copy: Copy = { key, cursor, left: open.length };
      newest.set(key, copy);
      complete.delete(key);
      for (const id of open) waiting.set(id, [...(waiting.get(id) ?? []), copy]);
      if (copy.left === 0) finish(copy);
    },
    /** Records an outcome; returns cursors that may be stored now. */
    settle(id: string): StateChanges {
      for (const copy of waiting.get(id) ?? []) if (--copy.left === 0) finish(copy);
      waiting.delete(id);
      const changes = new Map<string, Uint8Array>();
      for (const [key, cursor] of complete) {
        if (changes.size === MAX_CURSORS) break;
        changes.set(key, new TextEncoder().encode(JSON.stringify(cursor)));
        complete.delete(key);
      }
      return changes;
    },
    /** Records that an item gets no outcome in this run: the next run reads its copies again. */
    forget(id: string): void {
      waiting.delete(id);
    },
  };
}

/** How an item ended: done, a temporary failure, or no outcome because the run was stopped. */
export type FeedItemEnd = 'done' | 'failed' | 'stopped';

/** Settled items kept in memory before the store is checked for them. */
const MAX_SETTLED = 256;
/** Most deletions written with one outcome. */
const MAX_DELETIONS = 500;

interface ItemState {
  /** Offered, without an outcome. */
  readonly isPending: boolean;
  /** Failures so far; {@link DONE} when it needs no retry. */
  readonly failures: number;
  /** Time of the last outcome, milliseconds since 1970. */
  readonly at: number;
}

/** The number of failures stored for an item that is done. */
const DONE = 255;

/**
 * The processed items of a site's feeds, by key (MD5 of title, description and date; URL Tree paper, section 3). Feeds of a
 * site share it, so an item in three of them is fetched once.
 *
 * An item is stored in the transaction of its outcome; until then it is in memory. Everything else is read from the store, so
 * memory does not grow with the history. A temporary failure is retried a few times, ever later, as long as a feed lists
 * the item.
 *
 * @param limit items of the site remembered
 * @param retries retries after temporary failures, less than 100
 * @param retryAfter milliseconds before the first retry; doubled each time
 */
export function itemHistory(
  store: SourceContext['store'],
  site: string,
  limit: number,
  retries: number,
  retryAfter: number,
  now: () => number,
) {
  const prefix = `feed/${site}/item/`;
  /** Pending items, and settled ones that may not be in the store yet. */
  const recent = new Map<string, ItemState>();
  let dropped: string[] = [];
  /** Items in the store; null: not counted yet. */
  let count: number | null = null;

  const forgetCommitted = async (): Promise<void> => {
    for (const [key, one] of recent) {
      if (one.isPending) continue;
      const stored = decoded(await store.get(prefix + key));
      if (stored?.at === one.at && recent.get(key) === one) recent.delete(key);
    }
  };
  const claimOf = ({ isPending, failures, at }: ItemState): 'new' | 'pending' | 'later' | 'done' => {
    if (isPending) return 'pending';
    if (failures > retries) return 'done';
    return now() < at + retryAfter * 2 ** (failures - 1) ? 'later' : 'new';
  };

  return {
    /**
     * Claims an item to offer it: `new` when it is new or its retry is due. `pending`: it was offered and has no outcome;
     * `later`: its retry is not due.
     */
    async claim(key: string): Promise<'new' | 'pending' | 'later' | 'done'> {
      let known = recent.get(key);
      if (known === undefined) {
        // Before the store answers, another feed of the site may claim it.
        recent.set(key, { isPending: true, failures: 0, at: 0 });
        known = decoded(await store.get(prefix + key));
        recent.delete(key);
      }
      const claimed = known === undefined ? 'new' : claimOf(known);
      if (claimed === 'new') recent.set(key, { isPending: true, failures: known?.failures ?? 0, at: 0 });
      return claimed;
    },
    /** Records an outcome; returns what to write. */
    settle(key: string, end: FeedItemEnd): StateChanges {
      const before = recent.get(key)?.failures ?? 0;
      if (end === 'stopped') {
        recent.delete(key);
        return new Map();
      }
      const one: ItemState = { isPending: false, failures: end === 'done' ? DONE : before + 1, at: now() };
      recent.set(key, one);
      if (count !== null && before === 0) count++;
      const changes = new Map<string, Uint8Array | null>();
      for (const old of dropped.splice(0, MAX_DELETIONS)) changes.set(prefix + old, null);
      return changes.set(prefix + key, encoded(one));
    },
    /**
     * Keeps the history within its bound; deletions are written with later outcomes.
     *
     * @param listed items that are still in a feed: they are kept, or they would come back as new
     */
    async trim(listed: () => ReadonlySet<string>): Promise<void> {
      if (recent.size > MAX_SETTLED) await forgetCommitted();
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
      // A tenth more than needed, so that this is rare.
      const surplus = keys.length - Math.floor(limit * 0.9);
      dropped = old
        .sort((a, b) => a.time - b.time)
        .slice(0, surplus)
        .map(({ key }) => key);
      count = keys.length - dropped.length;
    },
  };
}

export type ItemHistory = ReturnType<typeof itemHistory>;

/** Eight bytes of time, one byte of failures. */
function encoded({ at, failures }: ItemState): Uint8Array {
  const bytes = new Uint8Array(9);
  new DataView(bytes.buffer).setFloat64(0, at);
  bytes[8] = failures;
  return bytes;
}

function decoded(bytes: Uint8Array | undefined): ItemState | undefined {
  if (bytes?.length !== 9) return undefined;
  const at = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0);
  return { isPending: false, failures: bytes[8] as number, at };
}

/** The fields that identify a feed item; a missing one is empty. */
type FeedItem = Readonly<Partial<Record<'title' | 'description' | 'pubDate', string | null>>>;

/**
 * The identity of a feed item before its page is fetched: MD5 of title, description and date, joined by single spaces (URL Tree
 * paper, section 3). A readable date is first written as ISO 8601 in UTC, so that a feed which changes its time zone or format
 * does not repeat all its items; a missing field leaves its space.
 */
export function itemKey({ title, description, pubDate }: FeedItem): string {
  const time = pubDate ? Date.parse(pubDate) : Number.NaN;
  const date = Number.isNaN(time) ? (pubDate ?? '') : new Date(time).toISOString();
  return md5Hex(`${title ?? ''} ${description ?? ''} ${date}`);
}

// When to poll a feed again: about as often as it gets a new item, within bounds, and not before it allows it.
//
// The rate follows the recent past: with every poll the time and items counted before weigh less. The first poll estimates it
// from the dates of the items.

export interface ScheduleOptions {
  /** Shortest and longest time between two polls of a feed, in milliseconds. */
  readonly minInterval: number;
  readonly maxInterval: number;
  /** Whether ttl, Cache-Control, skipHours and skipDays count. */
  readonly obeysHints: boolean;
}

/** Items of a feed in a time, both decayed. */
export interface FeedRate {
  readonly items: number;
  readonly milliseconds: number;
}

/** Weight of earlier counts at the next poll. */
const DECAY = 0.8;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The rate after a poll. @param elapsed milliseconds since the poll before */
export function rateAfter(rate: FeedRate, newItems: number, elapsed: number): FeedRate {
  return { items: rate.items * DECAY + newItems, milliseconds: rate.milliseconds * DECAY + elapsed };
}

/** The rate by the dates of a feed's items, until now. */
export function rateByDates(dates: readonly number[], now: number): FeedRate {
  const past = dates.filter((date) => date <= now);
  if (past.length < 2) return { items: 0, milliseconds: 0 };
  const oldest = past.reduce((least, date) => Math.min(least, date));
  // The oldest begins the time, so it is not counted.
  return { items: past.length - 1, milliseconds: now - oldest };
}

/** Milliseconds until the next poll, before hints: the mean time between two items, within the bounds. */
export function intervalOf(rate: FeedRate, { minInterval, maxInterval }: ScheduleOptions): number {
  if (rate.milliseconds === 0) return minInterval;
  return Math.min(maxInterval, Math.max(minInterval, rate.milliseconds / Math.max(rate.items, 1e-9)));
}

/** Milliseconds after failed polls: doubled for each one after the other. @param failures 1 for the first */
export function intervalAfterFailures(failures: number, { minInterval, maxInterval }: ScheduleOptions): number {
  return Math.min(maxInterval, minInterval * 2 ** Math.min(30, failures - 1));
}

/**
 * When to poll: after the interval, but not before ttl, max-age and Retry-After have passed, nor in hours and days that the
 * feed excludes. No hint delays by more than `maxInterval`, Retry-After by no more than a day.
 *
 * @param now milliseconds since 1970
 * @param maxAge milliseconds by Cache-Control, or null
 * @param retryAfter milliseconds the server asked to wait, or null
 */
export function nextPoll(
  now: number,
  interval: number,
  hints: FeedHints,
  maxAge: number | null,
  retryAfter: number | null,
  options: ScheduleOptions,
): number {
  const { maxInterval, obeysHints } = options;
  const wanted = obeysHints ? Math.min(maxInterval, Math.max((hints.ttl ?? 0) * 60_000, maxAge ?? 0)) : 0;
  let at = now + Math.max(interval, wanted, Math.min(DAY, retryAfter ?? 0));
  if (!obeysHints) return at;
  const latest = at + maxInterval;
  while (at < latest && isSkipped(at, hints)) at = Math.floor(at / HOUR) * HOUR + HOUR;
  return Math.min(at, latest);
}

function isSkipped(at: number, { skipHours, skipDays }: FeedHints): boolean {
  const date = new Date(at);
  return skipHours.includes(date.getUTCHours()) || skipDays.includes(date.getUTCDay());
}

/** The `max-age` of a Cache-Control header in milliseconds; null when there is none or copies must not be kept. */
export function maxAgeOf(headers: readonly (readonly [name: string, value: string])[]): number | null {
  const value = headers.find(([name]) => name.toLowerCase() === 'cache-control')?.[1].toLowerCase() ?? '';
  if (/\bno-(?:cache|store)\b/.test(value)) return null;
  const seconds = /\bmax-age\s*=\s*"?(\d{1,9})/.exec(value)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}
