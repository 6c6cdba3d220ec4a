/**
 * The source role: what a source offers becomes requests and pages in JetStream.
 *
 * A source's partition has its state: cursors and positions. An item is settled, and its state committed, after its message is
 * stored. Message ids come from the items' ids, which are the same when a source is read again after a crash. A source that
 * follows links gets them from the fetch role as outcomes, and its items are settled then.
 */
import { createHash } from 'node:crypto';
import type { Fetcher } from '@dehusk/node';
import { natsSinkOver } from '../../sinks/nats.js';
import type { Sink } from '../../sinks/sink.js';
import { sourceNamed } from '../../sources/index.js';
import type { Source, SourceEvent, SourceItem } from '../../sources/source.js';
import type { Position, Store } from '../../stores/store.js';
import { rejectRecord } from '../../stream/group-commit.js';
import { siteOfPage } from '../../stream/site-of-page.js';
import type { ConfiguredPart } from '../../stream/stream.js';
import { pauseOf } from '../connection.js';
import { encodePage, type PageOutcome } from '../page-message.js';
import { openPartitionStore } from '../partition-store.js';
import { readStream, removeMessages } from '../read-stream.js';
import { namesOf, partitionOf } from '../streams.js';
import { type PartitionContext, type PartitionRun, startPartition } from './run-partitions.js';

interface SourceRoleOptions extends PartitionContext, ConfiguredPart {
  readonly fetcher: Fetcher;
}

/** Events of one commit at most. */
const COMMIT_EVENTS = 256;
/** Milliseconds that events are collected for a commit. */
const COMMIT_MILLISECONDS = 200;

export async function openSourcePartition(given: SourceRoleOptions): Promise<PartitionRun> {
  const { nats, settings, lease, fetcher } = given;
  const store = await openPartitionStore(nats, settings.prefix, lease.name, lease.signal);
  const source = await sourceNamed(given.kind).open(given.options, { store, fetcher, now: Date.now });
  return new SourcePartition(given, store, source).start();
}

