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

interface PartitionHead {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** Unique to the commit. */
  readonly commit: string;
  readonly positions: readonly Position[];
  readonly buckets: readonly (Blob | null)[];
}

const NOTHING: PartitionHead = {
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
  const store = new PartitionStore(nats, prefix, name, signal);
  await store.open();
  return store;
}

class PartitionStore implements Store {
  readonly #nats: Nats;
  readonly #name: string;
  readonly #signal: AbortSignal;
  readonly #names: ReturnType<typeof namesOf>;
  readonly #stateStream: string;
  readonly #headStream: string;
  readonly #limit = pLimit(AT_ONCE);
  #head: PartitionHead = NOTHING;
  #sequence = 0;
  /** Decoded buckets; the keys of the state of one partition fit into memory. */
  readonly #buckets = new Map<number, Map<string, Blob>>();
  #isOpen = true;

  constructor(nats: Nats, prefix: string, name: string, signal: AbortSignal) {
    this.#nats = nats;
    this.#name = name;
    this.#signal = signal;
    this.#names = namesOf(prefix);
    this.#stateStream = this.#names.stream('state');
    this.#headStream = this.#names.stream('heads');
  }

  /** Makes this process the owner, and reads the buckets. */
  async open(): Promise<void> {
    const { head, sequence } = await this.#takeOver();
    this.#head = head;
    this.#sequence = sequence;
    const stateStream = this.#stateStream;
    const { state } = await this.#nats.retry(`reading the stream ${stateStream}`, this.#signal, () =>
      this.#nats.manager.streams.info(stateStream),
    );
    await Promise.all(head.buckets.map((_, index) => this.#bucketOf(index)));
    void this.#removeGarbage(state.last_seq).catch(() => {});
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    this.#requireOpen();
    const blob = (await this.#bucketOf(fnv1a(key) % BUCKETS)).get(key);
    return blob === undefined ? undefined : new Uint8Array(await this.#readBlob(blob));
  }

  async commit(changes: ReadonlyMap<string, Uint8Array | null>, given: readonly Position[] = []): Promise<void> {
    this.#requireOpen();
    for (const key of changes.keys()) checkKey(key);
    const replaced: number[] = [];
    const touched = new Map<number, Map<string, Blob>>();
    const written = await Promise.all(
      [...changes].map(async ([key, value]) => [key, value === null ? null : await this.#writeBlob(value)] as const),
    );
    for (const [key, blob] of written) {
      const index = fnv1a(key) % BUCKETS;
      const bucket = touched.get(index) ?? new Map(await this.#bucketOf(index));
      touched.set(index, bucket);
      replaced.push(...(bucket.get(key) ?? []));
      if (blob === null) bucket.delete(key);
      else bucket.set(key, blob);
    }
    const next = [...this.#head.buckets];
    await Promise.all(
      [...touched].map(async ([index, bucket]) => {
        replaced.push(...(next[index] ?? []));
        next[index] = await this.#writeBlob(Buffer.from(JSON.stringify(Object.fromEntries(bucket))));
      }),
    );
    const positions = new Map(this.#head.positions.map(({ input, at }) => [input, at]));
    for (const { input, at } of given) positions.set(input, at);
    const own: PartitionHead = {
      ...NOTHING,
      commit: randomUUID(),
      positions: [...positions].map(([input, at]) => ({ input, at })),
      buckets: next,
    };
    this.#sequence = await this.#writeHead(own, this.#sequence);
    this.#head = own;
    for (const [index, bucket] of touched) this.#buckets.set(index, bucket);
    removeMessages(this.#nats, this.#stateStream, replaced);
  }

  async position(input: string): Promise<number | undefined> {
    this.#requireOpen();
    return this.#head.positions.find((one) => one.input === input)?.at;
  }

  async positions(): Promise<Position[]> {
    this.#requireOpen();
    return [...this.#head.positions].sort((a, b) => Buffer.compare(Buffer.from(a.input), Buffer.from(b.input)));
  }

  async keys(prefix = ''): Promise<string[]> {
    this.#requireOpen();
    const all: string[] = [];
    for (let index = 0; index < BUCKETS; index++) all.push(...(await this.#bucketOf(index)).keys());
    return all.filter((key) => key.startsWith(prefix)).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }

  async close(): Promise<void> {
    this.#isOpen = false;
  }

  async #readHead(): Promise<{ head: PartitionHead; sequence: number }> {
    // Not by direct access: a replica may be behind.
    const message = await this.#nats.retry(`reading the head of ${this.#name}`, this.#signal, () =>
      this.#nats.manager.streams.getMessage(this.#headStream, { last_by_subj: this.#names.head(this.#name) }),
    );
    if (message === null) return { head: NOTHING, sequence: 0 };
    const read = JSON.parse(message.string()) as PartitionHead;
    if (read.format !== FORMAT || read.version !== VERSION)
      throw new StoreError(
        `the state ${this.#names.head(this.#name)} got ${read.format} ${read.version}, expected ${FORMAT} ${VERSION}`,
      );
    return { head: read, sequence: message.seq };
  }

  /** Writes a head in place of the one last read. Returns its sequence. @throws FencedError */
  async #writeHead(next: PartitionHead, after: number): Promise<number> {
    const payload = JSON.stringify(next);
    try {
      return (
        await this.#nats.publish(
          { subject: this.#names.head(this.#name), payload, id: next.commit, after },
          this.#signal,
        )
      ).seq;
    } catch (error) {
      if (!(error instanceof FencedError)) throw error;
      // An attempt without an answer may have succeeded.
      const now = await this.#readHead();
      if (now.head.commit === next.commit) return now.sequence;
      throw new FencedError(
        `${this.#name} has another owner since: this process cannot commit, expected head ${after}`,
      );
    }
  }

  async #takeOver(): Promise<{ head: PartitionHead; sequence: number }> {
    for (let attempt = 1; ; attempt++) {
      const found = await this.#readHead();
      const own = { ...found.head, commit: randomUUID() };
      try {
        return { head: own, sequence: await this.#writeHead(own, found.sequence) };
      } catch (error) {
        if (!(error instanceof FencedError) || attempt === TAKEOVERS) throw error;
      }
    }
  }

  /** Removes what earlier owners left, up to a sequence. It is not waited for: garbage takes room, nothing else. */
  async #removeGarbage(end: number): Promise<void> {
    const used = new Set(this.#head.buckets.flatMap((blob) => blob ?? []));
    for (const bucket of this.#buckets.values())
      for (const blob of bucket.values()) for (const one of blob) used.add(one);
    const subject = this.#names.state(this.#name);
    const { state } = await this.#nats.manager.streams.info(this.#stateStream, { subjects_filter: subject });
    let left = state.subjects?.[subject] ?? 0;
    // Later messages are this owner's.
    if (left <= used.size) return;
    for await (const { seq } of readStream(this.#nats, this.#stateStream, subject, 0, this.#signal, true)) {
      if (seq > end) return;
      if (!used.has(seq)) removeMessages(this.#nats, this.#stateStream, [seq]);
      if (--left === 0) return;
    }
  }

  async #writeBlob(bytes: Uint8Array): Promise<Blob> {
    const packed = await pack(bytes);
    const parts: Promise<number>[] = [];
    for (let at = 0; at < packed.length; at += MESSAGE_BYTES) {
      const payload = packed.subarray(at, at + MESSAGE_BYTES);
      // The id makes repeated attempts one message.
      const publication = { subject: this.#names.state(this.#name), payload, id: randomUUID() };
      parts.push(this.#limit(() => this.#nats.publish(publication, this.#signal)).then(({ seq }) => seq));
    }
    return Promise.all(parts);
  }

  async #readBlob(blob: Blob): Promise<Uint8Array> {
    const parts = await Promise.all(
      blob.map((seq) =>
        this.#nats.retry(`reading the state of ${this.#name}`, this.#signal, async () => {
          const message =
            (await this.#nats.manager.direct.getMessage(this.#stateStream, { seq })) ??
            (await this.#nats.manager.streams.getMessage(this.#stateStream, { seq }));
          if (message === null || message.subject !== this.#names.state(this.#name))
            throw new StoreError(`the state of ${this.#name} lost message ${seq} of ${this.#stateStream}`);
          return message.data;
        }),
      ),
    );
    return unpack(Buffer.concat(parts));
  }

  async #bucketOf(index: number): Promise<Map<string, Blob>> {
    const known = this.#buckets.get(index);
    if (known !== undefined) return known;
    const blob = this.#head.buckets[index];
    const text = blob === null ? '{}' : Buffer.from(await this.#readBlob(blob)).toString();
    const read = new Map(Object.entries(JSON.parse(text) as Record<string, Blob>));
    this.#buckets.set(index, read);
    return read;
  }

  #requireOpen(): void {
    if (!this.#isOpen) throw new StoreError(`the state of ${this.#name} was closed`);
  }
}
