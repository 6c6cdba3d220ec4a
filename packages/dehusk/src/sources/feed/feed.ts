/**
 * Feeds, polled as often as they have something new (URL Tree paper, section 3; algorithms.md, 8.1).
 *
 * A poll asks for the feed with the validators of the last copy, reads its items from oldest to newest, and gives those whose
 * key is not in the site's history. An item without a link is given with the text the feed has of it, at an address made
 * of the feed's and the item's key. Validators are kept in the store only once every item of their copy has its outcome: a
 * crash before that leads to the whole copy again, and the history tells what of it was had.
 *
 * Departures from the authors' reader: Atom, RDF and JSON Feed beside RSS; the interval follows the feed instead of being
 * five minutes; a history for each site is bounded.
 */
import { createHash } from 'node:crypto';
import { itemKey } from '@dehusk/core/internal';
import type { FetchAnswer } from '../../fetch/fetcher.js';
import { siteOf } from '../site-of.js';
import type { Source, SourceContext, SourceEvent, SourceItem, SourceKind } from '../source.js';
import { copies } from './copies.js';
import { decodeCursor } from './feed-cursor.js';
import { feedItem } from './feed-item.js';
import { listFeeds } from './feed-list.js';
import { DEFAULT_FEED, FEED_SCHEMA, type FeedOptions } from './feed-options.js';
import { type ItemEnd, type ItemHistory, itemHistory } from './item-history.js';
import {
  type FeedRate,
  intervalAfterFailures,
  intervalOf,
  maxAgeOf,
  nextPoll,
  rateAfter,
  rateByDates,
  type ScheduleOptions,
} from './poll-schedule.js';
import { type FeedHints, type FeedReading, readFeed } from './read-feed.js';

/** Feeds taken from a page that offers more. */
const MAX_DISCOVERED = 5;
/** Longest sleep between two looks at the feeds, in milliseconds. */
const MAX_SLEEP = 3_600_000;

interface Feed {
  readonly url: string;
  /** As `siteOf` says. */
  readonly site: string;
  readonly key: string;
  readonly history: ItemHistory;
  /** Its last copy. */
  etag: string | null;
  lastModified: string | null;
  rate: FeedRate;
  hints: FeedHints;
  /** Milliseconds since 1970; null: never. */
  polledAt: number | null;
  nextAt: number;
  failures: number;
  isLoaded: boolean;
  isPolling: boolean;
  /** Reported as malformed, and not whole since. */
  isMalformed: boolean;
  /** Keys of the items its last copy has. */
  listed: ReadonlySet<string>;
}

export const feedSource: SourceKind<Partial<FeedOptions>> = {
  name: 'feed',
  summary: 'Items of RSS, Atom, RDF and JSON feeds, polled as often as they have news.',
  schema: FEED_SCHEMA,
  async open(given, context) {
    const options = { ...DEFAULT_FEED, ...given };
    const { urls, faults } = await listFeeds(options.feeds, options.path === '' ? null : options.path);
    return openFeeds(urls, faults, options, context);
  },
};

