/**
 * The extract role: one stream per partition of pages, with its state in JetStream.
 *
 * The stream of a single process runs here unchanged. Its source reads the partition's pages from the committed position, its
 * store is the partition's, and its sinks publish documents and rejects.
 */
import { natsSinkOver } from '../../sinks/nats.js';
import { type Source, type SourceEvent, sourceFault } from '../../sources/source.js';
import type { Store } from '../../stores/store.js';
import { openStream } from '../../stream/open-stream.js';
import type { SinkInUse, StreamOptions } from '../../stream/stream.js';
import { MESSAGE_ID } from '../connection.js';
import { decodePage } from '../page-message.js';
import { openPartitionStore } from '../partition-store.js';
import { readStream, removeMessages } from '../read-stream.js';
import { namesOf } from '../streams.js';
import type { PartitionContext, PartitionRun } from './run-partitions.js';

interface ExtractRoleOptions extends PartitionContext {
  readonly partition: number;
  readonly stream: StreamOptions;
  /** Largest page in bytes, unpacked. */
  readonly maxBytes: number;
  /** Longest time to finish what is in work when the partition is handed over, in milliseconds. */
  readonly drainMilliseconds: number;
}

const DAY = 86_400_000;

/** @throws FencedError or StoreError as `openPartitionStore` */
export async function openExtractPartition(options: ExtractRoleOptions): Promise<PartitionRun> {
  const { nats, settings, partition, lease, warn } = options;
  const names = namesOf(settings.prefix);
  const state = await openPartitionStore(nats, settings.prefix, lease.name, lease.signal);
  const input = names.pages(partition);
  /** Sequences of pages that were read and not removed yet. */
  const read = new Set<number>();
  const store = removing(state, input, read, options);
  const sinkOf = (name: string, subject: string): SinkInUse => {
    return { name, kind: {}, sink: natsSinkOver(nats, subject, lease.signal) };
  };
  const recent = await openRecentPages(state, settings.duplicateSeconds * 1000, Date.now);
  const stream = openStream(
    // One thread: the partition is the unit of parallel work.
    { ...options.stream, workers: 1 },
    {
      sources: [pagesSource(options, input, read, store, recent)],
      // Pages come with their content.
      fetcher: { fetch: () => Promise.reject(new Error('the extract role fetches nothing')) },
      store,
      sinks: [sinkOf('documents', names.documents)],
      rejects: sinkOf('rejects', names.rejects),
      now: Date.now,
      warn: (message) => warn(`${lease.name}: ${message}`),
    },
  );
  const lose = (): void => void stream.stop(0).catch(() => {});
  lease.signal.addEventListener('abort', lose);
  return {
    done: stream.done.then(
      () => store.close(),
      async (error) => {
        await store.close();
        throw error;
      },
    ),
    async stop() {
      lease.signal.removeEventListener('abort', lose);
      await stream.stop(options.drainMilliseconds);
    },
  };
}

/** The pages of a partition; the position of each is its sequence. */
function pagesSource(
  { nats, settings, maxBytes }: ExtractRoleOptions,
  input: string,
  read: Set<number>,
  store: Pick<Store, 'position'>,
  recent: RecentPages,
): Source {
  /** Message ids of the pages in work, by position. */
  const ids = new Map<number, string>();
  return {
    input,
    async *items(signal): AsyncGenerator<SourceEvent> {
      const after = (await store.position(input)) ?? 0;
      const stream = namesOf(settings.prefix).stream('pages');
      for await (const message of readStream(nats, stream, input, 0, signal)) {
        const position = message.seq;
        if (position <= after) {
          // Committed by an earlier owner, who could not remove it.
          removeMessages(nats, stream, [position]);
          continue;
        }
        const id = message.headers?.get(MESSAGE_ID) ?? '';
        if (recent.has(id)) {
          removeMessages(nats, stream, [position]);
          continue;
        }
        read.add(position);
        const where = `${input}@${position}`;
        const waited = Date.now() - message.time.getTime();
        if (waited > settings.waitingDays * DAY) {
          const days = `${(waited / DAY).toFixed(1)} days, expected at most ${settings.waitingDays}`;
          yield sourceFault(where, 'aged-out', `the page waited ${days}`, position);
          continue;
        }
        try {
          const { page, charset, contentType: mediaType, ...about } = decodePage(message.data, maxBytes);
          const content = { page, charset, mediaType };
          if (id !== '') ids.set(position, id);
          yield { kind: 'item', ...about, content, position, wantsLinks: false };
        } catch (error) {
          yield sourceFault(where, 'corrupt-record', (error as Error).message, position);
        }
      }
    },
    settle({ position }) {
      const id = ids.get(position as number);
      ids.delete(position as number);
      return id === undefined ? new Map() : recent.add(id);
    },
    close: async () => {},
  };
}

/** A store that removes pages from their stream once they are committed, so that the stream's bound is one of waiting pages. */
function removing(store: Store, input: string, read: Set<number>, { nats, settings }: ExtractRoleOptions): Store {
  return {
    get: (key) => store.get(key),
    keys: (prefix) => store.keys(prefix),
    position: (name) => store.position(name),
    positions: () => store.positions(),
    close: () => store.close(),
    async commit(changes, positions) {
      await store.commit(changes, positions);
      const at = positions?.find((one) => one.input === input)?.at ?? 0;
      // In order: a set keeps the order of its values.
      const done: number[] = [];
      for (const one of read) {
        if (one > at) break;
        done.push(one);
        read.delete(one);
      }
      removeMessages(nats, namesOf(settings.prefix).stream('pages'), done);
    },
  };
}

// The message ids of pages that a partition committed recently.
//
// Observation: a nats-server knows the ids of repeated messages only from the messages it still has when it starts. Committed
// pages are removed, so after a restart the server accepts one again from a source or a fetcher that was killed before it could
// commit. The partition's state therefore remembers the ids for as long as the server would.

/** Ids of one value of the state: a commit rewrites the last value only. */
const IDS_OF_VALUE = 64;
/** The keys of this state. */
export const RECENT_PAGES = 'pages/';

interface Value {
  /** When the last id was added, milliseconds since 1970. */
  at: number;
  readonly ids: string[];
}

type RecentPages = Awaited<ReturnType<typeof openRecentPages>>;

/** @param milliseconds that an id is kept at least */
async function openRecentPages(store: Pick<Store, 'get' | 'keys'>, milliseconds: number, now: () => number) {
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
    has: (id: string): boolean => known.has(id),
    /** Adds an id. Returns what to commit with the page. */
    add(id: string): Map<string, Uint8Array | null> {
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
