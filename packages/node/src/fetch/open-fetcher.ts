/**
 * The stream's fetcher: host queues, robots.txt, retries and bounds around single exchanges.
 *
 * A request repeats these steps until it has an answer: check the address, check robots.txt, wait for the host's turn,
 * wait for a connection, exchange. A redirect repeats them at the next address, a retry at the same one. Both take a turn
 * at the host they go to, ahead of the requests that wait there, because they have waited already.
 */
import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { checkOptions } from '@dehusk/html';
import pLimit from 'p-limit';
import type { Dispatcher } from 'undici';
import { seededRandom } from '../seeded-random.js';
import { withoutPassword } from '../without-password.js';
import { linkedSignal, rejectOnAbort, Stopped, whenAwake } from './abort.js';
import { backoff, explainFailure, mayPass, Refused, retryAfter, timeoutAfter } from './failures.js';
import {
  DEFAULT_FETCHER,
  FETCHER_DOMAINS,
  type FetchAnswer,
  type FetchCounters,
  type Fetcher,
  type FetcherOptions,
  type FetchRequest,
  isPageKind,
  proxiesFor,
  type StreamFetchReason,
} from './fetcher-options.js';
import { HostHeld, HostQueues } from './host-queues.js';
import { discardBody, exchange, type HttpAnswer, headerOf, readAnswer, redirectTarget } from './http-exchange.js';
import { renderAnswers } from './render/render-answers.js';
import { guardedConnect } from './render/socks-server.js';
import { addedHeaders, openCookies, readCookieFile } from './request-headers.js';
import { cachedResolve, checkedUrl, lookupThrough, requirePublicName, resolveGiven } from './resolve-names.js';
import { MAX_ROBOTS_BYTES, robotsRules } from './robots-file.js';

/** How long idle connections stay open, in milliseconds: longer than the default delay, shorter than servers allow. */
const KEEP_ALIVE = 4_000;

/** The state of a request between its exchanges. */
interface FetchAttempt {
  readonly request: FetchRequest;
  readonly signal: AbortSignal;
  readonly redirects: string[];
  /** The address to fetch next. */
  current: string;
  /** Requests sent. */
  attempts: number;
  /** Retries at the current address. */
  retries: number;
}

interface Failure {
  readonly kind: 'failure';
  readonly reason: StreamFetchReason;
  readonly detail: string;
  readonly status: number | null;
  /** Milliseconds the server asked to wait, or null. */
  readonly retryAfter: number | null;
}

type Exchanged =
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'answer'; readonly answer: FetchAnswer }
  | Failure;

/**
 * Opens a fetcher; it connects to nothing before the first request.
 *
 * @param allows whether a host may be asked, redirects included; default every one
 * @throws TypeError or RangeError for an unknown option or value, or an address that is none of a proxy; BrowserMissing when pages are
 *   to be rendered and there is no browser; CookieFileError
 */
export function openFetcher(
  given: Partial<FetcherOptions> = {},
  allows: (host: string) => boolean = () => true,
): Fetcher {
  return new PoliteFetcher(given, allows);
}

class PoliteFetcher implements Fetcher {
  readonly #allows: (host: string) => boolean;
  readonly #options: FetcherOptions;
  readonly #queues: HostQueues;
  readonly #connections: ReturnType<typeof pLimit>;
  readonly #random: () => number;
  readonly #closing = new AbortController();
  readonly #active = new Set<Promise<unknown>>();
  readonly #failures: Record<string, number> = {};
  readonly #counts = { requests: 0, retries: 0, bytes: 0 };
  readonly #resolve: ReturnType<typeof cachedResolve>;
  readonly #rendering: ReturnType<typeof renderAnswers>;
  readonly #proxies: ReturnType<typeof proxiesFor>;
  readonly #headersFor: ReturnType<typeof addedHeaders>;
  readonly #fileCookies: ReturnType<typeof readCookieFile> | null;
  #cookiesFor: Promise<(url: string) => string> | null = null;
  #agent: Promise<Dispatcher> | null = null;
  // A caller that cancels does not stop robots.txt: others may wait for it. Closing does.
  readonly #rulesOf: ReturnType<typeof robotsRules>;

