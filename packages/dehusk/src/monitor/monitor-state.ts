/**
 * The state of a monitor: counts by hour and day, the documents they came from, and the latest events. All of it is read and changed
 * in memory and written with the commit of the documents it was counted from, so that after a crash no document is counted twice.
 *
 * | key | value |
 * |---|---|
 * | `monitor/hour/2026-03-02T06/TERM`, `monitor/day/2026-03-02/TERM` | a {@link Cell}: counts by site |
 * | `monitor/document/ID` | a {@link CountedDocument}, so that a correction can replace its counts |
 * | `monitor/kept/2026-03-02/ID` | the documents to forget with that day |
 * | `monitor/burst/TERM` | the hour of the last alert |
 * | `monitor/newest` | the newest hour of a document |
 * | `monitor/recent` | the latest events |
 *
 * TERM is a digest of list and term. Values are JSON with a version.
 */
import { createHash } from 'node:crypto';
import { type Store, StoreError } from '../stores/store.js';

/** Counts of a term in an hour or a day: documents with the term, and occurrences in them, by site. */
export type Cell = ReadonlyMap<string, readonly [documents: number, hits: number]>;

/** A document with hits. */
export interface CountedDocument {
  readonly revision: number;
  /** The hour it is counted in, in hours since 1970. */
  readonly hour: number;
  readonly site: string;
  /** Hits by the digest of the term. */
  readonly hits: Readonly<Record<string, number>>;
}

/** A hit or an alert, as the service sends it. */
export interface MonitorEvent {
  /** Counts events from 1. */
  readonly number: number;
  readonly kind: 'hit' | 'alert';
  readonly row: Readonly<Record<string, unknown>>;
}

export type Bucket = 'hour' | 'day';

const VERSION = 1;
const PREFIX = 'monitor/';
const RECENT = `${PREFIX}recent`;
const NEWEST = `${PREFIX}newest`;
/** Latest events that are kept: a page that is opened shows them. */
const MAX_RECENT = { hit: 100, alert: 50 } as const;
export const HOUR = 3_600_000;
const DAY_HOURS = 24;

/** A term's place in keys: 16 hexadecimal digits. */
export function termDigest(list: string, term: string): string {
  return createHash('sha256').update(`${list}\n${term}`).digest('hex').slice(0, 16);
}

/** The place of the counts of all documents. */
export const ALL_DOCUMENTS = termDigest('', '');

/** The name of an hour or day, by UTC. @param hour in hours since 1970 */
export function bucketName(bucket: Bucket, hour: number): string {
  return new Date(hour * HOUR).toISOString().slice(0, bucket === 'hour' ? 13 : 10);
}

/** @throws RangeError for bytes that are no value of a monitor */
export function decodeMonitorValue(bytes: Uint8Array): unknown {
  const { version, value } = JSON.parse(new TextDecoder().decode(bytes)) as { version?: unknown; value?: unknown };
  if (version === VERSION && value !== undefined) return value;
  throw new RangeError(`a value of the monitor got version ${String(version)}, expected ${VERSION}`);
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(
    JSON.stringify({ version: VERSION, value: value instanceof Map ? [...value] : value }),
  );
}

/**
 * Loads the state. Documents stay in the store.
 *
 * @param kept hours and days that are kept
 * @throws StoreError for a value that cannot be read
 */
