/**
 * The state of a partition in JetStream, with atomic commits and one writer.
 *
 * Observation: a server publishes one message atomically, but a commit has many values. LMDB solves this with pages that are
 * never overwritten and one meta page that refers to them. The same works with messages:
 * - A value is one or more messages. Buckets, chosen by a hash of the key, list the sequences of their values.
 * - The head of the partition lists the sequences of the buckets, and the positions of the inputs.
 * - A commit publishes the new values, then the new buckets, then the head, which names the head it replaces by its sequence.
 *   The server refuses it when that is not the last one. So a commit happens completely or not at all, and the sequence of
 *   the head is the fencing token: whoever takes over writes a head first, and from then on the commits of an earlier owner
 *   are refused, however late it wakes up.
 *
 * Replaced messages are removed after the commit. The next owner removes what a crash left: messages that no bucket lists. (A
 * nats-server that is killed forgets removals of the last seconds.)
 */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fnv1a } from '@dehusk/html';
import pLimit from 'p-limit';
import { checkKey, type Position, type Store, StoreError } from '../stores/store.js';
import { FencedError, type Nats } from './connection.js';
import { readStream, removeMessages } from './read-stream.js';
import { namesOf } from './streams.js';

/** Buckets of a partition: a commit of a few sites rewrites a few of them. */
const BUCKETS = 64;
/** Bytes of one message: below the server's default limit of 1 MiB. */
const MESSAGE_BYTES = 900_000;
/** Messages published at once. */
const AT_ONCE = 64;
/** Attempts to take over while the earlier owner commits. */
const TAKEOVERS = 5;
const FORMAT = 'dehusk partition';
const VERSION = 1;

/** The sequences of a blob's messages, in order. */
type Blob = readonly number[];

interface Head {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** Unique to the commit. */
  readonly commit: string;
  readonly positions: readonly Position[];
  readonly buckets: readonly (Blob | null)[];
}

const NOTHING: Head = {
  format: FORMAT,
  version: VERSION,
  commit: '',
  positions: [],
  buckets: new Array<null>(BUCKETS).fill(null),
};

const pack = promisify<Uint8Array, Buffer>((bytes, done) => gzip(bytes, { level: 1 }, done));
const unpack = promisify<Uint8Array, Buffer>(gunzip);

/**
 * Takes over a partition's state: from now on earlier owners cannot commit.
 *
 * @param name of the partition, without dots
 * @param signal ends waiting for the server, usually with the lease
 * @throws FencedError when others take over at the same time; StoreError for a state of another version or a damaged one
 */
