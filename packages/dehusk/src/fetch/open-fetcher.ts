/**
 * The stream's fetcher: lanes of hosts, robots.txt, retries and bounds around single exchanges.
 *
 * A request goes round until it has an answer: check the address, ask what robots.txt says, wait for the host's turn, wait
 * for a connection, exchange. A redirect is another round at the next address, a retry another round at the same one; both
 * take their turn in the lane of the host they go to, so that a hop is as polite as a request, and both go before those who
 * wait there, because they had waited already.
 */
import { randomInt } from 'node:crypto';
import type { Agent } from 'undici';
import { seededRandom } from '../seeded-random.js';
import { BodyTooLarge } from './bounded-body.js';
import { checkedUrl, lookupThrough } from './checked-url.js';
import { explainFailure, Refused } from './fetch-failure.js';
import type { FetchAnswer, FetchCounters, Fetcher, FetchRequest, StreamFetchReason } from './fetcher.js';
import { DEFAULT_FETCHER, type FetcherOptions } from './fetcher-options.js';
import { resolveGiven } from './given-hosts.js';
import { HostHeld, hostLanes } from './host-queues.js';
import {
  dropBody,
  exchange,
  type HttpAnswer,
  type HttpBody,
  headerOf,
  noteRedirect,
  readAnswer,
  redirectTarget,
} from './http-exchange.js';
import { MEDIA_TYPES } from './media-types.js';
import { cachedResolve } from './name-cache.js';
import { backoff, mayPass, retryAfter } from './retry-after.js';
import { MAX_ROBOTS_BYTES, type RobotsRules, robotsRules } from './robots-rules.js';
import { slots } from './slots.js';
import { linkedSignal, Stopped, unlessAborted } from './stopped.js';

/** How long an idle connection is kept, in milliseconds: longer than the default delay, shorter than servers keep theirs. */
const KEEP_ALIVE = 4_000;
/** Characters of robots.txt files kept, in sum: those of 10,000 hosts at 3 kB each. */
const MAX_ROBOTS_KEPT = 32 * 1024 * 1024;

/** Where a request stands on its rounds. */
interface FetchAttempt {
  readonly request: FetchRequest;
  readonly signal: AbortSignal;
  readonly redirects: string[];
  current: string;
  /** Requests sent. */
  attempts: number;
  /** Retries at the address of this round. */
  retries: number;
}

type Exchanged =
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'answer'; readonly answer: FetchAnswer }
  | Failure;

interface Failure {
  readonly kind: 'failure';
  readonly reason: StreamFetchReason;
  readonly detail: string;
  readonly status: number | null;
  /** Milliseconds the server asked to wait, or null. */
  readonly retryAfter: number | null;
}

