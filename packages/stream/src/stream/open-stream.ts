/**
 * The pipeline: source → fetch → worker of the site → commit.
 *
 * Observation: such a program loses or duplicates pages when its state is in several places that are written at different times.
 * Here a page's outcome exists only in memory until its commit, and the commit is one transaction. A crash always leaves the
 * state between two commits, from which the inputs are read again.
 *
 * Steps: one pump per source takes events within the in-flight budget; items without content are fetched; the page goes to the
 * worker that owns its site (`worker-slots.ts`), which identifies, extracts and observes it (`stream-processor.ts`); outcomes
 * are collected until a commit is due, then the workers checkpoint and everything is written (`group-commit.ts`).
 *
 * The order of a site's pages is that of the source when it has content, and that of the responses when pages are fetched.
 */

import { checkFieldName, parseUrlRules, resolveOptions, withDefaults } from '@dehusk/core/extend';
import { checkOptionNames } from '@dehusk/html';
import { checkOverrides, mayPassLater, type PageContent, WORKER_MEGABYTES } from '@dehusk/node';
import { anyExtractorNamed } from '@dehusk/papers';
import type { SourceEvent, SourceFault, SourceItem } from '../sources/source.js';
import { StoreError, uncheckedValue } from '../stores/store.js';
import { commitFirstCheckpoints, commitGroup } from './group-commit.js';
import { domainOf, siteOfPage } from './site-of-page.js';
import {
  decodeAhead,
  type InFlightBudget,
  type InputProgress,
  openInFlightBudget,
  openInputProgress,
  openSourceReadings,
  type SourceReadings,
} from './source-readings.js';
import { stateKey, TOTALS_KEY } from './state-values.js';
import {
  rulesText,
  STREAM_DEFAULTS,
  type Stream,
  type StreamOptions,
  type StreamParts,
  type StreamSnapshot,
} from './stream.js';
import { decodeTotals, NO_TOTALS, StreamCounts } from './stream-counts.js';
import { type ItemEnd, rejectedItem, type StreamItem } from './worker-messages.js';
import { type PageEnd, WorkerSlots } from './worker-slots.js';

/** CPU time a worker has beyond a page's limit before it is ended, in milliseconds: decoding, rendering. */
const GRACE_MILLISECONDS = 2_000;
/** Share of a stop's bound after which pages that no worker has started are left to the next run. */
const FINISHING_SHARE = 0.6;

/**
 * Starts a pipeline. The caller closes the parts when `done` has settled.
 *
 * @throws RangeError or TypeError, before anything is read, for an unknown extractor, option, field or a broken URL rule
 */
export function openStream(options: StreamOptions, parts: StreamParts): Stream {
  checkStream(options);
  const inputs = parts.sources.map(({ input }) => input);
  const twice = inputs.find((input, at) => inputs.indexOf(input) !== at);
  if (twice !== undefined) throw new RangeError(`two sources got the input "${twice}", expected each input once`);
  return new StreamRun(options, parts);
}

class StreamRun implements Stream {
  readonly done: Promise<StreamSnapshot>;
  readonly #options: StreamOptions;
  readonly #parts: StreamParts;
  readonly #startedAt: number;
  readonly #budget: InFlightBudget;
  readonly #workers: WorkerSlots;
  readonly #readings: SourceReadings;
  readonly #stopSources = new AbortController();
  readonly #stopFetches = new AbortController();
  readonly #progress = new Map<string, InputProgress>();
  readonly #inWork = new Map<number, StreamItem>();
  #counts: StreamCounts = new StreamCounts(NO_TOTALS);
  /** Items that ended outside a worker since the last commit. */
  #ended: ItemEnd[] = [];
  #inFlight = 0;
  #items = 0;
  #phase: StreamSnapshot['phase'] = 'running';
  #areSourcesDone = false;
  #isHeld = false;
  /** When the oldest uncommitted outcome came. */
  #oldestEnd: number | null = null;
  #failure: Error | null = null;
  #wake: () => void = () => {};