export async function openPartitionStore(
  nats: Nats,
  prefix: string,
  name: string,
  signal: AbortSignal,
): Promise<Store> {
  const names = namesOf(prefix);
  const [stateStream, headStream] = [names.stream('state'), names.stream('heads')];
  const limit = pLimit(AT_ONCE);
  let { head, sequence } = await takeOver();
  const { last_seq: end } = (
    await nats.retry(`reading the stream ${stateStream}`, signal, () => nats.manager.streams.info(stateStream))
  ).state;
  /** Decoded buckets; the keys of the state of one partition fit into memory. */
  const buckets = new Map<number, Map<string, Blob>>();
  let isOpen = true;
  await Promise.all(head.buckets.map((_, index) => bucketOf(index)));
  void removeGarbage().catch(() => {});

  async function readHead(): Promise<{ head: Head; sequence: number }> {
    // Not by direct access: a replica may be behind.
    const message = await nats.retry(`reading the head of ${name}`, signal, () =>
      nats.manager.streams.getMessage(headStream, { last_by_subj: names.head(name) }),
    );
    if (message === null) return { head: NOTHING, sequence: 0 };
    const read = JSON.parse(message.string()) as Head;
    if (read.format !== FORMAT || read.version !== VERSION)
      throw new StoreError(
        `the state ${names.head(name)} got ${read.format} ${read.version}, expected ${FORMAT} ${VERSION}`,
      );
    return { head: read, sequence: message.seq };
  }

  /** Writes a head in place of the one last read. Returns its sequence. @throws FencedError */
  async function writeHead(next: Head, after: number): Promise<number> {
    const payload = JSON.stringify(next);
    try {
      return (await nats.publish({ subject: names.head(name), payload, id: next.commit, after }, signal)).seq;
    } catch (error) {
      if (!(error instanceof FencedError)) throw error;
      // An attempt without an answer may have succeeded.
      const now = await readHead();
      if (now.head.commit === next.commit) return now.sequence;
      throw new FencedError(`${name} has another owner since: this process cannot commit, expected head ${after}`);
    }
  }

  async function takeOver(): Promise<{ head: Head; sequence: number }> {
    for (let attempt = 1; ; attempt++) {
      const found = await readHead();
      const own = { ...found.head, commit: randomUUID() };
      try {
        return { head: own, sequence: await writeHead(own, found.sequence) };
      } catch (error) {
        if (!(error instanceof FencedError) || attempt === TAKEOVERS) throw error;
      }
    }
  }

  /** Removes what earlier owners left. It is not waited for: garbage takes room, nothing else. */
  async function removeGarbage(): Promise<void> {
    const used = new Set(head.buckets.flatMap((blob) => blob ?? []));
    for (const bucket of buckets.values()) for (const blob of bucket.values()) for (const one of blob) used.add(one);
    const subject = names.state(name);
    const { state } = await nats.manager.streams.info(stateStream, { subjects_filter: subject });
    let left = state.subjects?.[subject] ?? 0;
    // Later messages are this owner's.
    if (left <= used.size) return;
    for await (const { seq } of readStream(nats, stateStream, subject, 0, signal, true)) {
      if (seq > end) return;
      if (!used.has(seq)) removeMessages(nats, stateStream, [seq]);
      if (--left === 0) return;
    }
  }

  async function writeBlob(bytes: Uint8Array): Promise<Blob> {
    const packed = await pack(bytes);
    const parts: Promise<number>[] = [];
    for (let at = 0; at < packed.length; at += MESSAGE_BYTES) {
      const payload = packed.subarray(at, at + MESSAGE_BYTES);
      // The id makes repeated attempts one message.
      const publication = { subject: names.state(name), payload, id: randomUUID() };
      parts.push(limit(() => nats.publish(publication, signal)).then(({ seq }) => seq));
    }
    return Promise.all(parts);
  }

  async function readBlob(blob: Blob): Promise<Uint8Array> {
    const parts = await Promise.all(
      blob.map((seq) =>
        nats.retry(`reading the state of ${name}`, signal, async () => {
          const message =
            (await nats.manager.direct.getMessage(stateStream, { seq })) ??
            (await nats.manager.streams.getMessage(stateStream, { seq }));
          if (message === null || message.subject !== names.state(name))
            throw new StoreError(`the state of ${name} lost message ${seq} of ${stateStream}`);
          return message.data;
        }),
      ),
    );
    return unpack(Buffer.concat(parts));
  }

  async function bucketOf(index: number): Promise<Map<string, Blob>> {
    const known = buckets.get(index);
    if (known !== undefined) return known;
    const blob = head.buckets[index];
    const text = blob === null ? '{}' : Buffer.from(await readBlob(blob)).toString();
    const read = new Map(Object.entries(JSON.parse(text) as Record<string, Blob>));
    buckets.set(index, read);
    return read;
  }

  const live = (): void => {
    if (!isOpen) throw new StoreError(`the state of ${name} was closed`);
  };

  return {
    async get(key) {
      live();
      const blob = (await bucketOf(fnv1a(key) % BUCKETS)).get(key);
      return blob === undefined ? undefined : new Uint8Array(await readBlob(blob));
    },
    async commit(changes, given = []) {
      live();
      for (const key of changes.keys()) checkKey(key);
      const replaced: number[] = [];
      const touched = new Map<number, Map<string, Blob>>();
      const written = await Promise.all(
        [...changes].map(async ([key, value]) => [key, value === null ? null : await writeBlob(value)] as const),
      );
      for (const [key, blob] of written) {
        const index = fnv1a(key) % BUCKETS;
        const bucket = touched.get(index) ?? new Map(await bucketOf(index));
        touched.set(index, bucket);
        replaced.push(...(bucket.get(key) ?? []));
        if (blob === null) bucket.delete(key);
        else bucket.set(key, blob);
      }
      const next = [...head.buckets];
      await Promise.all(
        [...touched].map(async ([index, bucket]) => {
          replaced.push(...(next[index] ?? []));
          next[index] = await writeBlob(Buffer.from(JSON.stringify(Object.fromEntries(bucket))));
        }),
      );
      const positions = new Map(head.positions.map(({ input, at }) => [input, at]));
      for (const { input, at } of given) positions.set(input, at);
      const own: Head = {
        ...NOTHING,
        commit: randomUUID(),
        positions: [...positions].map(([input, at]) => ({ input, at })),
        buckets: next,
      };
      sequence = await writeHead(own, sequence);
      head = own;
      for (const [index, bucket] of touched) buckets.set(index, bucket);
      removeMessages(nats, stateStream, replaced);
    },
    async position(input) {
      live();
      return head.positions.find((one) => one.input === input)?.at;
    },
    async positions() {
      live();
      return [...head.positions].sort((a, b) => Buffer.compare(Buffer.from(a.input), Buffer.from(b.input)));
    },
    async keys(prefix = '') {
      live();
      const all: string[] = [];
      for (let index = 0; index < BUCKETS; index++) all.push(...(await bucketOf(index)).keys());
      return all.filter((key) => key.startsWith(prefix)).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    },
    async close() {
      isOpen = false;
    },
  };
}
