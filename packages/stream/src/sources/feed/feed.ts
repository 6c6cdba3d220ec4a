/**
 * Polls feeds as often as they have news (URL Tree paper, section 3).
 *
 * A poll requests the feed with the validators of the last copy, reads its items from oldest to newest, and offers those whose
 * key is not in the site's history. An item without a link is offered with its text in the feed, at an address made of the
 * feed's and the item's key. Validators are stored only when every item of their copy has an outcome: after a crash before
 * that the feed is read again, and the history excludes the items that were processed.
 *
 * Departures from the authors' reader: Atom, RDF and JSON Feed beside RSS; the interval follows the feed instead of being five
 * minutes; the history of a site is bounded.
 */
import { createHash } from 'node:crypto';
import type { FetchAnswer } from '@dehusk/node';
import { mayPassLater, TEMPORARY_REASONS, wakeable } from '@dehusk/node';
import { inputName, siteOf } from '../page-links.js';
import {
  type ItemOutcome,
  type Source,
  type SourceContext,
  type SourceEvent,
  type SourceItem,
  type StateChanges,
  sourceFault,
  sourceKind,
} from '../source.js';
import { FEED_SCHEMA, type FeedOptions, listFeeds } from './feed-options.js';
import {
  decodeCursor,
  type FeedItemEnd,
  type FeedRate,
  type ItemHistory,
  intervalAfterFailures,
  intervalOf,
  itemHistory,
  itemKey,
  maxAgeOf,
  nextPoll,
  openCopies,
  rateAfter,
  rateByDates,
  type ScheduleOptions,
} from './feed-state.js';
import { type FeedEntry, type FeedHints, type FeedReading, readFeed } from './read-feed.js';

/** Most feeds of one page. */
const MAX_DISCOVERED = 5;
/** Longest wait between two checks for due feeds, in milliseconds. */
const MAX_WAIT = 3_600_000;
/** A date further ahead is wrong, in milliseconds. */
const MAX_AHEAD = 86_400_000;

interface Feed {
  readonly url: string;
  /** As by `siteOf`. */
  readonly site: string;
  /** Where its cursor is stored. */
  readonly key: string;
  readonly history: ItemHistory;
  /** Validators of its last copy. */
  etag: string | null;
  lastModified: string | null;
  rate: FeedRate;
  hints: FeedHints;
  /** Milliseconds since 1970; null: never. */
  polledAt: number | null;
  nextAt: number;
  /** Failed polls in a row. */
  failures: number;
  isLoaded: boolean;
  isPolling: boolean;
  /** It was never read, and failed for a reason that stays. */
  isHopeless: boolean;
  /** Reported as malformed, and not well-formed since. */
  isMalformed: boolean;
  /** Keys of the items in its last copy. */
  listed: ReadonlySet<string>;
}

export const feedSource = sourceKind<FeedOptions, never>({
  name: 'feed',
  summary: 'Items of RSS, Atom, RDF and JSON feeds, polled as often as they have news.',
  schema: FEED_SCHEMA,
  async open(options, context) {
    const { urls, faults } = await listFeeds(options);
    return new FeedSource(urls, faults, options, context);
  },
});

class FeedSource implements Source {
  readonly input: string;
  readonly #options: FeedOptions;
  readonly #store: SourceContext['store'];
  readonly #fetcher: SourceContext['fetcher'];
  readonly #now: () => number;
  readonly #schedule: ScheduleOptions;
  readonly #feeds = new Map<string, Feed>();
  readonly #histories = new Map<string, ItemHistory>();
  readonly #copies = openCopies();
  readonly #queue: SourceEvent[];
  readonly #waitWithTimeout: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly #wake: () => void;
  #hasRead = false;

