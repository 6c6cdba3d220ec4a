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
import type { Sink } from '../../sinks/sink.js';
import { linksOf } from '../../sources/page-links.js';
import { RETRY_DEFAULTS } from '../../sources/retry-queue.js';
import { rejectRecord } from '../../stream/group-commit.js';
import { domainOf, siteOfPage } from '../../stream/site-of-page.js';
import { MESSAGE_ID, NatsError, pauseOf } from '../connection.js';
import { encodePage, type FetchTask, type PageOutcome } from '../page-message.js';
import type { NatsSettings } from '../settings.js';
import { namesOf, partitionOf } from '../streams.js';
import type { PartitionContext, PartitionRun } from './run-partitions.js';

interface FetchRoleOptions extends Omit<PartitionContext, 'warn'> {
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

const ackSeconds = ({ leaseSeconds }: NatsSettings): number => 2 * leaseSeconds;

export async function openFetchPartition(options: FetchRoleOptions): Promise<PartitionRun> {
  const { nats, settings, partition, lease } = options;
  const names = namesOf(settings.prefix);
  await nats.retry(`creating the consumer ${lease.name}`, lease.signal, () =>
    nats.manager.consumers.add(names.stream('requests'), {
      durable_name: lease.name,
      filter_subject: names.requests(partition),
      ack_policy: 'explicit',
      ack_wait: ackSeconds(settings) * NANOSECONDS,
      max_ack_pending: 4 * IN_WORK,
      num_replicas: settings.replicas,
    }),
  );
  return new FetchPartition(options);
}

class FetchPartition implements PartitionRun {
  readonly done: Promise<void>;
  readonly #options: FetchRoleOptions;
  readonly #names: ReturnType<typeof namesOf>;
  readonly #stream: string;
  readonly #stopping = new AbortController();
  readonly #leaving = new AbortController();
  readonly #pulling: AbortSignal;
  readonly #fetching: AbortSignal;
  readonly #rejects: Sink;
  readonly #inWork = new Map<JsMsg, Promise<void>>();
  #failure: unknown = null;

  constructor(options: FetchRoleOptions) {
    const { nats, settings, lease } = options;
    this.#options = options;
    this.#names = namesOf(settings.prefix);
    this.#stream = this.#names.stream('requests');
    this.#pulling = AbortSignal.any([lease.signal, this.#stopping.signal]);
    this.#fetching = AbortSignal.any([lease.signal, this.#leaving.signal]);
    this.#rejects = natsSinkOver(nats, this.#names.rejects, lease.signal);
    this.done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.done;
  }

  async #run(): Promise<void> {
    const { nats, settings, drainMilliseconds } = this.#options;
    // Requests wait for the turn of their hosts, which takes longer than the server would.
    const extending = setInterval(
      () => {
        for (const message of this.#inWork.keys()) message.working();
      },
      (ackSeconds(settings) * 1000) / 4,
    );
    try {
      await this.#pull();
      const late = setTimeout(() => this.#leaving.abort(), drainMilliseconds);
      await Promise.all(this.#inWork.values());
      clearTimeout(late);
      // Acknowledgements are on their way.
      await nats.connection.flush().catch(() => {});
      if (this.#failure !== null) throw this.#failure;
    } finally {
      clearInterval(extending);
    }
  }

  async #work(message: JsMsg): Promise<void> {
    const request = message.json<FetchTask>();
    const answer = await this.#options.fetcher.fetch({ url: request.url, kind: 'page', signal: this.#fetching });
    if (answer.kind === 'failed' && answer.reason === 'stopped') return message.nak();
    if (answer.kind === 'failed') {
      const { deliveryCount } = message.info;
      const mayPass = answer.retryAfter !== null || mayPassLater(answer.reason, answer.status);
      if (mayPass && deliveryCount <= RETRY_DEFAULTS.retries)
        return message.nak(RETRY_DEFAULTS.retryAfter * 1000 * 2 ** (deliveryCount - 1));
      return this.#reject(message, request, answer.url, answer.reason, answer.detail);
    }
    if (answer.kind === 'not-modified')
      return this.#reject(message, request, answer.url, 'not-modified', 'answered 304');
    const { url, bytes: page, charset, mediaType } = answer;
    const found = siteOfPage(url, page, charset);
    if (!found.ok) return this.#reject(message, request, url, found.reason, found.detail);
    const { outcome, ...about } = request;
    const payload = encodePage({ ...about, url: found.url, page, charset, contentType: mediaType });
    const subject = this.#names.pages(partitionOf(found.site, this.#options.settings.partitions));
    // A request that is in the stream twice gives one page.
    const id = message.headers?.get(MESSAGE_ID) ?? `${this.#stream}:${message.seq}`;
    try {
      await this.#options.nats.publish({ subject, payload, id }, this.#options.lease.signal);
    } catch (error) {
      if (!(error instanceof NatsError) || this.#options.lease.signal.aborted) throw error;
      return this.#reject(message, request, url, 'too-large', error.message);
    }
    const links = outcome === null ? [] : linksOf(page, charset, url);
    await this.#finish(message, outcome, { id: request.id, reason: null, url, links });
  }

  async #reject(message: JsMsg, request: FetchTask, url: string, reason: string, detail: string): Promise<void> {
    const { id, input, outcome } = request;
    const site = domainOf(url) ?? domainOf(request.url) ?? '';
    await this.#rejects.write(rejectRecord(id, site, { url, stage: 'fetch', reason, detail, at: Date.now(), input }));
    await this.#rejects.flush();
    await this.#finish(message, outcome, { id, reason, url, links: [] });
  }

  async #finish(message: JsMsg, subject: string | null, outcome: PageOutcome): Promise<void> {
    if (subject !== null) {
      const id = `outcome ${message.headers?.get(MESSAGE_ID) ?? message.seq}`;
      await this.#options.nats.publish({ subject, payload: JSON.stringify(outcome), id }, this.#options.lease.signal);
    }
    message.ack();
  }

  async #pull(): Promise<void> {
    const consumer = await this.#options.nats.client.consumers.get(this.#stream, this.#options.lease.name);
    while (!this.#pulling.aborted && this.#failure === null) {
      if (this.#inWork.size >= IN_WORK) {
        await Promise.race(this.#inWork.values());
        continue;
      }
      try {
        const began = performance.now();
        let count = 0;
        const messages = await consumer.fetch({
          max_messages: Math.min(BATCH, IN_WORK - this.#inWork.size),
          expires: EXPIRES,
        });
        const end = (): void => void messages.close();
        this.#pulling.addEventListener('abort', end);
        for await (const message of messages) {
          count++;
          const done = this.#work(message)
            .catch((error: unknown) => {
              this.#failure ??= error;
            })
            .finally(() => this.#inWork.delete(message));
          this.#inWork.set(message, done);
        }
        this.#pulling.removeEventListener('abort', end);
        if (count === 0 && performance.now() - began < EXPIRES / 2) await pauseOf(PAUSE, this.#pulling);
      } catch {
        // The server restarts.
        if (this.#options.nats.connection.isClosed()) break;
        await pauseOf(PAUSE, this.#pulling);
      }
    }
  }
}