export async function openMonitorState(store: Store, kept: { readonly hours: number; readonly days: number }) {
  const read = async (key: string): Promise<unknown> => {
    const bytes = await store.get(key);
    if (bytes === undefined) return undefined;
    try {
      return decodeMonitorValue(bytes);
    } catch (error) {
      throw new StoreError(`the state "${key}" is damaged: ${(error as Error).message}`);
    }
  };
  const committed = new Map<string, unknown>();
  for (const kind of ['hour/', 'day/'])
    for (const key of await store.keys(PREFIX + kind))
      committed.set(key, new Map((await read(key)) as [string, [number, number]][]));
  for (const kind of ['burst/', 'recent', 'newest'])
    for (const key of await store.keys(PREFIX + kind)) committed.set(key, await read(key));
  /** Changes since the last commit; null removes a key. */
  let pending = new Map<string, unknown>();
  const get = (key: string): unknown => (pending.has(key) ? (pending.get(key) ?? undefined) : committed.get(key));
  const newest = (): number => (get(NEWEST) as number | undefined) ?? Number.NEGATIVE_INFINITY;
  const isKept = (bucket: Bucket, hour: number): boolean =>
    bucket === 'hour' ? hour > newest() - kept.hours : dayOf(hour) > dayOf(newest()) - kept.days;
  const cellKey = (bucket: Bucket, hour: number, term: string): string =>
    `${PREFIX}${bucket}/${bucketName(bucket, hour)}/${term}`;

  /** Removes what is older than the newest hour allows. @param isNewDay whether days can have become too old, too */
  async function expire(isNewDay: boolean): Promise<void> {
    for (const key of [...committed.keys(), ...pending.keys()]) {
      const bucket = (['hour', 'day'] as const).find((one) => key.startsWith(`${PREFIX}${one}/`));
      if (bucket !== undefined && !isKept(bucket, hourOfKey(key))) pending.set(key, null);
    }
    if (!isNewDay) return;
    const index = `${PREFIX}kept/`;
    for (const key of [...(await store.keys(index)), ...pending.keys()]) {
      if (!key.startsWith(index) || isKept('day', hourOfKey(key))) continue;
      pending.set(key, null);
      pending.set(`${PREFIX}document/${key.split('/')[3]}`, null);
    }
  }

  return {
    /** Moves the newest hour forward and removes what is too old then. */
    async advance(hour: number): Promise<void> {
      const before = newest();
      if (hour <= before) return;
      pending.set(NEWEST, hour);
      await expire(dayOf(hour) > dayOf(before));
    },
    isKept,
    cell: (bucket: Bucket, hour: number, term: string): Cell | undefined =>
      get(cellKey(bucket, hour, term)) as Cell | undefined,
    /** Adds to the counts of a term in the hour and in its day, as far as they are kept. */
    add(hour: number, term: string, site: string, documents: number, hits: number): void {
      for (const bucket of ['hour', 'day'] as const) {
        if (!isKept(bucket, hour)) continue;
        const key = cellKey(bucket, hour, term);
        const own = pending.get(key);
        const cell = own instanceof Map ? own : new Map(get(key) as Cell | undefined);
        const [ownDocuments, ownHits] = cell.get(site) ?? [0, 0];
        if (ownDocuments + documents === 0) cell.delete(site);
        else cell.set(site, [ownDocuments + documents, ownHits + hits]);
        pending.set(key, cell.size === 0 ? null : cell);
      }
    },
    async document(id: string): Promise<CountedDocument | undefined> {
      const key = `${PREFIX}document/${id}`;
      const found = pending.has(key) ? pending.get(key) : await read(key);
      return (found ?? undefined) as CountedDocument | undefined;
    },
    setDocument(id: string, document: CountedDocument): void {
      if (!isKept('day', document.hour)) return;
      pending.set(`${PREFIX}document/${id}`, document);
      pending.set(`${PREFIX}kept/${bucketName('day', document.hour)}/${id}`, 1);
    },
    lastBurst: (term: string): number | undefined => get(`${PREFIX}burst/${term}`) as number | undefined,
    setLastBurst: (term: string, hour: number): void => void pending.set(`${PREFIX}burst/${term}`, hour),
    /** The committed part, for those who look on. */
    shown: {
      newest: () => committed.get(NEWEST) as number | undefined,
      cell: (bucket: Bucket, hour: number, term: string) =>
        committed.get(cellKey(bucket, hour, term)) as Cell | undefined,
      recent: () => (committed.get(RECENT) as readonly MonitorEvent[] | undefined) ?? [],
    },
    /** Appends an event to the latest ones. */
    happened(kind: MonitorEvent['kind'], row: MonitorEvent['row']): void {
      const events = (get(RECENT) as MonitorEvent[] | undefined) ?? [];
      const event = { number: (events.at(-1)?.number ?? 0) + 1, kind, row };
      const same = events.filter((one) => one.kind === kind);
      const dropped = same.length < MAX_RECENT[kind] ? null : same[0];
      pending.set(RECENT, [...events.filter((one) => one !== dropped), event]);
    },
    /** What the next commit writes. */
    changes: (): ReadonlyMap<string, Uint8Array | null> =>
      new Map([...pending].map(([key, value]) => [key, value === null ? null : encode(value)])),
    /** The changes are written. */
    committed(): void {
      for (const [key, value] of pending) {
        const isLoaded = !/^monitor\/(?:document|kept)\//.test(key);
        if (value === null) committed.delete(key);
        else if (isLoaded) committed.set(key, value);
      }
      pending = new Map();
    },
  };
}

export type MonitorState = Awaited<ReturnType<typeof openMonitorState>>;

function dayOf(hour: number): number {
  return Math.floor(hour / DAY_HOURS);
}

/** The hour that a key's bucket begins with, in hours since 1970. */
function hourOfKey(key: string): number {
  const name = key.split('/')[2];
  return Date.parse(`${name}${name.length === 13 ? ':00' : 'T00:00'}Z`) / HOUR;
}
