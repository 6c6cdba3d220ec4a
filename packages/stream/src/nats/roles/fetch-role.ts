/**
 * The fetch role: requests in, pages out, politely.
 *
 * A request is acknowledged after its page or its rejection is stored, so a crash repeats it; the page's message id is the
 * sequence of the request, so the page is stored once. A host's requests are in one partition with one owner, which keeps the
 * pauses between requests to a host.
 */

import type { Fetcher } from '@dehusk/node';
import { mayPassLater } from '@dehusk/node';
import type { JsMsg } from '@nats-io/jetstream';
import { natsSinkOver } from '../../sinks/nats.js';
import { linksOf } from '../../sources/page-links.js';
import { RETRY_DEFAULTS } from '../../sources/retry-queue.js';
import { rejectRecord } from '../../stream/group-commit.js';
import { domainOf, siteOfPage } from '../../stream/site-of-page.js';
import { MESSAGE_ID, NatsError, pauseOf } from '../connection.js';
import { encodePage, type PageOutcome, type PageRequest } from '../page-message.js';
import { namesOf, partitionOf } from '../streams.js';
import type { PartitionContext, PartitionRun } from './run-partitions.js';

interface FetchOptions extends Omit<PartitionContext, 'warn'> {
  readonly partition: number;
  readonly fetcher: Fetcher;
  /** Longest time to finish what is in work, in milliseconds. */
  readonly drainMilliseconds: number;
}

/** Requests of a partition in work: waiting for the turn of their hosts, or on the network. */
const IN_WORK = 256;
/** Requests taken at once. */
const BATCH = 32;
const EXPIRES = 2_000;
const PAUSE = 200;
const NANOSECONDS = 1_000_000_000;

export async function openFetchPartition(options: FetchOptions): Promise<PartitionRun> {
  const { nats, settings, partition, lease, fetcher } = options;
  const names = namesOf(settings.prefix);
  const stream = names.stream('requests');
  const ackSeconds = 2 * settings.leaseSeconds;
  await nats.retry(`creating the consumer ${lease.name}`, lease.signal, () =>
    nats.manager.consumers.add(stream, {
      durable_name: lease.name,
      filter_subject: names.requests(partition),
      ack_policy: 'explicit',
      ack_wait: ackSeconds * NANOSECONDS,
      max_ack_pending: 4 * IN_WORK,
      num_replicas: settings.replicas,
    }),
  );
  const stopping = new AbortController();
  const pulling = AbortSignal.any([lease.signal, stopping.signal]);
  const leaving = new AbortController();
  const fetching = AbortSignal.any([lease.signal, leaving.signal]);
  const rejects = natsSinkOver(nats, names.rejects, lease.signal);
  const inWork = new Map<JsMsg, Promise<void>>();
  let failure: unknown = null;
  // Requests wait for the turn of their hosts, which takes longer than the server would.
  const extending = setInterval(
    () => {
      for (const message of inWork.keys()) message.working();
    },
    (ackSeconds * 1000) / 4,
  );

  async function work(message: JsMsg): Promise<void> {
    const request = message.json<PageRequest>();
    const answer = await fetcher.fetch({ url: request.url, kind: 'page', signal: fetching });
    if (answer.kind === 'failed' && answer.reason === 'stopped') return message.nak();
    if (answer.kind === 'failed') {
      const { deliveryCount } = message.info;
      const mayPass = answer.retryAfter !== null || mayPassLater(answer.reason, answer.status);
      if (mayPass && deliveryCount <= RETRY_DEFAULTS.retries)
        return message.nak(RETRY_DEFAULTS.retryAfter * 1000 * 2 ** (deliveryCount - 1));
      return reject(message, request, answer.url, answer.reason, answer.detail);
    }
    if (answer.kind === 'not-modified') return reject(message, request, answer.url, 'not-modified', 'answered 304');
    const { url, bytes: page, charset, contentType } = answer;
    const found = siteOfPage(url, page, charset);
    if (!found.ok) return reject(message, request, url, found.reason, found.detail);
    const { outcome, ...about } = request;
    const payload = encodePage({ ...about, url: found.url, page, charset, contentType });
    const subject = names.pages(partitionOf(found.site, settings.partitions));
    // A request that is in the stream twice gives one page.
    const id = message.headers?.get(MESSAGE_ID) ?? `${stream}:${message.seq}`;
    try {
      await nats.publish({ subject, payload, id }, lease.signal);
    } catch (error) {
      if (!(error instanceof NatsError) || lease.signal.aborted) throw error;
      return reject(message, request, url, 'too-large', error.message);
    }
    const links = outcome === null ? [] : linksOf(page, charset, url);
    await finish(message, outcome, { id: request.id, reason: null, url, links });
  }

  async function reject(
    message: JsMsg,
    request: PageRequest,
    url: string,
    reason: string,
    detail: string,
  ): Promise<void> {
    const { id, input, outcome } = request;
    const site = domainOf(url) ?? domainOf(request.url) ?? '';
    await rejects.write(rejectRecord(id, site, { url, stage: 'fetch', reason, detail, at: Date.now(), input }));
    await rejects.flush();
    await finish(message, outcome, { id, reason, url, links: [] });
  }

  async function finish(message: JsMsg, subject: string | null, outcome: PageOutcome): Promise<void> {
    if (subject !== null) {
      const id = `outcome ${message.headers?.get(MESSAGE_ID) ?? message.seq}`;
      await nats.publish({ subject, payload: JSON.stringify(outcome), id }, lease.signal);
    }
    message.ack();
  }

  async function pull(): Promise<void> {
    const consumer = await nats.client.consumers.get(stream, lease.name);
    while (!pulling.aborted && failure === null) {
      if (inWork.size >= IN_WORK) {
        await Promise.race(inWork.values());
        continue;
      }
      try {
        const began = performance.now();
        let count = 0;
        const messages = await consumer.fetch({
          max_messages: Math.min(BATCH, IN_WORK - inWork.size),
          expires: EXPIRES,
        });
        const end = (): void => void messages.close();
        pulling.addEventListener('abort', end);
        for await (const message of messages) {
          count++;
          const done = work(message)
            .catch((error: unknown) => {
              failure ??= error;
            })
            .finally(() => inWork.delete(message));
          inWork.set(message, done);
        }
        pulling.removeEventListener('abort', end);
        if (count === 0 && performance.now() - began < EXPIRES / 2) await pauseOf(PAUSE, pulling);
      } catch {
        // The server restarts.
        if (nats.connection.isClosed()) break;
        await pauseOf(PAUSE, pulling);
      }
    }
  }

  const done = (async () => {
    try {
      await pull();
      const late = setTimeout(() => leaving.abort(), options.drainMilliseconds);
      await Promise.all(inWork.values());
      clearTimeout(late);
      // Acknowledgements are on their way.
      await nats.connection.flush().catch(() => {});
      if (failure !== null) throw failure;
    } finally {
      clearInterval(extending);
    }
  })();
  return {
    done,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