function openFeeds(
  urls: readonly string[],
  faults: readonly SourceEvent[],
  options: FeedOptions,
  context: SourceContext,
): Source {
  const { store, fetcher, now } = context;
  const schedule: ScheduleOptions = {
    minInterval: options.minInterval * 1_000,
    maxInterval: Math.max(options.minInterval, options.maxInterval) * 1_000,
    obeysHints: options.obeysHints,
  };
  const feeds = new Map<string, Feed>();
  const histories = new Map<string, ItemHistory>();
  const openCopies = copies();
  const queue: SourceEvent[] = [...faults];
  let wake = (): void => {};

  const subscribe = (url: string): void => {
    if (feeds.has(url)) return;
    const site = siteOf(new URL(url));
    const history =
      histories.get(site) ?? itemHistory(store, site, options.history, options.retries, schedule.minInterval, now);
    histories.set(site, history);
    feeds.set(url, {
      url,
      site,
      key: `feed/${site}/cursor/${createHash('md5').update(url).digest('hex')}`,
      history,
      etag: null,
      lastModified: null,
      rate: { items: 0, milliseconds: 0 },
      hints: { ttl: null, skipHours: [], skipDays: [] },
      polledAt: null,
      nextAt: now(),
      failures: 0,
      isLoaded: false,
      isPolling: false,
      isMalformed: false,
      listed: new Set(),
    });
  };
  for (const url of urls) subscribe(url);

  const fault = (feed: Feed, reason: string, detail: string): void =>
    void queue.push({ kind: 'fault', where: feed.url, reason, detail, position: null });

  const load = async (feed: Feed): Promise<void> => {
    feed.isLoaded = true;
    const cursor = decodeCursor(await store.get(feed.key), feed.url);
    if (cursor === null) return;
    feed.etag = cursor.etag;
    feed.lastModified = cursor.lastModified;
    feed.rate = cursor.rate;
    feed.polledAt = cursor.polledAt;
  };

  const poll = async (feed: Feed, signal: AbortSignal): Promise<void> => {
    if (!feed.isLoaded) await load(feed);
    const { etag, lastModified, url } = feed;
    const answer = await fetcher.fetch({ url, kind: 'feed', etag, lastModified, signal });
    const at = now();
    switch (answer.kind) {
      case 'failed':
        return failed(feed, answer, at);
      case 'not-modified':
        return polled(feed, 0, at, null, answer.retryAfter);
      case 'fetched': {
        const reading = readFeed(answer.bytes, answer.charset, answer.url);
        if (reading.kind === 'feed') return received(feed, answer, reading, at);
        if (reading.kind === 'page' && options.discover && reading.feeds.length > 0) {
          feeds.delete(url);
          for (const one of reading.feeds.slice(0, MAX_DISCOVERED)) subscribe(one);
          return;
        }
        const detail = reading.kind === 'page' ? 'got a web page that offers no feed, expected a feed' : reading.detail;
        failAt(feed, at, null);
        fault(feed, reading.kind === 'page' ? 'not-a-feed' : 'malformed-feed', detail);
      }
    }
  };

  const failed = (feed: Feed, answer: FetchAnswer & { kind: 'failed' }, at: number): void => {
    if (answer.reason === 'stopped') return;
    fault(feed, answer.reason, answer.detail);
    if (answer.status === 410) feeds.delete(feed.url);
    else failAt(feed, at, answer.retryAfter);
  };

  const failAt = (feed: Feed, at: number, retryAfter: number | null): void => {
    feed.failures++;
    feed.nextAt = nextPoll(at, intervalAfterFailures(feed.failures, schedule), feed.hints, null, retryAfter, schedule);
  };

  const polled = (feed: Feed, news: number, at: number, maxAge: number | null, retryAfter: number | null): void => {
    if (feed.polledAt !== null) feed.rate = rateAfter(feed.rate, news, Math.max(0, at - feed.polledAt));
    feed.polledAt = at;
    feed.failures = 0;
    feed.nextAt = nextPoll(at, intervalOf(feed.rate, schedule), feed.hints, maxAge, retryAfter, schedule);
  };

  const received = async (
    feed: Feed,
    answer: FetchAnswer & { kind: 'fetched' },
    reading: FeedReading & { kind: 'feed' },
    at: number,
  ): Promise<void> => {
    const entries = reading.entries.slice(0, options.maxItems);
    if (reading.malformed !== null && !feed.isMalformed)
      fault(feed, 'malformed-feed', `${reading.malformed}; ${entries.length} items were read all the same`);
    feed.isMalformed = reading.malformed !== null;
    feed.hints = reading.hints;
    if (feed.polledAt === null) {
      const dates = entries.map(({ pubDate }) => Date.parse(pubDate));
      feed.rate = rateByDates(dates.filter(Number.isFinite), at);
    }
    const items: SourceItem[] = [];
    const open: string[] = [];
    const listed = new Set<string>();
    let hasRetries = false;
    // Feeds begin with the newest; a model that learns should see pages as they came.
    for (const entry of [...entries].reverse()) {
      const key = itemKey(entry);
      if (listed.has(key)) continue;
      listed.add(key);
      const id = `${feed.site}#${key}`;
      const claimed = await feed.history.claim(key);
      if (claimed === 'new' || claimed === 'on-the-way') open.push(id);
      if (claimed === 'later') hasRetries = true;
      if (claimed === 'new') items.push(feedItem(id, answer.url, entry, key, at));
    }
    feed.listed = listed;
    polled(feed, items.length, at, maxAgeOf(answer.headers), null);
    // A copy read forgivingly may have lost items, and "not modified" would bring no item again: the next poll asks anew.
    const isWhole = reading.malformed === null && !hasRetries;
    feed.etag = isWhole ? answer.etag : null;
    feed.lastModified = isWhole ? answer.lastModified : null;
    const { url, etag, lastModified, rate } = feed;
    openCopies.add(feed.key, { url, etag, lastModified, rate, polledAt: at }, open);
    queue.push(...items);
    await feed.history.trim(() => {
      const own = [...feeds.values()].filter(({ history }) => history === feed.history);
      return new Set(own.flatMap((one) => [...one.listed]));
    });
  };

  /** Starts the polls that are due; gives the time until the next, in milliseconds. */
  const startDue = (signal: AbortSignal): number => {
    let next = Number.POSITIVE_INFINITY;
    let polling = 0;
    for (const feed of feeds.values()) if (feed.isPolling) polling++;
    for (const feed of feeds.values()) {
      if (feed.isPolling || (options.once && feed.polledAt !== null) || (options.once && feed.failures > 0)) continue;
      if (feed.nextAt > now()) next = Math.min(next, feed.nextAt - now());
      else if (polling < options.concurrency) {
        polling++;
        feed.isPolling = true;
        void poll(feed, signal)
          .catch((error: unknown) => {
            failAt(feed, now(), null);
            fault(feed, 'internal', String(error));
          })
          .finally(() => {
            feed.isPolling = false;
            wake();
          });
      }
    }
    return next;
  };

  return {
    input:
      options.path === '' ? `feed:${urls[0]}${urls.length > 1 ? `+${urls.length - 1}` : ''}` : `feed:${options.path}`,
    async *items(signal) {
      const stop = (): void => wake();
      signal.addEventListener('abort', stop);
      try {
        while (!signal.aborted) {
          const event = queue.shift();
          if (event !== undefined) {
            yield event;
            continue;
          }
          const wait = startDue(signal);
          const isIdle = [...feeds.values()].every(({ isPolling }) => !isPolling);
          if (isIdle && (feeds.size === 0 || wait === Number.POSITIVE_INFINITY)) return;
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, Math.min(wait, MAX_SLEEP));
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        }
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    settle(item, outcome) {
      const at = item.id.lastIndexOf('#');
      const history = histories.get(item.id.slice(0, at));
      // Whoever was stopped has no outcome: the next run gives it again.
      const ended = outcome.kind === 'emitted' ? 'had' : endOf(outcome.reason);
      const end = ended === 'failed' && options.retries === 0 ? 'had' : ended;
      if (end !== 'had') {
        openCopies.forget(item.id);
        for (const feed of feeds.values())
          if (feed.listed.has(item.id.slice(at + 1))) {
            feed.etag = null;
            feed.lastModified = null;
          }
      }
      const remembered = history?.settle(item.id.slice(at + 1), end) ?? [];
      return new Map([...remembered, ...(end === 'had' ? openCopies.settle(item.id) : [])]);
    },
    close: async () => {},
  };
}

/** Reasons of rejections that may be gone in a while. */
const PASSING: ReadonlySet<string> = new Set([
  'http-status',
  'robots-unavailable',
  'timeout',
  'not-connected',
  'not-resolved',
  'cut-short',
]);

function endOf(reason: string | null): ItemEnd {
  if (reason === 'stopped') return 'stopped';
  return PASSING.has(reason ?? '') ? 'failed' : 'had';
}
