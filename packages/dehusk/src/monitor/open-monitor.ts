/**
 * Counts the terms of watch lists in the documents of a stream, and raises alerts.
 *
 * The monitor looks at each document when its commit is made. Counts, hits and alerts become durable in that commit, so that after a
 * crash they are those of a run without one. A correction replaces the counts of the document it corrects, in the hour of that
 * document. The hour is that of the document's `at`, not of the clock: what is counted does not depend on when the monitor runs.
 */
import type { SinkRecord } from '../sinks/sink.js';
import type { Store } from '../stores/store.js';
import type { DocumentObserver, SinkInUse } from '../stream/stream.js';
import { burstAt } from './burst.js';
import { burstAlertRow, type HitRow, hitAlertRow, hitRow, recordOf, type WatchedTerm } from './monitor-rows.js';
import type { MonitorSettings } from './monitor-settings.js';
import { ALL_DOCUMENTS, HOUR, type MonitorEvent, openMonitorState, termDigest } from './monitor-state.js';
import { sentenceAround } from './sentence-around.js';
import { type TermMatch, termMatcher } from './term-matcher.js';
import { type Trends, type TrendsAsked, trendsOf } from './trends.js';

export interface MonitorParts {
  readonly store: Store;
  /** Where hits go, and alerts. */
  readonly hits: readonly SinkInUse[];
  readonly alerts: readonly SinkInUse[];
}

export interface Monitor extends DocumentObserver {
  trends(asked: TrendsAsked): Trends;
  /** The latest committed events, oldest first. */
  recent(): readonly MonitorEvent[];
  /** Calls back after each commit that changed counts, with its events. Returns a function that ends it. */
  onCommit(listen: (events: readonly MonitorEvent[]) => void): () => void;
}

/** Sentences in a row of hits; all hits are counted. */
const MAX_SENTENCES = 3;

/**
 * Opens a monitor.
 *
 * @throws StoreError for a state that cannot be read
 */
export async function openMonitor(settings: MonitorSettings, { store, hits, alerts }: MonitorParts): Promise<Monitor> {
  const state = await openMonitorState(store, settings);
  const terms = settings.lists.flatMap((list): WatchedTerm[] => {
    const term = (isName: boolean) => (text: string) => ({ list, text, isName, digest: termDigest(list.name, text) });
    return [...list.terms.map(term(false)), ...list.names.map(term(true))];
  });
  const matches = termMatcher(terms);
  const listeners = new Set<(events: readonly MonitorEvent[]) => void>();

  async function tell(
    kind: MonitorEvent['kind'],
    row: HitRow | ReturnType<typeof burstAlertRow>,
    site: string,
  ): Promise<void> {
    for (const { sink } of kind === 'hit' ? hits : alerts) await sink.write(recordOf(row, site));
    state.happened(kind, row);
  }

  async function alert({ list, digest, ...term }: WatchedTerm, hour: number, hit: HitRow): Promise<void> {
    if (list.alert === 'hit') await tell('alert', hitAlertRow(hit), hit.site);
    if (list.alert !== 'burst') return;
    // Until the alerted window is no longer among the earlier ones, the term is known to be in the news.
    const last = state.lastBurst(digest);
    if (last !== undefined && hour < last + list.windowHours * list.earlierWindows) return;
    const documentsAt = (of: string) => (at: number) =>
      [...(state.cell('hour', at, of)?.values() ?? [])].reduce((sum, [documents]) => sum + documents, 0);
    const burst = burstAt(hour, list, documentsAt(digest), documentsAt(ALL_DOCUMENTS));
    if (burst === null) return;
    state.setLastBurst(digest, hour);
    await tell('alert', burstAlertRow({ list, digest, ...term }, burst, hit), hit.site);
  }

  return {
    sinks: [...hits, ...alerts],
    async observe(record) {
      const { id, revision, site, row } = record;
      const before = await state.document(id);
      if (before !== undefined && before.revision >= revision) return;
      const hour = before?.hour ?? Math.floor(Date.parse(String(row.at)) / HOUR);
      await state.advance(hour);
      if (revision === 1) state.add(hour, ALL_DOCUMENTS, site, 1, 0);
      for (const [digest, count] of Object.entries(before?.hits ?? {}))
        state.add(hour, digest, before?.site ?? site, -1, -count);

      const text = textOf(record);
      const found = new Map<WatchedTerm, TermMatch[]>();
      for (const match of text === '' ? [] : matches(text)) {
        const term = terms[match.term];
        if (isWatched(term.list.sites, site, String(row.url))) found.set(term, [...(found.get(term) ?? []), match]);
      }
      for (const [{ digest }, own] of found) state.add(hour, digest, site, 1, own.length);
      if (found.size === 0 && before === undefined) return;
      const counted = [...found].map(([{ digest }, own]) => [digest, own.length] as const);
      state.setDocument(id, { revision, hour, site, hits: Object.fromEntries(counted) });

      for (const term of terms) {
        const own = found.get(term);
        const isKnown = before?.hits[term.digest] !== undefined;
        if (own === undefined && !isKnown) continue;
        const language = typeof row.language === 'string' ? row.language : null;
        const sentences = (own ?? [])
          .slice(0, MAX_SENTENCES)
          .map(({ from, to }) => sentenceAround(text, from, to, language));
        const hit = hitRow(record, { list: term.list.name, term: term.text }, own?.length ?? 0, sentences);
        await tell('hit', hit, site);
        if (own !== undefined && !isKnown) await alert(term, hour, hit);
      }
    },
    changes: state.changes,
    committed() {
      const last = state.shown.recent().at(-1)?.number ?? 0;
      const isChanged = state.changes().size > 0;
      state.committed();
      if (!isChanged) return;
      const events = state.shown.recent().filter(({ number }) => number > last);
      for (const listen of listeners) listen(events);
    },
    trends: (asked) => trendsOf(settings.lists, terms, state.shown, asked),
    recent: state.shown.recent,
    onCommit(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

/** The text that is searched: the title, unless the text begins with it, and the text. A withdrawn document has none. */
function textOf({ row }: SinkRecord): string {
  if (row.ok !== true || typeof row.text !== 'string') return '';
  const title = typeof row.title === 'string' ? row.title.replaceAll('\n', ' ') : '';
  return title === '' || row.text.startsWith(title) ? row.text : `${title}\n${row.text}`;
}

/** Whether a list is for a document: by its site or a domain of its address. */
function isWatched(sites: readonly string[], site: string, url: string): boolean {
  if (sites.length === 0) return true;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return sites.some((one) => one === site || host === one || host.endsWith(`.${one}`));
}
