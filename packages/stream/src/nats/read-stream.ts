/**
 * Reads a subject from a sequence on, in order and without gaps, across restarts of the server.
 *
 * Observation: acknowledgements cannot say how far a partition is: redelivered messages come out of order. The reader knows its
 * position from its own state, so its consumer needs none. It is temporary and made again whenever a number is missing.
 */
import type { Consumer, JsMsg } from '@nats-io/jetstream';
import pLimit from 'p-limit';
import { type Nats, pauseOf } from './connection.js';

/** Messages requested at once: bounds memory. */
const BATCH = 32;
/** Milliseconds a request waits for messages. */
const EXPIRES = 2_000;
const PAUSE = 200;
/** Nanoseconds after which the server removes a consumer that nobody reads. */
const INACTIVE = 60_000_000_000;

/**
 * @param after the last sequence already read; 0: none
 * @param signal ends the reading
 * @param isBare leaves out the contents
 */
export async function* readStream(
  nats: Nats,
  stream: string,
  subject: string,
  after: number,
  signal: AbortSignal,
  isBare = false,
): AsyncGenerator<JsMsg> {
  let last = after;
  let consumer: Consumer | null = null;
  let delivered = 0;
  while (!signal.aborted) {
    try {
      if (consumer === null) {
        const { name } = await nats.manager.consumers.add(stream, {
          filter_subject: subject,
          deliver_policy: 'by_start_sequence',
          opt_start_seq: last + 1,
          ack_policy: 'none',
          headers_only: isBare,
          inactive_threshold: INACTIVE,
          mem_storage: true,
          num_replicas: 1,
        });
        consumer = await nats.client.consumers.get(stream, name);
        delivered = 0;
      }
      const began = performance.now();
      const before = delivered;
      const messages = await consumer.fetch({ max_messages: BATCH, expires: EXPIRES });
      const stop = (): void => void messages.close();
      signal.addEventListener('abort', stop);
      try {
        for await (const message of messages) {
          if (signal.aborted) return;
          if (message.info.deliverySequence !== ++delivered) {
            consumer = null;
            break;
          }
          last = message.seq;
          yield message;
        }
      } finally {
        signal.removeEventListener('abort', stop);
        await messages.close();
      }
      // An answer without messages before its time: the consumer may be gone.
      if (delivered === before && performance.now() - began < EXPIRES / 2) {
        consumer = null;
        await pauseOf(PAUSE, signal);
      }
    } catch {
      // The server restarts, or has forgotten the consumer.
      consumer = null;
      if (nats.connection.isClosed()) return;
      await pauseOf(PAUSE, signal);
    }
  }
}

/** Messages removed at once. */
const REMOVED_AT_ONCE = 64;
const limits = new WeakMap<Nats, ReturnType<typeof pLimit>>();

/**
 * Removes messages in the background. One that is gone already, or cannot be removed now, does no harm: readers know their position.
 *
 * One by one, because purging a subject up to a sequence lost later messages of replicated streams when servers were killed
 * (nats-server 2.9.10).
 */
export function removeMessages(nats: Nats, stream: string, sequences: Iterable<number>): void {
  const limit = limits.get(nats) ?? pLimit(REMOVED_AT_ONCE);
  limits.set(nats, limit);
  for (const one of sequences) void limit(() => nats.manager.streams.deleteMessage(stream, one, false).catch(() => {}));
}
