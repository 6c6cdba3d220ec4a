import { sinkNamed } from '../../sinks/index.js';
import { SITE_HEADER } from '../../sinks/nats.js';
import { SinkError } from '../../sinks/sink.js';
import { readSinkCheckpoint, sealCheckpoint, stateKey } from '../../stream/state-values.js';
import type { ConfiguredPart } from '../../stream/stream.js';
import { pauseOf } from '../connection.js';
import { openPartitionStore } from '../partition-store.js';
import { readStream } from '../read-stream.js';
import { namesOf } from '../streams.js';
import { type PartitionContext, type PartitionRun, startPartition } from './run-partitions.js';

interface SinkRoleOptions extends PartitionContext, ConfiguredPart {
  /** The stream it reads. */
  readonly from: 'documents' | 'rejects';
}

/** Records of one commit at most, and milliseconds that they are collected. */
const COMMIT_RECORDS = 1_000;
const COMMIT_MILLISECONDS = 1_000;

/** @throws SinkError for a sink that needs what messages do not hold, or that cannot be opened */
export async function openSinkPartition(given: SinkRoleOptions): Promise<PartitionRun> {
  const { nats, settings, lease, warn, from } = given;
  const kind = sinkNamed(given.kind);
  if (kind.wantsRaw || kind.wantsMarkdown)
    throw new SinkError(
      `the sink ${kind.name} needs pages, which documents of NATS do not hold; expected a sink of rows`,
    );
  const names = namesOf(settings.prefix);
  const stream = names.stream(from);
  const subject = `${names[from]}.>`;
  const store = await openPartitionStore(nats, settings.prefix, lease.name, lease.signal);
  const key = stateKey.sink(lease.name);
  const checkpoint = await readSinkCheckpoint(store, lease.name);
  const sink = await kind.open(given.options, checkpoint);
  if (checkpoint === undefined) {
    await store.commit(new Map([[key, sealCheckpoint(await sink.flush())]]));
    await sink.committed();
  }
  const stopping = new AbortController();
  const reading = AbortSignal.any([lease.signal, stopping.signal]);
  let last = (await store.position(subject)) ?? 0;
  let written = 0;
  /** Writes and commits take turns. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const done = turn.then(act);
    turn = done.catch(() => {});
    return done;
  };

  async function read(): Promise<void> {
    for await (const message of readStream(nats, stream, subject, last, reading)) {
      if (message.seq > last + 1)
        warn(`${lease.name}: ${message.seq - last - 1} messages of ${stream} were removed before they were read`);
      const row = message.json<{ readonly id: string; readonly revision?: number }>();
      const site = message.headers?.get(SITE_HEADER) ?? '';
      const { id, revision = 1 } = row;
      await inTurn(async () => {
        await sink.write({ id, revision, site, row: { ...row }, markdown: null, raw: null });
        last = message.seq;
        written++;
      });
      if (written >= COMMIT_RECORDS) await inTurn(() => commit(false));
    }
  }

  async function commit(isLast: boolean): Promise<void> {
    if (written === 0 && !isLast) return;
    written = 0;
    const at = last;
    const flushed = await sink.flush(isLast);
    await store.commit(new Map([[key, sealCheckpoint(flushed)]]), [{ input: subject, at }]);
    await sink.committed();
  }

  return startPartition({
    stopping,
    readers: [read],
    async commits(check, ended) {
      while (!reading.aborted) {
        check();
        await pauseOf(COMMIT_MILLISECONDS, reading);
        if (!reading.aborted) await inTurn(() => commit(false));
      }
      await ended;
      check();
      if (!lease.signal.aborted) await inTurn(() => commit(true));
    },
    async close() {
      await sink.close();
      await store.close();
    },
  });
}