  constructor(options: StreamOptions, parts: StreamParts) {
    this.#options = options;
    this.#parts = parts;
    this.#startedAt = parts.now();
    this.#budget = openInFlightBudget(options.maxInFlight, options.maxInFlightBytes, parts.sources.length);
    this.#readings = openSourceReadings(parts.sources);
    const sinks = parts.rejects === null ? parts.sinks : [...parts.sinks, parts.rejects];
    this.#workers = new WorkerSlots({
      threads: options.workers,
      maxMilliseconds: options.maxMilliseconds + GRACE_MILLISECONDS,
      maxMegabytes: WORKER_MEGABYTES,
      settings: { options, wantsMarkdown: sinks.some(({ kind }) => kind.wantsMarkdown) },
      read: (key) => uncheckedValue(parts.store, key),
      onEnd: () => this.#noteEnd(),
      warn: parts.warn,
      fail: (error) => this.#fail(error),
    });
    this.done = this.#run().then(() => this.snapshot());
    // Callers of `done` get the rejection; without one it must not end the process.
    this.done.catch(() => {});
  }

  snapshot(): StreamSnapshot {
    return {
      phase: this.#phase,
      startedAt: this.#startedAt,
      inFlight: this.#inFlight,
      workers: this.#workers.counts(),
      ...this.#counts.snapshot(),
      sources: this.#readings.snapshot(),
    };
  }

  stop(maxMilliseconds: number): Promise<StreamSnapshot> {
    if (this.#phase === 'running') this.#phase = 'draining';
    this.#stopSources.abort();
    this.#budget.open();
    this.#wake();
    const finishing = setTimeout(() => this.#hold(), maxMilliseconds * FINISHING_SHARE);
    const ending = setTimeout(() => this.#workers.end(), maxMilliseconds);
    return this.done.finally(() => {
      clearTimeout(finishing);
      clearTimeout(ending);
    });
  }

  async #run(): Promise<void> {
    try {
      await this.#prepare();
      const pumped = Promise.all(this.#parts.sources.map((_, at) => this.#pump(at))).then(() => {
        this.#areSourcesDone = true;
        this.#wake();
      });
      pumped.catch((error: unknown) => this.#fail(error));
      for (let isOver = false; !isOver; ) {
        await this.#due();
        if (this.#failure !== null) throw this.#failure;
        isOver = this.#isHeld || this.#isDrained();
        await this.#commit(isOver);
        // The pages of a worker that died are worked on again.
        if (isOver && !this.#isHeld && this.#inFlight > 0) isOver = false;
      }
    } finally {
      this.#phase = 'stopped';
      this.#stopSources.abort();
      this.#stopFetches.abort();
      this.#budget.open();
      await this.#workers.close();
    }
  }

  async #prepare(): Promise<void> {
    const totals = await this.#read(TOTALS_KEY, (bytes) => (bytes === undefined ? NO_TOTALS : decodeTotals(bytes)));
    this.#counts = new StreamCounts(totals);
    for (const { input } of this.#parts.sources) {
      const ahead = await this.#read(stateKey.ahead(input), (bytes) => decodeAhead(bytes, input));
      this.#progress.set(input, openInputProgress(ahead));
    }
    await commitFirstCheckpoints(this.#targets());
  }

  async #read<T>(key: string, decode: (bytes: Uint8Array | undefined) => T): Promise<T> {
    const bytes = await this.#parts.store.get(key);
    try {
      return decode(bytes);
    } catch (error) {
      throw new StoreError(
        `the state "${key}" is damaged: ${(error as Error).message} (dehusk state verify shows more)`,
      );
    }
  }

  #targets() {
    return { ...this.#parts, counts: this.#counts, progress: this.#progress };
  }

  /** Takes the events of a source within the budget until it ends or the stream stops. */
  async #pump(at: number): Promise<void> {
    const source = this.#parts.sources[at];
    const isOver = (): boolean => this.#stopSources.signal.aborted || this.#failure !== null;
    for await (const event of source.items(this.#stopSources.signal)) {
      if (isOver()) return;
      const progress = event.position === null ? undefined : this.#progress.get(source.input);
      if (event.position !== null && progress?.wasFinished(event.position)) continue;
      await this.#budget.enter(at);
      if (isOver()) return;
      if (event.position !== null) progress?.begin(event.position);
      this.#begin(at, event);
    }
    if (!this.#stopSources.signal.aborted) this.#readings.ended(at);
  }

  /** Starts the way of an event: a fault ends at once, a page goes to its worker, an address is fetched. */
  #begin(sourceAt: number, event: SourceEvent): void {
    const source = this.#parts.sources[sourceAt];
    this.#inFlight++;
    this.#counts.seen();
    const isItem = event.kind === 'item';
    const item: StreamItem = {
      number: this.#items++,
      source,
      sourceAt,
      event,
      seenAt: isItem ? event.seenAt : this.#parts.now(),
      url: isItem ? event.url : event.where,
      site: null,
      bytes: 0,
      raw: null,
    };
    if (event.kind === 'fault') {
      if (event.unread !== undefined) this.#noteUnread(sourceAt, event, event.unread.again);
      this.#end(rejectedItem(item, 'source', event.reason, event.detail));
    } else if (event.content !== null) {
      this.#readings.hasPage(sourceAt);
      this.#enqueue(item, event, event.content);
    } else void this.#fetch(item, event).catch((error: unknown) => this.#fail(error));
  }

  #noteUnread(at: number, { where, reason, detail }: SourceFault, again: number | null): void {
    this.#readings.failed(at, { where, reason, detail });
    const next = again === null ? '' : `; the next attempt is in ${Math.ceil(again / 60_000)} min`;
    this.#parts.warn(`${where}: ${reason}: ${detail}${next}`);
  }

  async #fetch(item: StreamItem, event: SourceItem): Promise<void> {
    const request = { url: event.url, kind: 'page', signal: this.#stopFetches.signal } as const;
    const answer = await this.#parts.fetcher.fetch(request);
    if (this.#failure !== null) return;
    item.url = answer.url;
    if (answer.kind !== 'failed') this.#readings.hasPage(item.sourceAt);
    if (answer.kind === 'fetched') {
      const { bytes, status, headers, at } = answer;
      item.raw = { bytes, status, headers, at };
      this.#enqueue(item, event, { page: bytes, charset: answer.charset, mediaType: answer.mediaType });
    } else if (answer.kind === 'not-modified') this.#end(rejectedItem(item, 'fetch', 'not-modified', 'answered 304'));
    else if (answer.reason === 'stopped') this.#abandon(item);
    else {
      item.site = domainOf(item.url);
      const { reason, detail } = answer;
      this.#readings.failed(item.sourceAt, { where: event.url, reason, detail });
      const mayPass = answer.retryAfter !== null || mayPassLater(reason, answer.status);
      this.#end(rejectedItem(item, 'fetch', reason, detail, mayPass));
    }
  }

  /** Passes a page to the worker of its site. */
  #enqueue(item: StreamItem, event: SourceItem, content: PageContent): void {
    const { page } = content;
    item.bytes = page.length;
    this.#budget.weigh(page.length);
    const found = siteOfPage(item.url, page, content.charset);
    item.url = found.url;
    if (!found.ok) {
      this.#end(rejectedItem(item, 'identify', found.reason, found.detail));
      return;
    }
    const { site } = found;
    item.site = site;
    if (this.#parts.sinks.some(({ kind }) => kind.wantsRaw)) item.raw ??= rawOf(page, event.seenAt);
    if (this.#isHeld) {
      this.#abandon(item);
      return;
    }
    this.#inWork.set(item.number, item);
    this.#counts.wait(site, 1);
    this.#workers.submit({
      task: item.number,
      site,
      input: event.input ?? item.source.input,
      url: item.url,
      title: event.title,
      // A date in the future, a slip of a feed, would age all the others.
      at: Math.min(event.at, event.seenAt),
      ...content,
      wantsLinks: event.wantsLinks,
    });
  }

  #end(itemEnd: ItemEnd): void {
    this.#ended.push(itemEnd);
    this.#noteEnd();
  }

  #noteEnd(): void {
    this.#oldestEnd ??= performance.now();
    this.#wake();
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    this.#wake();
  }

  /** Leaves an item to the next run. */
  #abandon(item: StreamItem): void {
    this.#inFlight--;
    if (this.#inWork.delete(item.number) && item.site !== null) this.#counts.wait(item.site, -1);
    this.#budget.leave(item.sourceAt, item.bytes);
    this.#wake();
  }

  /** Leaves what no worker has started to the next run. */
  #hold(): void {
    this.#isHeld = true;
    this.#stopFetches.abort();
    for (const number of this.#workers.hold()) {
      const item = this.#inWork.get(number);
      if (item !== undefined) this.#abandon(item);
    }
    this.#wake();
  }

  #finished(): number {
    return this.#ended.length + this.#workers.finished();
  }

  /** Whether no more items come and all have ended. */
  #isDrained(): boolean {
    const isDraining = this.#areSourcesDone || this.#stopSources.signal.aborted;
    return isDraining && this.#inFlight === this.#finished();
  }

  /** Resolves when a commit is due, or nothing is left to wait for. */
  async #due(): Promise<void> {
    const { commitPages, commitMilliseconds, maxInFlight } = this.#options;
    for (;;) {
      const finished = this.#finished();
      if (this.#failure !== null || this.#isHeld || this.#isDrained() || finished >= commitPages) return;
      // The sources wait for a commit to free the budget.
      if (this.#budget.isFull && (finished === this.#inFlight || finished >= maxInFlight / 2)) return;
      const oldest = this.#oldestEnd;
      const left = oldest === null ? null : oldest + commitMilliseconds - performance.now();
      if (finished > 0 && left !== null && left <= 0) return;
      await this.#woken(finished > 0 ? left : null);
    }
  }

  /** Resolves at the next change, or after a time. */
  #woken(maxMilliseconds: number | null): Promise<void> {
    return new Promise((go) => {
      const clock = maxMilliseconds === null ? null : setTimeout(go, maxMilliseconds);
      this.#wake = () => {
        if (clock !== null) clearTimeout(clock);
        go();
      };
    });
  }

  async #commit(isLast: boolean): Promise<void> {
    this.#oldestEnd = null;
    const { ends, changes } = await this.#workers.checkpoint(isLast);
    if (this.#failure !== null) throw this.#failure;
    const all = [...this.#ended, ...ends.map((pageEnd) => this.#endOf(pageEnd))];
    this.#ended = [];
    await commitGroup(this.#targets(), all, changes, isLast);
    this.#workers.committed();
    this.#inFlight -= all.length;
    for (const { item } of all) this.#budget.leave(item.sourceAt, item.bytes);
  }

  #endOf(pageEnd: PageEnd): ItemEnd {
    const number = pageEnd.ok ? pageEnd.page.task : pageEnd.task;
    const item = this.#inWork.get(number) as StreamItem;
    this.#inWork.delete(number);
    this.#counts.wait(item.site as string, -1);
    if (!pageEnd.ok) return rejectedItem(item, 'extract', pageEnd.reason, pageEnd.detail);
    return { ...pageEnd.page, item, mayPass: false };
  }
}

function checkStream(options: StreamOptions): void {
  checkOptionNames('stream', options, Object.keys(STREAM_DEFAULTS));
  withDefaults(anyExtractorNamed(options.extractor), options.extractorOptions);
  checkOverrides(options.overrides);
  resolveOptions('stream', options.rendering);
  for (const name of options.fields) checkFieldName(name);
  parseUrlRules(rulesText(options.urlRules));
  for (const name of ['workers', 'maxInFlight', 'commitPages', 'maxMilliseconds'] as const)
    if (!Number.isInteger(options[name]) || options[name] < 1)
      throw new RangeError(`stream: option "${name}" got ${options[name]}, expected a whole number of 1 or more`);
}

function rawOf(page: Uint8Array | string, at: number): StreamItem['raw'] {
  return { bytes: typeof page === 'string' ? Buffer.from(page) : page, status: null, headers: [], at };
}