  constructor(urls: readonly string[], faults: readonly SourceEvent[], options: FeedOptions, context: SourceContext) {
    this.#options = options;
    const { store, fetcher, now } = context;
    this.#store = store;
    this.#fetcher = fetcher;
    this.#now = now;
    this.#schedule = {
      minInterval: options.minInterval * 1_000,
      maxInterval: Math.max(options.minInterval, options.maxInterval) * 1_000,
      obeysHints: options.obeysHints,
    };
    this.#queue = [...faults];
    const { waitWithTimeout, wake } = wakeable();
    this.#waitWithTimeout = waitWithTimeout;
    this.#wake = wake;
    for (const url of urls) this.#subscribe(url);
    this.input = this.#options.path === '' ? inputName('feed', urls) : `feed:${this.#options.path}`;
  }

  async *items(signal: AbortSignal): AsyncGenerator<SourceEvent> {
    while (!signal.aborted) {
      const event = this.#queue.shift();
      if (event !== undefined) {
        yield event;
        continue;
      }
      const wait = this.#startDue(signal);
      const all = [...this.#feeds.values()];
      const isIdle = this.#queue.length === 0 && all.every(({ isPolling }) => !isPolling);
      if (isIdle && (wait === Number.POSITIVE_INFINITY || all.every(({ isHopeless }) => isHopeless))) return;
      await this.#waitWithTimeout(Math.min(wait, MAX_WAIT), signal);
    }
  }

  hasRead(): boolean {
    return this.#hasRead;
  }

  settle(item: SourceItem, outcome: ItemOutcome): StateChanges {
    const at = item.id.lastIndexOf('#');
    const key = item.id.slice(at + 1);
    const ended = outcome.kind === 'emitted' ? 'done' : endOf(outcome.reason);
    const end = ended === 'failed' && this.#options.retries === 0 ? 'done' : ended;
    if (end !== 'done') {
      this.#copies.forget(item.id);
      for (const feed of this.#feeds.values())
        if (feed.listed.has(key)) {
          feed.etag = null;
          feed.lastModified = null;
        }
    }
    const stored = this.#histories.get(item.id.slice(0, at))?.settle(key, end) ?? [];
    return new Map([...stored, ...(end === 'done' ? this.#copies.settle(item.id) : [])]);
  }

  async close(): Promise<void> {}

  #subscribe(url: string): void {
    if (this.#feeds.has(url)) return;
    const site = siteOf(new URL(url));
    const history =
      this.#histories.get(site) ??
      itemHistory(
        this.#store,
        site,
        this.#options.history,
        this.#options.retries,
        this.#schedule.minInterval,
        this.#now,
      );
    this.#histories.set(site, history);
    this.#feeds.set(url, {
      url,
      site,
      key: `feed/${site}/cursor/${createHash('md5').update(url).digest('hex')}`,
      history,
      etag: null,
      lastModified: null,
      rate: { items: 0, milliseconds: 0 },
      hints: { ttl: null, skipHours: [], skipDays: [] },
      polledAt: null,
      nextAt: this.#now(),
      failures: 0,
      isLoaded: false,
      isPolling: false,
      isHopeless: false,
      isMalformed: false,
      listed: new Set(),
    });
  }

  async #load(feed: Feed): Promise<void> {
    feed.isLoaded = true;
    const cursor = decodeCursor(await this.#store.get(feed.key), feed.url);
    if (cursor === null) return;
    const { etag, lastModified, rate, polledAt } = cursor;
    Object.assign(feed, { etag, lastModified, rate, polledAt });
  }

  async #poll(feed: Feed, signal: AbortSignal): Promise<void> {
    if (!feed.isLoaded) await this.#load(feed);
    const { etag, lastModified, url } = feed;
    const answer = await this.#fetcher.fetch({ url, kind: 'feed', etag, lastModified, signal });
    const at = this.#now();
    if (answer.kind === 'not-modified') return this.#polled(feed, 0, at, null, answer.retryAfter);
    if (answer.kind === 'failed') {
      if (answer.reason === 'stopped') return;
      this.#failed(
        feed,
        answer.reason,
        answer.detail,
        mayPassLater(answer.reason, answer.status),
        at,
        answer.retryAfter,
      );
      if (answer.status === 410) this.#feeds.delete(url);
      return;
    }
    const reading = readFeed(answer.bytes, answer.charset, answer.url);
    if (reading.kind === 'feed') return this.#received(feed, answer, reading, at);
    if (reading.kind === 'page' && this.#options.discover && reading.feeds.length > 0) {
      this.#feeds.delete(url);
      for (const one of reading.feeds.slice(0, MAX_DISCOVERED)) this.#subscribe(one);
      return;
    }
    if (reading.kind === 'malformed') this.#failed(feed, 'malformed-feed', reading.detail, false, at);
    else this.#failed(feed, 'not-a-feed', 'got a web page without links to feeds, expected a feed', false, at);
  }

  #failed(
    feed: Feed,
    reason: string,
    detail: string,
    mayPass: boolean,
    at: number,
    retryAfter: number | null = null,
  ): void {
    feed.failures++;
    feed.isHopeless = !mayPass && feed.polledAt === null;
    feed.nextAt = nextPoll(
      at,
      intervalAfterFailures(feed.failures, this.#schedule),
      feed.hints,
      null,
      retryAfter,
      this.#schedule,
    );
    const fault = sourceFault(feed.url, reason, detail);
    const again = this.#options.once || feed.isHopeless ? null : feed.nextAt - at;
    this.#queue.push(feed.failures === 1 ? { ...fault, unread: { again } } : fault);
  }

  #polled(feed: Feed, news: number, at: number, maxAge: number | null, retryAfter: number | null): void {
    if (feed.polledAt !== null) feed.rate = rateAfter(feed.rate, news, Math.max(0, at - feed.polledAt));
    feed.polledAt = at;
    feed.failures = 0;
    this.#hasRead = true;
    feed.nextAt = nextPoll(at, intervalOf(feed.rate, this.#schedule), feed.hints, maxAge, retryAfter, this.#schedule);
  }

  async #received(
    feed: Feed,
    answer: FetchAnswer & { kind: 'fetched' },
    reading: FeedReading & { kind: 'feed' },
    at: number,
  ): Promise<void> {
    const entries = reading.entries.slice(0, this.#options.maxItems);
    if (reading.malformed !== null && !feed.isMalformed)
      this.#queue.push(
        sourceFault(feed.url, 'malformed-feed', `${reading.malformed}; ${entries.length} items were read anyway`),
      );
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
    // Feeds begin with the newest; a learning model should see pages in the order of publication.
    for (const entry of [...entries].reverse()) {
      const key = itemKey(entry);
      if (listed.has(key)) continue;
      listed.add(key);
      const id = `${feed.site}#${key}`;
      const claimed = await feed.history.claim(key);
      if (claimed === 'new' || claimed === 'pending') open.push(id);
      if (claimed === 'later') hasRetries = true;
      if (claimed === 'new') items.push(feedItem(id, answer.url, entry, key, at));
    }
    feed.listed = listed;
    this.#polled(feed, items.length, at, maxAgeOf(answer.headers), null);
    // A leniently read copy may lack items, and "not modified" would not bring retries: the next poll fetches the feed again.
    const isComplete = reading.malformed === null && !hasRetries;
    feed.etag = isComplete ? answer.etag : null;
    feed.lastModified = isComplete ? answer.lastModified : null;
    const { url, etag, lastModified, rate } = feed;
    this.#copies.add(feed.key, { url, etag, lastModified, rate, polledAt: at }, open);
    this.#queue.push(...items);
    await feed.history.trim(() => {
      const siblings = [...this.#feeds.values()].filter(({ history }) => history === feed.history);
      return new Set(siblings.flatMap((one) => [...one.listed]));
    });
  }

  /** Starts the polls that are due; returns the time until the next, in milliseconds. */
  #startDue(signal: AbortSignal): number {
    let next = Number.POSITIVE_INFINITY;
    let polling = 0;
    for (const feed of this.#feeds.values()) if (feed.isPolling) polling++;
    for (const feed of this.#feeds.values()) {
      if (feed.isPolling || (this.#options.once && (feed.polledAt !== null || feed.failures > 0))) continue;
      if (feed.nextAt > this.#now()) next = Math.min(next, feed.nextAt - this.#now());
      else if (polling < this.#options.concurrency) {
        polling++;
        feed.isPolling = true;
        void this.#poll(feed, signal)
          .catch((error: unknown) => this.#failed(feed, 'internal', String(error), true, this.#now()))
          .finally(() => {
            feed.isPolling = false;
            this.#wake();
          });
      }
    }
    return next;
  }
}

/** A stopped item has no outcome: the next run offers it again. */
function endOf(reason: string | null): FeedItemEnd {
  if (reason === 'stopped') return 'stopped';
  return TEMPORARY_REASONS.has(reason ?? '') ? 'failed' : 'done';
}

/**
 * @param feedUrl the feed's address, after redirects
 * @param now milliseconds since 1970
 */
function feedItem(id: string, feedUrl: string, entry: FeedEntry, key: string, now: number): SourceItem {
  const { title, link, content, description } = entry;
  const date = Date.parse(entry.pubDate);
  // As in the authors' reader: without a link the description, else the title, is the content.
  const page = content || description || title;
  return {
    kind: 'item',
    id,
    url: link ?? addressBelow(feedUrl, key),
    at: date <= now + MAX_AHEAD ? date : now,
    seenAt: now,
    title: title === '' ? null : title,
    content: link === null ? { page, charset: null, mediaType: 'text/html' } : null,
    position: null,
    wantsLinks: false,
  };
}

/** The address of an item without a link: its key below the feed. */
function addressBelow(feedUrl: string, key: string): string {
  const url = new URL(feedUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${key}`;
  return url.href;
}
