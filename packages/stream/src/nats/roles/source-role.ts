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
import { sourceNamed } from '../../sources/index.js';
import type { SourceEvent, SourceItem } from '../../sources/source.js';
import type { Position } from '../../stores/store.js';
import { rejectRecord } from '../../stream/group-commit.js';
import { siteOfPage } from '../../stream/site-of-page.js';
import { pauseOf } from '../connection.js';
import { encodePage, type PageOutcome } from '../page-message.js';
import { openPartitionStore } from '../partition-store.js';
import { readStream, removeMessages } from '../read-stream.js';
import { namesOf, partitionOf } from '../streams.js';
import { type PartitionContext, type PartitionRun, startPartition } from './run-partitions.js';

interface SourceRoleOptions extends PartitionContext {
  readonly kind: string;
  /** The options of the kind. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly fetcher: Fetcher;
}

/** Events of one commit at most. */
const COMMIT_EVENTS = 256;
/** Milliseconds that events are collected for a commit. */
const COMMIT_MILLISECONDS = 200;

export async function openSourcePartition(given: SourceRoleOptions): Promise<PartitionRun> {
  const { nats, settings, lease, warn } = given;
  const names = namesOf(settings.prefix);
  const store = await openPartitionStore(nats, settings.prefix, lease.name, lease.signal);
  const context = { store, fetcher: given.fetcher, now: Date.now };
  const source = await sourceNamed(given.kind).open(given.options, context);
  const rejects = natsSinkOver(nats, names.rejects, lease.signal);
  const subject = names.outcomes(lease.name);
  const stopping = new AbortController();
  const reading = AbortSignal.any([lease.signal, stopping.signal]);
  let events: SourceEvent[] = [];
  let outcomes: { readonly seq: number; readonly outcome: PageOutcome }[] = [];
  /** Items that wait for their outcome, and outcomes of items that are not offered yet after a restart. */
  const waiting = new Map<string, SourceItem>();
  const early = new Map<string, { readonly seq: number; readonly outcome: PageOutcome }>();
  let isRead = false;
  let roomy: () => void = () => {};

  async function readEvents(): Promise<void> {
    for await (const event of source.items(reading)) {
      if (reading.aborted) return;
      events.push(event);
      if (events.length >= COMMIT_EVENTS)
        await new Promise<void>((go) => {
          roomy = go;
          reading.addEventListener('abort', () => go(), { once: true });
        });
    }
    isRead = true;
  }

  async function readOutcomes(): Promise<void> {
    const after = (await store.position(subject)) ?? 0;
    for await (const message of readStream(nats, names.stream('outcomes'), subject, after, reading))
      outcomes.push({ seq: message.seq, outcome: message.json<PageOutcome>() });
  }

  /** Publishes after the subject's earlier messages: a message that is repeated must not be overtaken. */
  const last = new Map<string, Promise<unknown>>();
  function publish(subject: string, payload: Uint8Array | string, id: string): Promise<unknown> {
    const published = (last.get(subject) ?? Promise.resolve()).then(() =>
      nats.publish({ subject, payload, id }, lease.signal),
    );
    last.set(subject, published);
    return published;
  }

  async function send(item: SourceItem): Promise<void> {
    const { id, url, title, at, seenAt, content } = item;
    const about = { id, input: source.input, url, title, at, seenAt };
    const message = createHash('sha256').update(`${source.input}\n${id}`).digest('hex');
    if (content === null) {
      const outcome = item.wantsLinks ? subject : null;
      const partition = partitionOf(new URL(url).hostname, settings.fetchPartitions);
      const payload = JSON.stringify({ ...about, outcome });
      await publish(names.requests(partition), payload, message);
      return;
    }
    const { page, charset, contentType } = content;
    const found = siteOfPage(url, page, charset);
    if (!found.ok) return reject(id, found.url, 'identify', found.reason, found.detail);
    const payload = encodePage({ ...about, url: found.url, page, charset, contentType });
    const partition = partitionOf(found.site, settings.partitions);
    await publish(names.pages(partition), payload, message);
  }

  function reject(
    place: string,
    url: string,
    stage: 'source' | 'identify',
    reason: string,
    detail: string,
  ): Promise<void> {
    return rejects.write(rejectRecord(place, '', { url, stage, reason, detail, at: Date.now(), input: source.input }));
  }

  async function commit(): Promise<void> {
    const taken = events;
    const ended = outcomes;
    events = [];
    outcomes = [];
    roomy();
    const changes = new Map<string, Uint8Array | null>();
    const settle = (item: SourceItem, url: string, reason: string | null, links: readonly string[]): void => {
      const kind = reason === null ? 'emitted' : 'rejected';
      for (const [key, value] of source.settle(item, { kind, reason, url, links })) changes.set(key, value);
    };
    const sent: SourceItem[] = [];
    const publishing: Promise<void>[] = [];
    for (const event of taken)
      if (event.kind === 'fault') {
        const { where, reason, detail, position } = event;
        if (event.unread !== undefined) warn(`${where}: ${reason}: ${detail}`);
        publishing.push(reject(`${where} ${position ?? ''} ${reason}`, where, 'source', reason, detail));
      } else {
        const known = early.get(event.id);
        if (known === undefined) publishing.push(send(event));
        if (event.wantsLinks && event.content === null) waiting.set(event.id, event);
        else sent.push(event);
        if (known !== undefined) ended.push(known);
      }
    await Promise.all(publishing);
    await rejects.flush();
    for (const item of sent) settle(item, item.url, null, []);
    let read = 0;
    const settled: number[] = [];
    for (const one of ended) {
      const item = waiting.get(one.outcome.id);
      read = Math.max(read, one.seq);
      if (item === undefined) {
        early.set(one.outcome.id, one);
        continue;
      }
      waiting.delete(item.id);
      early.delete(item.id);
      settled.push(one.seq);
      settle(item, one.outcome.url, one.outcome.reason, one.outcome.links);
    }
    const positions: Position[] = [];
    const at = taken.findLast(({ position }) => position !== null)?.position;
    if (at !== undefined && at !== null) positions.push({ input: source.input, at });
    // Outcomes whose items come later must be read again after a crash.
    for (const { seq } of early.values()) read = Math.min(read, seq - 1);
    if (read > 0) positions.push({ input: subject, at: read });
    await store.commit(changes, positions);
    removeMessages(nats, names.stream('outcomes'), settled);
  }

  return startPartition({
    stopping,
    readers: [readEvents, readOutcomes],
    async commits({ check }) {
      for (;;) {
        const isLast = reading.aborted || (isRead && waiting.size === 0);
        check();
        if (events.length > 0 || outcomes.length > 0) await commit();
        else if (isLast) break;
        else await pauseOf(COMMIT_MILLISECONDS, reading);
        if (lease.signal.aborted) break;
      }
    },
    async close() {
      await source.close();
      await store.close();
    },
  });
}