/** Opens a fetcher; nothing is sent before it is asked. */
export function openFetcher(given: Partial<FetcherOptions> = {}): Fetcher {
  const options: FetcherOptions = { ...DEFAULT_FETCHER, ...given };
  const { allowPrivate, maxMilliseconds } = options;
  const lanes = hostLanes({ ...options, maxHold: options.maxBackoff });
  const connections = slots(options.maxConnections);
  const { next: chance } = seededRandom(options.seed || randomInt(1, 2 ** 31));
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const failures: Record<string, number> = {};
  const counts = { requests: 0, retries: 0, bytes: 0 };
  let agent: Promise<Agent> | null = null;

  const rulesOf = robotsRules(
    {
      ...options,
      age: options.robotsAge,
      failureAge: options.robotsFailureAge,
      maxKept: MAX_ROBOTS_KEPT,
      maxDelay: options.maxCrawlDelay,
    },
    // Whoever asked first may give up; the others still wait for the answer, so only closing stops it.
    (url) => counted(followRedirects({ url, kind: 'robots' })),
  );

  const connect = (): Promise<Agent> => {
    agent ??= import('undici').then(({ Agent }) => {
      const resolve = cachedResolve(resolveGiven(options.hosts), { age: options.dnsAge });
      const lookup = lookupThrough(resolve, allowPrivate);
      return new Agent({
        connections: 1,
        pipelining: 1,
        keepAliveTimeout: KEEP_ALIVE,
        keepAliveMaxTimeout: KEEP_ALIVE,
        connect: { timeout: maxMilliseconds, lookup },
      });
    });
    return agent;
  };

  /** One exchange with the host's turn in hand. Never throws but for being stopped. */
  const send = async (journey: FetchAttempt, url: URL): Promise<Exchanged> => {
    const { request } = journey;
    const free = await connections.take(journey.signal);
    // Time begins when the request is sent: a linked signal, so that one timer ends the exchange wherever it stands.
    const link = linkedSignal(journey.signal);
    const late = new Refused('timeout', `the page was not there within ${maxMilliseconds} ms`);
    const timer = setTimeout(() => link.abort(late), maxMilliseconds);
    const at = Date.now();
    journey.attempts++;
    counts.requests++;
    if (journey.retries > 0) counts.retries++;
    let answer: HttpAnswer | null = null;
    try {
      answer = await exchange({
        url,
        accept: MEDIA_TYPES[request.kind].accept,
        userAgent: options.userAgent,
        acceptLanguage: options.acceptLanguage || undefined,
        headers: {
          ...(request.etag ? { 'if-none-match': request.etag } : {}),
          ...(request.lastModified ? { 'if-modified-since': request.lastModified } : {}),
        },
        dispatcher: await connect(),
        signal: link.signal,
        maxMilliseconds,
      });
      return await received(journey, url, answer, at);
    } catch (error) {
      if (journey.signal.aborted) throw journey.signal.reason;
      const { reason, detail } = explainFailure(link.signal.aborted ? link.signal.reason : error, maxMilliseconds);
      const wait = answer === null ? null : retryAfter(headerOf(answer, 'retry-after'), Date.now());
      return { kind: 'failure', reason, detail, status: answer?.status ?? null, retryAfter: wait };
    } finally {
      clearTimeout(timer);
      link.unlink();
      free();
    }
  };

  const received = async (journey: FetchAttempt, url: URL, answer: HttpAnswer, at: number): Promise<Exchanged> => {
    const { request, redirects } = journey;
    const to = redirectTarget(answer, url);
    if (to !== null) {
      dropBody(answer);
      return { kind: 'redirect', to };
    }
    if (answer.status === 304 && (request.etag || request.lastModified)) {
      dropBody(answer);
      const wait = retryAfter(headerOf(answer, 'retry-after'), Date.now());
      return { kind: 'answer', answer: { kind: 'not-modified', url: url.href, retryAfter: wait } };
    }
    const isRobots = request.kind === 'robots';
    const maxBytes = isRobots ? MAX_ROBOTS_BYTES : options.maxBytes;
    const body = await readAnswer(answer, MEDIA_TYPES[request.kind], maxBytes).catch((error: unknown): HttpBody => {
      // robots.txt is read as far as the bound goes (RFC 9309, 2.5).
      if (isRobots && error instanceof BodyTooLarge) return { bytes: error.start, charset: null, contentType: null };
      throw error;
    });
    counts.bytes += body.bytes.length;
    const { status, headers } = answer;
    const etag = headerOf(answer, 'etag') ?? null;
    const lastModified = headerOf(answer, 'last-modified') ?? null;
    return {
      kind: 'answer',
      answer: { kind: 'fetched', url: url.href, redirects, ...body, etag, lastModified, status, headers, at },
    };
  };

  const failed = (
    journey: Pick<FetchAttempt, 'current' | 'attempts'>,
    reason: StreamFetchReason,
    detail: string,
    status: number | null = null,
    wait: number | null = null,
  ): FetchAnswer => ({
    kind: 'failed',
    url: journey.current,
    reason,
    detail,
    status,
    retryAfter: wait,
    attempts: journey.attempts,
  });

  /** What robots.txt has against an address; null when nothing. */
  const forbidden = async (journey: FetchAttempt, url: URL): Promise<FetchAnswer | null> => {
    if (!options.robots || journey.request.kind !== 'page') return null;
    const rules = await unlessAborted(rulesOf(url.origin), journey.signal);
    lanes.setDelay(url.host, rules.delay);
    if (rules.isAllowed(url.href)) return null;
    if (rules.trouble === null) return failed(journey, 'robots', `robots.txt of ${url.host} forbids ${url.pathname}`);
    return failed(journey, 'robots-unavailable', rules.trouble, null, Math.max(0, rules.until - performance.now()));
  };

  /** One round; the answer, or null for another round. */
  const round = async (journey: FetchAttempt): Promise<FetchAnswer | null> => {
    const url = checkedUrl(journey.current, allowPrivate);
    const refusal = await forbidden(journey, url);
    if (refusal !== null) return refusal;
    const isFirst = journey.attempts > 0 || journey.request.kind === 'robots';
    const turn = await lanes.enter(url.host, journey.signal, isFirst);
    try {
      const result = await send(journey, url);
      if (result.kind === 'answer') return result.answer;
      if (result.kind === 'failure') return retried(journey, url.host, result);
      noteRedirect(journey.redirects, url, result.to, options.maxRedirects);
      journey.current = result.to;
      journey.retries = 0;
      return null;
    } finally {
      turn.leave();
    }
  };

  /** Holds the host back and gives null for another round, or the answer when it is enough. The turn is still in hand. */
  const retried = (journey: FetchAttempt, host: string, failure: Failure): FetchAnswer | null => {
    const { reason, detail, status, retryAfter: wait } = failure;
    const isPassing = mayPass(reason, status);
    if (isPassing && wait !== null) lanes.hold(host, wait);
    if (!isPassing || journey.retries >= options.maxRetries || (wait ?? 0) > options.maxBackoff)
      return failed(journey, reason, detail, status, wait);
    lanes.hold(host, backoff(journey.retries, options.backoff, options.maxBackoff, chance()));
    journey.retries++;
    return null;
  };

  const followRedirects = async (request: FetchRequest): Promise<FetchAnswer> => {
    const link = linkedSignal(closing.signal, request.signal);
    const { signal } = link;
    const journey: FetchAttempt = { request, signal, redirects: [], current: request.url, attempts: 0, retries: 0 };
    try {
      if (signal.aborted) throw signal.reason;
      for (;;) {
        const answer = await round(journey);
        if (answer !== null) return answer;
      }
    } catch (error) {
      if (signal.aborted || error instanceof Stopped) return failed(journey, 'stopped', 'stopped before it was there');
      if (error instanceof HostHeld) return failed(journey, 'http-status', error.message, null, error.wait);
      const { reason, detail } = explainFailure(error, maxMilliseconds);
      return failed(journey, reason, detail);
    } finally {
      link.unlink();
    }
  };

  const counted = async <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  };

  return {
    async fetch(request) {
      const answer = await counted(followRedirects(request));
      if (answer.kind === 'failed') failures[answer.reason] = (failures[answer.reason] ?? 0) + 1;
      return answer;
    },
    async sitemaps(origin, signal) {
      const link = linkedSignal(closing.signal, signal);
      const none: Pick<RobotsRules, 'sitemaps'> = { sitemaps: [] };
      const { sitemaps } = await counted(unlessAborted(rulesOf(new URL(origin).origin), link.signal).catch(() => none));
      link.unlink();
      return sitemaps;
    },
    get counters(): FetchCounters {
      return {
        ...counts,
        waiting: lanes.waiting + connections.waiting,
        active: connections.taken,
        failures: { ...failures },
      };
    },
    async close() {
      closing.abort(new Stopped());
      await Promise.allSettled(underWay);
      lanes.close();
      await (await agent)?.destroy();
    },
  };
}