  constructor(given: Partial<FetcherOptions>, allows: (host: string) => boolean) {
    this.#allows = allows;
    checkOptions('openFetcher', given, FETCHER_DOMAINS);
    this.#options = { ...DEFAULT_FETCHER, ...given };

    this.#queues = new HostQueues({ ...this.#options, maxHold: this.#options.maxBackoff });
    this.#connections = pLimit(this.#options.maxConnections);
    this.#random = seededRandom(this.#options.seed || randomInt(1, 2 ** 31)).next;
    this.#resolve = cachedResolve(resolveGiven(this.#options.hosts), this.#options.dnsAge);
    this.#rendering = renderAnswers(this.#options, guardedConnect(this.#resolve, this.#options.allowPrivate));
    this.#proxies = proxiesFor(this.#options.proxy);
    this.#headersFor = addedHeaders(this.#options.headers);
    this.#fileCookies = this.#options.cookies === '' ? null : readCookieFile(this.#options.cookies);
    this.#rulesOf = robotsRules(this.#options, (url) => this.#tracked(this.#run({ url, kind: 'robots' })));
  }

  async fetch(request: FetchRequest): Promise<FetchAnswer> {
    const answer = await this.#tracked(this.#run(request));
    if (answer.kind === 'failed') this.#failures[answer.reason] = (this.#failures[answer.reason] ?? 0) + 1;
    return answer;
  }