class SourcePartition {
  readonly #given: SourceRoleOptions;
  readonly #names: ReturnType<typeof namesOf>;
  readonly #store: Store;
  readonly #source: Source;
  readonly #rejects: Sink;
  readonly #subject: string;
  readonly #reading: AbortSignal;
  readonly #stopping = new AbortController();
  #events: SourceEvent[] = [];
  #outcomes: { readonly seq: number; readonly outcome: PageOutcome }[] = [];
  /** Items that wait for their outcome, and outcomes of items that are not offered yet after a restart. */
  readonly #waiting = new Map<string, SourceItem>();
  readonly #early = new Map<string, { readonly seq: number; readonly outcome: PageOutcome }>();
  #isRead = false;
  #roomy: () => void = () => {};
  /** Publishes after the subject's earlier messages: a message that is repeated must not be overtaken. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(given: SourceRoleOptions, store: Store, source: Source) {
    const { nats, settings, lease } = given;
    this.#given = given;
    this.#store = store;
    this.#source = source;
    this.#names = namesOf(settings.prefix);
    this.#rejects = natsSinkOver(nats, this.#names.rejects, lease.signal);
    this.#subject = this.#names.outcomes(lease.name);
    this.#reading = AbortSignal.any([lease.signal, this.#stopping.signal]);
  }

  start(): PartitionRun {
    return startPartition({
      stopping: this.#stopping,
      readers: [() => this.#readEvents(), () => this.#readOutcomes()],
      commits: (check) => this.#commitAll(check),
      close: async () => {
        await this.#source.close();
        await this.#store.close();
      },
    });
  }

  async #commitAll(check: () => void): Promise<void> {
    for (;;) {
      const isLast = this.#reading.aborted || (this.#isRead && this.#waiting.size === 0);
      check();
      if (this.#events.length > 0 || this.#outcomes.length > 0) await this.#commit();
      else if (isLast) break;
      else await pauseOf(COMMIT_MILLISECONDS, this.#reading);
      if (this.#given.lease.signal.aborted) break;
    }
  }

  async #readEvents(): Promise<void> {
    for await (const event of this.#source.items(this.#reading)) {
      if (this.#reading.aborted) return;
      this.#events.push(event);
      if (this.#events.length >= COMMIT_EVENTS)
        await new Promise<void>((go) => {
          this.#roomy = go;
          this.#reading.addEventListener('abort', () => go(), { once: true });
        });
    }
    this.#isRead = true;
  }

  async #readOutcomes(): Promise<void> {
    const after = (await this.#store.position(this.#subject)) ?? 0;
    for await (const message of readStream(
      this.#given.nats,
      this.#names.stream('outcomes'),
      this.#subject,
      after,
      this.#reading,
    ))
      this.#outcomes.push({ seq: message.seq, outcome: message.json<PageOutcome>() });
  }

  #publish(subject: string, payload: Uint8Array | string, id: string): Promise<unknown> {
    const published = (this.#last.get(subject) ?? Promise.resolve()).then(() =>
      this.#given.nats.publish({ subject, payload, id }, this.#given.lease.signal),
    );
    this.#last.set(subject, published);
    return published;
  }

  async #send(item: SourceItem): Promise<void> {
    const { id, url, title, at, seenAt, content } = item;
    const about = { id, input: this.#source.input, url, title, at, seenAt };
    const message = createHash('sha256').update(`${this.#source.input}\n${id}`).digest('hex');
    if (content === null) {
      const outcome = item.wantsLinks ? this.#subject : null;
      const partition = partitionOf(new URL(url).hostname, this.#given.settings.fetchPartitions);
      const payload = JSON.stringify({ ...about, outcome });
      await this.#publish(this.#names.requests(partition), payload, message);
      return;
    }
    const { page, charset, mediaType } = content;
    const found = siteOfPage(url, page, charset);
    if (!found.ok) return this.#reject(id, found.url, 'identify', found.reason, found.detail);
    const payload = encodePage({ ...about, url: found.url, page, charset, contentType: mediaType });
    const partition = partitionOf(found.site, this.#given.settings.partitions);
    await this.#publish(this.#names.pages(partition), payload, message);
  }

  #reject(place: string, url: string, stage: 'source' | 'identify', reason: string, detail: string): Promise<void> {
    return this.#rejects.write(
      rejectRecord(place, '', { url, stage, reason, detail, at: Date.now(), input: this.#source.input }),
    );
  }

  async #commit(): Promise<void> {
    const taken = this.#events;
    const ended = this.#outcomes;
    this.#events = [];
    this.#outcomes = [];
    this.#roomy();
    const changes = new Map<string, Uint8Array | null>();
    const settle = (item: SourceItem, url: string, reason: string | null, links: readonly string[]): void => {
      const kind = reason === null ? 'emitted' : 'rejected';
      for (const [key, value] of this.#source.settle(item, { kind, reason, url, links })) changes.set(key, value);
    };
    const sent: SourceItem[] = [];
    const publishing: Promise<void>[] = [];
    for (const event of taken)
      if (event.kind === 'fault') {
        const { where, reason, detail, position } = event;
        if (event.unread !== undefined) this.#given.warn(`${where}: ${reason}: ${detail}`);
        publishing.push(this.#reject(`${where} ${position ?? ''} ${reason}`, where, 'source', reason, detail));
      } else {
        const known = this.#early.get(event.id);
        if (known === undefined) publishing.push(this.#send(event));
        if (event.wantsLinks && event.content === null) this.#waiting.set(event.id, event);
        else sent.push(event);
        if (known !== undefined) ended.push(known);
      }
    await Promise.all(publishing);
    await this.#rejects.flush();
    for (const item of sent) settle(item, item.url, null, []);
    let read = 0;
    const settled: number[] = [];
    for (const one of ended) {
      const item = this.#waiting.get(one.outcome.id);
      read = Math.max(read, one.seq);
      if (item === undefined) {
        this.#early.set(one.outcome.id, one);
        continue;
      }
      this.#waiting.delete(item.id);
      this.#early.delete(item.id);
      settled.push(one.seq);
      settle(item, one.outcome.url, one.outcome.reason, one.outcome.links);
    }
    const positions: Position[] = [];
    const at = taken.findLast(({ position }) => position !== null)?.position;
    if (at !== undefined && at !== null) positions.push({ input: this.#source.input, at });
    // Outcomes whose items come later must be read again after a crash.
    for (const { seq } of this.#early.values()) read = Math.min(read, seq - 1);
    if (read > 0) positions.push({ input: this.#subject, at: read });
    await this.#store.commit(changes, positions);
    removeMessages(this.#given.nats, this.#names.stream('outcomes'), settled);
  }
}
