/** The rows of a monitor, version 1: hits and alerts, as sinks and the service have them. Documented in docs/monitor.md. */
import { createHash } from 'node:crypto';
import type { SinkRecord } from '../sinks/sink.js';
import type { Burst } from './burst.js';
import type { WatchList } from './monitor-settings.js';
import { HOUR } from './monitor-state.js';
import type { HitSentence } from './sentence-around.js';

/** Version of the rows: raised when a field changes its meaning or goes. */
const ROWS_VERSION = 1;

/** A term with its list. */
export interface WatchedTerm {
  readonly list: WatchList;
  readonly text: string;
  readonly isName: boolean;
  /** Its place in the state. */
  readonly digest: string;
}

/** A row of a document and a term. The highest revision of an id holds; no hits withdraw the earlier ones. */
export function hitRow(
  { id, revision, site, row }: SinkRecord,
  { list, term }: { readonly list: string; readonly term: string },
  hits: number,
  sentences: readonly HitSentence[],
) {
  return {
    schema: ROWS_VERSION,
    kind: 'hit',
    id: hashed(`hit\n${id}\n${list}\n${term}`),
    revision,
    list,
    term,
    document: id,
    site,
    url: row.url ?? null,
    title: row.title ?? null,
    language: row.language ?? null,
    at: row.at ?? null,
    hits,
    sentences,
  };
}

export type HitRow = ReturnType<typeof hitRow>;

/** An alert of the rule `hit`: once for a document and a term. */
export function hitAlertRow(hit: HitRow) {
  return { ...hit, kind: 'alert', rule: 'hit', id: hashed(`alert\n${hit.id}`) };
}

/** An alert of the rule `burst`: once for a term and a window; with the hit that completed it. */
export function burstAlertRow({ list, text }: WatchedTerm, burst: Burst, hit: HitRow) {
  const from = new Date(burst.from * HOUR).toISOString();
  const { documents, mean, windows } = burst;
  return {
    schema: ROWS_VERSION,
    kind: 'alert',
    rule: 'burst',
    id: hashed(`burst\n${list.name}\n${text}\n${from}`),
    revision: 1,
    list: list.name,
    term: text,
    from,
    to: new Date(burst.to * HOUR).toISOString(),
    documents,
    mean,
    windows,
    hit,
  };
}

/** A row as sinks take it. */
export function recordOf(
  row: Readonly<Record<string, unknown>> & { readonly id: string; readonly revision: number },
  site: string,
): SinkRecord {
  return { id: row.id, revision: row.revision, site, row, markdown: null, raw: null };
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
