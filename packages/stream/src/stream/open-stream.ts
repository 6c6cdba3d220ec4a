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
import { checkOverrides, mayPassLater, WORKER_MEGABYTES } from '@dehusk/node';
import { anyExtractorNamed } from '@dehusk/papers';
import type { SourceContent, SourceFault, SourceItem } from '../sources/source.js';
import { StoreError, uncheckedValue } from '../stores/store.js';
import { commitGroup, commitMarks, type ItemEnd, rejectedItem, type StreamItem } from './group-commit.js';
import { openInFlightBudget } from './in-flight-budget.js';
import { decodeAhead, type InputProgress, openInputProgress } from './input-progress.js';
import { domainOf, siteOfPage } from './site-of-page.js';
import { openSourceReadings } from './source-readings.js';
import { aheadKey, TOTALS_KEY } from './state-keys.js';
import { STREAM_DEFAULTS, type Stream, type StreamOptions, type StreamParts, type StreamSnapshot } from './stream.js';
import { decodeTotals, NO_TOTALS, openStreamCounts } from './stream-counts.js';
import { openWorkerSlots, type PageEnd } from './worker-slots.js';

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

  const startedAt = parts.now();
  const { maxInFlight, maxInFlightBytes, commitPages, commitMilliseconds } = options;
  const budget = openInFlightBudget(maxInFlight, maxInFlightBytes, parts.sources.length);
  const stopSources = new AbortController();
  const stopFetches = new AbortController();
  const progress = new Map<string, InputProgress>();
  const inWork = new Map<number, StreamItem>();
  const readings = openSourceReadings(parts.sources);
  let counts = openStreamCounts(NO_TOTALS);
  let ended: ItemEnd[] = [];
  let inFlight = 0;
  let items = 0;
  let phase: StreamSnapshot['phase'] = 'running';
  let areSourcesDone = false;
  let isHeld = false;
  /** When the oldest uncommitted outcome came. */
  let oldestEnd: number | null = null;
  let failure: Error | null = null;
  let wake: () => void = () => {};

  const fail = (error: unknown): void => {
    failure ??= error instanceof Error ? error : new Error(String(error));
    wake();
  };
  const sinks = parts.rejects === null ? parts.sinks : [...parts.sinks, parts.rejects];
  const workers = openWorkerSlots({
    threads: options.workers,
    maxMilliseconds: options.maxMilliseconds + GRACE_MILLISECONDS,
    maxMegabytes: WORKER_MEGABYTES,
    settings: { options, wantsMarkdown: sinks.some(({ kind }) => kind.wantsMarkdown) },
    read: (key) => uncheckedValue(parts.store, key),
    onEnd: () => noteEnd(),
    warn: parts.warn,
    fail,
  });

  function noteEnd(): void {
    oldestEnd ??= performance.now();
    wake();
  }
  function end(itemEnd: ItemEnd): void {
    ended.push(itemEnd);
    noteEnd();
  }
  /** Leaves an item to the next run. */
  function abandon(item: StreamItem): void {
    inFlight--;
    if (inWork.delete(item.number) && item.site !== null) counts.wait(item.site, -1);
    budget.leave(item.sourceAt, item.bytes);
    wake();
  }

  async function pump(at: number): Promise<void> {
    const source = parts.sources[at];
    for await (const event of source.items(stopSources.signal)) {
      if (stopSources.signal.aborted || failure !== null) return;
      const own = event.position === null ? null : progress.get(source.input);
      if (event.position !== null && own?.wasFinished(event.position)) continue;
      await budget.enter(at);
      if (stopSources.signal.aborted || failure !== null) return;
      if (event.position !== null) own?.begin(event.position);
      inFlight++;
      counts.seen();
      const isItem = event.kind === 'item';
      const item: StreamItem = {
        number: items++,
        source,
        sourceAt: at,
        event,
        seenAt: isItem ? event.seenAt : parts.now(),
        url: isItem ? event.url : event.where,
        site: null,
        bytes: 0,
        raw: null,
      };
      if (event.kind === 'fault') {
        if (event.unread !== undefined) noteUnread(at, event, event.unread.again);
        end(rejectedItem(item, 'source', event.reason, event.detail));
      } else if (event.content !== null) {
        readings.hasPage(at);
        take(item, event, event.content);
      } else void fetch(item, event).catch(fail);
    }
    if (!stopSources.signal.aborted) readings.ended(at);
  }

  function noteUnread(at: number, { where, reason, detail }: SourceFault, again: number | null): void {
    readings.failed(at, { where, reason, detail });
    const next = again === null ? '' : `; the next attempt is in ${Math.ceil(again / 60_000)} min`;
    parts.warn(`${where}: ${reason}: ${detail}${next}`);
  }

  async function fetch(item: StreamItem, event: SourceItem): Promise<void> {
    const answer = await parts.fetcher.fetch({ url: event.url, kind: 'page', signal: stopFetches.signal });
    if (failure !== null) return;
    item.url = answer.url;
    if (answer.kind !== 'failed') readings.hasPage(item.sourceAt);
    if (answer.kind === 'fetched') {
      const { bytes, status, headers, at } = answer;
      item.raw = { bytes, status, headers, at };
      take(item, event, { page: bytes, charset: answer.charset, contentType: answer.contentType });
    } else if (answer.kind === 'not-modified') end(rejectedItem(item, 'fetch', 'not-modified', 'answered 304'));
    else if (answer.reason === 'stopped') abandon(item);
    else {
      item.site = domainOf(item.url);
      readings.failed(item.sourceAt, { where: event.url, reason: answer.reason, detail: answer.detail });
      const mayPass = answer.retryAfter !== null || mayPassLater(answer.reason, answer.status);
      end(rejectedItem(item, 'fetch', answer.reason, answer.detail, mayPass));
    }
  }

  /** Passes a page to the worker of its site. */
  function take(item: StreamItem, event: SourceItem, content: Omit<SourceContent, 'redirects'>): void {
    const { page, charset, contentType } = content;
    item.bytes = page.length;
    budget.weigh(page.length);
    const misplaced = assignSite(item, page, charset);
    if (misplaced !== null) {
      end(misplaced);
      return;
    }
    if (parts.sinks.some(({ kind }) => kind.wantsRaw)) item.raw ??= rawOf(page, event.seenAt);
    if (isHeld) {
      abandon(item);
      return;
    }
    const site = item.site as string;
    inWork.set(item.number, item);
    counts.wait(site, 1);
    workers.submit({
      task: item.number,
      site,
      input: event.input ?? item.source.input,
      url: item.url,
      title: event.title,
      // A date in the future, a slip of a feed, would age all the others.
      at: Math.min(event.at, event.seenAt),
      page,
      charset,
      mediaType: contentType,
      wantsLinks: event.wantsLinks,
    });
  }

  /** Determines the site of a page. Returns the item's end when it has none. */
  function assignSite(item: StreamItem, page: Uint8Array | string, charset: string | null): ItemEnd | null {
    const found = siteOfPage(item.url, page, charset);
    item.url = found.url;
    if (!found.ok) return rejectedItem(item, 'identify', found.reason, found.detail);
    item.site = found.site;
    return null;
  }

  function endOf(pageEnd: PageEnd): ItemEnd {
    const number = pageEnd.ok ? pageEnd.page.task : pageEnd.task;
    const item = inWork.get(number) as StreamItem;
    inWork.delete(number);
    counts.wait(item.site as string, -1);
    if (!pageEnd.ok) return rejectedItem(item, 'extract', pageEnd.reason, pageEnd.detail);
    return { ...pageEnd.page, item, mayPass: false };
  }

  /** Resolves when a commit is due, or nothing is left to wait for. */
  async function due(): Promise<void> {
    for (;;) {
      const finished = ended.length + workers.finished();
      const isDraining = areSourcesDone || stopSources.signal.aborted;
      if (failure !== null || isHeld || (isDraining && inFlight === finished) || finished >= commitPages) return;
      // The sources wait for a commit to free the budget.
      if (budget.isFull && (finished === inFlight || finished >= maxInFlight / 2)) return;
      const left = oldestEnd === null ? null : oldestEnd + commitMilliseconds - performance.now();
      if (finished > 0 && left !== null && left <= 0) return;
      await new Promise<void>((go) => {
        const clock = finished > 0 && left !== null ? setTimeout(go, left) : null;
        wake = () => {
          if (clock !== null) clearTimeout(clock);
          go();
        };
      });
    }
  }

  async function commit(isLast: boolean): Promise<void> {
    oldestEnd = null;
    const { ends, changes } = await workers.checkpoint(isLast);
    if (failure !== null) throw failure;
    const all = [...ended, ...ends.map(endOf)];
    ended = [];
    await commitGroup({ ...parts, counts, progress }, all, changes, isLast);
    workers.committed();
    inFlight -= all.length;
    for (const { item } of all) budget.leave(item.sourceAt, item.bytes);
  }

  async function prepare(): Promise<void> {
    const totals = await readState(TOTALS_KEY, (bytes) => (bytes === undefined ? NO_TOTALS : decodeTotals(bytes)));
    counts = openStreamCounts(totals);
    for (const input of inputs) {
      const ahead = await readState(aheadKey(input), (bytes) => decodeAhead(bytes, input));
      progress.set(input, openInputProgress(ahead));
    }
    await commitMarks({ ...parts, counts, progress });
  }
  async function readState<T>(key: string, decode: (bytes: Uint8Array | undefined) => T): Promise<T> {
    const bytes = await parts.store.get(key);
    try {
      return decode(bytes);
    } catch (error) {
      throw new StoreError(
        `the state "${key}" is damaged: ${(error as Error).message} (dehusk state verify shows more)`,
      );
    }
  }

  async function run(): Promise<StreamSnapshot> {
    try {
      await prepare();
      const pumped = Promise.all(parts.sources.map((_, at) => pump(at))).then(() => {
        areSourcesDone = true;
        wake();
      });
      pumped.catch(fail);
      for (let isOver = false; !isOver; ) {
        await due();
        if (failure !== null) throw failure;
        const isDraining = areSourcesDone || stopSources.signal.aborted;
        isOver = isHeld || (isDraining && inFlight === ended.length + workers.finished());
        await commit(isOver);
        // The pages of a worker that died are worked on again.
        if (isOver && !isHeld && inFlight > 0) isOver = false;
      }
      return snapshot();
    } finally {
      phase = 'stopped';
      stopSources.abort();
      stopFetches.abort();
      budget.open();
      await workers.close();
    }
  }

  function snapshot(): StreamSnapshot {
    return {
      phase,
      startedAt,
      inFlight,
      workers: workers.counts(),
      ...counts.snapshot(),
      sources: readings.snapshot(),
    };
  }

  const done = run().then(() => snapshot());
  // Callers of `done` get the rejection; without one it must not end the process.
  done.catch(() => {});
  return {
    done,
    snapshot,
    stop(maxMilliseconds) {
      if (phase === 'running') phase = 'draining';
      stopSources.abort();
      budget.open();
      wake();
      const finishing = setTimeout(() => {
        isHeld = true;
        stopFetches.abort();
        for (const number of workers.hold()) {
          const item = inWork.get(number);
          if (item !== undefined) abandon(item);
        }
        wake();
      }, maxMilliseconds * FINISHING_SHARE);
      const ending = setTimeout(() => workers.end(), maxMilliseconds);
      return done.finally(() => {
        clearTimeout(finishing);
        clearTimeout(ending);
      });
    },
  };
}

function checkStream(options: StreamOptions): void {
  checkOptionNames('stream', options, Object.keys(STREAM_DEFAULTS));
  withDefaults(anyExtractorNamed(options.extractor), options.extractorOptions);
  checkOverrides(options.overrides);
  resolveOptions('stream', options.rendering);
  for (const name of options.fields) checkFieldName(name);
  if (options.urlRules !== null) parseUrlRules(options.urlRules);
  for (const name of ['workers', 'maxInFlight', 'commitPages', 'maxMilliseconds'] as const)
    if (!Number.isInteger(options[name]) || options[name] < 1)
      throw new RangeError(`stream: option "${name}" got ${options[name]}, expected a whole number of 1 or more`);
}

function rawOf(page: Uint8Array | string, at: number): StreamItem['raw'] {
  return { bytes: typeof page === 'string' ? Buffer.from(page) : page, status: null, headers: [], at };
}