  async sitemaps(origin: string, signal?: AbortSignal): Promise<readonly string[]> {
    const link = linkedSignal(this.#closing.signal, signal);
    try {
      return (await rejectOnAbort(this.#rulesOf(new URL(origin).origin), link.signal)).sitemaps;
    } catch {
      return [];
    } finally {
      link.unlink();
    }
  }

  get counters(): FetchCounters {
    return {
      ...this.#counts,
      waiting: this.#queues.waiting + this.#connections.pendingCount,
      active: this.#connections.activeCount,
      failures: { ...this.#failures },
    };
  }

  async close(): Promise<void> {
    this.#closing.abort(new Stopped());
    await Promise.allSettled(this.#active);
    this.#queues.close();
    await this.#rendering?.close();
    await (await this.#agent)?.destroy();
  }

  #connect(): Promise<Dispatcher> {
    this.#agent ??= import('undici').then(({ Agent, buildConnector, EnvHttpProxyAgent }) => {
      const connector = buildConnector({
        timeout: 0,
        lookup: lookupThrough(this.#resolve, this.#options.allowPrivate),
      });
      const connect: typeof connector = (to, done) => {
        const cancel = whenAwake(this.#options.maxMilliseconds, () =>
          socket.destroy(timeoutAfter(this.#options.maxMilliseconds)),
        );
        // The client's types leave out that it returns the socket, which the client needs.
        const socket = connector(to, (...result) => {
          cancel();
          done(...result);
        }) as unknown as Socket;
        return socket;
      };
      const direct = {
        connections: 1,
        pipelining: 1,
        keepAliveTimeout: KEEP_ALIVE,
        keepAliveMaxTimeout: KEEP_ALIVE,
        connect,
      };
      // Without a tunnel for http: many proxies allow one for https only.
      return this.#proxies === null
        ? new Agent(direct)
        : new EnvHttpProxyAgent({ ...direct, ...this.#proxies, proxyTunnel: false });
    });
    return this.#agent;
  }

  /** The headers that the user adds; a Cookie header replaces the file's cookies. */
  async #added(url: URL, first: string): Promise<Record<string, string>> {
    if (this.#fileCookies !== null) this.#cookiesFor ??= openCookies(this.#fileCookies);
    const cookie = (await this.#cookiesFor)?.(url.href) ?? '';
    return { ...(cookie && { cookie }), ...this.#headersFor(url, new URL(first)) };
  }

  /** One exchange during the host's turn. @throws the attempt's reason when it is cancelled, nothing else */
  async #send(attempt: FetchAttempt, url: URL): Promise<Exchanged> {
    const { request, signal } = attempt;
    signal.throwIfAborted();
    // One timer ends the exchange at any stage. It starts here: waiting for a connection does not count.
    const link = linkedSignal(signal);
    const cancel = whenAwake(this.#options.maxMilliseconds, () =>
      link.abort(timeoutAfter(this.#options.maxMilliseconds)),
    );
    const at = Date.now();
    attempt.attempts++;
    this.#counts.requests++;
    if (attempt.retries > 0) this.#counts.retries++;
    let answer: HttpAnswer | null = null;
    try {
      if (this.#proxies !== null && !this.#options.allowPrivate) await requirePublicName(this.#resolve, url.hostname);
      answer = await exchange({
        ...this.#options,
        ...request,
        url,
        added: await this.#added(url, request.url),
        dispatcher: await this.#connect(),
        signal: link.signal,
      });
      return await this.#received(attempt, url, answer, at);
    } catch (error) {
      signal.throwIfAborted();
      const explained = explainFailure(link.signal.aborted ? link.signal.reason : error, this.#options.maxMilliseconds);
      const wait = answer === null ? null : retryAfter(headerOf(answer, 'retry-after'), Date.now());
      return { kind: 'failure', ...explained, status: answer?.status ?? null, retryAfter: wait };
    } finally {
      cancel();
      link.unlink();
    }
  }

  async #received(attempt: FetchAttempt, url: URL, answer: HttpAnswer, at: number): Promise<Exchanged> {
    const { request, redirects } = attempt;
    const to = redirectTarget(answer, url);
    if (to !== null) {
      discardBody(answer);
      return { kind: 'redirect', to };
    }
    if (answer.status === 304 && (request.etag || request.lastModified)) {
      discardBody(answer);
      const wait = retryAfter(headerOf(answer, 'retry-after'), Date.now());
      return { kind: 'answer', answer: { kind: 'not-modified', url: url.href, retryAfter: wait } };
    }
    const maxBytes = request.kind === 'robots' ? MAX_ROBOTS_BYTES : this.#options.maxBytes;
    const body = await readAnswer(answer, request.kind, maxBytes);
    this.#counts.bytes += body.bytes.length;
    const { status, headers } = answer;
    const etag = headerOf(answer, 'etag') ?? null;
    const lastModified = headerOf(answer, 'last-modified') ?? null;
    return {
      kind: 'answer',
      answer: { kind: 'fetched', url: url.href, redirects, ...body, etag, lastModified, status, headers, at },
    };
  }

  #failed(
    { current, attempts }: FetchAttempt,
    reason: StreamFetchReason,
    detail: string,
    status: number | null = null,
    wait: number | null = null,
  ): FetchAnswer {
    return { kind: 'failed', url: current, reason, detail, status, retryAfter: wait, attempts };
  }

  /** The failure when robots.txt forbids an address, else null. */
  async #forbidden(attempt: FetchAttempt, url: URL): Promise<FetchAnswer | null> {
    if (!this.#options.robots || !isPageKind(attempt.request.kind)) return null;
    const rules = await rejectOnAbort(this.#rulesOf(url.origin), attempt.signal);
    this.#queues.setDelay(url.host, rules.delay);
    if (rules.isAllowed(url.href)) return null;
    if (rules.failure === null)
      return this.#failed(attempt, 'robots', `robots.txt of ${url.host} forbids ${url.pathname}`);
    const wait = Math.max(0, rules.until - performance.now());
    return this.#failed(attempt, 'robots-unavailable', rules.failure, null, wait);
  }

  /** The exchange after the scripts of its page have run, where pages are rendered. */
  async #shown(attempt: FetchAttempt, exchanged: Exchanged): Promise<Exchanged> {
    if (this.#rendering === null || exchanged.kind !== 'answer' || !isPageKind(attempt.request.kind)) return exchanged;
    if (exchanged.answer.kind !== 'fetched') return exchanged;
    const rendered = await this.#rendering.render(
      exchanged.answer,
      (url) => this.#added(url, attempt.request.url),
      attempt.signal,
    );
    if (rendered === null) return exchanged;
    return 'to' in rendered ? { kind: 'redirect', to: rendered.to } : { kind: 'answer', answer: rendered };
  }

  /** One pass through the steps; null: repeat them. */
  async #step(attempt: FetchAttempt): Promise<FetchAnswer | null> {
    const { request, redirects, signal } = attempt;
    const url = checkedUrl(attempt.current, this.#options.allowPrivate);
    if (!this.#allows(url.hostname))
      throw new Refused('host-not-allowed', `${url.hostname} is not among the hosts allowed`);
    const refusal = await this.#forbidden(attempt, url);
    if (refusal !== null) return refusal;
    const leave = await this.#queues.enter(url.host, signal, attempt.attempts > 0 || request.kind === 'robots');
    try {
      const exchanged = await rejectOnAbort(
        this.#connections(() => this.#send(attempt, url)),
        signal,
      );
      const result = await this.#shown(attempt, exchanged);
      if (result.kind === 'answer') return result.answer;
      if (result.kind === 'failure') return this.#retried(attempt, url.host, result);
      redirects.push(url.href);
      if (redirects.includes(result.to))
        throw new Refused('redirect-loop', `${url.href} redirects back to ${result.to}`);
      if (redirects.length > this.#options.maxRedirects)
        throw new Refused(
          'too-many-redirects',
          `more than ${this.#options.maxRedirects} redirects, the last to ${result.to}`,
        );
      attempt.current = result.to;
      attempt.retries = 0;
      return null;
    } finally {
      leave();
    }
  }

  /** Holds the host and returns null to retry, or returns the failure. Called before the turn ends. */
  #retried(attempt: FetchAttempt, host: string, failure: Failure): FetchAnswer | null {
    const { reason, detail, status, retryAfter: wait } = failure;
    const isTemporary = mayPass(reason, status);
    if (isTemporary && wait !== null) this.#queues.hold(host, wait);
    if (!isTemporary || attempt.retries >= this.#options.maxRetries || (wait ?? 0) > this.#options.maxBackoff)
      return this.#failed(attempt, reason, detail, status, wait);
    this.#queues.hold(host, backoff(attempt.retries, this.#options.backoff, this.#options.maxBackoff, this.#random()));
    attempt.retries++;
    return null;
  }

  async #run(request: FetchRequest): Promise<FetchAnswer> {
    const link = linkedSignal(this.#closing.signal, request.signal);
    const { signal } = link;
    const attempt: FetchAttempt = {
      request,
      signal,
      redirects: [],
      current: withoutPassword(request.url),
      attempts: 0,
      retries: 0,
    };
    try {
      signal.throwIfAborted();
      for (;;) {
        const answer = await this.#step(attempt);
        if (answer !== null) return answer;
      }
    } catch (error) {
      if (signal.aborted) return this.#failed(attempt, 'stopped', new Stopped().message);
      if (error instanceof HostHeld) return this.#failed(attempt, 'http-status', error.message, null, error.wait);
      const { reason, detail } = explainFailure(error, this.#options.maxMilliseconds);
      return this.#failed(attempt, reason, detail);
    } finally {
      link.unlink();
    }
  }

  /** Makes `close` wait for the work. */
  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#active.add(work);
    return work.finally(() => this.#active.delete(work));
  }
}
